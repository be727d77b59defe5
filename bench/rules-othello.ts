/** The rules of Othello: perft, compared with a plain implementation without tables. */
import { othelloPerft, OthelloPosition } from '../src/rules/index.ts'
import {
  referenceMoves,
  referencePlay,
  referenceStart,
  type ReferenceBoard,
} from '../test/support/othello-reference.ts'
import { measure, printTable } from './support/measure.ts'

function referencePerft(board: ReferenceBoard, depth: number): number {
  const moves = referenceMoves(board, board.next)
  if (depth === 1) return moves.length
  let lines = 0
  for (const square of moves) lines += referencePerft(referencePlay(board, square), depth - 1)
  return lines
}

printTable('Othello perft, the usual start', [
  await measure('plain implementation, 5 moves', () => ({ lines: referencePerft(referenceStart(8, 8), 5) })),
  await measure('Ludograph, 8 moves', () => ({ lines: othelloPerft(new OthelloPosition(), 8) })),
  await measure('Ludograph, 9 moves', () => ({ lines: othelloPerft(new OthelloPosition(), 9) }), 2),
])
