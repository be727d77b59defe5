/** The rules of Othello: perft, compared with bitboards in C and with a plain implementation without tables. */
import { othelloPerft, OthelloPosition } from '../src/rules/index.ts'
import {
  referenceMoves,
  referencePlay,
  referenceStart,
  type ReferenceBoard,
} from '../test/support/othello-reference.ts'
import { measure, measureInTurns, printTable } from './support/measure.ts'
import { measurePeer, nativePeer } from './support/native-peer.ts'

function referencePerft(board: ReferenceBoard, depth: number): number {
  const moves = referenceMoves(board, board.next)
  if (depth === 1) return moves.length
  let lines = 0
  for (const square of moves) lines += referencePerft(referencePlay(board, square), depth - 1)
  return lines
}

const peer = nativePeer('othello')
const own = await measureInTurns([
  ['Ludograph, 8 moves', () => ({ lines: othelloPerft(new OthelloPosition(), 8) })],
  ['Ludograph, 9 moves', () => ({ lines: othelloPerft(new OthelloPosition(), 9) })],
])
printTable('Othello perft, the usual start', [
  ...(peer === undefined ? [] : [measurePeer('bitboards in C, 9 moves', peer, ['perft', '9'], ['lines'])]),
  await measure('plain implementation, 5 moves', () => ({ lines: referencePerft(referenceStart(8, 8), 5) })),
  ...own,
  await measure('Ludograph, 10 x 10, 7 moves', () => ({ lines: othelloPerft(new OthelloPosition(10, 10), 7) })),
])
