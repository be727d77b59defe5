import { makePlacement, PASS } from '../../model/move.ts'
import { countLines } from '../perft.ts'
import { EMPTY } from './geometry.ts'
import type { OthelloPosition } from './position.ts'
import { encloses } from './turn.ts'

/**
 * The number of lines of `depth` moves, as published counts have it: a pass
 * counts as a move, and a finished game goes on with passes.
 */
export function othelloPerft(position: OthelloPosition, depth: number): number {
  return countLines(position, depth, generateMoves, position.geometry.squares)
}

/** Writes the moves of the side to move; the pass when it has none. */
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
