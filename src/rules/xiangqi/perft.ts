/** Counting the leaves of the tree of moves: the proof of a move generator and the measure of its speed. */
import { generateMoves, MAX_MOVES } from './moves.ts'
import type { XiangqiPosition } from './position.ts'

/** The number of lines of `depth` legal moves. */
export function perft(position: XiangqiPosition, depth: number): number {
  return depth === 0 ? 1 : countLines(position, depth, new Int32Array(MAX_MOVES * depth), 0)
}

function countLines(position: XiangqiPosition, depth: number, moves: Int32Array, start: number): number {
  const end = generateMoves(position, moves, start)
  if (depth === 1) return end - start
  let count = 0
  for (let index = start; index < end; index++) {
    position.play(moves[index]!)
    count += countLines(position, depth - 1, moves, end)
    position.undo()
  }
  return count
}
