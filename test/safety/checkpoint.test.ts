/** What a power cut leaves of a checkpoint, or of the transaction at the end of the log, is settled by who opens it next. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database, setLabels } from '../../src/database/index.ts'
import { importRecords, problemsOf } from '../support/databases.ts'
import { watchDisk } from '../support/failing-disk.ts'
import { randomGames } from '../support/random-games.ts'

const root = mkdtempSync(join(tmpdir(), 'ludograph-checkpoint-'))
const HEADERS_SIZE = 3 * 4096
const BLOCK_SIZE = 32_768

/** The database while a program works with it: the last note is in the log. */
const running = join(root, 'running.db')
/** The same when the program was killed at the end of its checkpoint. */
const killed = join(root, 'killed.db')
const catalogue = (folder: string) => join(folder, 'catalogue.duckdb')
const undo = (folder: string) => join(folder, 'catalogue.duckdb.undo')
const log = (folder: string) => join(folder, 'catalogue.duckdb.wal')

beforeAll(async () => {
  const database = await importRecords(root, 'games.db', randomGames('othello', 300, 1))
  await note(database, 1, 'first')
  database.close()
  const again = await Database.open(join(root, 'games.db'))
  await note(again, 2, 'second')
  cpSync(join(root, 'games.db'), running, { recursive: true })
  const { operations } = await watchDisk(root, () => again.close())
  const last = operations.findLastIndex(({ name, path }) => name === 'rm' && path.endsWith('.undo'))
  expect(last).toBeGreaterThan(-1)
  const other = await Database.open(running)
  cpSync(running, killed, { recursive: true })
  await watchDisk(running, () => other.close(), { at: last + 1, mode: 'kill' })
  cpSync(running, join(root, 'finished.db'), { recursive: true })
  expect(existsSync(undo(running))).toBe(true)
})

afterAll(() => rmSync(root, { recursive: true }))

async function note(database: Database, id: number, text: string): Promise<void> {
  await setLabels(database, id, { tags: [], collections: [], note: text })
}

async function notesOf(folder: string, readOnly = false): Promise<string> {
  const database = await Database.open(folder, { readOnly })
  try {
    expect(await problemsOf(database)).toEqual([])
    const rows = await database.catalogue.rows("SELECT text FROM labels WHERE kind = 'note' ORDER BY text")
    return rows.map(({ text }) => text).join()
  } finally {
    database.close()
  }
}

/** The database as the power cut left it: the old headers, and of each block that was written again the first bytes. */
function torn(name: string): string {
  const folder = join(root, name)
  cpSync(killed, folder, { recursive: true })
  const before = readFileSync(catalogue(killed))
  const after = readFileSync(catalogue(join(root, 'finished.db')))
  const bytes = Buffer.from(before)
  for (let start = HEADERS_SIZE; start < before.length; start += BLOCK_SIZE) {
    after.copy(bytes, start, start, start + 512)
  }
  writeFileSync(catalogue(folder), bytes)
  return folder
}

describe('a checkpoint that was torn', () => {
  it('cannot be read by DuckDB alone', async () => {
    await expect(Database.open(torn('alone.db'))).rejects.toMatchObject({ code: 'database/catalogue-unopened' })
  })

  it.each([true, false])('is undone by who opens the database (read-only: %s)', async (readOnly) => {
    const folder = torn(`undone ${readOnly}.db`)
    cpSync(undo(join(root, 'finished.db')), undo(folder))
    expect(await notesOf(folder, readOnly)).toBe('first,second')
    expect(existsSync(undo(folder))).toBe(false)
  })

  it('stays done once its header is whole', async () => {
    const folder = join(root, 'finished.db')
    expect(existsSync(log(folder))).toBe(false)
    expect(await notesOf(folder)).toBe('first,second')
    expect(existsSync(undo(folder))).toBe(false)
  })

  it('is not undone by a damaged journal', async () => {
    const folder = torn('damaged.db')
    const journal = readFileSync(undo(running))
    journal[journal.length >> 1]! ^= 1
    writeFileSync(undo(folder), journal)
    await expect(Database.open(folder)).rejects.toMatchObject({ code: 'database/undo-damaged' })
  })

  it('is not put into a catalogue of which little is left', async () => {
    const folder = torn('little.db')
    cpSync(undo(running), undo(folder))
    truncateSync(catalogue(folder), 5000)
    await expect(Database.open(folder)).rejects.toMatchObject({ code: 'database/catalogue-unopened' })
    expect(readFileSync(catalogue(folder))).toHaveLength(5000)
  })

  it('leaves a catalogue alone that somebody put there', async () => {
    const folder = join(root, 'other.db')
    const database = await importRecords(root, 'other.db', randomGames('chess', 3, 2))
    await note(database, 2, 'another')
    database.close()
    cpSync(undo(running), undo(folder))
    expect(await notesOf(folder)).toBe('another')
    expect(existsSync(undo(folder))).toBe(false)
  })
})

describe('the end of the log', () => {
  /** The log with some bytes lost that were not synced. */
  function withHole(name: string, from: number, to: number): string {
    const folder = join(root, name)
    cpSync(killed, folder, { recursive: true })
    const bytes = readFileSync(log(folder))
    writeFileSync(log(folder), bytes.fill(0, from < 0 ? bytes.length + from : from, to <= 0 ? bytes.length + to : to))
    return folder
  }

  it.each([true, false])('is left out when parts of its transaction are missing (read-only: %s)', async (readOnly) => {
    expect(await notesOf(withHole(`hole ${readOnly}.db`, -60, -30), readOnly)).toBe('first')
    expect(await notesOf(withHole(`end ${readOnly}.db`, -30, 0), readOnly)).toBe('first')
  })

  it('is left out when it is cut off', async () => {
    const folder = withHole('short.db', 0, 1)
    cpSync(log(killed), log(folder))
    truncateSync(log(folder), readFileSync(log(folder)).length - 5)
    expect(await notesOf(folder)).toBe('first')
  })

  it('is the only one that may be missing', async () => {
    const database = await Database.open(join(root, 'games.db'))
    await note(database, 3, 'third')
    const size = readFileSync(log(join(root, 'games.db'))).length
    await note(database, 4, 'fourth')
    const folder = join(root, 'middle.db')
    cpSync(join(root, 'games.db'), folder, { recursive: true })
    database.close()
    const bytes = readFileSync(log(folder))
    writeFileSync(log(folder), bytes.fill(0, size - 60, size - 30))
    await expect(Database.open(folder)).rejects.toMatchObject({ code: 'database/log-damaged' })
    expect(readFileSync(log(folder))).toEqual(bytes)
  })
})
