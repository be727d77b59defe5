/** Moves as programs record them: by their two squares, or castling by its side. Legality is not checked here. */
import { makeMove, moveTo, type Move } from '../../model/move.ts'
import { KING_SIDE, KING_TARGET, QUEEN_SIDE, type CastlingSide } from './castling.ts'
import { castlingRook } from './legality.ts'
import { EDGE, makePiece, ROOK } from './pieces.ts'
import type { ChessPosition } from './position.ts'

/** Stands for no move: also returned by readSanBytes for bytes that are not a legal move. */
export const NO_MOVE = -1

/**
 * Castling by the side to move: with the rook that has the right, otherwise towards the corner on that side. NO_MOVE
 * without a king.
 */
export function castlingMove(position: ChessPosition, side: CastlingSide): Move {
  const king = position.kings[position.turn]!
  if (king === EDGE) return NO_MOVE
  const rook = castlingRook(position, side)
  return makeMove(king, rook === EDGE ? (king & 56) + (side === KING_SIDE ? 7 : 0) : rook)
}

/**
 * The move between two squares. A king that goes two or more squares along its rank to its castling square castles if
 * there is a rook to castle with.
 */
export function moveBetween(position: ChessPosition, from: number, to: number, promotion = 0): Move {
  const side = to > from ? KING_SIDE : QUEEN_SIDE
  const isStep = Math.abs(to - from) < 2
  if (from === position.kings[position.turn] && !isStep && to === (from & 56) + KING_TARGET[side]) {
    const castles = castlingMove(position, side)
    if (position.board[moveTo(castles)] === makePiece(position.turn, ROOK)) return castles
  }
  return makeMove(from, to, promotion)
}
