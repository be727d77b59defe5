import { afterEach, describe, expect, it } from 'vitest'
import { askInOrder, workerCount, WorkerPool } from '../../src/node/worker-pool.ts'
import type { PoolRequest } from '../support/pool-worker.ts'

const WORKER = new URL('../support/pool-worker.ts', import.meta.url)

const pools: WorkerPool<PoolRequest, string>[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

function open(size: number): WorkerPool<PoolRequest, string> {
  const pool = new WorkerPool<PoolRequest, string>(WORKER, { size, data: '>' })
  pools.push(pool)
  return pool
}

const nothing = (): void => {}

describe('a pool of workers', () => {
  it('has one for each processor that is not busy, and at least one', () => {
    expect(workerCount()).toBeLessThanOrEqual(8)
    expect(workerCount(1)).toBe(Math.max(1, Math.min(8, workerCount() - 1)))
    expect(workerCount(1000)).toBe(1)
    expect(open(2).size).toBe(2)
  })

  it('delivers every response to a request before the request is done', async () => {
    const pool = open(1)
    const first: string[] = []
    const second: string[] = []
    await Promise.all([
      pool.ask(0, { wait: 20, replies: ['a', 'b'] }, (reply) => first.push(reply)),
      pool.ask(0, { replies: ['c'] }, (reply) => second.push(reply)),
    ])
    expect(first).toEqual(['>a', '>b'])
    expect(second).toEqual(['>c'])
  })

  it('sends the same request to all workers', async () => {
    const replies: string[] = []
    await open(3).askAll({ replies: ['x'] }, (reply) => replies.push(reply))
    expect(replies).toEqual(['>x', '>x', '>x'])
  })

  it('answers the next request in a new thread once the worker is renewed', async () => {
    const pool = open(2)
    const replies: string[] = []
    await pool.ask(0, { replies: ['a'] }, (reply) => replies.push(reply))
    await pool.renew(0)
    await pool.renew(0)
    await pool.ask(0, { replies: ['b'] }, (reply) => replies.push(reply))
    await pool.askAll({ replies: ['c'] }, (reply) => replies.push(reply))
    expect(replies).toEqual(['>a', '>b', '>c', '>c'])
    expect(pool.hasFailed).toBe(false)
  })

  it('knows the worker with the fewest requests', async () => {
    const pool = open(2)
    const asked = [0, 0, 1].map((worker) => pool.ask(worker, { wait: 10 }, nothing))
    expect(pool.idlest()).toEqual({ worker: 1, waiting: 1 })
    await Promise.all(asked)
    expect(pool.idlest().waiting).toBe(0)
  })
})

describe('a failure', () => {
  const failures: [PoolRequest['does'], object][] = [
    ['throw', { message: 'thrown' }],
    ['refuse', { code: 'file/too-large', params: { size: 5, limit: 4 }, place: { file: 'a.pgn', offset: 7 } }],
    ['exit', { code: 'worker/exited' }],
    ['fail in the system', { code: 'ENOENT', syscall: 'open', path: '/x' }],
    ['fail outside', { name: 'SyntaxError' }],
  ]

  it.each(failures)('of a worker (%s) rejects with what it failed of', async (does, expected) => {
    await expect(open(1).ask(0, { does: does! }, nothing)).rejects.toMatchObject(expected)
  })

  it('of one request ends all others, including those of other workers, and no further requests are sent', async () => {
    const pool = open(2)
    const taken: string[] = []
    const others = [
      pool.ask(1, { wait: 500, replies: ['late'] }, (reply) => taken.push(reply)),
      pool.ask(0, { does: 'throw' }, nothing),
      pool.ask(0, { replies: ['after'] }, (reply) => taken.push(reply)),
    ]
    const states = await Promise.allSettled(others)
    expect(states.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(pool.ask(1, { replies: ['more'] }, (reply) => taken.push(reply))).rejects.toThrow('thrown')
    expect(taken).toEqual([])
  })

  it('of a response handler is a failure of the pool', async () => {
    const pool = open(1)
    const asked = pool.ask(0, { replies: ['a', 'b'] }, () => {
      throw new Error('no room')
    })
    await expect(asked).rejects.toThrow('no room')
    await expect(pool.ask(0, {}, nothing)).rejects.toThrow('no room')
  })
})

it('a pool can be closed whatever its workers are doing', async () => {
  const pool = open(2)
  const replied = Promise.withResolvers<void>()
  const asked = [
    pool.ask(0, { replies: ['a'], does: 'never end' }, () => replied.resolve()),
    pool.ask(1, { wait: 60_000 }, nothing),
  ]
  const settled = Promise.allSettled(asked)
  await replied.promise
  await pool.close()
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(pool.ask(0, {}, nothing)).rejects.toMatchObject({ code: 'worker/exited' })
})

describe('replies in order', () => {
  it('come in the order of the requests, whichever is done first', async () => {
    const requests = Array.from({ length: 30 }, (_, index) => ({ wait: (index * 7) % 5, replies: [String(index)] }))
    const taken: string[] = []
    await askInOrder(open(3), requests, 2, (reply) => taken.push(reply))
    expect(taken).toEqual(requests.map((_, index) => `>${index}`))
  })

  it('wait for one that is late, with few requests ahead of it', async () => {
    const requests: PoolRequest[] = Array.from({ length: 12 }, (_, index) => ({ replies: [String(index)] }))
    requests[0] = { wait: 300, replies: ['0'] }
    const pool = open(2)
    const begun: number[] = []
    const ask = pool.ask.bind(pool)
    pool.ask = async (worker, request, ...rest) => {
      begun.push(requests.indexOf(request))
      await ask(worker, request, ...rest)
    }
    let begunBeforeFirst = 0
    const taken: string[] = []
    await askInOrder(pool, requests, 2, (reply) => {
      if (taken.length === 0) begunBeforeFirst = begun.length
      taken.push(reply)
    })
    expect(begunBeforeFirst).toBeLessThanOrEqual(5)
    expect(taken).toHaveLength(12)
  })

  it('end with the first failure, of a worker or of one who takes them', async () => {
    const requests: PoolRequest[] = [{ replies: ['0'] }, { replies: ['1'] }, { does: 'throw' }, { replies: ['3'] }]
    const taken: string[] = []
    await expect(askInOrder(open(2), requests, 2, (reply) => taken.push(reply))).rejects.toThrow('thrown')
    expect(taken).not.toContain('>3')
    const refuse = (): void => {
      throw new Error('no room')
    }
    await expect(askInOrder(open(2), requests.slice(0, 2), 2, refuse)).rejects.toThrow('no room')
  })

  it('of no requests come at once', async () => {
    await askInOrder(open(1), [], 2, nothing)
  })
})
