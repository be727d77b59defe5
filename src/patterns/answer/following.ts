/** What must follow a pattern: steps in their order, who plays next, how soon. */
import type { Hits } from './hits.ts'
import { EXCHANGED, ownOrientations, turnCell } from '../question/orientation.ts'
import type { Pattern } from '../question/pattern.ts'

/** Bits of the square in a move of stones that is kept with a hit; above them is the colour. */
export const COLOUR_SHIFT = 12
const SQUARE_MASK = (1 << COLOUR_SHIFT) - 1

/** Moves after a hit that the conditions of a pattern look at. */
export function depthOf({ steps = [], next, tenuki }: Pattern): number {
  return Math.max(steps.length + (next === undefined ? 0 : 1), tenuki === undefined ? 0 : 1)
}

/** Keeps the hits that are followed as a pattern asks. They have a depth of {@link depthOf} at the least. */
export function keepFollowed(hits: Hits, pattern: Pattern): void {
  if (depthOf(pattern) === 0) return
  const { steps = [], next, tenuki, game, columns } = pattern
  const wanted = steps.map(({ column, row, colour }) => (row * columns + column) | (colour << COLOUR_SHIFT))
  const folds = foldsOf(pattern)
  const isFollowed = (row: number, fold: (move: number) => number): boolean => {
    const start = row * hits.depth
    for (let step = 0; step < wanted.length; step++) {
      const move = hits.next[start + step]!
      if (move === 0 || fold(move) !== wanted[step]) return false
    }
    if (next === undefined) return true
    const move = hits.next[start + wanted.length]!
    return move !== 0 && colourOfNext(game, fold(move)) === next
  }
  hits.keep((row) => {
    if (tenuki !== undefined && (hits.distances[row] === 0 || hits.distances[row]! > tenuki + 1)) return false
    return folds.some((fold) => isFollowed(row, fold))
  })
}

/** The colour that plays a move that is kept with a hit. */
export function colourOfNext(game: Pattern['game'], move: number): 0 | 1 | 2 {
  if (game === 'go' || game === 'othello') return (move >> COLOUR_SHIFT) as 0 | 1 | 2
  const man = move >> 16
  if (man === 0 || man === 15) return 0
  return man <= (game === 'chess' ? 6 : 7) ? 1 : 2
}

/** Maps a move within a pattern onto one that is the same for it. */
export type Fold = (move: number) => number

/** The maps of a pattern onto itself; the first leaves every move as it is. */
export function foldsOf(pattern: Pattern): Fold[] {
  const { game, columns, rows } = pattern
  if (game === 'chess' || game === 'xiangqi') return [(move) => move]
  return ownOrientations(pattern).map((orientation): Fold => {
    if (orientation === 0) return (move) => move
    const squares = Uint16Array.from({ length: columns * rows }, (_, square) => {
      const [x, y] = turnCell(square % columns, Math.floor(square / columns), orientation & 7, columns, rows)
      return y * columns + x
    })
    return (move) => {
      if (move === 0) return 0
      const colour = move >> COLOUR_SHIFT
      return squares[move & SQUARE_MASK]! | ((orientation & EXCHANGED ? 3 - colour : colour) << COLOUR_SHIFT)
    }
  })
}

/** The square of a move of stones, row by row of the drawn pattern. */
export function squareOfNext(move: number): number {
  return move & SQUARE_MASK
}
