/** Nothing in the folder of a database but its own files is touched, and one program at a time writes to it. */
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { newSegmentFile } from '../../src/database/catalogue/folder.ts'
import { countGames, Database, importSources, removeSources, searchRecords } from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { FormatError } from '../../src/issues/index.ts'
import type { GameRecord } from '../../src/model/index.ts'
import { FILES_OF_SEGMENT, importRecords, problemsOf, writeRecords } from '../support/databases.ts'
import { snapshotTree } from '../support/failing-disk.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-folder-'))
const path = (...names: string[]): string => join(folder, ...names)
const games = randomGames('chess', 10, 1)

afterAll(() => rmSync(folder, { recursive: true }))

describe('a folder that holds other files', () => {
  it.each(['thesis.doc', 'positions/endgames.pgn', 'positions/more/mine.txt', 'catalogue.duckdb.pgn'])(
    'is refused for %s before anything is made',
    async (name) => {
      const taken = path(`taken ${name.replaceAll('/', ' ')}`)
      mkdirSync(join(taken, name, '..'), { recursive: true })
      writeFileSync(join(taken, name), 'mine')
      const before = snapshotTree(taken)
      await expect(Database.open(taken)).rejects.toMatchObject({ code: 'database/foreign-files' })
      expect(snapshotTree(taken)).toEqual(before)
    },
  )
})

it('a catalogue of other bytes is refused by its name, and stays as it is', async () => {
  const strange = path('strange.db')
  mkdirSync(strange)
  const catalogue = join(strange, 'catalogue.duckdb')
  writeFileSync(catalogue, 'x'.repeat(20_000))
  for (const readOnly of [true, false]) {
    await expect(Database.open(strange, { readOnly })).rejects.toMatchObject({
      code: 'database/catalogue-unopened',
      place: { file: catalogue },
    })
  }
  expect(readFileSync(catalogue, 'utf8')).toBe('x'.repeat(20_000))
})

describe('what somebody puts into a database', () => {
  it('stays through every change: files, folders, links, and names nearly our own', async () => {
    const database = await importRecords(folder, 'guests.db', games)
    database.close()
    const outside = path('outside.txt')
    writeFileSync(outside, 'not to be touched')
    const positions = path('guests.db', 'positions')
    writeFileSync(path('guests.db', 'readme.txt'), 'mine')
    writeFileSync(join(positions, 'endgames.pgn'), 'mine')
    writeFileSync(join(positions, `copy-${newSegmentFile('chess')}`), 'mine')
    mkdirSync(join(positions, newSegmentFile('go')))
    writeFileSync(join(positions, newSegmentFile('chess').replace('.positions', '.positions.bak')), 'mine')
    symlinkSync(outside, join(positions, newSegmentFile('chess')))
    const guests = Object.entries(snapshotTree(path('guests.db'))).filter(
      ([name, what]) =>
        what.startsWith('4 bytes') || what.startsWith('link') || (what === 'folder' && name.includes('go-')),
    )
    expect(guests.length).toBe(6)
    const other = path('other.jsonl')
    writeFileSync(other, await writeRecords(jsonl, randomGames('chess', 5, 2)))
    for (let round = 0; round < 2; round++) {
      const again = await Database.open(path('guests.db'))
      if (round === 0) await importSources(again, [{ path: other }])
      else await removeSources(again, [1])
      await again.compact({ all: true })
      again.close()
    }
    expect(Object.entries(snapshotTree(path('guests.db')))).toEqual(expect.arrayContaining(guests))
    expect(readFileSync(outside, 'utf8')).toBe('not to be touched')
  })

  it.each(['catalogue.duckdb', 'positions', 'positions.json', 'catalogue.duckdb.wal'])(
    'is refused when %s is a link',
    async (name) => {
      const target = path(`linked ${name}.db`)
      const database = await importRecords(folder, `linked ${name}.db`, games)
      database.close()
      const moved = path(`moved ${name}`)
      if (existsSync(join(target, name))) renameSync(join(target, name), moved)
      else writeFileSync(moved, 'mine')
      symlinkSync(moved, join(target, name))
      const before = snapshotTree(folder)
      await expect(Database.open(target)).rejects.toMatchObject({ code: 'database/link' })
      await expect(Database.open(target, { readOnly: true })).rejects.toMatchObject({ code: 'database/link' })
      expect(snapshotTree(folder)).toEqual(before)
    },
  )

  it('is not followed from positions.json.part, under which the list of segments is written', async () => {
    const database = await importRecords(folder, 'part.db', games)
    const outside = path('precious.txt')
    writeFileSync(outside, 'precious')
    symlinkSync(outside, path('part.db', 'positions.json.part'))
    await removeSources(database, [1])
    database.close()
    expect(readFileSync(outside, 'utf8')).toBe('precious')
    expect(lstatSync(path('part.db', 'positions.json')).isFile()).toBe(true)
  })
})

