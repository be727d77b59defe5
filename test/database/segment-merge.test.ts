import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { MemorySink } from '../../src/bytes/sink.ts'
import { Database, explore, importSources, removeGames } from '../../src/database/index.ts'
import { segmentPath } from '../../src/database/catalogue/folder.ts'
import { commitAll, planMerge, type NewSegment, type SegmentJob } from '../../src/database/index/segment-job.ts'
import { ImportWorkers } from '../../src/database/import/import-workers.ts'
import { FormatError } from '../../src/issues/index.ts'
import type { Game } from '../../src/model/index.ts'
import { mergeSegments } from '../../src/positions/build/merge.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { importRecords, problemsOf } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-merge-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function runJob(name: string, job: SegmentJob): Promise<NewSegment[]> {
  const workers = new ImportWorkers(join(folder, name))
  try {
    return await commitAll(await workers.runJobs([job]))
  } finally {
    await workers.close()
  }
}

it.each([
  ['chess', 2000],
  ['othello', 400],
] as const)(
  'workers merge segments of %s into the bytes that one thread makes of them, and tell of a damaged one',
  async (game: Game, count) => {
    const name = `${game}.db`
    const database = await importRecords(folder, name, randomGames(game, count, 1, 80))
    // A small segment has fewer buckets than a large one, and some games do not count any more.
    for (const seed of [2, 3]) {
      const other = await importRecords(folder, `${game}-${seed}.db`, randomGames(game, 30, seed, 80))
      other.close()
      await importSources(database, [{ path: join(folder, `${game}-${seed}.db.jsonl`) }], { workers: 2 })
    }
    await removeGames(database, [5, 6, count + 7])
    const files = (await database.catalogue.rows('SELECT file FROM segments ORDER BY file')).map(({ file }) =>
      String(file),
    )
    const segments = database.segmentsOf(game)
    expect(segments.length).toBe(3)
    const sink = new MemorySink()
    await mergeSegments(sink, segments)
    const paths = files.map((file) => segmentPath(join(folder, name), file))
    const job = await planMerge(segments.map((segment, index) => ({ path: paths[index]!, segment })))
    const [merged] = await runJob(name, job)
    expect(job.ranges.length).toBeGreaterThan(game === 'chess' ? 2 : 1)
    expect(Buffer.from(sink.bytes()).equals(readFileSync(segmentPath(join(folder, name), merged!.file)))).toBe(true)

    truncateSync(paths[1]!, statSync(paths[1]!).size - 100)
    await expect(runJob(name, job)).rejects.toThrow(FormatError)
    expect(readdirSync(join(folder, name, 'positions')).filter((file) => file.endsWith('.part'))).toEqual([])
    database.close()
  },
  60_000,
)

it('a source of many games has several segments, which come to those of a single one', async () => {
  const records = randomGames('chess', 5000, 4, 8)
  const whole = await importRecords(folder, 'whole.db', records)
  const database = await Database.open(join(folder, 'parts.db'))
  const source = { path: join(folder, 'whole.db.jsonl') }
  const report = await importSources(database, [source], { segmentEntries: 2048, workers: 2 })
  expect(report).toMatchObject({ imported: 1, games: 5000, failures: [] })
  const games = (of: Database) => of.segmentsOf('chess').map(({ header }) => header.games)
  expect(games(whole)).toEqual([5000])
  expect(games(database).reduce((sum, count) => sum + count, 0)).toBe(5000)
  expect(games(database)).toHaveLength(3)
  expect(await problemsOf(database)).toEqual([])
  const start = rulesOf('chess').start()
  expect(await explore(database, 'chess', start)).toEqual(await explore(whole, 'chess', start))
  whole.close()
  database.close()
})
