/**
 * Header fields that do not fit into the row of a game, stored as the first texts of its record in the form of PGN
 * tags: docs/formats/chess-assistant.md, Writing.
 */
import type { Header } from '../../../model/record.ts'
import { CODE } from '../moves/codes.ts'
import { KIND } from './comments.ts'
import { codeSize } from '../moves/record-codes.ts'

/** The largest round that the row of a game holds. */
const MAX_ROUND = 127

/** A round as written, or the number of a board. */
const NOTE = /^\[(?:Round "([^"\r\n]*)"|Board "([0-9]{1,9})")\]$/

/** The notes to write before a game: a round that is not a number up to 127 or has a second part, and a board. */
export function notesOf(header: Header): string[] {
  const { board } = header
  const round = roundNote(header)
  const notes = [...(round === undefined ? [] : [round]), ...(board === undefined ? [] : [`[Board "${board}"]`])]
  return notes.filter((note) => NOTE.test(note))
}

/** The note of a round that does not fit its byte; undefined if the byte is enough. */
export function roundNote({ round, subround, roundText }: Header): string | undefined {
  if (roundText !== undefined) return `[Round "${roundText}"]`
  if (subround !== undefined) return `[Round "${round ?? ''}.${subround}"]`
  return round === undefined || isPlainRound(round) ? undefined : `[Round "${round}"]`
}

/** Whether a round fits its byte. */
export function isPlainRound(round: number): boolean {
  return Number.isInteger(round) && round >= 0 && round <= MAX_ROUND
}

/** The notes at the beginning of a record, after its start position. */
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

/** Adds the contents of notes to a header that has the round from the byte. */
export function applyNotes(header: Header, notes: readonly string[]): void {
  for (const note of notes) {
    const [, round, board] = NOTE.exec(note)!
    if (board !== undefined) header.board = Number(board)
    if (round === undefined) continue
    const parts = /^([0-9]{0,9})(?:\.([0-9]{1,9}))?$/.exec(round)
    if (!parts || round === '') header.roundText = round
    else {
      if (parts[1] !== '') header.round = Number(parts[1])
      if (parts[2] !== undefined) header.subround = Number(parts[2])
    }
  }
}
