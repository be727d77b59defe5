/** The steps of pieces in the order in which ChessBase's programs count their moves. */

/** A step to files and ranks further on. */
export type Step = readonly [files: number, ranks: number]

export const DIAGONALS: readonly Step[] = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
]
export const STRAIGHTS: readonly Step[] = [
  [-1, 0],
  [0, -1],
  [1, 0],
  [0, 1],
]
export const KING_STEPS: readonly Step[] = [
  [-1, -1],
  [-1, 0],
  [-1, 1],
  [0, -1],
  [0, 1],
  [1, -1],
  [1, 0],
  [1, 1],
]
export const KNIGHT_STEPS: readonly Step[] = [
  [-2, -1],
  [-2, 1],
  [2, -1],
  [2, 1],
  [-1, -2],
  [-1, 2],
  [1, -2],
  [1, 2],
]
