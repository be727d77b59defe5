/** Plays moves into a record, and what a hand on the board means as a move. */
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
 * Plays a move at a node: where the record has the move already its node is
 * entered and the record stays what it is, else the move becomes a new line. A disc
 * of Othello played where the record writes the pass before it down goes on after that pass.
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

/** A move of Go with its colour, as records of Go name it: a player may move twice in a row. */
function withColour(move: Move, turn: Colour): Move {
  const colour = moveColour(move) || turn
  return isPass(move) ? makePass(colour) : makePlacement(moveTo(move), colour)
}

/** Whether the position at a node is known: no move on the way there is one that could not be read. */
export function isPlayable({ nodes }: GameRecord, at: number): boolean {
  return pathTo(nodes, at).every((index) => nodes[index]!.unread === undefined)
}

/** Whether two moves do the same, the one to move named or not. */
function isSameMove({ turn }: Position, left: Move, right: Move): boolean {
  const colours = 3 << 27
  return (left & ~colours) === (right & ~colours) && (moveColour(left) || turn) === (moveColour(right) || turn)
}

/** A legal move as a hand makes it: a piece taken from a square, or a stone out of the bowl, put on a square. */
export interface HandMove {
  /** Absent for a stone or disc. */
  from?: number
  to: number
  move: Move
}

/**
 * All legal moves of a position but the passes, as hands make them. A king of chess castles by going onto his rook, or,
 * where that is not a move of its own, two squares or further onto his castling square. Promotions of a pawn are
 * several moves with the same squares.
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
    // The only moves onto an own piece castle.
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
