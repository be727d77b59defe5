/** Pieces of xiangqi and what stands on squares. */
import type { Colour } from '../../model/move.ts'

/** Kinds of pieces. A piece is `colour << 3 | kind`; an empty square is 0. */
export const EMPTY = 0
export const KING = 1
export const ADVISOR = 2
export const ELEPHANT = 3
export const HORSE = 4
export const ROOK = 5
export const CANNON = 6
export const PAWN = 7

/** The piece on the square beyond the board; it belongs to neither colour. */
export const EDGE_PIECE = 3 << 3

/** Letters of the pieces by code, as in FEN; '' if no piece has the code. */
export const PIECE_LETTERS: readonly string[] = [...'         KABNRCP kabnrcp'].map((letter) => letter.trim())

/** The piece of a colour and kind. */
export function makePiece(colour: Colour, kind: number): number {
  return (colour << 3) | kind
}
