/**
 * Pieces, squares and the geometry of the chess board as lookup tables. A
 * board is 64 squares (a1 = 0, b1 = 1, h8 = 63) and one more, the edge, on
 * which every ray ends: walking a ray needs no test for leaving the board.
 */
import type { Colour } from '../../model/move.ts'

/** Kinds of pieces. A piece is `colour << 3 | kind`; an empty square is 0. */
export const EMPTY = 0
export const PAWN = 1
export const KNIGHT = 2
export const BISHOP = 3
export const ROOK = 4
export const QUEEN = 5
export const KING = 6

/** The square beyond the board, also "no square". The piece on it belongs to neither colour. */
export const EDGE = 64
export const EDGE_PIECE = 3 << 3

/** Letters of the pieces by code; '' where no piece has the code. */
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

/** The piece a letter of FEN stands for, 0 when it stands for none. */
export function pieceOfLetter(letter: string): number {
  return letter === '' ? EMPTY : Math.max(EMPTY, PIECE_LETTERS.indexOf(letter))
}

/** The square a name stands for, `EDGE` when it stands for none. */
export function squareOfName(name: string): number {
  const square = SQUARE_NAMES.indexOf(name)
  return square === -1 ? EDGE : square
}

/**
 * Directions as (column, row) steps: four along ranks and files, four along
 * diagonals. Opposite directions differ in the last bit.
 */
const STEPS = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, -1],
  [-1, 1],
  [1, -1],
] as const

export const NORTH = 0
export const SOUTH = 1
/** First of the four diagonal directions; the straight ones come before. */
export const FIRST_DIAGONAL = 4
const NORTH_EAST = 4
const SOUTH_WEST = 5
const NORTH_WEST = 6
const SOUTH_EAST = 7

/** The two directions in which pawns of a colour capture. */
export const PAWN_CAPTURES: readonly (readonly [number, number])[] = [
  [0, 0],
  [NORTH_WEST, NORTH_EAST],
  [SOUTH_WEST, SOUTH_EAST],
]

/** What relates two squares that no line joins: nothing, or a knight's jump. */
export const NO_DIRECTION = 8
export const JUMP = 9

/** The squares seen from `square` in `direction`, nearest first and ended by EDGE, from `square << 6 | direction << 3`. */
export const RAYS = new Uint8Array(65 * 64).fill(EDGE)

/** The squares a knight on `square` jumps to, ended by EDGE, from `square << 4`. */
export const JUMPS = new Uint8Array(65 * 16).fill(EDGE)

/** How the second square lies from the first, at `first << 6 | second`: a direction, JUMP or NO_DIRECTION. */
export const RELATION = new Uint8Array(65 * 64).fill(NO_DIRECTION)

/**
 * Whether a piece that stands in `direction` from a square attacks it, at
 * `direction << 5 | piece`: bit 0 from the next square, bit 1 from further away over empty squares.
 */
export const REACH = new Uint8Array(8 * 32)

const KNIGHT_STEPS = [1, 2, 2, 1, 2, -1, 1, -2, -1, -2, -2, -1, -2, 1, -1, 2] as const

for (let square = 0; square < 64; square++) {
  for (const [direction, [columnStep, rowStep]] of STEPS.entries()) {
    const ray = (square << 6) | (direction << 3)
    for (let distance = 1; distance < 8; distance++) {
      const to = squareAt((square & 7) + columnStep * distance, (square >> 3) + rowStep * distance)
      if (to === EDGE) break
      RAYS[ray + distance - 1] = to
      RELATION[(square << 6) | to] = direction
    }
  }
  let jumps = square << 4
  for (let step = 0; step < KNIGHT_STEPS.length; step += 2) {
    const to = squareAt((square & 7) + KNIGHT_STEPS[step]!, (square >> 3) + KNIGHT_STEPS[step + 1]!)
    if (to === EDGE) continue
    JUMPS[jumps++] = to
    RELATION[(square << 6) | to] = JUMP
  }
}

for (let direction = 0; direction < 8; direction++) {
  const slider = direction < FIRST_DIAGONAL ? ROOK : BISHOP
  for (const colour of [1, 2] as const) {
    REACH[(direction << 5) | makePiece(colour, slider)] = 3
    REACH[(direction << 5) | makePiece(colour, QUEEN)] = 3
    REACH[(direction << 5) | makePiece(colour, KING)] = 1
    // A pawn that captures in a direction stands in the opposite one.
    if (PAWN_CAPTURES[colour]!.includes(direction ^ 1)) REACH[(direction << 5) | makePiece(colour, PAWN)] = 1
  }
}

function squareAt(column: number, row: number): number {
  return column >= 0 && column < 8 && row >= 0 && row < 8 ? row * 8 + column : EDGE
}
