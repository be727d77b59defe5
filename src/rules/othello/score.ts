/** Counting a game of Othello: the winner gets the empty squares; in a draw they are shared. */
import type { OthelloPosition } from './position.ts'

/** The score from the discs of both sides on a board with this many squares. */
export function awardedScore(black: number, white: number, squares: number): [number, number] {
  const empty = squares - black - white
  if (black === white) return [black + empty / 2, white + empty / 2]
  return black > white ? [black + empty, white] : [black, white + empty]
}

/** The score of the current position. */
export function othelloScore(position: OthelloPosition): [number, number] {
  const [black, white] = position.count()
  return awardedScore(black, white, position.geometry.squares)
}
