/** The puzzles of lichess, as its database of them gives them: a table with commas. docs/formats/lichess-puzzles.md. */
import { features } from '../feature.ts'
import type { ReadableFormat } from '../format.ts'

/** The first columns, and a position in the second. */
const START =
  /^(?:\xEF\xBB\xBF)?(?:PuzzleId,FEN,Moves,Rating,[^\n]*\n)?[0-9A-Za-z]{1,12},(?:[1-8PNBRQKpnbrqk]+\/){7}[1-8PNBRQKpnbrqk]+ [wb] [KQkqA-Ha-h-]+ [a-h1-8-]+ \d+ \d+,[a-h][1-8][a-h][1-8]/

/** The format of lichess's table of puzzles. */
export const lichessPuzzles: ReadableFormat = {
  id: 'lichess-puzzles',
  name: 'puzzles of lichess (CSV)',
  games: ['chess'],
  extensions: ['.csv'],
  mediaTypes: [],
  holds: 'many',
  keeps: features(),
  detect: (head) => (START.test(String.fromCharCode(...head.subarray(0, 1 << 10))) ? 1 : 0),
  async open(files) {
    return (await import('./reader.ts')).openPuzzles(files)
  },
}
