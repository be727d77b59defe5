/** From where a square can be reached, for reading and writing short notation. */
import * as geometry from './geometry.ts'
import * as legality from './legality.ts'
import * as pieces from './pieces.ts'
import type { ChessPosition } from './position.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { firstSquare, REACH } = geometry
const { isFreeBetween } = legality
const { makePiece } = pieces

/** The largest number of pieces of one kind that can reach one square. */
export const MAX_ORIGINS = 8

/**
 * Writes into `into` the squares of all pieces of a kind (no pawns) of the side to move that can go to a square,
 * ignoring their king's safety and what is on that square; returns how many.
 */
export function findOrigins(position: ChessPosition, kind: number, to: number, into: Uint8Array): number {
  const own = makePiece(position.turn, kind) << 1
  const reach = (kind << 7) | (to << 1)
  let count = 0
  for (let half = 0; half < 2; half++) {
    for (let found = REACH[reach | half]! & position.sets[own | half]!; found !== 0; found &= found - 1) {
      const from = firstSquare(found, half)
      if (isFreeBetween(position, from, to)) into[count++] = from
    }
  }
  return count
}
