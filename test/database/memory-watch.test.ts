import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchMemory } from '../../src/database/catalogue/memory-watch.ts'

const MEGABYTE = 1e6

/** Bytes that the process takes, as it says. */
let size = 0
/** Times that memory was given back, and those that are not over, which a test ends. */
let times = 0
let underWay: (() => void)[] = []

const watch = () =>
  watchMemory(
    async () => {
      times++
      await new Promise<void>((resolve) => underWay.push(resolve))
    },
    () => size,
  )

/** Ends giving back, when the process has so many bytes left. */
async function end(left: number): Promise<void> {
  size = left
  underWay.pop()!()
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  ;[size, times, underWay] = [100 * MEGABYTE, 0, []]
})
afterEach(() => vi.useRealTimers())

it('gives memory back when the process has grown, one time after the other, until it is stopped', async () => {
  const stop = watch()
  for (const expected of [1, 2]) {
    size += 12 * MEGABYTE
    await vi.advanceTimersByTimeAsync(100)
    expect(times).toBe(expected)
    // While it is under way the process grows on.
    size += 50 * MEGABYTE
    await vi.advanceTimersByTimeAsync(1000)
    expect([times, underWay.length]).toEqual([expected, 1])
    await end(80 * MEGABYTE)
  }
  size = 92 * MEGABYTE
  await vi.advanceTimersByTimeAsync(100)
  expect(times).toBe(3)
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await vi.advanceTimersByTimeAsync(1000)
  expect(isStopped).toBe(false)
  await end(80 * MEGABYTE)
  await stopped
  size += 100 * MEGABYTE
  await vi.advanceTimersByTimeAsync(1000)
  expect(times).toBe(3)
})

it('gives nothing back while the process does not grow, and counts from its smallest size', async () => {
  const stop = watch()
  for (const megabytes of [111, 100, 60, 71]) {
    size = megabytes * MEGABYTE
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(times).toBe(0)
  size = 72 * MEGABYTE
  await vi.advanceTimersByTimeAsync(100)
  expect(times).toBe(1)
  await end(60 * MEGABYTE)
  await stop()
})
