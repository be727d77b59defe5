/** Records are read in batches, the next one while the caller works on the last. */
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database, importSources, saveGame, searchRecords } from '../../src/database/index.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { importRecords, problemsOf } from '../support/databases.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { randomGames } from '../support/random-games.ts'

/** More than two batches. */
const COUNT = 700
const games: GameRecord[] = randomGames('chess', COUNT, 3, 6).map((record, index) => ({
  ...record,
  header: { ...record.header, title: `game ${index + 1}` },
}))
const folder = mkdtempSync(join(tmpdir(), 'ludograph-batches-'))
let database: Database

beforeAll(async () => {
  database = await importRecords(folder, 'games', games)
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

test('every record comes once and in order, to several callers at a time', async () => {
  const [up, down] = [searchRecords(database, {}), searchRecords(database, {}, { descending: true })]
  for (let number = 1; number <= COUNT; number++) {
    const [first, last] = await Promise.all([up.next(), down.next()])
    expect(first.value).toMatchObject({ id: number, record: { header: { title: `game ${number}` } } })
    expect(last.value).toMatchObject({ id: COUNT + 1 - number })
  }
  expect((await up.next()).done).toBe(true)
  expect((await down.next()).done).toBe(true)
})

test('a caller may leave early, and change the database then', async () => {
  for await (const { id, record } of searchRecords(database, {})) {
    if (id < 3) continue
    await saveGame(database, id, { ...record, header: { ...record.header, title: 'changed' } })
    break
  }
  const titles: (string | undefined)[] = []
  for await (const { record } of searchRecords(database, {})) titles.push(record.header.title)
  expect(titles).toHaveLength(COUNT)
  expect(titles.slice(1, 4)).toEqual(['game 2', 'changed', 'game 4'])
})

test('games with comments of 50,000 bytes are imported, although an import has memory for short texts', async () => {
  const random = seededRandom(7)
  // Words that do not compress well.
  const comment = () => Array.from({ length: 7000 }, () => randomInt(random, 2 ** 31).toString(36)).join(' ')
  const path = join(folder, 'long.pgn')
  for (let game = 0; game < 1100; game++) {
    appendFileSync(path, `[White "W${game}"]\n[Result "1-0"]\n\n1. e4 {${comment()}} e5 1-0\n\n`)
  }
  const long = await Database.open(join(folder, 'long.db'))
  const report = await importSources(long, [{ path }])
  expect(report).toMatchObject({ imported: 1, games: 1100, failures: [] })
  long.close()
  // As with many more games, there is no room for those that are read at once; then the engine gets more.
  const opened = await Database.open(join(folder, 'long.db'), { readOnly: true })
  await opened.catalogue.rows("SET memory_limit = '64MB'")
  expect(await problemsOf(opened)).toEqual([])
  opened.close()
})

test('a question that has no room gets more, whether its rows come at once or one after the other', async () => {
  const made = await importRecords(folder, 'few', games.slice(0, 3))
  made.close()
  const opened = await Database.open(made.folder, { readOnly: true })
  const count = 6_000_000
  const tooMuch = `SELECT unnest(list(i ORDER BY i DESC)) AS i FROM range(${count}) AS numbers(i)`
  await opened.catalogue.rows("SET memory_limit = '32MB'")
  expect(await opened.catalogue.rows(`SELECT count(*) AS count FROM (${tooMuch})`)).toEqual([{ count: BigInt(count) }])
  await opened.catalogue.rows("SET memory_limit = '32MB'")
  let streamed = 0
  for await (const { rowCount } of opened.catalogue.chunks(tooMuch)) streamed += rowCount
  expect(streamed).toBe(count)
  // A question with another fault is not repeated.
  await expect(opened.catalogue.rows('SELECT * FROM nowhere')).rejects.toThrow('nowhere')
  opened.close()
})
