/** Writes a game as a record of a year file (docs/formats/wthor.md, Games). */
import { fromBase64 } from '../../bytes/text.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { isPass, moveColour, moveTo, type Move } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import { mainLine, type MoveNode } from '../../model/tree.ts'
import {
  awardedScore,
  normalisingSymmetry,
  othello,
  othelloScore,
  type OthelloPosition,
} from '../../rules/othello/index.ts'
import { transformSquare } from '../../rules/symmetry.ts'
import { scoreResult } from './games.ts'
import { byteOfSquare, type Layout } from './layout.ts'
import type { Native } from './native.ts'

/** A game as bytes. */
export interface EncodedGame {
  moves: Uint8Array
  /** Black's discs, empty squares given to the winner. */
  score: number
}

/**
 * Converts the main line of a game to move bytes and its result to a score; the game is played on `position`, its
 * start.
 */
export function encodeGame(
  record: GameRecord,
  native: Native,
  layout: Layout,
  turnsFirstMove: boolean,
  position: OthelloPosition,
  issues: Issue[],
): EncodedGame {
  const moves = encodeMoves(record, native, layout, turnsFirstMove, position, issues)
  return { moves, score: scoreOf(record, native, position, layout.side ** 2, issues) }
}

function encodeMoves(
  record: GameRecord,
  native: Native,
  { side, recordSize }: Layout,
  turnsFirstMove: boolean,
  position: OthelloPosition,
  issues: Issue[],
): Uint8Array {
  const bytes = new Uint8Array(recordSize - 8)
  const warn = (id: WrittenMoveIssue) => void issues.push(issue(id, 'warning', {}))
  const nodes = mainLine(record.nodes).map((index) => record.nodes[index]!)
  const symmetry = turnsFirstMove ? symmetryOf(nodes, side) : 0
  if (symmetry !== 0) {
    issues.push(issue('wthor/turned', 'info', {}))
  }
  let length = 0
  for (const node of nodes) {
    if (node.edits || node.turn !== undefined) {
      warn('wthor/edits')
      break
    }
    if (node.move !== undefined && isPass(node.move)) {
      if (!othello.isLegal(position, node.move)) warn('wthor/pass')
      position.play(node.move)
      continue
    }
    const byte = byteOf(node, symmetry, side)
    if (byte === undefined) continue
    if (byte === 0 || length === bytes.length) {
      warn(byte === 0 ? 'wthor/moves-cut' : 'wthor/too-many-moves')
      break
    }
    if (node.move !== undefined) playChecked(position, node.move, warn)
    bytes[length++] = byte
  }
  return withRest(bytes, length, native)
}

/** The byte of a node: undefined if there is no move, 0 if the move cannot be written. */
function byteOf(node: MoveNode, symmetry: number, side: number): number | undefined {
  if (node.move !== undefined) return byteOfSquare(transformSquare(moveTo(node.move), symmetry, side, side), side)
  if (!node.unread) return undefined
  const raw = fromBase64(node.unread.base64 ?? '')
  return raw.length === 1 ? raw[0]! : 0
}

/** What can be wrong with a written move. */
type WrittenMoveIssue = 'wthor/edits' | 'wthor/pass' | 'wthor/moves-cut' | 'wthor/too-many-moves' | 'wthor/colour'

function playChecked(position: OthelloPosition, move: Move, warn: (id: 'wthor/colour') => void): void {
  const colour = moveColour(move)
  if (colour !== 0 && colour !== position.turn) {
    warn('wthor/colour')
  }
  position.play(move)
}

function symmetryOf(nodes: readonly MoveNode[], side: number): number {
  const first = nodes.find((node) => node.move !== undefined)?.move
  return (first === undefined ? undefined : normalisingSymmetry(first, side)) ?? 0
}

/** Restores what followed the first zero byte, if the moves before it are still the same. */
function withRest(bytes: Uint8Array, length: number, native: Native): Uint8Array {
  if (native.moves === undefined) return bytes
  const original = fromBase64(native.moves)
  const isSame = original.length === bytes.length && original.subarray(0, length + 1).every((b, at) => b === bytes[at])
  return isSame ? original : bytes
}

/** Black's score: the recorded one, or the count of a finished game, or the best estimate. */
function scoreOf(
  { header: { result } }: GameRecord,
  native: Native,
  position: OthelloPosition,
  squares: number,
  issues: Issue[],
): number {
  if (native.score !== undefined && result.outcome === 'unfinished') return native.score
  if (result.score) {
    const [black, white] = result.score
    const isCount = Number.isInteger(black) && Number.isInteger(white) && black >= 0 && white >= 0
    if (isCount && black + white <= squares) return Math.floor(awardedScore(black, white, squares)[0])
    issues.push(issue('wthor/score', 'warning', { score: `${black}-${white}`, squares }))
  }
  const [counted] = othelloScore(position)
  if (position.isOver) return counted
  issues.push(issue('wthor/no-score', 'warning', {}))
  const stands = scoreResult(counted, squares)
  if (result.outcome === 'draw') return squares / 2
  if (result.outcome !== 'win' || stands.winner === result.winner) return Math.floor(counted)
  return result.winner === 1 ? squares : 0
}
