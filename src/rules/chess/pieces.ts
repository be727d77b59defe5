/** Pieces and squares of chess: their codes, letters and names. a1 = 0, b1 = 1, h8 = 63. */
import type { Colour } from '../../model/move.ts'

/** Kinds of pieces. A piece is `colour << 3 | kind`; an empty square is 0. */
export const EMPTY = 0
export const PAWN = 1
export const KNIGHT = 2
export const BISHOP = 3
export const ROOK = 4
export const QUEEN = 5
export const KING = 6

/** The square beyond the board, at which every ray ends; also "no square". */
export const EDGE = 64

/** What is on the edge: a piece of neither colour. */
export const EDGE_PIECE = 3 << 3

/** Letters of the pieces by code; '' if no piece has the code. */
export const PIECE_LETTERS: readonly string[] = [...'         PNBRQK  pnbrqk'].map((letter) => letter.trim())

/** Names of the squares, `a1` to `h8`. */
export const SQUARE_NAMES: readonly string[] = Array.from(
  { length: 64 },
  (_, square) => 'abcdefgh'[square & 7]! + String((square >> 3) + 1),
)

/** The piece of a colour and kind. */
export function makePiece(colour: Colour, kind: number): number {
  return (colour << 3) | kind
}

/** The piece that a FEN letter stands for, 0 if none. */
export function pieceOfLetter(letter: string): number {
  return letter === '' ? EMPTY : Math.max(EMPTY, PIECE_LETTERS.indexOf(letter))
}

/** The square with a name, `EDGE` if there is none. */
export function squareOfName(name: string): number {
  const square = SQUARE_NAMES.indexOf(name)
  return square === -1 ? EDGE : square
}

/** The row from which pawns of a colour make a double step. */
export function secondRow(colour: Colour): number {
  return colour === 1 ? 1 : 6
}

/** The row on which pawns of a colour promote. */
export function lastRow(colour: Colour): number {
  return colour === 1 ? 7 : 0
}
