/**
 * Dossiers and opening reports: of the most active players, and of common positions, on the 50,000 games of the shared
 * corpus; `LUDOGRAPH_BENCH_COPIES=10` imports them ten times with other names. Opening the database is not counted, the
 * first of each kind is.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database, importSources, listPlayers } from '../src/database/index.ts'
import { parsePosition } from '../src/query/index.ts'
import { makeDossier, makeReport } from '../src/study/index.ts'
import { corpusPath, hasCorpus } from '../test/support/corpus.ts'

const BOOK = 'chess-pgn/book-50000.pgn'
const LINES = ['', 'e4 c5', 'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3', 'd4 Nf6 c4 g6 Nc3 Bg7']

/** Prints the processor time and the time by the clock of some work. */
async function measure(name: string, work: () => Promise<string>): Promise<void> {
  const [start, before] = [performance.now(), process.cpuUsage()]
  const said = await work()
  const { user, system } = process.cpuUsage(before)
  const seconds = ((user + system) / 1e6).toFixed(2)
  console.log(
    `  ${name}: ${seconds} s of processor time, ${((performance.now() - start) / 1000).toFixed(2)} s; ${said}`,
  )
}

if (!hasCorpus(BOOK)) {
  console.log('study: skipped, the shared corpus is not here')
} else {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-bench-'))
  try {
    const text = readFileSync(corpusPath(BOOK), 'latin1')
    const database = await Database.open(join(folder, 'games.db'))
    for (let copy = 0; copy < Number(process.env['LUDOGRAPH_BENCH_COPIES'] ?? 1); copy++) {
      const path = join(folder, `copy-${copy}.pgn`)
      writeFileSync(path, text.replaceAll(/^\[(White|Black) "([^"]*)"\]/gm, `[$1 "$2 ${copy}"]`), 'latin1')
      await importSources(database, [{ path }])
      rmSync(path)
    }
    const [row] = await database.catalogue.rows('SELECT count(*)::INTEGER AS games FROM games')
    console.log(`\n${Number(row!['games']).toLocaleString('en')} games`)
    for (const { name } of await listPlayers(database, { limit: 3 })) {
      await measure('a dossier', async () => `${(await makeDossier(database, name))!.games} games`)
    }
    for (const moves of LINES) {
      await measure('a report', async () => {
        const report = await makeReport(database, 'chess', parsePosition('chess', '', moves))
        return `${report.games.toLocaleString('en')} games, ${report.walked.toLocaleString('en')} walked through`
      })
    }
    database.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
}
