/**
 * Patterns: Go on games made by permuting those of the corpus (support/go-games.ts), 50,000 unless
 * `LUDOGRAPH_BENCH_GAMES` says how many. Processor time of each class of query, all hits with their next moves.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database, importSources, searchPattern } from '../src/database/index.ts'
import { parsePattern } from '../src/patterns/index.ts'
import { writePermutedGames } from './support/go-games.ts'

const GAMES = Number(process.env['LUDOGRAPH_BENCH_GAMES'] ?? 50_000)
const RUNS = 3

/** A query of each class. */
const QUERIES: Record<string, string> = {
  'corner 4x4': '..../..X./..O./....',
  'corner 7x7': '......./......./..X..../..O..../......./......./.......',
  'side 5x4': 'side: ...../..X../..O../.....',
  '3x3 anywhere': 'anywhere: XO./OX./...',
  '3x3 with wildcards': 'anywhere: xO*/#X./...',
  'cross-cut anywhere': 'anywhere: XO/OX',
  'ponnuki anywhere': 'anywhere: ?X?/X.X/?X?',
  '4x4 anywhere': 'anywhere: ..../.XO./.OX./....',
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const folder = mkdtempSync(join(tmpdir(), 'ludograph-bench-'))
const path = join(folder, 'go.sgf')
try {
  const real = await writePermutedGames(path, GAMES)
  console.log(`${GAMES} games made of ${real} real ones, ${(statSync(path).size / 1e6).toFixed(0)} MB of SGF`)
  const database = await Database.open(join(folder, 'go.db'))
  const before = cpu()
  await importSources(database, [{ path }])
  const [segment] = database.segmentsOf('go')
  const lines = segment!.header.linesSize / GAMES
  console.log(`import ${((cpu() - before) / 1000).toFixed(1)} CPU s, main lines ${lines.toFixed(0)} bytes a game`)
  for (const [name, text] of Object.entries(QUERIES)) {
    let best = Infinity
    let found = ''
    for (let run = 0; run < RUNS; run++) {
      const start = cpu()
      const { games, hits } = await searchPattern(database, { pattern: parsePattern('go', text) })
      best = Math.min(best, cpu() - start)
      found = `${games.length} games, ${hits.count} hits`
    }
    console.log(`${name.padEnd(20)} ${best.toFixed(0).padStart(6)} ms  ${found}`)
  }
  database.close()
} finally {
  rmSync(folder, { recursive: true })
}
