import { countLines } from '../perft.ts'
import { generateMoves, MAX_MOVES } from './moves.ts'
import type { ChessPosition } from './position.ts'

/** The number of lines of `depth` legal moves. */
export function perft(position: ChessPosition, depth: number): number {
  return countLines(position, depth, generateMoves, MAX_MOVES)
}
