/** Which code inputs reached, and how often, in growing steps. */
import { counters, countersUsed } from './instrument.ts'

/** The code reached by any input so far. */
export class Coverage {
  /** For every place, one bit for each step of its count. */
  private readonly seen = new Uint8Array(counters.length)
  /** The number of pairs of place and step seen so far. */
  reached = 0
  /** Steps taken by the last input: the sum of all counters. */
  work = 0

  /** Adds the counters of the last run, and clears them. Returns whether it reached anything new. */
  take(): boolean {
    let isNew = false
    let work = 0
    const used = countersUsed()
    for (let index = 0; index < used; index++) {
      const count = counters[index]!
      if (count === 0) continue
      counters[index] = 0
      work += count
      const bit = stepBit(count)
      const known = this.seen[index]!
      if ((known & bit) !== 0) continue
      if (known === 0) this.reached++
      this.seen[index] = known | bit
      isNew = true
    }
    this.work = work
    return isNew
  }

  /** Discards counts from outside a trial. */
  static clear(): void {
    counters.fill(0, 0, countersUsed())
  }
}

/** 1, 2, 3, 4-7, 8-15, 16-31, 32-127, 128 and more, as in AFL. */
function stepBit(count: number): number {
  if (count <= 3) return 1 << (count - 1)
  if (count < 8) return 8
  if (count < 16) return 16
  if (count < 32) return 32
  return count < 128 ? 64 : 128
}
