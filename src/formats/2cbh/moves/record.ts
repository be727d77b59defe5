/** The moves of a game as they stand in a record of `.2cbg`: start section and move section. docs/formats/2cbh.md, Moves. */
import { messageOf, PositionError } from '../../../issues/errors.ts'
import { issue, makeMessage, type Issue } from '../../../issues/issue.ts'
import type { Move } from '../../../model/move.ts'
import type { MoveNode } from '../../../model/tree.ts'
import type { ChessPosition } from '../../../rules/chess/index.ts'
import type { MoveSink } from '../../chessbase/moves/decoder.ts'
import { CASTLING } from '../../chessbase/moves/start.ts'
import { TAG, type Frame } from '../frames.ts'
import type { Ending, MoveDecoder } from './decoder.ts'
import { readFreeMoves } from './free-moves.ts'
import { readStart, type Start } from './start.ts'
import { WORD } from './words.ts'

/** Tags of records with moves. */
const MOVE_TAGS: ReadonlySet<number> = new Set([TAG.chess, TAG.chess960, TAG.free])

/** A decoded game: what the sink was told, and the rest. */
export interface DecodedMoves {
  /** Start position when it is stored. */
  fen?: string
  isChess960: boolean
  /** The tree of a game on a free position, of which no sink is told. */
  freeNodes?: MoveNode[]
  ending?: Ending
  issues: Issue[]
}

/**
 * Decodes a record.
 * @param makeSink called with the start position, again for each attempt: a game that castles without the right is
 *   decoded again with it
 */
export function decodeMoves(
  frame: Frame,
  decoder: MoveDecoder,
  makeSink: (start: ChessPosition) => MoveSink,
): DecodedMoves {
  const decoded: DecodedMoves = { isChess960: frame.tag === TAG.chess960, issues: [] }
  if (frame.fault) {
    decoded.issues.push(issue('chessbase/moves-record', 'error', { reason: frame.fault }))
    return decoded
  }
  if (!MOVE_TAGS.has(frame.tag)) {
    decoded.issues.push(issue('2cbh/unknown-tag', 'error', { tag: hex(frame.tag) }))
    return decoded
  }
  const words = wordsOf(frame.content)
  const hasStart = words[0] === WORD.start
  const at = words.indexOf(WORD.moves)
  if (at < 0) {
    decoded.issues.push(issue('chessbase/moves-record', 'error', { reason: makeMessage('2cbh-record/no-moves', {}) }))
    return decoded
  }
  const startWords = hasStart ? words.subarray(1, at) : undefined
  if (frame.tag === TAG.free) decodeFree(words, at + 1, startWords, decoder, decoded)
  else decodeUsual(words, at + 1, startWords, decoder, decoded, makeSink)
  return decoded
}

function decodeFree(
  words: Uint16Array,
  at: number,
  startWords: Uint16Array | undefined,
  decoder: MoveDecoder,
  decoded: DecodedMoves,
): void {
  const start = startOf(startWords, 0, decoder, decoded)
  if (!start) return
  const { nodes, ending, fromNowhere } = readFreeMoves(words, at, start)
  decoded.freeNodes = nodes
  decoded.ending = ending
  addEndingIssues(words, decoded, false)
  if (fromNowhere > 0) decoded.issues.push(issue('2cbh/move-from-nowhere', 'warning', { count: fromNowhere }))
}

function decodeUsual(
  words: Uint16Array,
  at: number,
  startWords: Uint16Array | undefined,
  decoder: MoveDecoder,
  decoded: DecodedMoves,
  makeSink: (start: ChessPosition) => MoveSink,
): void {
  let addedRights = 0
  for (;;) {
    const start = startOf(startWords, addedRights, decoder, decoded)
    if (!start) return
    const ending = decoder.decode(words, at, start, makeSink(start))
    decoded.ending = ending
    const right = startWords ? missingRight(ending.lacksCastlingRight, start) : 0
    if (right === 0 || (addedRights & right) !== 0) break
    addedRights |= right
  }
  addEndingIssues(words, decoded, addedRights !== 0)
}

function startOf(
  startWords: Uint16Array | undefined,
  addedRights: number,
  decoder: MoveDecoder,
  decoded: DecodedMoves,
): ChessPosition | undefined {
  if (!startWords) return decoder.initialPosition()
  let start: Start
  try {
    start = readStart(startWords, decoded.isChess960, addedRights)
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    decoded.issues.push(issue('chessbase/start-position', 'error', { reason: messageOf(error) }))
    return undefined
  }
  decoded.fen = start.fen
  return start.position
}

/** The bit of the castling right that a refused move needs, 0 for none. */
function missingRight(move: Move | undefined, position: ChessPosition): number {
  if (move === undefined) return 0
  const isShort = (move & 63) > ((move >> 12) & 63)
  if (position.turn === 1) return isShort ? CASTLING.whiteShort : CASTLING.whiteLong
  return isShort ? CASTLING.blackShort : CASTLING.blackLong
}

function addEndingIssues(words: Uint16Array, decoded: DecodedMoves, hasAddedRights: boolean): void {
  const { issues } = decoded
  const { at, fault } = decoded.ending!
  if (fault) {
    issues.push(issue('chessbase/damaged-moves', 'error', { reason: fault }))
    return
  }
  if (hasAddedRights) issues.push(issue('chessbase/castling-right', 'info', {}))
  const count = 2 * (words.length - at)
  if (count > 0) issues.push(issue('chessbase/trailing-bytes', 'info', { count }))
}

/** The content as words, little-endian; an odd last byte is none. */
export function wordsOf(content: Uint8Array): Uint16Array {
  const words = new Uint16Array(content.length >> 1)
  for (let index = 0; index < words.length; index++) words[index] = content[2 * index]! | (content[2 * index + 1]! << 8)
  return words
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0')
}
