/** The record of a game in `.cbg`: its head, its start position and its moves. docs/formats/chessbase.md, Moves. */
import { u24be } from '../../../bytes/numbers.ts'
import type { Source } from '../../../bytes/source.ts'
import type { Message } from '../../../issues/catalogue.ts'
import { messageOf, PositionError } from '../../../issues/errors.ts'
import { issue, makeMessage, type Issue } from '../../../issues/issue.ts'
import type { Move } from '../../../model/move.ts'
import type { ChessPosition, PlayedMoves } from '../../../rules/chess/index.ts'
import type { ChessKernel } from '../../chess-kernel.ts'
import type { Ending, MoveDecoder, MoveSink } from './decoder.ts'
import { MODES, OTHER_MODES, type Mode } from './modes.ts'
import { CASTLING, readStart } from './start.ts'

export const MOVES_HEAD_SIZE = 4

/** Bits of the first byte of a record. */
export const MOVES_FLAGS = { text: 0x80, start: 0x40, mode: 0x3f } as const

/** Smallest head of a `.cbg` file; no record begins before its end. */
const SMALLEST_FILE_HEAD = 10

/** A record of `.cbg` whose moves are not decoded yet. */
export interface MovesRecord {
  /** The record from its head on, cut off at the end of the file. */
  bytes: Uint8Array
  mode: Mode | undefined
  modeNumber: number
  hasStart: boolean
  /** What is wrong with the head. */
  fault?: Message
}

/** Reads the record at an offset. */
export function readMovesRecord(source: Source, offset: number): MovesRecord {
  const head = source.read(offset, offset + MOVES_HEAD_SIZE)
  const size = u24be(head, 1)
  const flags = head[0] ?? 0
  const modeNumber = flags & MOVES_FLAGS.mode
  const record: MovesRecord = {
    bytes: head,
    mode: MODES[modeNumber],
    modeNumber,
    hasStart: (flags & MOVES_FLAGS.start) !== 0,
  }
  if (offset < SMALLEST_FILE_HEAD) record.fault = makeMessage('cb-record/in-head', {})
  else if (head.length < MOVES_HEAD_SIZE) record.fault = makeMessage('cb-record/past-end', {})
  else if (size < MOVES_HEAD_SIZE) record.fault = makeMessage('cb-record/size', { size })
  else record.bytes = source.read(offset, offset + size)
  return record
}

/** A decoded game: the sink and the rest. */
export interface DecodedMoves {
  /** Start position when it is stored. */
  fen?: string
  isChess960: boolean
  ending?: Ending
  issues: Issue[]
}

/**
 * Decodes a record.
 * @param makeSink called with the start position for each attempt: a game that castles without the right is decoded
 * again with it
 */
export function decodeMoves(
  record: MovesRecord,
  decoder: MoveDecoder,
  makeSink: (start: ChessPosition) => MoveSink,
): DecodedMoves {
  const { mode, modeNumber } = record
  const decoded: DecodedMoves = { isChess960: mode?.isChess960 ?? false, issues: [] }
  if (record.fault !== undefined) {
    decoded.issues.push(issue('chessbase/moves-record', 'error', { reason: record.fault }))
    return decoded
  }
  if (!mode) {
    const reason = makeMessage(OTHER_MODES[modeNumber] ?? 'cb-mode/unknown', {})
    decoded.issues.push(issue('chessbase/unknown-mode', 'error', { mode: modeNumber, reason }))
    return decoded
  }
  let addedRights = 0
  for (;;) {
    const start = startOf(record, mode, addedRights, decoder, decoded)
    if (!start) return decoded
    const ending = decoder.decode(record.bytes, start.at, mode, start.position, makeSink(start.position))
    decoded.ending = ending
    const right = record.hasStart ? missingRight(ending.lacksCastlingRight, start.position) : 0
    if (right === 0 || (addedRights & right) !== 0) break
    addedRights |= right
  }
  addEndingIssues(record, mode, addedRights !== 0, decoded)
  return decoded
}

/** Decodes a record with the kernel; undefined if its moves are not plain. @param notes see {@link ChessKernel} */
export function decodePlainMoves(
  record: MovesRecord,
  kernel: ChessKernel,
  notes: PlayedMoves | undefined,
): DecodedMoves | undefined {
  const { bytes, fault, hasStart, mode } = record
  if (fault !== undefined || hasStart || !mode || !isUsual(mode)) return undefined
  if (!kernel.readCompact(bytes, MOVES_HEAD_SIZE, mode, notes)) return undefined
  const decoded: DecodedMoves = { isChess960: false, ending: { at: kernel.end }, issues: [] }
  addEndingIssues(record, mode, false, decoded)
  return decoded
}

function isUsual({ encoder, isChess960, isReversed }: Mode): boolean {
  return encoder === 'compact' && !isChess960 && !isReversed
}

function startOf(
  record: MovesRecord,
  mode: Mode,
  addedRights: number,
  decoder: MoveDecoder,
  decoded: DecodedMoves,
): { position: ChessPosition; at: number } | undefined {
  if (!record.hasStart) return { position: decoder.initialPosition(), at: MOVES_HEAD_SIZE }
  try {
    const start = readStart(record.bytes.subarray(MOVES_HEAD_SIZE), mode.isChess960, addedRights)
    decoded.fen = start.fen
    return { position: start.position, at: MOVES_HEAD_SIZE + start.size }
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    decoded.issues.push(issue('chessbase/start-position', 'error', { reason: messageOf(error) }))
    return undefined
  }
}

/** The bit of the castling right that an illegal move lacks, 0 for none. */
function missingRight(move: Move | undefined, position: ChessPosition): number {
  if (move === undefined) return 0
  const isShort = (move & 63) > ((move >> 12) & 63)
  if (position.turn === 1) return isShort ? CASTLING.whiteShort : CASTLING.whiteLong
  return isShort ? CASTLING.blackShort : CASTLING.blackLong
}

function addEndingIssues(record: MovesRecord, mode: Mode, hasAddedRights: boolean, decoded: DecodedMoves): void {
  const { issues } = decoded
  const { at, fault } = decoded.ending!
  if (fault !== undefined) {
    const reason = mode.isVerified ? fault : makeMessage('cb-mode/unknown-table', {})
    if (mode.isVerified) issues.push(issue('chessbase/damaged-moves', 'error', { reason }))
    else issues.push(issue('chessbase/unknown-mode', 'error', { mode: record.modeNumber, reason }))
    return
  }
  if (hasAddedRights) issues.push(issue('chessbase/castling-right', 'info', {}))
  if (!mode.isVerified) issues.push(issue('chessbase/unverified-mode', 'warning', { mode: record.modeNumber }))
  const count = record.bytes.length - at
  if (count > 0) issues.push(issue('chessbase/trailing-bytes', 'info', { count }))
}
