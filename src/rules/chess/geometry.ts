/**
 * The geometry of the chess board as lookup tables.
 *
 * Sets of squares are two 32-bit halves: bit `square & 31` of half `square >> 5`, the
 * low half (ranks 1 to 4) first.
 */
import type { Colour } from '../../model/move.ts'
import { BISHOP, EDGE, KING, KNIGHT, QUEEN, ROOK } from './pieces.ts'

/**
 * Directions as (column, row) steps, the four along ranks and files before the four along
 * diagonals. White's pawns step in direction 0, Black's in direction 1.
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

/** First of the four diagonal directions. */
export const FIRST_DIAGONAL = 4

/** Stands for the direction between two squares that are not on a line. */
const NO_DIRECTION = 8

const KNIGHT_STEPS = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
] as const

/** The direction in which pawns of a colour step. */
export function forwardOf(colour: Colour): number {
  return colour - 1
}

/** The squares seen from `square` in `direction`, nearest first and ended by EDGE, from `square << 6 | direction << 3` on. */
export const RAYS = new Uint8Array(64 * 64).fill(EDGE)

/** The direction of the line from one square to another, at `from << 6 | to`. */
export const DIRECTIONS = new Uint8Array(64 * 64).fill(NO_DIRECTION)

/** The set of squares strictly between two squares on a line, at `from << 7 | to << 1`; empty for other pairs. */
export const BETWEEN = new Int32Array(64 * 128)

/** The set of squares a piece attacks on an empty board, at `kind << 7 | square << 1`; pawns have {@link PAWN_REACH}. */
export const REACH = new Int32Array(8 * 128)

/** The set of squares a pawn attacks, at `colour << 7 | square << 1`. */
export const PAWN_REACH = new Int32Array(3 * 128)

for (let square = 0; square < 64; square++) {
  for (let direction = 0; direction < STEPS.length; direction++) {
    const [columnStep, rowStep] = STEPS[direction]!
    addSquare(REACH, reachIndex(KING, square), squareFrom(square, columnStep, rowStep))
    let end = (square << 6) | (direction << 3)
    // The squares passed so far.
    let low = 0
    let high = 0
    for (let to = squareFrom(square, columnStep, rowStep); to !== EDGE; to = squareFrom(to, columnStep, rowStep)) {
      RAYS[end++] = to
      DIRECTIONS[(square << 6) | to] = direction
      BETWEEN[(square << 7) | (to << 1)] = low
      BETWEEN[(square << 7) | (to << 1) | 1] = high
      if (to < 32) low |= 1 << to
      else high |= 1 << to
    }
    for (const kind of [direction < FIRST_DIAGONAL ? ROOK : BISHOP, QUEEN]) {
      REACH[reachIndex(kind, square)]! |= low
      REACH[reachIndex(kind, square) | 1]! |= high
    }
  }
  for (const [columnStep, rowStep] of KNIGHT_STEPS) {
    addSquare(REACH, reachIndex(KNIGHT, square), squareFrom(square, columnStep, rowStep))
  }
  for (const colour of [1, 2] as const) {
    for (const columnStep of [-1, 1]) {
      addSquare(PAWN_REACH, reachIndex(colour, square), squareFrom(square, columnStep, colour === 1 ? 1 : -1))
    }
  }
}

function squareFrom(square: number, columns: number, rows: number): number {
  const column = (square & 7) + columns
  const row = (square >> 3) + rows
  return column >= 0 && column < 8 && row >= 0 && row < 8 ? row * 8 + column : EDGE
}

function reachIndex(kindOrColour: number, square: number): number {
  return (kindOrColour << 7) | (square << 1)
}

function addSquare(sets: Int32Array, index: number, square: number): void {
  if (square !== EDGE) sets[index + (square >> 5)]! |= 1 << square
}

/** The first square of a half set: `bits` holds half 0 or 1 and is not empty. */
export function firstSquare(bits: number, half: number): number {
  return (half << 5) | (31 - Math.clz32(bits & -bits))
}
