/** Tags, collections, notes and saved searches: what they find, and that they stay with their games. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import {
  addLabel,
  countGames,
  countLabels,
  Database,
  dropLabel,
  findDuplicates,
  forgetAbsent,
  importSources,
  labelsOf,
  LabelError,
  listAbsent,
  listGames,
  listSavedSearches,
  mergeDuplicates,
  rebuildIndex,
  removeGames,
  removeLabel,
  removeSavedSearch,
  removeSources,
  saveGame,
  saveSearch,
  setLabels,
} from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { type GameRecord, GAMES } from '../../src/model/index.ts'
import { parseConditions, type ConditionTexts } from '../../src/query/index.ts'
import { importRecords, problemsOf, writeRecords } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'
import { seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'
import { STEADY } from '../support/steady.ts'

const CHILD = fileURLToPath(new URL('../support/label-child.ts', import.meta.url))
/** The program is killed at so many random moments. */
const KILLED = scaled(4, 20)

const folder = mkdtempSync(join(tmpdir(), 'ludograph-collections-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Two random games of each kind, each with a header of its own. */
function named(): GameRecord[] {
  return GAMES.flatMap((game, seed) => randomGames(game, 2, seed + 1, 20)).map((record, index) => ({
    ...record,
    header: {
      ...record.header,
      players: [
        { colour: 1 as const, name: `First ${index}` },
        { colour: 2 as const, name: 'Second' },
      ],
    },
  }))
}

async function found(database: Database, texts: ConditionTexts): Promise<number[]> {
  return [...(await listGames(database, parseConditions(texts)))]
}

async function reimport(database: Database, name: string, records: readonly GameRecord[]): Promise<void> {
  const path = join(folder, name)
  writeFileSync(path, await writeRecords(jsonl, records))
  const report = await importSources(database, [{ path }])
  expect(report.failures).toEqual([])
}

/** The first players of the games that a condition finds. */
async function playersOf(database: Database, texts: ConditionTexts): Promise<string[]> {
  const ids = await found(database, texts)
  const records = await Promise.all(ids.map((id) => database.record(id)))
  return records.map((record) => record?.header.players?.[0]?.name ?? '?')
}

it('a game has tags, collections and a note, which searches and expressions know', async () => {
  const database = await importRecords(folder, 'search.db', named())
  expect(await found(database, { tag: 'brilliant' })).toEqual([])
  expect(await addLabel(database, 'tag', 'To review', [1, 2, 3, 99])).toBe(3)
  // Names with the same words are the same name.
  expect(await addLabel(database, 'tag', 'to-review', [3, 4])).toBe(1)
  expect(await addLabel(database, 'collection', 'Openings / Najdorf', [1])).toBe(1)
  expect(await addLabel(database, 'collection', 'openings', [5])).toBe(1)
  await setLabels(database, 8, { tags: ['won'], collections: ['Endings'], note: '  The  zugzwang of move 40  ' })
  expect(await countLabels(database, 'tag')).toEqual([
    { name: 'To review', games: 4 },
    { name: 'won', games: 1 },
  ])
  expect(await countLabels(database, 'collection')).toEqual([
    { name: 'Endings', games: 1 },
    { name: 'Openings/Najdorf', games: 1 },
    { name: 'openings', games: 1 },
  ])
  expect(await found(database, { tag: 'TO REVIEW' })).toEqual([1, 2, 3, 4])
  expect(await found(database, { tag: 'review' })).toEqual([])
  expect(await found(database, { collection: 'openings' })).toEqual([1, 5])
  expect(await found(database, { collection: 'openings/najdorf' })).toEqual([1])
  expect(await found(database, { note: 'zugzwang' })).toEqual([8])
  expect(await found(database, { where: 'tag:"to review" not collection:openings or note:zugzwang' })).toEqual([
    2, 3, 4, 8,
  ])
  expect((await labelsOf(database, [1, 8, 7])).get(8)).toEqual({
    tags: ['won'],
    collections: ['Endings'],
    note: 'The  zugzwang of move 40',
  })
  expect(await removeLabel(database, 'tag', 'to review', [1, 8])).toBe(1)
  expect(await dropLabel(database, 'collection', 'openings')).toBe(2)
  expect(await found(database, { collection: 'openings' })).toEqual([])
  await setLabels(database, 8, { tags: [], collections: [] })
  expect((await labelsOf(database, [8])).size).toBe(0)
  // The catalogue says the same.
  const rows = await database.catalogue.rows(
    "SELECT id FROM labelled_games JOIN labels USING (key) WHERE kind = 'tag' AND text = 'To review' ORDER BY id",
  )
  expect(rows.map(({ id }) => id)).toEqual([2, 3, 4])
  expect(await problemsOf(database)).toEqual([])
  database.close()
})

it('names and notes are refused if they cannot be found or are too long', async () => {
  const database = await importRecords(folder, 'refused.db', named())
  for (const name of ['', '  ', '?!', '/']) {
    await expect(addLabel(database, 'tag', name, [1]), name).rejects.toMatchObject({ code: 'database/label-name' })
  }
  await expect(addLabel(database, 'collection', `a/${'b'.repeat(300)}`, [1])).rejects.toMatchObject({
    code: 'database/label-long',
  })
  const labels = { tags: [], collections: [] }
  await expect(setLabels(database, 99, labels)).rejects.toBeInstanceOf(LabelError)
  await expect(setLabels(database, 1, { ...labels, note: 'x'.repeat(100_001) })).rejects.toBeInstanceOf(LabelError)
  await expect(setLabels(database, 1, { ...labels, tags: ['good'], note: 'x'.repeat(100_001) })).rejects.toBeInstanceOf(
    LabelError,
  )
  // No games, and names that nothing has, are nothing to do.
  expect(await addLabel(database, 'tag', 'good', [])).toBe(0)
  expect(await removeLabel(database, 'tag', 'good', [1])).toBe(0)
  expect(await dropLabel(database, 'collection', 'good')).toBe(0)
  expect((await labelsOf(database, [])).size).toBe(0)
  // Nothing of a change that fails stays.
  expect(await countLabels(database, 'tag')).toEqual([])
  database.close()
})

it('labels stay when the database is edited, merged, rebuilt and opened again', async () => {
  const name = 'upkeep.db'
  let database = await importRecords(folder, name, named())
  await addLabel(database, 'tag', 'kept', [1, 3, 8])
  await saveGame(database, 3, {
    ...(await database.record(3))!,
    header: { players: [], result: { outcome: 'unfinished' } },
  })
  await database.compact({ all: true })
  database.close()
  await rebuildIndex(join(folder, name))
  database = await Database.open(join(folder, name), { readOnly: true })
  expect(await found(database, { tag: 'kept' })).toEqual([1, 3, 8])
  database.close()
})

it('labels come back with games that are imported again, in another order and corrected', async () => {
  const records = named()
  const database = await importRecords(folder, 'again.db', records)
  await addLabel(database, 'tag', 'kept', [1, 2, 3, 8])
  await setLabels(database, 4, { tags: [], collections: ['Folder'], note: 'mine' })
  const [first, second, third, fourth, ...others] = structuredClone(records)
  second!.header = { ...second!.header, event: { name: 'Corrected' } }
  third!.nodes.length = 9
  fourth!.nodes[1]!.comments = [{ text: 'annotated', placement: 'after' }]
  const [added] = randomGames('chess', 1, 77, 20)
  await reimport(database, 'again.db.jsonl', [added!, fourth!, third!, ...others, first!, second!])
  expect((await playersOf(database, { tag: 'kept' })).toSorted()).toEqual(['First 0', 'First 1', 'First 2', 'First 7'])
  expect(await playersOf(database, { collection: 'folder', note: 'mine' })).toEqual(['First 3'])
  expect(await listAbsent(database)).toEqual([])
  database.close()
})

it('labels wait for games that left, and come back with them from another file', async () => {
  const records = named()
  const database = await importRecords(folder, 'waiting.db', records)
  await addLabel(database, 'tag', 'kept', [1, 2])
  await removeGames(database, [2])
  await removeSources(database, [1])
  expect(await countLabels(database, 'tag')).toEqual([{ name: 'kept', games: 0 }])
  expect(await listAbsent(database)).toMatchObject([
    { description: expect.stringContaining('First 0'), labels: [{ kind: 'tag', text: 'kept' }] },
    { description: expect.stringContaining('First 1') },
  ])
  await reimport(database, 'elsewhere.jsonl', records.toReversed())
  expect((await playersOf(database, { tag: 'kept' })).toSorted()).toEqual(['First 0', 'First 1'])
  await removeGames(database, await found(database, { tag: 'kept' }))
  expect(await forgetAbsent(database)).toBe(2)
  expect(await countLabels(database, 'tag')).toEqual([])
  database.close()
})

it('a game whose number is given again to another does not get its labels', async () => {
  const records = named()
  const database = await importRecords(folder, 'numbers.db', records)
  await addLabel(database, 'tag', 'kept', [1])
  await removeSources(database, [1])
  await reimport(database, 'other.jsonl', randomGames('chess', 3, 50, 20))
  expect(await countGames(database, { ids: [1] })).toBe(1)
  expect(await found(database, { tag: 'kept' })).toEqual([])
  database.close()
})

it('games without any header come back only by their moves', async () => {
  const records = randomGames('chess', 3, 60, 20).map((record) => ({
    ...record,
    header: { players: [], result: { outcome: 'unfinished' as const } },
  }))
  const database = await importRecords(folder, 'plain.db', records)
  await addLabel(database, 'tag', 'kept', [2])
  await reimport(database, 'plain.db.jsonl', [...randomGames('chess', 2, 61, 20), records[1]!])
  expect(await found(database, { tag: 'kept' })).toEqual([6])
  database.close()
})

it('of duplicates the game that is kept has the labels of all', async () => {
  const [record] = named()
  const database = await importRecords(folder, 'duplicates.db', [record!, record!])
  await setLabels(database, 1, { tags: ['one'], collections: [], note: 'first' })
  await setLabels(database, 2, { tags: ['two'], collections: ['Both'], note: 'second' })
  await mergeDuplicates(database, await findDuplicates(database))
  const [id] = await found(database, {})
  const labels = (await labelsOf(database, [id!])).get(id!)!
  expect(labels).toMatchObject({ tags: ['one', 'two'], collections: ['Both'] })
  expect(labels.note?.split('\n\n').toSorted()).toEqual(['first', 'second'])
  expect(await listAbsent(database)).toEqual([])
  database.close()
})

it('searches are saved with their conditions, and refer to each other', async () => {
  const database = await importRecords(folder, 'saved.db', named())
  await addLabel(database, 'tag', 'kept', [1, 4])
  await saveSearch(database, 'My games', { tag: 'kept' })
  await saveSearch(database, 'Both', { where: 'saved:"my games" or ids:8' })
  expect(await found(database, { saved: 'both' })).toEqual([1, 4, 8])
  expect(await found(database, { saved: 'both', game: 'xiangqi' })).toEqual([4])
  await saveSearch(database, 'my games', { player: 'First 2' })
  expect(await listSavedSearches(database)).toEqual([
    { name: 'Both', conditions: { where: 'saved:"my games" or ids:8' } },
    { name: 'my games', conditions: { player: 'First 2' } },
  ])
  expect(await found(database, { saved: 'Both' })).toEqual([3, 8])
  await expect(found(database, { saved: 'nobody' })).rejects.toMatchObject({ code: 'query/no-saved' })
  await expect(saveSearch(database, 'x', {})).rejects.toMatchObject({ code: 'database/search-empty' })
  await expect(saveSearch(database, 'x', { where: 'nobody:1' })).rejects.toMatchObject({ code: 'query/where-name' })
  await expect(saveSearch(database, '!', { tag: 'a' })).rejects.toMatchObject({ code: 'database/label-name' })
  await saveSearch(database, 'loop', { saved: 'loop' })
  await expect(found(database, { saved: 'loop' })).rejects.toMatchObject({ code: 'query/saved-deep' })
  expect(await removeSavedSearch(database, 'LOOP')).toBe(true)
  expect(await removeSavedSearch(database, 'LOOP')).toBe(false)
  database.close()
})

it('a program that is killed leaves each game with all of its labels or none, and none is lost', async () => {
  const records = named()
  const name = 'killed.db'
  ;(await importRecords(folder, name, records)).close()
  const path = join(folder, `${name}.jsonl`)
  writeFileSync(path, await writeRecords(jsonl, records.toReversed()))
  const random = seededRandom(9)
  const copy = join(folder, 'copy.db')
  cpSync(join(folder, name), copy, { recursive: true })
  const whole = await killAfter(copy, path, Infinity)
  rmSync(copy, { recursive: true })
  let seen = 0
  for (let index = 0; index < KILLED; index++) {
    cpSync(join(folder, name), copy, { recursive: true })
    await killAfter(copy, path, ((index + random()) / KILLED) * whole)
    const database = await Database.open(copy)
    expect(await problemsOf(database)).toEqual([])
    const ids = [...(await listGames(database, {}))]
    const labels = await labelsOf(database, ids)
    for (const one of labels.values()) {
      expect(one).toEqual({ tags: ['one', 'two'], collections: ['Some/Where'], note: 'a note' })
    }
    expect(await listAbsent(database)).toEqual([])
    seen += labels.size
    // What was labelled before is labelled after the import that was interrupted.
    await importSources(database, [{ path }])
    expect(await countGames(database, { tag: 'one' })).toBe(labels.size)
    database.close()
    rmSync(copy, { recursive: true })
  }
  expect(seen).toBeGreaterThan(0)
})

/** Kills the program so many milliseconds after it labelled the first game; returns how long it ran from there. */
async function killAfter(database: string, path: string, delay: number): Promise<number> {
  const child = spawn(process.execPath, [STEADY, CHILD, database, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  await once(child.stdout, 'data')
  const start = performance.now()
  const timer = delay === Infinity ? undefined : setTimeout(() => child.kill('SIGKILL'), delay)
  await exit
  clearTimeout(timer)
  return performance.now() - start
}
