/**
 * Go by the letter of paragraph 9.16 of the wei7 specification, slow and
 * plain: matrices are copied, blocks are sets, every point is looked at after
 * every move. The measure for the fast implementation.
 */

/** Colours by row and column: 0 empty, 1 black, 2 white. */
export type Matrix = readonly (readonly number[])[]

export function emptyMatrix(columns: number, rows: number): Matrix {
  return Array.from({ length: rows }, () => Array.from({ length: columns }, () => 0))
}

/** Takes every block of a side that has no liberty off, all at once. */
export function check(side: number, matrix: Matrix): Matrix {
  const dead = new Set<string>()
  matrix.forEach((row, i) => {
    row.forEach((colour, j) => {
      if (colour === side && liberties(matrix, i, j) === 0) dead.add(`${i},${j}`)
    })
  })
  return matrix.map((row, i) => row.map((colour, j) => (dead.has(`${i},${j}`) ? 0 : colour)))
}

/** Number of liberties of the block at a point. */
export function liberties(matrix: Matrix, i: number, j: number): number {
  const colour = matrix[i]![j]
  const block = new Set([`${i},${j}`])
  const free = new Set<string>()
  for (const member of block) {
    const [row, column] = member.split(',').map(Number) as [number, number]
    for (const [y, x] of [
      [row - 1, column],
      [row + 1, column],
      [row, column - 1],
      [row, column + 1],
    ] as const) {
      const neighbour = matrix[y]?.[x]
      if (neighbour === undefined) continue
      if (neighbour === 0) free.add(`${y},${x}`)
      if (neighbour === colour) block.add(`${y},${x}`)
    }
  }
  return free.size
}

/** The position after a side puts a stone on a point: the opponent's dead blocks go first. */
export function add(side: number, i: number, j: number, matrix: Matrix): Matrix {
  const put = matrix.map((row, y) => row.map((colour, x) => (y === i && x === j ? side : colour)))
  return check(side, check(3 - side, put))
}
