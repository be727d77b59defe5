/** Repeatable random numbers for tests: the same seed gives the same run. */

/** A generator of numbers from 0 up to 1 (mulberry32 by Tommy Ettinger, public domain). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** A whole number from 0 up to, not including, `limit`. */
export function randomInt(random: () => number, limit: number): number {
  return Math.floor(random() * limit)
}
