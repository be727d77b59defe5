import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import {
  backUpLabels,
  backUpLabelsOf,
  Database,
  listAliases,
  listNotes,
  listSavedSearches,
  migrateDatabase,
  restoreLabels,
  searchGames,
} from '../../src/database/index.ts'
import { SCHEMA_VERSION } from '../../src/database/schema/tables.ts'
import type { GameRecord } from '../../src/model/index.ts'
import { parseConditions } from '../../src/query/index.ts'
import { contentOf, problemsOf } from '../support/databases.ts'
import { tryEveryPoint } from '../support/failing-disk.ts'

const FIXTURES = 'test/fixtures/databases'
const folder = mkdtempSync(join(tmpdir(), 'ludograph-migrations-'))
afterAll(() => rmSync(folder, { recursive: true }))

const versions = readdirSync(FIXTURES)
  .map((name) => Number(/^schema-(\d+)\.zip$/.exec(name)?.[1]))
  .sort((a, b) => a - b)
const older = versions.filter((version) => version < SCHEMA_VERSION)

let count = 0

/** A copy of the database that is kept of a version. */
function databaseOf(version: number): string {
  const into = join(folder, String(count++))
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(join(FIXTURES, `schema-${version}.zip`))))) {
    mkdirSync(dirname(join(into, name)), { recursive: true })
    writeFileSync(join(into, name), bytes)
  }
  return join(into, 'games.db')
}

async function recordsOf(database: Database): Promise<GameRecord[]> {
  return await Promise.all([...database.columns.games()].map(async (id) => (await database.record(id))!))
}

it('a database of the current schema is kept; if this fails, run npm run keep-schema and commit the file', () => {
  expect(versions).toContain(SCHEMA_VERSION)
})

it.each(versions)('a database of version %i is opened with all games, and with what people wrote', async (version) => {
  const path = databaseOf(version)
  const database = await Database.open(path)
  expect(await problemsOf(database)).toEqual([])
  const records = await recordsOf(database)
  expect(records).toHaveLength(17)
  // A game with clock times, one that was edited, one with variations and comments.
  expect(records[0]!.nodes[1]).toMatchObject({ clock: { left: 600 }, evaluation: {} })
  expect(records[1]!.nodes).toHaveLength(11)
  expect(records[2]!.nodes.some(({ comments }) => comments)).toBe(true)
  expect(await listAliases(database)).toEqual([{ name: 'Bob Birch', player: 'Birch, Bob' }])
  const found = await searchGames(database, parseConditions({ player: 'Birch, Bob', opening: 'C70' }))
  expect(found.map(({ id }) => id)).toEqual([1])
  // Labels came with version 4.
  if (version >= 4) {
    expect(await listNotes(database)).toEqual([{ id: 2, note: 'Check 4...Be7' }])
    expect(await listSavedSearches(database)).toEqual([{ name: 'Ann', conditions: { player: 'Ash, Ann' } }])
    const tagged = await searchGames(database, parseConditions({ tag: 'to review' }))
    expect(tagged.map(({ id }) => id)).toEqual([1, 3])
  }
  database.close()
})

it.each(older)(
  'games of version %i are the same after the migration as those of the current version',
  async (version) => {
    const [one, other] = await Promise.all([version, SCHEMA_VERSION].map((each) => Database.open(databaseOf(each))))
    expect(await recordsOf(one!)).toEqual(await recordsOf(other!))
    one!.close()
    other!.close()
  },
)

describe('a database of an older version', () => {
  const version = SCHEMA_VERSION - 1

  it('is not changed by who only reads, unless they want it', async () => {
    const path = databaseOf(version)
    const before = readFileSync(join(path, 'catalogue.duckdb'))
    for (const options of [{ readOnly: true }, { migrate: false }]) {
      await expect(Database.open(path, options)).rejects.toMatchObject({
        code: 'database/older-version',
        params: { version: String(version), expected: SCHEMA_VERSION },
      })
    }
    expect(readFileSync(join(path, 'catalogue.duckdb')).equals(before)).toBe(true)
    const seen: number[] = []
    const onMigrate = ({ games }: { games: number }) => seen.push(games)
    const database = await Database.open(path, { readOnly: true, migrate: true, onMigrate })
    expect(database.readOnly).toBe(true)
    expect([seen[0], seen.at(-1)]).toEqual([0, 17])
    database.close()
  })

  it('is migrated to the same, however often that is interrupted', async () => {
    const [path, whole] = [databaseOf(version), databaseOf(version)]
    let stops = 0
    for (;;) {
      const stop = new AbortController()
      const onProgress = ({ games }: { games: number }) => games % 5 === 4 && stop.abort(new Error('interrupted'))
      try {
        await migrateDatabase(path, { onProgress, signal: stop.signal, gamesTogether: 5 })
        break
      } catch (error) {
        expect((error as Error).message).toBe('interrupted')
        stops++
        await expect(Database.open(path, { readOnly: true })).rejects.toMatchObject({ code: 'database/older-version' })
        // What people wrote can be saved at any time.
        expect((await backUpLabelsOf(path)).games).toHaveLength(3)
      }
    }
    expect(stops).toBeGreaterThan(1)
    expect(await contentOf(path)).toBe(await contentOf(whole))
  })

  it('is migrated or not, whatever the disk does meanwhile', async () => {
    const template = databaseOf(version)
    const reference = databaseOf(version)
    const content = await contentOf(reference)
    const points = await tryEveryPoint({
      prepare: (into) => cpSync(template, join(into, 'games.db'), { recursive: true }),
      run: async (into) => migrateDatabase(join(into, 'games.db'), { gamesTogether: 6 }),
      async check(into) {
        expect(await contentOf(join(into, 'games.db'))).toBe(content)
      },
      sampleSize: 8,
    })
    expect(points).toBeGreaterThanOrEqual(4)
  })

  it('has a backup of its labels and aliases without being migrated', async () => {
    const path = databaseOf(version)
    const backup = await backUpLabelsOf(path)
    await expect(Database.open(path, { migrate: false })).rejects.toMatchObject({ code: 'database/older-version' })
    const migrated = await Database.open(path)
    expect(await backUpLabels(migrated)).toEqual(backup)
    expect(backup.aliases).toEqual([{ name: 'Bob Birch', player: 'Birch, Bob' }])
    migrated.close()
  })

  it('keeps the clock times of a database that only says that it is older', async () => {
    const path = databaseOf(SCHEMA_VERSION)
    const original = await Database.open(path)
    const records = await recordsOf(original)
    await original.catalogue.rows("UPDATE meta SET value = '4' WHERE name = 'schema'")
    original.close()
    const migrated = await Database.open(path)
    expect(await recordsOf(migrated)).toEqual(records)
    migrated.close()
  })
})

it('aliases are restored in another database, unless the name counts as somebody else', async () => {
  const [source, target] = await Promise.all([1, 2].map(() => Database.open(databaseOf(SCHEMA_VERSION))))
  const backup = await backUpLabels(source!)
  backup.aliases.push({ name: 'B. Birch', player: 'Birch, Bob' }, { name: 'Bob Birch', player: 'Someone else' })
  const restored = await restoreLabels(target!, backup)
  expect(restored).toMatchObject({ aliases: 2, refusedAliases: ['Bob Birch'] })
  expect(await listAliases(target!)).toEqual([
    { name: 'B. Birch', player: 'Birch, Bob' },
    { name: 'Bob Birch', player: 'Birch, Bob' },
  ])
  expect(await restoreLabels(target!, backup)).toMatchObject({ aliases: 2 })
  source!.close()
  target!.close()
})
