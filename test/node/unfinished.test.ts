/** What is not finished is told to the thread that cleans up when this one cannot. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { dropLocks } from '../../src/node/file-lock.ts'
import { FolderChange } from '../../src/node/folder-change.ts'
import { clearInterrupted } from '../../src/node/undo.ts'
import {
  addUnfinished,
  forgetUnfinished,
  listenToUnfinished,
  noteChild,
  removeUnfinished,
  removeUnfinishedNow,
} from '../../src/node/unfinished.ts'
import { snapshotTree } from '../support/failing-disk.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-unfinished-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('is told when it begins and when it ends, files and programs', () => {
  const told: unknown[] = []
  listenToUnfinished((change) => told.push(change))
  addUnfinished('games.pgn.new')
  forgetUnfinished('games.pgn.new')
  addUnfinished('base', 'base.cbh')
  forgetUnfinished('base', 'base.cbh')
  noteChild(123_456, true)
  noteChild(123_456, false)
  expect(told).toEqual([
    { path: resolve('games.pgn.new'), isUnfinished: true },
    { path: resolve('games.pgn.new'), isUnfinished: false },
    { path: resolve('base'), key: 'base.cbh', isUnfinished: true },
    { path: resolve('base'), key: 'base.cbh', isUnfinished: false },
    { pid: 123_456, isRunning: true },
    { pid: 123_456, isRunning: false },
  ])
})

it('is removed unless it was finished', async () => {
  const [finished, left] = ['finished', 'left'].map((name) => join(folder, name)) as [string, string]
  for (const path of [finished, left]) {
    addUnfinished(path)
    writeFileSync(path, 'half')
  }
  forgetUnfinished(finished)
  await removeUnfinished()
  expect([finished, left].map((path) => existsSync(path))).toEqual([true, false])
})

it('is removed by the thread that began it, once that has let go of its locks', () => {
  const path = (name: string) => join(folder, 'base', name)
  mkdirSync(path(''))
  for (const name of ['base.cbh', 'base.cbg']) writeFileSync(path(name), `old ${name}`)
  const old = snapshotTree(path(''))
  const change = new FolderChange(path(''), 'base', (name) => name.startsWith('base.'))
  for (const name of ['base.cbh', 'base.cbg']) {
    const file = change.create(name)
    file.append(Buffer.from('new'))
    change.keep(file)
  }
  expect(Object.keys(snapshotTree(path('')))).toHaveLength(5)
  dropLocks()
  removeUnfinishedNow(clearInterrupted)
  expect(snapshotTree(path(''))).toEqual(old)
})
