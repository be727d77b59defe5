/** Where handicap stones of Go stand when a record only counts them. */

/** Points between the edge and the stones, by the side of the board. */
const EDGES: Record<number, number> = { 9: 2, 13: 3, 19: 3 }

/**
 * The squares of 2 to 9 stones on a square board of 9, 13 or 19: corners
 * first, the upper left one last, then the sides, and the centre for an odd number from five on.
 * Undefined for other boards and numbers.
 */
export function handicapSquares(stones: number, columns: number, rows: number): number[] | undefined {
  const edge = EDGES[columns]
  if (edge === undefined || columns !== rows || !(stones >= 2 && stones <= 9)) return undefined
  const far = columns - 1 - edge
  const middle = (columns - 1) / 2
  const at = (column: number, row: number) => row * columns + column
  const places = [at(far, edge), at(edge, far), at(far, far), at(edge, edge)]
  if (stones >= 6) places.push(at(edge, middle), at(far, middle))
  if (stones >= 8) places.push(at(middle, edge), at(middle, far))
  const hasCentre = stones >= 5 && stones % 2 === 1
  const squares = places.slice(0, hasCentre ? stones - 1 : stones)
  if (hasCentre) squares.push(at(middle, middle))
  return squares.sort((left, right) => left - right)
}
