/** Lines of moves from the initial position are counted. */
import { findProgram } from '../../test/support/find-program.ts'
import { runProgram } from '../support/native-peer.ts'
import { native, ownTask } from './contenders.ts'
import type { Contender, Job } from './job.ts'

/** Lines of six moves from the initial position (Chess Programming Wiki, Perft Results). */
const PERFT_6 = 119_060_324

/** Stockfish counts a ply more, since it would be done before it has loaded. */
function stockfishPerft(): Contender[] {
  const stockfish = findProgram('stockfish')
  if (stockfish === undefined) console.log('missing: stockfish')
  else return [{ name: 'Stockfish', run: () => ({ amount: PERFT_6, seconds: runProgram(stockfish, ['go perft 6']) }) }]
  return []
}

export function perftJobs(rust: string | undefined, c: string | undefined): Job[] {
  return [
    {
      name: 'Chess perft 5',
      unit: 'line',
      own: ownTask('chess-perft'),
      peers: [...native('shakmaty', rust, 'perft', '5'), ...stockfishPerft()],
    },
    {
      name: 'Othello perft 9',
      unit: 'line',
      own: ownTask('othello-perft'),
      peers: native('bitboards in C', c, 'perft', '9'),
    },
  ]
}
