/**
 * The start position: 32 bytes, one for the place of each piece of a full set: docs/formats/xqf.md, "Start position". A
 * point is `10 * x + y`, x from Red's left and y from Red's back rank, both from 0.
 */
import type { Position } from '../../rules/rules.ts'
import { FILES, FULL_SET, placeFullSet, SQUARES, squaresOfFullSet, type Board } from '../xiangqi/board.ts'
import { FIRST_ROTATED_VERSION } from './layout.ts'

/** The byte of a piece that is not on the board. Any value over 89 means the same. */
const ABSENT = 0xff

/** The square of the record's model (rank * 9 + file) for a point of XQF, -1 for a byte that is not a point. */
export const SQUARE_OF_POINT = Int8Array.from({ length: 256 }, (_, point) =>
  point < SQUARES ? (point % 10) * FILES + Math.floor(point / 10) : -1,
)

/** The point of XQF for a square of the record's model. */
export const POINT_OF_SQUARE = Uint8Array.from(
  { length: SQUARES },
  (_, square) => (square % FILES) * 10 + Math.floor(square / FILES),
)

/** The slot that a stored byte belongs to: the list is rotated from version 12 on. */
function slotOf(index: number, version: number, key: number): number {
  return version < FIRST_ROTATED_VERSION ? index : (index + 1 + key) % FULL_SET.length
}

/**
 * Reads the 32 stored bytes. Where two pieces claim one square the piece of
 * the first slot gets it; the others are listed in `crowded`.
 */
export function readPlacement(stored: Uint8Array, version: number, key: number): { board: Board; crowded: string[] } {
  const points = new Uint8Array(FULL_SET.length)
  for (let index = 0; index < FULL_SET.length; index++) points[slotOf(index, version, key)] = stored[index]! - key
  return placeFullSet(Array.from(points, (point) => SQUARE_OF_POINT[point]!))
}

/** The squares in the order in which like pieces fill their slots: from the right to the left of their own side. */
const FROM_RIGHT_TO_LEFT = Array.from({ length: SQUARES }, (_, point) => SQUARE_OF_POINT[point]!)

/**
 * Writes a position as the 32 bytes of a version with no key. Identical pieces fill their slots from right to left as
 * seen from their own side, which gives the initial position the bytes of the published example. Pieces beyond a full
 * set, which have no slot, are returned in `left`.
 */
export function writePlacement(position: Position, version: number): { stored: Uint8Array; left: string[] } {
  const red = squaresOfFullSet(position, FROM_RIGHT_TO_LEFT.toReversed(), 1)
  const black = squaresOfFullSet(position, FROM_RIGHT_TO_LEFT, 2)
  const points = Array.from(FULL_SET, (_, slot) => {
    const square = Math.max(red.squares[slot]!, black.squares[slot]!)
    return square < 0 ? ABSENT : POINT_OF_SQUARE[square]!
  })
  const stored = Uint8Array.from(points, (_, index) => points[slotOf(index, version, 0)]!)
  return { stored, left: [...red.left, ...black.left] }
}
