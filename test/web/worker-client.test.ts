/** The page's side of the worker, with a worker that is told what to do. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Request } from '../../web/src/worker/protocol.ts'

/** Remembers what it was asked. */
class ToldWorker extends EventTarget {
  static readonly made: ToldWorker[] = []
  readonly asked: Request[] = []
  isTerminated = false

  constructor() {
    super()
    ToldWorker.made.push(this)
  }

  postMessage(request: Request): void {
    this.asked.push(request)
  }

  terminate(): void {
    this.isTerminated = true
  }

  answer(value: unknown): void {
    const { id } = this.asked.at(-1)!
    this.dispatchEvent(Object.assign(new Event('message'), { data: { id, value } }))
  }

  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }))
  }
}

const OPENED = { opened: [{ name: 'games.pgn' }], refused: [], count: 1 }

beforeEach(() => {
  ToldWorker.made.length = 0
  vi.stubGlobal('Worker', ToldWorker)
  vi.stubGlobal('location', { hash: '' })
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

const load = () => import('../../web/src/worker/client.ts')

test('calls that wait are rejected when the worker fails, and later ones are not', async () => {
  const { ask } = await load()
  const [worker] = ToldWorker.made
  const first = ask('entry', 0)
  const second = ask('entry', 1)
  worker!.fail('out of memory')
  await expect(first).rejects.toThrow('out of memory')
  await expect(second).rejects.toThrow('out of memory')
  const third = ask('entry', 2)
  worker!.answer('a game')
  expect(await third).toBe('a game')
})

test('what is open stays until other files are, and then its worker ends', async () => {
  const { ask, openInWorker } = await load()
  const first = openInWorker([], new Map())
  ToldWorker.made[0]!.answer(OPENED)
  expect(await first.result).toEqual(OPENED)
  const second = openInWorker([], new Map())
  expect(ToldWorker.made).toHaveLength(2)
  const kept = ask('entry', 0)
  ToldWorker.made[0]!.answer('of the first')
  expect(await kept).toBe('of the first')
  ToldWorker.made[1]!.answer(OPENED)
  await second.result
  expect(ToldWorker.made.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
})

test('files none of which can be opened close nothing', async () => {
  const { openInWorker } = await load()
  const first = openInWorker([], new Map())
  ToldWorker.made[0]!.answer(OPENED)
  await first.result
  const second = openInWorker([], new Map())
  ToldWorker.made[1]!.answer({ ...OPENED, opened: [] })
  await second.result
  expect(ToldWorker.made.map(({ isTerminated }) => isTerminated)).toEqual([false, true])
})

test('opening that is cancelled has no result, and its worker ends', async () => {
  const { openInWorker } = await load()
  const opening = openInWorker([], new Map())
  opening.cancel()
  expect(await opening.result).toBeUndefined()
  expect(ToldWorker.made[0]!.isTerminated).toBe(true)
  // There is another one for what comes next.
  expect(ToldWorker.made).toHaveLength(2)
})

test('opening that fails ends its worker', async () => {
  const { openInWorker } = await load()
  const opening = openInWorker([], new Map())
  ToldWorker.made[0]!.fail('no memory')
  await expect(opening.result).rejects.toThrow('no memory')
  expect(ToldWorker.made.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
})

test('a worker whose script cannot be loaded rejects calls, whenever that was known', async () => {
  await import('../../web/src/worker/first.ts')
  ToldWorker.made[0]!.dispatchEvent(new Event('error'))
  const { ask } = await load()
  await expect(ask('entry', 0)).rejects.toThrow('cannot be loaded')
  await expect(ask('entry', 1)).rejects.toThrow('cannot be loaded')
})
