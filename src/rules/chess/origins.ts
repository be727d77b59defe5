/** From where a square can be reached: what reading and writing short notation asks. */
import { BISHOP, EDGE, EMPTY, FIRST_DIAGONAL, JUMPS, KING, KNIGHT, makePiece, RAYS, ROOK } from './board.ts'
import type { ChessPosition } from './position.ts'

/** Most squares from which pieces of one kind can reach a square. */
export const MAX_ORIGINS = 8

/**
 * Writes into `into` the squares of all pieces of a kind (no pawns) of the side to
 * move that can go to a square, their king's safety and what stands there left aside; answers how many.
 */
export function findOrigins(position: ChessPosition, kind: number, to: number, into: Uint8Array): number {
  const board = position.board
  const piece = makePiece(position.turn, kind)
  let count = 0
  if (kind === KNIGHT) {
    for (let at = to << 4; JUMPS[at] !== EDGE; at++) {
      if (board[JUMPS[at]!] === piece) into[count++] = JUMPS[at]!
    }
    return count
  }
  const lastDirection = kind === ROOK ? FIRST_DIAGONAL : 8
  for (let direction = kind === BISHOP ? FIRST_DIAGONAL : 0; direction < lastDirection; direction++) {
    let at = (to << 6) | (direction << 3)
    if (kind !== KING) while (board[RAYS[at]!] === EMPTY) at++
    if (board[RAYS[at]!] === piece) into[count++] = RAYS[at]!
  }
  return count
}
