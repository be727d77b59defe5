/** Reads a record of CCBridge: docs/formats/ccbridge.md, Record. */
import { u32le } from '../../bytes/numbers.ts'
import type { IssueCollector } from '../../issues/collector.ts'
import type { Colour } from '../../model/move.ts'
import type { GameRecord, Header } from '../../model/record.ts'
import { setupOf, SQUARES, squareFromTop, type Board } from '../xiangqi/board.ts'
import { readKind, readResult } from '../xiangqi/codes.ts'
import { readFields, type Fields } from '../xiangqi/record-fields.ts'
import { formatGuid } from './guid.ts'
import { LAYOUT_1, LAYOUT_2, PIECES, RECORD, RECORD_VERSION, type RecordLayout } from './layout.ts'
import { readStream, SQUARES_IN_HALVES, SQUARES_IN_ROWS } from './stream.ts'
import { readField } from './text.ts'

/** The version of a record. */
export function versionOf(bytes: Uint8Array): number {
  return bytes[RECORD.version]!
}

function layoutOf(bytes: Uint8Array): RecordLayout {
  return versionOf(bytes) === 1 ? LAYOUT_1 : LAYOUT_2
}

/** Bytes a record has at least: its header. */
export function headerSize(bytes: Uint8Array): number {
  return layoutOf(bytes).moves
}

/** Reads the header of a record, but for the position. */
export function readHeader(bytes: Uint8Array, base: number, issues: IssueCollector): Header {
  const layout = layoutOf(bytes)
  const header: Header = { players: [], result: { outcome: 'unfinished' } }
  const fields: Fields = {}
  for (const { name, at, size } of layout.texts) fields[name] = readField(bytes, at, size)
  fields.ECCO = readEcco(bytes.subarray(layout.ecco, layout.ecco + 4))
  readKind(header, bytes[layout.kind]!, issues, { offset: base + layout.kind })
  readResult(header, bytes[layout.result]!, issues, { offset: base + layout.result })
  readFields(header, fields)
  header.id = formatGuid(bytes.subarray(RECORD.guid, RECORD.guid + 16))
  return header
}

/** Three ASCII characters, or nothing. */
function readEcco(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) {
    if (byte === 0) break
    if (byte < 0x21 || byte > 0x7e) return ''
    text += String.fromCharCode(byte)
  }
  return text
}

/** Where a record ends, in its own bytes. */
export interface FoundRecord {
  record: GameRecord
  end: number
}

/**
 * Reads a record.
 * @param bytes from its first byte on, at least its header
 * @param base offset of the record in the file
 */
export function readRecord(bytes: Uint8Array, base: number, issues: IssueCollector): FoundRecord {
  const layout = layoutOf(bytes)
  const version = versionOf(bytes)
  if (version === 0 || version > RECORD_VERSION) {
    issues.add('ccbridge/record-version', 'warning', { version }, { offset: base + RECORD.version })
  }
  const header = readHeader(bytes, base, issues)
  const board = readBoard(bytes.subarray(layout.board, layout.board + SQUARES), base + layout.board, issues)
  const turn: Colour = u32le(bytes, layout.turn) === 2 ? 2 : 1
  const setup = setupOf(board, turn)
  const squares = version === 1 ? SQUARES_IN_HALVES : SQUARES_IN_ROWS
  const { nodes, end } = readStream(bytes, layout.moves, squares, board, turn, base, issues)
  const record: GameRecord = { game: 'xiangqi', header, nodes }
  if (setup !== undefined) record.setup = setup
  return { record, end }
}

function readBoard(bytes: Uint8Array, offset: number, issues: IssueCollector): Board {
  const board = new Uint8Array(SQUARES)
  for (let at = 0; at < SQUARES; at++) {
    const code = bytes[at]!
    if (code === 0) continue
    const colour = code >> 4
    const letter = PIECES[code & 15]
    if (letter === undefined || letter === ' ' || (colour !== 1 && colour !== 2)) {
      issues.add('xiangqi/unknown-piece', 'error', { code }, { offset: offset + at })
      continue
    }
    const square = squareFromTop(at % 9, Math.floor(at / 9))
    board[square] = (colour === 1 ? letter : letter.toLowerCase()).charCodeAt(0)
  }
  return board
}
