import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addAlias,
  Database,
  importSources,
  listAbsent,
  listAliases,
  listNotes,
  listSavedSearches,
  recoverDatabase,
  removeGames,
  saveGame,
  saveSearch,
  setLabels,
  type RecoverReport,
} from '../../src/database/index.ts'
import { mainLineMoves, moveFrom, movePromotion, moveTo, type GameRecord } from '../../src/model/index.ts'
import { runInProcess } from '../support/in-process.ts'
import { contentOf, importRecords, problemsOf, writeRecords } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'
import type { FormatError } from '../../src/issues/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-recover-'))
const whole = join(folder, 'whole.db')
afterAll(() => rmSync(folder, { recursive: true }))

/** The smallest part of a catalogue that DuckDB reads by itself, and where the first begins. */
const BLOCK = 32_768
const FIRST_BLOCK = 3 * 4096

let records: ReadonlyMap<number, GameRecord>

async function recordsOf(path: string): Promise<Map<number, GameRecord>> {
  const database = await Database.open(path, { readOnly: true })
  const all = new Map<number, GameRecord>()
  for (const id of database.columns.games()) all.set(id, (await database.record(id))!)
  database.close()
  return all
}

beforeAll(async () => {
  const database = await importRecords(folder, 'whole.db', [
    ...randomGames('chess', 700, 1, 4),
    ...randomGames('xiangqi', 40, 2, 4),
    ...randomGames('go', 40, 3, 4),
    ...randomGames('othello', 40, 4, 4),
  ])
  const more = join(folder, 'more.jsonl')
  writeFileSync(more, await writeRecords(jsonl, randomGames('chess', 40, 5)))
  await importSources(database, [{ path: more }])
  await saveGame(database, 3, randomGames('chess', 1, 9)[0]!)
  await removeGames(database, [5])
  await addAlias(database, 'One', 'Other')
  await setLabels(database, 2, { tags: ['sharp'], collections: ['mine/best'], note: 'look' })
  await saveSearch(database, 'mine', { tag: 'sharp' })
  database.close()
  records = await recordsOf(whole)
})

let count = 0

/** A copy of the database, damaged, and what became of it. */
async function recovered(damage: (path: string) => void): Promise<{ path: string; report: RecoverReport }> {
  const [damaged, path] = [join(folder, `d${count}.db`), join(folder, `r${count++}.db`)]
  cpSync(whole, damaged, { recursive: true })
  damage(damaged)
  const before = new Map(readdirSync(damaged).map((name) => [name, contentOfFile(join(damaged, name))]))
  const report = await recoverDatabase(damaged, path)
  // The damaged one is not changed.
  expect(new Map(readdirSync(damaged).map((name) => [name, contentOfFile(join(damaged, name))]))).toEqual(before)
  const database = await Database.open(path)
  expect(await problemsOf(database)).toEqual([])
  database.close()
  return { path, report }
}

function contentOfFile(path: string): string | undefined {
  return path.endsWith('positions') ? undefined : readFileSync(path).toString('base64')
}

/** Overwrites bytes of the catalogue. */
function overwrite(database: string, start: number, length: number): void {
  const path = join(database, 'catalogue.duckdb')
  const bytes = readFileSync(path)
  bytes.fill(0xa5, start, start + length)
  writeFileSync(path, bytes)
}

