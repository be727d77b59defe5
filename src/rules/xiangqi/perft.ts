import { countLines } from '../perft.ts'
import { generateMoves, MAX_MOVES } from './moves.ts'
import type { XiangqiPosition } from './position.ts'

/** The number of lines of `depth` legal moves. */
export function perft(position: XiangqiPosition, depth: number): number {
  return countLines(position, depth, generateMoves, MAX_MOVES)
}
