/** Plays moves into a record, and lists the moves that can be made on a board. */
import {
  isPass,
  isPlacement,
  makePass,
  makePlacement,
  moveColour,
  moveFrom,
  moveTo,
  type Colour,
  type Move,
} from '../model/move.ts'
import type { GameRecord } from '../model/record.ts'
import { addMove, type Edited } from '../model/tree-edit.ts'
import { children, pathTo } from '../model/tree.ts'
import { KING_SIDE, KING_TARGET, QUEEN_SIDE } from './chess/castling.ts'
import { positionAt } from './replay.ts'
import type { Position, Rules } from './rules.ts'

/**
 * Plays a move at a node: if the record already has the move, its node is entered and the record stays the same;
 * otherwise the move becomes a new line. In Othello, if the record has a pass first, the disc is played after that
 * pass.
 */
export function playMove<P extends Position>(rules: Rules<P>, record: GameRecord, at: number, move: Move): Edited {
  const position = positionAt(rules, record, at)
  const { nodes } = record
  const { first, next } = children(nodes)
  let end = at
  for (let child = first[at]!; child >= 0; child = next[child]!) {
    const node = nodes[child]!
    if (node.move === undefined || node.edits || node.turn) continue
    if (isSameMove(position, node.move, move)) return { record, node: child }
    if (rules.game === 'othello' && isPass(node.move) && !isPass(move)) end = child
  }
  if (end !== at) return playMove(rules, record, end, move)
  return addMove(record, at, rules.game === 'go' ? withColour(move, position.turn) : move)
}

/** A Go move with its colour, as in Go records: a player may move twice in a row. */
function withColour(move: Move, turn: Colour): Move {
  const colour = moveColour(move) || turn
  return isPass(move) ? makePass(colour) : makePlacement(moveTo(move), colour)
}

/** Whether the position at a node is known: every move on the way there could be read. */
export function isPlayable({ nodes }: GameRecord, at: number): boolean {
  return pathTo(nodes, at).every((index) => nodes[index]!.unread === undefined)
}

/** Whether two moves are the same, whether or not they name the side to move. */
function isSameMove({ turn }: Position, left: Move, right: Move): boolean {
  const colours = 3 << 27
  return (left & ~colours) === (right & ~colours) && (moveColour(left) || turn) === (moveColour(right) || turn)
}

/** A legal move as made on a board: a piece from a square, or a stone from the bowl, to a square. */
export interface HandMove {
  /** Absent for a stone or disc. */
  from?: number
  to: number
  move: Move
}

/**
 * All legal moves of a position except passes, as made on a board. In chess the king castles by going onto its rook or,
 * unless that is another move, two or more squares to its castling square. Promotions are several moves with the same
 * squares.
 */
export function legalMovesFrom<P extends Position>(rules: Rules<P>, position: P): HandMove[] {
  const hands: HandMove[] = []
  const castlings: HandMove[] = []
  for (const move of rules.legal(position)) {
    if (isPass(move)) continue
    const to = moveTo(move)
    if (isPlacement(move)) {
      hands.push({ to, move })
      continue
    }
    const from = moveFrom(move)
    hands.push({ from, to, move })
    // Only castling moves onto a piece of one's own.
    if (rules.game !== 'chess' || !isOwnPiece(position, to)) continue
    const target = (from & 56) + KING_TARGET[to > from ? KING_SIDE : QUEEN_SIDE]
    if (Math.abs(target - from) >= 2) castlings.push({ from, to: target, move })
  }
  const isFree = (castling: HandMove) => !hands.some(({ from, to }) => from === castling.from && to === castling.to)
  return [...hands, ...castlings.filter(isFree)]
}

/** Whether a piece of chess or xiangqi, on a square, belongs to the side to move: capitals are colour 1. */
function isOwnPiece(position: Position, square: number): boolean {
  const piece = position.pieceAt(square)
  return piece !== '' && (piece === piece.toUpperCase()) === (position.turn === 1)
}
