/** Counting the leaves of the tree of moves: it proves a move generator correct and measures its speed. */
import type { Move } from '../model/move.ts'

/** Writes all legal moves of a position from `into[start]` on and returns where they end. */
export type MoveGenerator<P> = (position: P, into: Int32Array, start: number) => number

/**
 * The number of lines of `depth` legal moves.
 * @param mostMoves an upper limit of the moves in a position
 */
export function countLines<P extends { play(move: Move): void; undo(): void }>(
  position: P,
  depth: number,
  generate: MoveGenerator<P>,
  mostMoves: number,
): number {
  const moves = new Int32Array(mostMoves * depth)
  const countFrom = (left: number, start: number): number => {
    if (left === 0) return 1
    const end = generate(position, moves, start)
    if (left === 1) return end - start
    let count = 0
    for (let index = start; index < end; index++) {
      position.play(moves[index]!)
      count += countFrom(left - 1, end)
      position.undo()
    }
    return count
  }
  return countFrom(depth, 0)
}
