/** A program that changes a database is killed at random moments: what it leaves is the state before or after a change. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { chessbase } from '../../../src/formats/chessbase/format.ts'
import { partTest } from '../../../src/formats/parts.ts'
import type { GameRecord } from '../../../src/model/record.ts'
import { DiskFileEdit } from '../../../src/node/file-edit.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { gameRecords, rewritten, withoutOrigin } from '../../support/chessbase-records.ts'
import fc from '../../support/properties.ts'
import { randomInt, seededRandom } from '../../support/random.ts'
import { scaled } from '../../support/scale.ts'
import { STEADY } from '../../support/steady.ts'

const CHILD = fileURLToPath(new URL('../../support/append-child.ts', import.meta.url))
const KILLS = scaled(6, 60)
/** The child changes the database several times in so many milliseconds. */
const LONGEST = 250

const folder = mkdtempSync(join(tmpdir(), 'ludograph-kill-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Games of which none is marked as deleted. */
const games = fc.sample(gameRecords, { numRuns: 30, seed: 12 }).map(({ header, ...record }): GameRecord => {
  const { deleted: _deleted, ...kept } = header
  return { ...record, header: { ...kept, isTopGame: false } }
})
const added = games.slice(10)

async function killedAfter(delay: number): Promise<void> {
  const child = spawn(process.execPath, [STEADY, CHILD, join(folder, 'base.cbh'), join(folder, 'records.json')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  await once(child.stdout, 'data')
  setTimeout(() => child.kill('SIGKILL'), delay)
  expect(((await exit) as [unknown, string])[1]).toBe('SIGKILL')
}

it('leaves whole changes, whenever it is killed', async () => {
  writeFileSync(join(folder, 'records.json'), JSON.stringify(added))
  const random = seededRandom(5)
  for (let round = 0; round < KILLS; round++) {
    const { files } = await rewritten(games.slice(0, 10))
    for (const [name, bytes] of files) writeFileSync(join(folder, name.replace('copy', 'base')), bytes)
    await killedAfter(randomInt(random, LONGEST))
    new DiskFileEdit(folder, 'base', partTest(chessbase, 'base.cbh')).close()
    expect(
      readdirSync(folder).filter((name) => !/^(base|records)\.[a-z]+$/.test(name) || name.endsWith('.undo')),
    ).toEqual([])
    const opened = new DiskFileSet(join(folder, 'base.cbh'))
    const collection = await chessbase.open(opened)
    expect([...collection.issues, ...collection.validate!()]).toEqual([])
    const records = [...collection.entries()].map(({ record }) => withoutOrigin(record!))
    opened.close()
    const changes = (records.length - 10) / added.length
    expect(Number.isInteger(changes)).toBe(true)
    const deleted = records.filter(({ header }) => header.deleted).length
    expect([changes, changes - 1]).toContain(deleted)
    const expected = [...games.slice(0, 10), ...Array.from({ length: changes }, () => added).flat()].map(
      (record, index) => (index < deleted ? { ...record, header: { ...record.header, deleted: true } } : record),
    )
    expect(records).toEqual(expected)
  }
})