describe('recover', () => {
  it('makes the same database of one that is whole', async () => {
    const { path, report } = await recovered(() => {})
    expect(report).toEqual({
      whole: records.size,
      partial: 0,
      lost: 0,
      catalogue: 'opened',
      unreadable: [],
      damagedIndex: [],
      labels: 1,
      aliases: 1,
      searches: 1,
    })
    expect(await contentOf(path)).toBe(await contentOf(whole))
  })

  it('opens a catalogue whose first header is destroyed', async () => {
    const { path, report } = await recovered((database) => overwrite(database, 0, 4096))
    expect(report).toMatchObject({ catalogue: 'with mended headers', whole: records.size, lost: 0 })
    expect(await recordsOf(path)).toEqual(records)
  })

  it.each([4096, 8192])('has all games where the header of a state is destroyed, at %i', async (start) => {
    const { path, report } = await recovered((database) => overwrite(database, start, 4096))
    expect(report.whole + report.partial).toBe(records.size)
    for (const [id, record] of await recordsOf(path)) expectSameLine(record, records.get(id)!)
  })

  it('takes games from the index where blocks of the catalogue are destroyed, and everything else as it is', async () => {
    const blocks = Math.floor((readFileSync(join(whole, 'catalogue.duckdb')).length - FIRST_BLOCK) / BLOCK)
    let partial = 0
    for (let block = 2; block < blocks; block += Math.ceil(blocks / 5)) {
      const { path, report } = await recovered((database) => overwrite(database, FIRST_BLOCK + block * BLOCK, 4096))
      expect(report.whole + report.partial).toBe(records.size)
      expect(report.lost).toBe(0)
      partial += report.partial
      for (const [id, record] of await recordsOf(path)) expectSameLine(record, records.get(id)!)
    }
    expect(partial).toBeGreaterThan(0)
  })

  it('takes every game from the index if the catalogue is gone', async () => {
    const { path, report } = await recovered((database) => rmSync(join(database, 'catalogue.duckdb')))
    expect(report).toMatchObject({ catalogue: 'unreadable', whole: 0, partial: records.size, lost: 0 })
    const rescued = await recordsOf(path)
    expect([...rescued.keys()]).toEqual([...records.keys()])
    for (const [id, record] of rescued) expectSameLine(record, records.get(id)!)
  })

  it('counts the games that are lost where neither the catalogue nor the index has their numbers', async () => {
    const damaged = join(folder, 'uncounted.db')
    cpSync(whole, damaged, { recursive: true })
    rmSync(join(damaged, 'catalogue.duckdb'))
    for (const name of readdirSync(join(damaged, 'positions'))) {
      if (name.startsWith('go-')) rmSync(join(damaged, 'positions', name))
    }
    const report = await recoverDatabase(damaged, join(folder, 'counted.db'))
    expect([report.partial + report.lost, report.lost]).toEqual([records.size, 40])
  })

  it('keeps what was written about a game of which nothing is left', async () => {
    const block = await headBlock()
    const { path, report } = await recovered((database) => {
      for (const name of readdirSync(join(database, 'positions'))) rmSync(join(database, 'positions', name))
      overwrite(database, FIRST_BLOCK + block * BLOCK, 4096)
    })
    expect(report.lost).toBeGreaterThan(0)
    expect(report.whole + report.lost).toBe(records.size)
    const database = await Database.open(path, { readOnly: true })
    expect(await listNotes(database)).toEqual([])
    expect(await listAbsent(database)).toMatchObject([
      {
        description: 'game 2',
        labels: [
          { kind: 'tag', text: 'sharp' },
          { kind: 'note', text: 'look' },
          { kind: 'collection', text: 'mine/best' },
        ],
      },
    ])
    expect(await listAliases(database)).toEqual([{ name: 'One', player: 'Other' }])
    expect(await listSavedSearches(database)).toHaveLength(1)
    database.close()
  })

  it('makes folders, but no database of what is none, and none in the damaged one', async () => {
    const notes = join(folder, 'notes')
    mkdirSync(notes)
    writeFileSync(join(notes, 'games.pgn'), '1. e4 *\n')
    const codes: unknown[] = []
    for (const [from, to] of [
      [notes, 'made.db'],
      [join(notes, 'games.pgn'), 'made.db'],
      [whole, 'whole.db/made.db'],
    ] as const) {
      await recoverDatabase(from, join(folder, to)).catch((error: unknown) => codes.push((error as FormatError).code))
    }
    expect(codes).toEqual(['database/none-here', 'database/is-file', 'database/within-damaged'])
    expect([existsSync(join(folder, 'made.db')), existsSync(join(whole, 'made.db'))]).toEqual([false, false])
    await recoverDatabase(whole, join(folder, 'new', 'made.db'))
    expect(readdirSync(join(folder, 'new'))).toEqual(['made.db'])
    cpSync(whole, join(folder, 'here.db'), { recursive: true })
    await runInProcess(['recover', `${join(folder, 'here.db')}/positions/..`])
    expect(existsSync(join(folder, 'here-recovered.db'))).toBe(true)
    expect(readdirSync(join(folder, 'here.db')).toSorted()).toEqual(readdirSync(whole).toSorted())
  })

  it('replaces nothing, and tells what became of the games', async () => {
    const damaged = join(folder, 'told.db')
    cpSync(whole, damaged, { recursive: true })
    overwrite(damaged, FIRST_BLOCK + (await headBlock()) * BLOCK, 4096)
    await expect(recoverDatabase(damaged, whole)).rejects.toMatchObject({ code: 'database/not-empty' })
    await expect(recoverDatabase(join(folder, 'none.db'), join(folder, 'new.db'))).rejects.toMatchObject({
      code: 'database/no-folder',
    })
    const { text } = await runInProcess(['recover', damaged])
    expect(text).toContain(`rescued as they were into ${join(folder, 'told-recovered.db')}`)
    expect(text).toMatch(/[\d,]+ more games with header and main line alone, from the position index/)
    expect(existsSync(join(folder, 'told-recovered.db'))).toBe(true)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
  })
})

/** A block that holds heads of the first games. */
async function headBlock(): Promise<number> {
  const database = await Database.open(whole, { readOnly: true })
  const [row] = await database.catalogue.rows(
    "SELECT block_id FROM pragma_storage_info('games') WHERE column_name = 'head' AND segment_type = 'VARCHAR' ORDER BY row_group_id, segment_id LIMIT 1",
  )
  database.close()
  return Number(row!['block_id'])
}

/** Whether names and moves are the same; the index always names the colour of a stone. */
function expectSameLine(one: GameRecord, other: GameRecord): void {
  expect(one.header.players.map(({ name }) => name)).toEqual(other.header.players.map(({ name }) => name))
  expect(movesOf(one)).toEqual(movesOf(other))
}

function movesOf({ nodes }: GameRecord): [number, number, number][] {
  return mainLineMoves(nodes).map((move) => [moveFrom(move), moveTo(move), movePromotion(move)])
}
