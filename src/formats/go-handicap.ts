/** The places of Go handicap stones if a record only gives their number. */

/** Points between the edge and the stones, by the side of the board. */
const EDGES: Record<number, number> = { 9: 2, 13: 3, 19: 3 }

/**
 * The squares of 2 to 9 stones on a square board of 9, 13 or 19: corners
 * first, the upper right one and its opposite before the others, then the sides, and the centre for an odd number
 * from five on. Undefined for other boards and numbers.
 * @param third the corner of the third stone: the lower right by custom, the upper left on Asian servers
 */
export function handicapSquares(
  stones: number,
  columns: number,
  rows: number,
  third: 'lower right' | 'upper left' = 'lower right',
): number[] | undefined {
  const edge = EDGES[columns]
  if (edge === undefined || columns !== rows || !(stones >= 2 && stones <= 9)) return undefined
  const far = columns - 1 - edge
  const middle = (columns - 1) / 2
  const at = (column: number, row: number) => row * columns + column
  const others = [at(far, far), at(edge, edge)]
  const places = [at(far, edge), at(edge, far), ...(third === 'lower right' ? others : others.reverse())]
  if (stones >= 6) places.push(at(edge, middle), at(far, middle))
  if (stones >= 8) places.push(at(middle, edge), at(middle, far))
  const hasCentre = stones >= 5 && stones % 2 === 1
  const squares = places.slice(0, hasCentre ? stones - 1 : stones)
  if (hasCentre) squares.push(at(middle, middle))
  return squares.sort((left, right) => left - right)
}
