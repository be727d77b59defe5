/**
 * The random numbers of ISAAC-64, a generator that Robert Jenkins published in 1996 and gave to the public domain. The
 * keys of PolyGlot are its first numbers for a seed of zeros: {@link https://burtleburtle.net/bob/rand/isaacafa.html}.
 */

const SIZE = 256
const GOLDEN_RATIO = 0x9e3779b97f4a7c13n

const wrap = (value: bigint): bigint => BigInt.asUintN(64, value)

/** The first numbers of the generator for a seed of zeros. */
export function isaac64Numbers(count: number): bigint[] {
  const memory = initialMemory()
  const numbers: bigint[] = []
  let accumulator = 0n
  let last = 0n
  for (let round = 1n; numbers.length < count; round++) {
    const results: bigint[] = []
    last = wrap(last + round)
    for (let at = 0; at < SIZE; at++) {
      const old = memory[at]!
      accumulator = wrap(scramble(accumulator, at & 3) + memory[(at + SIZE / 2) % SIZE]!)
      const next = wrap(memory[Number((old >> 3n) & 255n)]! + accumulator + last)
      memory[at] = next
      last = wrap(memory[Number((next >> 11n) & 255n)]! + old)
      results.push(last)
    }
    // The numbers of a round are taken from the last to the first.
    numbers.push(...results.reverse())
  }
  return numbers.slice(0, count)
}

function scramble(value: bigint, step: number): bigint {
  if (step === 0) return wrap(~(value ^ (value << 21n)))
  if (step === 1) return value ^ (value >> 5n)
  return step === 2 ? wrap(value ^ (value << 12n)) : value ^ (value >> 33n)
}

/** The memory after a seed of zeros was mixed in, which takes two passes. */
function initialMemory(): bigint[] {
  const state = new Array<bigint>(8).fill(GOLDEN_RATIO)
  const memory = new Array<bigint>(SIZE).fill(0n)
  for (let round = 0; round < 4; round++) mix(state)
  for (let pass = 0; pass < 2; pass++) {
    for (let at = 0; at < SIZE; at += 8) {
      for (let part = 0; part < 8; part++) state[part] = wrap(state[part]! + memory[at + part]!)
      mix(state)
      for (let part = 0; part < 8; part++) memory[at + part] = state[part]!
    }
  }
  return memory
}

/** How far each step of the mixing shifts: to the right, then to the left, in turns. */
const SHIFTS = [9n, 9n, 23n, 15n, 14n, 20n, 17n, 14n]

function mix(state: bigint[]): void {
  for (let step = 0; step < 8; step++) {
    const [first, fourth, sixth, eighth] = [step, (step + 4) % 8, (step + 5) % 8, (step + 7) % 8]
    state[first] = wrap(state[first]! - state[fourth]!)
    const value = state[first]
    const shifted = step % 2 === 0 ? state[eighth]! >> SHIFTS[step]! : wrap(state[eighth]! << SHIFTS[step]!)
    state[sixth] = state[sixth]! ^ shifted
    state[eighth] = wrap(state[eighth]! + value)
  }
}
