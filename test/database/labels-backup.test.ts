/** Labels and saved searches taken out of one database into another. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addLabel,
  backUpLabels,
  countLabels,
  Database,
  importSources,
  labelsOf,
  listAbsent,
  listSavedSearches,
  restoreLabels,
  saveSearch,
  setLabels,
} from '../../src/database/index.ts'
import { runInProcess } from '../support/in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-backup-'))
const path = (name: string) => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(async () => {
  const game = (white: string, moves: string) => `[White "${white}"]\n[Black "Birch"]\n[Result "*"]\n\n${moves} *\n\n`
  writeFileSync(path('games.pgn'), game('Ash', '1. e4 c5') + game('Cedar', '1. d4 d5') + game('Ash', '1. c4 e5'))
  // The same games at another place, and none of them.
  cpSync(path('games.pgn'), path('copy.pgn'))
  writeFileSync(path('none.pgn'), game('Nobody', '1. a3'))
  await withDatabase('games.db', async (database) => {
    await importSources(database, [{ path: path('games.pgn') }])
    await addLabel(database, 'tag', 'Sharp', [1, 2])
    await addLabel(database, 'collection', 'Openings/English', [3])
    await setLabels(database, 2, { tags: ['Sharp'], collections: [], note: 'Look' })
    await saveSearch(database, 'ash', { player: 'Ash' })
  })
})

async function withDatabase<Result>(name: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await Database.open(path(name))
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

it('find the same games elsewhere, and are added to what there is, once', async () => {
  const backup = await withDatabase('games.db', backUpLabels)
  await withDatabase('other.db', async (database) => {
    await importSources(database, [{ path: path('copy.pgn') }])
    await setLabels(database, 2, { tags: ['sharp'], collections: [], note: 'Own' })
    for (let time = 0; time < 2; time++) {
      const restored = await restoreLabels(database, JSON.parse(JSON.stringify(backup)))
      expect(restored).toEqual({ games: 3, absent: 0, searches: 1, refused: [], aliases: 0, refusedAliases: [] })
      expect(Object.fromEntries(await labelsOf(database, [1, 2, 3]))).toEqual({
        1: { tags: ['sharp'], collections: [] },
        2: { tags: ['sharp'], collections: [], note: 'Own\n\nLook' },
        3: { tags: [], collections: ['Openings/English'] },
      })
      expect(await listSavedSearches(database)).toEqual([{ name: 'ash', conditions: { player: 'Ash' } }])
      expect(await listAbsent(database)).toEqual([])
    }
    await saveSearch(database, 'ash', { player: 'Cedar' })
    expect(await restoreLabels(database, backup)).toMatchObject({ searches: 0, refused: ['ash'] })
    expect(await listSavedSearches(database)).toEqual([{ name: 'ash', conditions: { player: 'Cedar' } }])
  })
})

it('wait for games that are not there, and are backed up all the same', async () => {
  const backup = await withDatabase('games.db', backUpLabels)
  await withDatabase('bare.db', async (database) => {
    expect(await restoreLabels(database, backup)).toMatchObject({ games: 3, absent: 3 })
  })
  await withDatabase('third.db', async (database) => {
    await importSources(database, [{ path: path('none.pgn') }])
    expect(await backUpLabels(database)).toEqual({
      ludograph: 'labels',
      version: 2,
      games: [],
      searches: [],
      aliases: [],
    })
    expect(await restoreLabels(database, await backUpLabels(database))).toMatchObject({ games: 0 })
    for (let time = 0; time < 2; time++) {
      expect(await restoreLabels(database, backup)).toMatchObject({ games: 3, absent: 3 })
      expect((await listAbsent(database)).length).toBe(3)
    }
    expect(await backUpLabels(database)).toEqual(backup)
    await importSources(database, [{ path: path('copy.pgn') }])
    expect(await countLabels(database, 'tag')).toEqual([{ name: 'Sharp', games: 2 }])
    expect(await listAbsent(database)).toEqual([])
  })
})

it('are written and read by commands', async () => {
  const backup = await runInProcess(['labels', 'backup', path('games.db'), '-o', path('labels.json')])
  expect(backup.text).toContain('labels of 3 games, 1 saved search and 0 aliases backed up')
  expect(JSON.parse(readFileSync(path('labels.json'), 'utf8'))).toEqual(await withDatabase('games.db', backUpLabels))
  await expect(runInProcess(['labels', 'backup', path('games.db'), '-o', path('labels.json')])).rejects.toMatchObject({
    message: expect.stringContaining('--force'),
  })
  const restored = await runInProcess(['labels', 'restore', path('games.db'), path('labels.json')])
  expect(restored.text).toContain('labels of 3 games, 1 saved search and 0 aliases restored')
  writeFileSync(path('bad.json'), '{')
  await expect(runInProcess(['labels', 'restore', path('games.db'), path('bad.json')])).rejects.toMatchObject({
    code: 'labels/other',
    place: { file: path('bad.json') },
  })
})

it.each([
  [undefined, 'labels/other'],
  [{ ludograph: 'training', version: 1 }, 'labels/other'],
  [{ ludograph: 'labels', version: 3 }, 'labels/version'],
  [{ ludograph: 'labels', version: 2, games: [], searches: [], aliases: [{ name: 'Ann' }] }, 'labels/other'],
  [{ ludograph: 'labels', version: 1, games: [], searches: {} }, 'labels/other'],
  [{ ludograph: 'labels', version: 1, games: [{}], searches: [] }, 'labels/other'],
  [{ ludograph: 'labels', version: 1, games: [], searches: [{ name: 'x', conditions: {} }] }, 'database/search-empty'],
])('refuses %j and changes nothing', async (backup, code) => {
  await withDatabase('games.db', async (database) => {
    const before = await backUpLabels(database)
    await expect(restoreLabels(database, backup)).rejects.toMatchObject({ code })
    expect(await backUpLabels(database)).toEqual(before)
  })
})
