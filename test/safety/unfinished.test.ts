/** What a program writes, or wrote until it was killed, is nobody's games. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { Database } from '../../src/database/index.ts'
import { lockFile } from '../../src/node/file-lock.ts'
import { importRecords, problemsOf } from '../support/databases.ts'
import { runInProcess } from '../support/in-process.ts'
import { randomGames } from '../support/random-games.ts'

const root = mkdtempSync(join(tmpdir(), 'ludograph-unfinished-'))
const example = join(import.meta.dirname, '../../examples/chess/opera-game.pgn')
const folder = join(root, 'games')
const unfinishedFolder = join(folder, '.archive.folder.0123456789abcdef.part')
const unfinishedFile = join(folder, '.other.pgn.0123456789abcdef.part')

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(unfinishedFolder, 'deep'), { recursive: true })
  cpSync(example, join(folder, 'one.pgn'))
  cpSync(example, join(unfinishedFolder, 'two.pgn'))
  cpSync(example, join(unfinishedFolder, 'deep', 'three.pgn'))
  cpSync(example, unfinishedFile)
})

afterAll(() => rmSync(root, { recursive: true }))

it.each([
  ['info', folder],
  ['validate', folder],
  ['convert', folder, '-o', join(root, 'all.pgn'), '--force'],
  ['import', join(root, 'walked.db'), folder],
])('%s over a folder passes over it, and says so', async (...words) => {
  const { text } = await runInProcess(words)
  for (const path of [unfinishedFolder, unfinishedFile]) expect(text).toContain(`${path}: not complete`)
  expect(text).not.toMatch(/two\.pgn|three\.pgn/)
  if (words[0] === 'import') expect(text).toMatch(/\b1 game from 1 source/)
})

it('is removed by the next command that writes beside it, whatever that writes', async () => {
  await runInProcess(['convert', example, '-o', join(folder, 'copy.jsonl')])
  expect(readdirSync(folder).toSorted()).toEqual(['copy.jsonl', 'one.pgn'])
})

it.each(['x'.repeat(251), '棋'.repeat(83)])(
  'has room for its names beside an output of the longest name',
  async (name) => {
    const output = join(folder, `${name}.pgn`)
    await runInProcess(['convert', example, '-o', output])
    expect(existsSync(output)).toBe(true)
    await runInProcess(['convert', example, '-o', output, '--force'])
    expect(readdirSync(folder).toSorted()).toEqual([`${name}.pgn`, 'one.pgn'].toSorted())
  },
)

it('stays while a program writes it', async () => {
  const lock = lockFile(folder, 'archive.folder')
  try {
    await runInProcess(['convert', example, '-o', join(folder, 'copy.jsonl')])
    expect(existsSync(join(unfinishedFolder, 'two.pgn'))).toBe(true)
    expect(existsSync(unfinishedFile)).toBe(false)
  } finally {
    lock.release()
  }
})

it('of a first import that was killed is found by verify, and removed by the next change', async () => {
  const database = await importRecords(root, 'first.db', randomGames('othello', 3, 1))
  const left = ['catalogue.duckdb.12345678-1234-1234-1234-123456789012.new', 'catalogue.duckdb.undo.part']
  for (const name of left) writeFileSync(join(root, 'first.db', name), 'half')
  writeFileSync(join(root, 'first.db', 'catalogue.duckdb.mine.new'), 'mine')
  expect(await problemsOf(database)).toMatchObject([{ id: 'database/unlisted-files', params: { count: 2 } }])
  database.close()
  ;(await Database.open(join(root, 'first.db'))).close()
  const names = readdirSync(join(root, 'first.db'))
  for (const name of left) expect(names).not.toContain(name)
  expect(names).toContain('catalogue.duckdb.mine.new')
})
