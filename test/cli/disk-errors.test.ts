/** What a disk that fails makes a command say: a sentence, and what became of the change. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOf, importRecords } from '../support/databases.ts'
import { PROGRAM } from '../support/program.ts'
import { randomGames } from '../support/random-games.ts'
import { needsRecordedDisk, recordRun } from '../support/recorded-disk.ts'
import { sample } from '../support/scale.ts'

const root = mkdtempSync(join(tmpdir(), 'ludograph-errors-'))
const EIO = 5
const STACK = /^\s+at |terminate called|Error:|exception_type/m

beforeAll(async () => {
  const database = await importRecords(root, 'template.db', randomGames('othello', 30, 1))
  database.close()
})

afterAll(() => rmSync(root, { recursive: true }))

/** Runs a command on a copy of the database, of whose changes of the disk one fails. */
async function runOnCopy(words: readonly string[], at?: number) {
  const folder = mkdtempSync(join(root, 'run-'))
  cpSync(join(root, 'template.db'), join(folder, 'games.db'), { recursive: true })
  const absolute = words.map((word) => (word.startsWith('@') ? join(folder, word.slice(1)) : word))
  const run = await recordRun(folder, [...PROGRAM, ...absolute], at === undefined ? {} : { fail: { at, errno: EIO } })
  return { ...run, content: await contentOf(join(folder, 'games.db')) }
}

const COMMANDS: Record<string, readonly string[]> = {
  note: ['note', '@games.db', '3', 'to look at'],
  remove: ['remove', '@games.db', 'template'],
  'export --parquet': ['export', '@games.db', '--parquet', '@lake'],
}

describe('a command of whose changes of the disk one fails', needsRecordedDisk(), () => {
  it.each(Object.entries(COMMANDS))('%s says so in a sentence, and its exit code is true', async (_name, words) => {
    const before = await contentOf(join(root, 'template.db'))
    const whole = await runOnCopy(words)
    expect(whole.code, whole.output).toBe(0)
    const count = whole.changes.filter(({ kind }) => kind !== 'say').length
    for (const at of sample(
      Array.from({ length: count }, (_, index) => index + 1),
      8,
    )) {
      const { code, output, content } = await runOnCopy(words, at)
      expect(output, `change ${at} of ${count}`).not.toMatch(STACK)
      expect([0, 3], `change ${at} of ${count}`).toContain(code)
      expect(content, `change ${at} of ${count}: ${output}`).toBe(code === 0 ? whole.content : before)
    }
  })
})
