/**
 * The symmetries of a rectangular board, for games without a forward
 * direction (Go and Othello): eight of a square board, four of any other. Xiangqi, which has a forward direction, only
 * has the left-right mirror image.
 *
 * A symmetry is a number from 0 to 7. Bit 0 mirrors left and right, bit 1
 * mirrors top and bottom, and bit 2, on square boards only, then swaps columns and rows.
 */

import { isPass, isPlacement, moveFrom, moveTo, type Move } from '../model/move.ts'

/** How many symmetries a board has. */
export function symmetryCount(columns: number, rows: number): 4 | 8 {
  return columns === rows ? 8 : 4
}

/** Where a symmetry puts a square. */
export function transformSquare(square: number, symmetry: number, columns: number, rows: number): number {
  let column = square % columns
  let row = (square - column) / columns
  if (symmetry & 1) column = columns - 1 - column
  if (symmetry & 2) row = rows - 1 - row
  return symmetry & 4 ? column * columns + row : row * columns + column
}

/** The symmetry that undoes another. */
export function inverseSymmetry(symmetry: number): number {
  // A mirror before the swap is the other mirror after it.
  if (symmetry & 4) return 4 | ((symmetry & 1) << 1) | ((symmetry & 2) >> 1)
  return symmetry
}

/** Where a symmetry puts a move or placement; a pass stays what it is. */
export function transformMove(move: Move, symmetry: number, columns: number, rows: number): Move {
  if (isPass(move)) return move
  const to = moveTo(move)
  const image = move - to + transformSquare(to, symmetry, columns, rows)
  if (isPlacement(move)) return image
  const from = moveFrom(move)
  return image + ((transformSquare(from, symmetry, columns, rows) - from) << 12)
}

/**
 * The smallest key of a position's images: those under the first `count` symmetries and, with `swapColours`, also those
 * with the colours swapped. Its halves go into `into[at]` and `into[at + 1]`; returns which image it is, the symmetry
 * plus 8 if the colours are swapped.
 * @param imageKey writes the halves of one image's key to `into[at]` and `into[at + 1]`
 */
export function smallestKey(
  count: number,
  swapColours: boolean,
  into: Uint32Array,
  at: number,
  imageKey: (symmetry: number, swapped: boolean) => void,
): number {
  imageKey(0, false)
  let high = into[at]!
  let low = into[at + 1]!
  let image = 0
  for (let candidate = 1; candidate < (swapColours ? 16 : 8); candidate++) {
    const symmetry = candidate & 7
    if (symmetry >= count) continue
    imageKey(symmetry, candidate >= 8)
    if (into[at]! > high || (into[at] === high && into[at + 1]! >= low)) continue
    high = into[at]!
    low = into[at + 1]!
    image = candidate
  }
  into[at] = high
  into[at + 1] = low
  return image
}