describe('a catalogue that lists files elsewhere', () => {
  it('is refused', async () => {
    const database = await importRecords(folder, 'elsewhere.db', games)
    await database.catalogue.rows("UPDATE segments SET file = '../../outside.positions'")
    database.close()
    await expect(Database.open(path('elsewhere.db'))).rejects.toThrow(FormatError)
  })
})

describe('a database opened twice in one program', () => {
  it('is written by one, or read by several that do not end each other', async () => {
    const writer = await importRecords(folder, 'twice.db', games)
    await expect(Database.open(path('twice.db'))).rejects.toMatchObject({ code: 'database/open-here' })
    await expect(Database.open(path('twice.db'), { readOnly: true })).rejects.toMatchObject({
      code: 'database/open-here',
    })
    symlinkSync(path('twice.db'), path('another way.db'))
    await expect(Database.open(path('another way.db'))).rejects.toMatchObject({ code: 'database/open-here' })
    writer.close()
    const one = await Database.open(path('twice.db'), { readOnly: true })
    const other = await Database.open(path('another way.db'), { readOnly: true })
    one.close()
    expect(await countGames(other, {})).toBe(10)
    await expect(Database.open(path('twice.db'))).rejects.toMatchObject({ code: 'database/open-here' })
    other.close()
    const again = await Database.open(path('twice.db'))
    expect(await problemsOf(again)).toEqual([])
    again.close()
  })
})

describe('the list of segments', () => {
  it('is put right at the next opening for writing, before the files it named are deleted', async () => {
    const database = await importRecords(folder, 'listed.db', games)
    database.close()
    const manifest = path('listed.db', 'positions.json')
    const text = readFileSync(manifest, 'utf8')
    for (const wrong of ['', '{}', text.replace('"games": 10', '"games": 11')]) {
      writeFileSync(manifest, wrong)
      const again = await Database.open(path('listed.db'))
      again.close()
      expect(readFileSync(manifest, 'utf8')).toBe(text)
    }
    rmSync(manifest)
    const again = await Database.open(path('listed.db'))
    again.close()
    expect(readFileSync(manifest, 'utf8')).toBe(text)
  })
})

describe('a source whose reading fails', () => {
  it('is named, and those beside it come in', async () => {
    const good = [1, 2].map((seed) => path(`good ${seed}.jsonl`))
    for (const [index, name] of good.entries()) {
      writeFileSync(name, await writeRecords(jsonl, randomGames('othello', 6, index)))
    }
    const bad = path('bad.jsonl')
    // There when it is counted, and gone when a worker opens it.
    writeFileSync(bad, await writeRecords(jsonl, randomGames('othello', 6, 7)))
    const database = await Database.open(path('isolated.db'))
    const last = {
      path: good[1]!,
      // Asked for when the last source is examined, after the bad one was.
      get format() {
        rmSync(bad, { force: true })
        return 'jsonl'
      },
    }
    const report = await importSources(database, [{ path: good[0]! }, { path: bad }, last])
    expect(report.failures.map((failure) => failure.path)).toEqual([bad])
    expect(report).toMatchObject({ imported: 2, games: 12 })
    expect(await countGames(database, {})).toBe(12)
    expect(await problemsOf(database)).toEqual([])
    expect(Object.keys(snapshotTree(path('isolated.db', 'positions'))).length).toBe(FILES_OF_SEGMENT)
    database.close()
  })
})

describe('a few heavily annotated games among plain ones', () => {
  it('are read within the memory of the engine', async () => {
    const [annotated, ...plain] = randomGames('chess', 400, 8) as [GameRecord, ...GameRecord[]]
    const comment = { text: 'x'.repeat(3_000_000), placement: 'after' as const }
    const heavy = { ...annotated, nodes: [{ parent: -1, comments: [comment] }, ...annotated.nodes.slice(1)] }
    const database = await importRecords(folder, 'heavy.db', [heavy, ...plain])
    let games = 0
    for await (const { record } of searchRecords(database, {})) if (record.nodes.length > 0) games++
    expect(games).toBe(400)
    expect(await problemsOf(database)).toEqual([])
    database.close()
  })
})
