/**
 * The codes of the compact encoder: which piece moves and how far. They are
 * built from the order in which the format lists pieces and steps. docs/formats/chessbase.md, Compact moves.
 */
import type { Colour } from '../../../model/move.ts'

export const NULL_CODE = 0
export const CASTLE_SHORT_CODE = 9
export const CASTLE_LONG_CODE = 10
/** The two bytes that follow hold the move. */
export const TWO_BYTES_CODE = 235
export const IGNORE_CODE = 236
export const FORK_CODE = 254
export const END_CODE = 255

/** Numbered pieces of one colour: the king, three of each other kind, eight pawns. A slot is an index in this order. */
export const KING_SLOT = 0
export const QUEEN_SLOT = 1
export const ROOK_SLOT = 4
export const BISHOP_SLOT = 7
export const KNIGHT_SLOT = 10
export const PAWN_SLOT = 13
export const SLOTS = 21

/** Pieces of a kind that have a number. */
export const NUMBERED = 3
export const NUMBERED_PAWNS = 8

/** Slot of no piece. */
export const NO_SLOT = 0xff

/** A step to the right and up, each counted around the edge of the board. */
type Step = readonly [columns: number, rows: number]

const distances = [1, 2, 3, 4, 5, 6, 7]
const UP: Step[] = distances.map((distance) => [0, distance])
const RIGHT: Step[] = distances.map((distance) => [distance, 0])
const UP_RIGHT: Step[] = distances.map((distance) => [distance, distance])
const DOWN_RIGHT: Step[] = distances.map((distance) => [distance, -distance])
const KING_STEPS: readonly Step[] = [
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
]
const KNIGHT_STEPS: readonly Step[] = [
  [2, 1],
  [1, 2],
  [-1, 2],
  [-2, 1],
  [-2, -1],
  [-1, -2],
  [1, -2],
  [2, -1],
]
const ROOK_STEPS = [...UP, ...RIGHT]
const BISHOP_STEPS = [...UP_RIGHT, ...DOWN_RIGHT]
const QUEEN_STEPS = [...ROOK_STEPS, ...BISHOP_STEPS]
/** For White; Black's pawns go the other way in both directions. */
const PAWN_STEPS: readonly Step[] = [
  [0, 1],
  [0, 2],
  [1, 1],
  [-1, 1],
]

/** The pieces in the order of their codes from 1 on; 0 skips the two codes of castling. */
const ORDER: readonly (readonly [slot: number, steps: readonly Step[]])[] = [
  [KING_SLOT, KING_STEPS],
  [
    NO_SLOT,
    [
      [0, 0],
      [0, 0],
    ],
  ],
  [QUEEN_SLOT, QUEEN_STEPS],
  [ROOK_SLOT, ROOK_STEPS],
  [ROOK_SLOT + 1, ROOK_STEPS],
  [BISHOP_SLOT, BISHOP_STEPS],
  [BISHOP_SLOT + 1, BISHOP_STEPS],
  [KNIGHT_SLOT, KNIGHT_STEPS],
  [KNIGHT_SLOT + 1, KNIGHT_STEPS],
  ...Array.from({ length: NUMBERED_PAWNS }, (_, pawn) => [PAWN_SLOT + pawn, PAWN_STEPS] as const),
  [QUEEN_SLOT + 1, QUEEN_STEPS],
  [QUEEN_SLOT + 2, QUEEN_STEPS],
  [ROOK_SLOT + 2, ROOK_STEPS],
  [BISHOP_SLOT + 2, BISHOP_STEPS],
  [KNIGHT_SLOT + 2, KNIGHT_STEPS],
]

/** The slot of the piece moved by a code, NO_SLOT if none. */
export const SLOT_OF_CODE = new Uint8Array(256).fill(NO_SLOT)

/** First code of every slot. */
export const FIRST_CODE = new Uint8Array(SLOTS)

/** Where a code leads, at `colour - 1 << 14 | code << 6 | from`. */
export const TARGETS = new Uint8Array(2 << 14)

let code = NULL_CODE + 1
for (const [slot, steps] of ORDER) {
  if (slot !== NO_SLOT) FIRST_CODE[slot] = code
  for (const [columns, rows] of steps) {
    SLOT_OF_CODE[code] = slot
    for (const colour of [1, 2] as const) fillTargets(colour, slot >= PAWN_SLOT, code, columns, rows)
    code++
  }
}

function fillTargets(colour: Colour, isPawn: boolean, code: number, columns: number, rows: number): void {
  const sign = isPawn && colour === 2 ? -1 : 1
  for (let from = 0; from < 64; from++) {
    const column = ((from & 7) + sign * columns) & 7
    const row = ((from >> 3) + sign * rows) & 7
    TARGETS[((colour - 1) << 14) | (code << 6) | from] = (row << 3) | column
  }
}

/** A square of the format, counted a1, a2 ... h8, as a square of the record, counted a1, b1 ... h8; and back. */
export function turnSquare(square: number): number {
  return ((square & 7) << 3) | (square >> 3)
}
