/** Castling as its codes define it: docs/formats/chess-assistant.md, Moves. */
import { makeMove, type Move } from '../../../model/move.ts'
import { KING_SIDE, type CastlingSide, type ChessPosition } from '../../../rules/chess/index.ts'
import { EMPTY, KING, makePiece, ROOK } from '../../../rules/chess/pieces.ts'

/** The square of a colour's king at home. */
export function kingHome(colour: number): number {
  return colour === 1 ? 4 : 60
}

/** The square of a colour's rook at home. */
export function rookHome(colour: number, side: CastlingSide): number {
  return kingHome(colour) + (side === KING_SIDE ? 3 : -4)
}

/**
 * The castling move of the side to move, with king and rook on their home squares and nothing between them, whatever
 * the rights say; undefined if it cannot castle.
 */
export function castlingAtHome({ turn, board }: ChessPosition, side: CastlingSide): Move | undefined {
  const [king, rook] = [kingHome(turn), rookHome(turn, side)]
  if (board[king] !== makePiece(turn, KING) || board[rook] !== makePiece(turn, ROOK)) return undefined
  for (let at = Math.min(king, rook) + 1; at < Math.max(king, rook); at++) if (board[at] !== EMPTY) return undefined
  return makeMove(king, rook)
}
