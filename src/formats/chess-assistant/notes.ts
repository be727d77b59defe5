/**
 * Header fields that the row of a game has no room for, kept as the first texts of its record in the form of
 * PGN's tags: docs/formats/chess-assistant.md, Writing.
 */
import type { Header } from '../../model/record.ts'
import { CODE } from './codes.ts'
import { KIND } from './comments.ts'
import { codeSize } from './record-codes.ts'

/** The largest round that the row of a game holds. */
export const MAX_ROUND = 127

const NOTE = /^\[(Round|Board) "([^"\r\n]*)"\]$/

/** The notes to put before a game: of a round that is no number up to 127 or has a second part, and of a board. */
export function notesOf({ round, subround, roundText, board }: Header): string[] {
  const notes: string[] = []
  const whole = round === undefined ? '' : String(round)
  const isPlain = round === undefined || (Number.isInteger(round) && round >= 1 && round <= MAX_ROUND)
  if (roundText !== undefined) notes.push(`[Round "${roundText}"]`)
  else if (subround !== undefined) notes.push(`[Round "${whole}.${subround}"]`)
  else if (!isPlain) notes.push(`[Round "${whole}"]`)
  if (board !== undefined) notes.push(`[Board "${board}"]`)
  return notes.filter((note) => NOTE.test(note))
}

/** The notes at the beginning of a record, behind its start position. */
export function readNotes(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): string[] {
  const notes: string[] = []
  let at = bytes[0] === CODE.setup ? codeSize(bytes, 0) : 0
  while (bytes[at] === CODE.shortComment && bytes[at + 2] === KIND.text) {
    const end = at + codeSize(bytes, at)
    if (end > bytes.length || bytes[at + 3] !== 0x5b) break
    const text = decode(bytes.subarray(at + 3, end))
    if (!NOTE.test(text)) break
    notes.push(text)
    at = end
  }
  return notes
}

/** Puts what notes say into a header. */
export function applyNotes(header: Header, notes: readonly string[]): void {
  for (const note of notes) {
    const [, name, value = ''] = NOTE.exec(note)!
    if (name === 'Board') {
      header.board = Number(value)
      continue
    }
    const parts = /^([0-9]{0,9})(?:\.([0-9]{1,9}))?$/.exec(value)
    delete header.round
    if (!parts || value === '') header.roundText = value
    else {
      if (parts[1] !== '') header.round = Number(parts[1])
      if (parts[2] !== undefined) header.subround = Number(parts[2])
    }
  }
}
