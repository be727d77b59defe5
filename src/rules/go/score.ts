/**
 * Counting a position that the players call finished. The definition of Go has no end of the game and no dead stones:
 * the caller says which stones are dead.
 */
import { otherColour, type Colour } from '../../model/move.ts'
import { EMPTY } from './geometry.ts'
import type { GoPosition } from './position.ts'

/** Owner of a point: 0 nobody's, 1 black's, 2 white's. */
export type Owner = 0 | Colour

/**
 * The owner of each point: a stone's own colour, and for an empty region the colour of the living stones around it if
 * they all have the same. Squares in `dead` count as empty.
 */
export function pointOwners(position: GoPosition, dead: Iterable<number> = []): Uint8Array {
  const { columns, points } = position.geometry
  const stones = Uint8Array.from({ length: points }, (_, square) => position.stoneAt(square))
  for (const square of dead) stones[square] = EMPTY
  const owners = stones.slice()
  const seen = new Uint8Array(points)
  const region: number[] = []
  for (let start = 0; start < points; start++) {
    if (stones[start] !== EMPTY || seen[start] === 1) continue
    seen[start] = 1
    region.length = 0
    region.push(start)
    let borders = 0
    for (let index = 0; index < region.length; index++) {
      const square = region[index]!
      const column = square % columns
      const neighbours = [square - columns, square + columns]
      if (column > 0) neighbours.push(square - 1)
      if (column < columns - 1) neighbours.push(square + 1)
      for (const next of neighbours) {
        if (next < 0 || next >= points) continue
        if (stones[next] !== EMPTY) borders |= stones[next]!
        else if (seen[next] === 0) {
          seen[next] = 1
          region.push(next)
        }
      }
    }
    // Both colours give 3: nobody's.
    if (borders < 3) for (const square of region) owners[square] = borders
  }
  return owners
}

/** Area of black and white: living stones and territory, without komi. */
export function areaScore(position: GoPosition, dead: Iterable<number> = []): [number, number] {
  const score: [number, number] = [0, 0]
  for (const owner of pointOwners(position, dead)) if (owner !== 0) score[owner - 1]!++
  return score
}

/**
 * Territory of black and white as Japanese rules count it: empty points, dead stones on them twice, and prisoners;
 * without komi. Seki is not detected: a region that touches only one colour belongs to that colour.
 */
export function territoryScore(position: GoPosition, dead: Iterable<number> = []): [number, number] {
  const gone = [...dead]
  const score: [number, number] = [position.prisoners[1], position.prisoners[0]]
  for (const square of gone) {
    const stone = position.stoneAt(square)
    if (stone !== EMPTY) score[otherColour(stone) - 1]!++
  }
  pointOwners(position, gone).forEach((owner, square) => {
    const isStone = position.stoneAt(square) !== EMPTY && !gone.includes(square)
    if (owner !== 0 && !isStone) score[owner - 1]!++
  })
  return score
}
