import { makePlacement, PASS } from '../../model/move.ts'
import { countLines } from '../perft.ts'
import { EMPTY } from './geometry.ts'
import type { OthelloPosition } from './position.ts'
import { encloses } from './turn.ts'

/**
 * The number of sequences of `depth` moves, counted as in published results: a pass counts as a move, and a finished
 * game continues with passes.
 */
export function othelloPerft(position: OthelloPosition, depth: number): number {
  return countLines(position, depth, generateMoves, position.geometry.squares)
}

/** Writes the moves of the side to move; a pass if it has none. */
function generateMoves(position: OthelloPosition, into: Int32Array, start: number): number {
  const { cells, geometry, next } = position
  const { cellOf, rays, squares } = geometry
  let end = start
  for (let square = 0; square < squares; square++) {
    const cell = cellOf[square]!
    if (cells[cell] === EMPTY && encloses(cells, rays, cell, next)) into[end++] = makePlacement(square)
  }
  if (end === start) into[end++] = PASS
  return end
}
