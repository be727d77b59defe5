/** Whether one move is legal, and if not, why, without generating the others. */
import { moveFrom, moveTo, otherColour, type Move } from '../../model/move.ts'
import { EDGE, FILES, fileOf, isStep, LEAPS, SQUARES } from './geometry.ts'
import { CANNON, ELEPHANT, EMPTY, HORSE, KING, ROOK } from './pieces.ts'
import type { XiangqiPosition } from './position.ts'

/**
 * What is wrong with a move. `impossible`: no piece of the side to move can make it. `exposes-king`: a piece can, but
 * its own king could then be captured (it stays in check, moves into check, or the kings face each other).
 */
export type MoveFault = 'impossible' | 'exposes-king'

/** What is wrong with a move, undefined when it is legal. A pass (null move) is impossible. */
export function moveFault(position: XiangqiPosition, move: Move): MoveFault | undefined {
  if (!isPossibleMove(position, move)) return 'impossible'
  return keepsKingSafe(position, moveFrom(move), moveTo(move)) ? undefined : 'exposes-king'
}

/** Whether a move is legal. A pass (null move) is not. */
export function isLegalMove(position: XiangqiPosition, move: Move): boolean {
  return isPossibleMove(position, move) && keepsKingSafe(position, moveFrom(move), moveTo(move))
}

/** Whether a piece of the side to move can make a move, regardless of its king. */
export function isPossibleMove(position: XiangqiPosition, move: Move): boolean {
  const from = moveFrom(move)
  const to = moveTo(move)
  if (move >> 24 !== 0 || from >= SQUARES || to >= SQUARES) return false
  const { board, turn } = position
  return board[from]! >> 3 === turn && board[to]! >> 3 !== turn && canReach(position, from, to)
}

/** Whether the mover's king is safe after a possible move. */
export function keepsKingSafe(position: XiangqiPosition, from: number, to: number): boolean {
  const { board, kings, turn } = position
  if (kings[turn] === EDGE) return true
  const piece = board[from]!
  const captured = board[to]!
  board[from] = EMPTY
  board[to] = piece
  const isSafe = !position.isAttacked(kings[turn] === from ? to : kings[turn]!, otherColour(turn))
  board[from] = piece
  board[to] = captured
  return isSafe
}

function canReach(position: XiangqiPosition, from: number, to: number): boolean {
  const { board } = position
  const piece = board[from]!
  const kind = piece & 7
  if (kind === ROOK) return countBetween(board, from, to) === 0
  if (kind === CANNON) return countBetween(board, from, to) === (board[to] === EMPTY ? 0 : 1)
  if (kind === HORSE || kind === ELEPHANT) {
    for (let at = (piece << 12) | (from << 5); LEAPS[at] !== EDGE; at += 2) {
      if (LEAPS[at + 1] === to) return board[LEAPS[at]!] === EMPTY
    }
    return false
  }
  return isStep(piece, from, to) || (kind === KING && isFacing(board, from, to))
}

/** Whether a king on one square sees an enemy king on the other along an open file, and so could capture it. */
function isFacing(board: Uint8Array, from: number, to: number): boolean {
  return (board[to]! & 7) === KING && fileOf(from) === fileOf(to) && countBetween(board, from, to) === 0
}

/** How many pieces are between two squares of a rank or file; -1 if they are not on one, or are the same. */
function countBetween(board: Uint8Array, from: number, to: number): number {
  const difference = to - from
  const isFile = difference % FILES === 0
  if (difference === 0 || !(isFile || Math.floor(from / FILES) === Math.floor(to / FILES))) return -1
  const step = (difference > 0 ? 1 : -1) * (isFile ? FILES : 1)
  let count = 0
  for (let square = from + step; square !== to; square += step) {
    if (board[square] !== EMPTY) count++
  }
  return count
}
