/** What is not finished is told to the thread that cleans up when this one cannot. */
import { mkdtempSync, rmSync, existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import {
  addUnfinished,
  forgetUnfinished,
  listenToUnfinished,
  noteChild,
  removeUnfinished,
} from '../../src/node/unfinished.ts'

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
