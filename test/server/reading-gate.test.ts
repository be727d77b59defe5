/** Which requests begin while a change is made. */
import { expect, it } from 'vitest'
import { ReadingGate } from '../../src/server/reading-gate.ts'

/** Work that goes on until it is told to end. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let hasBegun = false
  return {
    work: async () => {
      hasBegun = true
      await promise
    },
    end: resolve,
    get hasBegun() {
      return hasBegun
    },
  }
}

const turns = () => new Promise((resolve) => setImmediate(resolve))
const begun = (reads: readonly { hasBegun: boolean }[]) => reads.map(({ hasBegun }) => hasBegun)

it('all read at once while nothing is changed', async () => {
  const gate = new ReadingGate()
  const reads = Array.from({ length: 64 }, held)
  const all = reads.map(({ work }) => gate.pass(work))
  await turns()
  expect(begun(reads)).not.toContain(false)
  for (const { end } of reads) end()
  await Promise.all(all)
})

it('beside a change those that have begun go on, and others begin two at a time, in their order', async () => {
  const gate = new ReadingGate()
  const [early, change] = [held(), held()]
  const first = gate.pass(early.work)
  const changed = gate.beside(change.work)
  const reads = Array.from({ length: 4 }, held)
  const all = reads.map(({ work }) => gate.pass(work))
  await turns()
  expect([change.hasBegun, ...begun(reads)]).toEqual([true, true, false, false, false])
  early.end()
  await first
  await turns()
  expect(begun(reads)).toEqual([true, true, false, false])
  reads[0]!.end()
  await turns()
  expect(begun(reads)).toEqual([true, true, true, false])
  change.end()
  await changed
  await turns()
  expect(begun(reads)).toEqual([true, true, true, true])
  for (const { end } of reads) end()
  await Promise.all(all)
})

it('a change or a reader that fails keeps nobody out', async () => {
  const gate = new ReadingGate()
  const fails = () => Promise.reject(new Error('no'))
  await expect(gate.beside(fails)).rejects.toThrow('no')
  for (let round = 0; round < 3; round++) await expect(gate.beside(() => gate.pass(fails))).rejects.toThrow('no')
  expect(await gate.beside(() => gate.pass(async () => Promise.resolve('read')))).toBe('read')
})
