/** Two writers at once: one waits or is refused, none loses games, and a lock dies with its process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockFile } from '../../src/node/file-lock.ts'
import { beginChange } from '../../src/node/undo.ts'
import { openPath } from '../../src/node/open.ts'
import { PROGRAM } from '../support/program.ts'
import { STEADY } from '../support/steady.ts'

const examples = join(import.meta.dirname, '../../examples/chess')
const CHILD = fileURLToPath(new URL('../support/lock-child.ts', import.meta.url))
const NOW = { patience: 0 }

let folder = ''
const children: ChildProcess[] = []
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ludograph-lock-'))))
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

async function holder(key: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [STEADY, CHILD, folder, key], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

it('is held once within a process, and leaves nothing behind', () => {
  const lock = lockFile(folder, 'base', NOW)
  expect(() => lockFile(folder, 'base', NOW)).toThrow(/has been writing this since/)
  lockFile(folder, 'other', NOW).release()
  lock.release()
  lock.release()
  expect(readdirSync(folder)).toEqual([])
  lockFile(folder, 'base', NOW).release()
})

it('is not released by the second release of its last holder', () => {
  const first = lockFile(folder, 'base', NOW)
  first.release()
  const second = lockFile(folder, 'base', NOW)
  first.release()
  expect(existsSync(join(folder, '.base.ludograph-lock'))).toBe(true)
  expect(() => lockFile(folder, 'base', NOW)).toThrow()
  second.release()
})

it('is held between processes and dies with its own', async () => {
  const child = await holder('base')
  const waits: string[] = []
  expect(() => lockFile(folder, 'base', { patience: 60, onWait: (path) => waits.push(path) })).toThrow(
    /\.base\.ludograph-lock/,
  )
  expect(waits).toEqual([join(folder, 'base')])
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(readdirSync(folder)).toEqual(['.base.ludograph-lock'])
  lockFile(folder, 'base').release()
  expect(readdirSync(folder)).toEqual([])
})

it('says who holds it and since when it was taken', async () => {
  writeFileSync(join(folder, '.base.ludograph-lock'), '')
  utimesSync(join(folder, '.base.ludograph-lock'), 1, 1)
  const child = await holder('base')
  const who = process.platform === 'linux' ? `process ${child.pid}` : 'another program'
  const year = new Date().getFullYear()
  expect(() => lockFile(folder, 'base', NOW)).toThrow(new RegExp(`^${who} has been writing this since ${year}-`))
})

it('that nobody holds is removed by the next change in the folder, one that is held is kept', async () => {
  for (const key of ['gone', 'new.folder']) writeFileSync(join(folder, `.${key}.ludograph-lock`), '')
  writeFileSync(join(folder, '.mine.ludograph-lock'), 'mine')
  writeFileSync(join(folder, '.mine.lock'), '')
  await holder('held')
  beginChange(folder, 'base', () => false).release()
  expect(readdirSync(folder)).toEqual(['.held.ludograph-lock', '.mine.lock', '.mine.ludograph-lock'])
  expect(() => lockFile(folder, 'held', NOW)).toThrow(/has been writing/)
})

it('names the path of what is not a file at all', () => {
  const path = join(folder, '.base.ludograph-lock')
  mkdirSync(path)
  expect(() => lockFile(folder, 'base', NOW)).toThrow(
    expect.objectContaining({ code: 'file/not-regular', place: { file: path } }),
  )
})

it('keeps a file that is not a lock', () => {
  writeFileSync(join(folder, '.base.ludograph-lock'), 'mine, and not a database')
  expect(() => lockFile(folder, 'base', NOW)).toThrow(/cannot be taken/)
  expect(readdirSync(folder)).toEqual(['.base.ludograph-lock'])
})

it('loses no game in concurrent appends', async () => {
  for (const name of readdirSync(examples)) {
    if (name.startsWith('short-games.')) cpSync(join(examples, name), join(folder, name.replace('short-games', 'base')))
  }
  const words = ['convert', join(examples, 'opera-game.pgn'), '--append', '-o', join(folder, 'base.cbh')]
  const codes = await Promise.all(
    [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, [...PROGRAM, ...words], { stdio: 'ignore' })
      children.push(child)
      const [code] = (await once(child, 'exit')) as [number]
      return code
    }),
  )
  // One that waited too long was refused, and said so by its code.
  const added = codes.filter((code) => code === 0).length
  expect(added).toBeGreaterThan(0)
  const opened = await openPath(join(folder, 'base.cbh'))
  expect(opened.collection.count).toBe(6 + added)
  expect([...opened.collection.issues, ...opened.collection.validate!()]).toEqual([])
  opened.close()
})
