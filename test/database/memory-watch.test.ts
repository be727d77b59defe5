import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { watchMemory } from '../../src/database/catalogue/memory-watch.ts'

const GROWTH = 64e6

it('gives memory back when the process has grown, one time after the other, until it is stopped', async () => {
  const kept: Buffer[] = []
  let [times, underWay] = [0, 0]
  const stop = watchMemory(async () => {
    times++
    expect(++underWay).toBe(1)
    await wait(200)
    underWay--
  })
  for (const expected of [1, 2]) {
    kept.push(Buffer.alloc(GROWTH, 1))
    await expect.poll(() => times, { timeout: 5000 }).toBe(expected)
    await expect.poll(() => underWay).toBe(0)
  }
  kept.push(Buffer.alloc(GROWTH, 1))
  await expect.poll(() => times, { timeout: 5000 }).toBe(3)
  await stop()
  expect(underWay).toBe(0)
  kept.push(Buffer.alloc(GROWTH, 1))
  await wait(400)
  expect(times).toBe(3)
  expect(kept).toHaveLength(4)
})

it('gives nothing back while the process does not grow', async () => {
  let times = 0
  const stop = watchMemory(async () => {
    times++
    await Promise.resolve()
  })
  await wait(400)
  expect(times).toBe(0)
  await stop()
})
