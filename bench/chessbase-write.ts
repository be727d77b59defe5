/** Writing ChessBase databases to memory: the speed compared with writing JSON of the same games. */
import { describeIssue } from '../src/issues/describe.ts'
import { MemorySinkSet } from '../src/bytes/sink.ts'
import { chessbase } from '../src/formats/chessbase/format.ts'
import type { GameRecord } from '../src/model/record.ts'
import { annotate, plainGames } from './support/chess-games.ts'
import { measure, printTable } from './support/measure.ts'

const PASSES = 5

const games = plainGames(2000)

async function write(records: readonly GameRecord[]): Promise<Record<string, number>> {
  const out = new MemorySinkSet('bench.cbh')
  const writer = await chessbase.write(out)
  for (let pass = 0; pass < PASSES; pass++) {
    for (const record of records) {
      const [issue] = writer.add(record).issues
      if (issue) throw new Error(describeIssue(issue))
    }
  }
  writer.finish()
  const bytes = [...out.files.values()].reduce((sum, file) => sum + file.length, 0)
  return { games: records.length * PASSES, MB: bytes / 1e6 }
}

printTable('ChessBase: writing to memory', [
  await measure('JSON of the same games', () => {
    let length = 0
    for (const game of games) length += JSON.stringify(game).length
    return { games: games.length, MB: length / 1e6 }
  }),
  await measure('games of 40 moves', () => write(games)),
  await measure('with comments and symbols', () => write(games.map(annotate))),
])
