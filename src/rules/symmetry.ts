/**
 * The symmetries of a rectangular board, for games without a forward
 * direction (Go and Othello): eight of a square board, four of any other.
 *
 * A symmetry is a number from 0 to 7. Bit 0 mirrors left and right, bit 1
 * mirrors top and bottom, and bit 2, on square boards only, then exchanges
 * columns and rows.
 */

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
  // A mirror before the exchange is the other mirror after it.
  if (symmetry & 4) return 4 | ((symmetry & 1) << 1) | ((symmetry & 2) >> 1)
  return symmetry
}
