/** The rows in which each text of a column stands, so that few games are found without a pass over all of them. */
import { hasBit, type Bits } from '../../bytes/bits.ts'
import type { TextNumbers } from './columns-file.ts'

export class RowsByText {
  /** Where the rows of each text begin, by its number, and where the last ones end. */
  private readonly starts: Uint32Array
  private readonly rows: Uint32Array

  /** @param texts how many there are, besides 0 for an unknown one */
  constructor(numbers: TextNumbers, texts: number) {
    const starts = new Uint32Array(texts + 2)
    for (let row = 0; row < numbers.length; row++) starts[numbers[row]! + 1]!++
    for (let number = 0; number <= texts; number++) starts[number + 1]! += starts[number]!
    const next = starts.slice()
    const rows = new Uint32Array(numbers.length)
    for (let row = 0; row < numbers.length; row++) rows[next[numbers[row]!]!++] = row
    this.starts = starts
    this.rows = rows
  }

  /** In how many rows flagged texts stand. @param flags a byte for each number */
  count(flags: Uint8Array): number {
    let count = 0
    for (let number = 0; number < flags.length; number++) {
      count += flags[number]! * (this.starts[number + 1]! - this.starts[number]!)
    }
    return count
  }

  /** Adds the rows of flagged texts to a set. */
  add(flags: Uint8Array, into: Bits): void {
    for (let number = 0; number < flags.length; number++) {
      if (flags[number] === 0) continue
      for (let at = this.starts[number]!; at < this.starts[number + 1]!; at++) {
        const row = this.rows[at]!
        into[row >>> 5]! |= 1 << row
      }
    }
  }

  /**
   * The first rows of a set in the order of their texts, those of unknown ones last, equal ones by their numbers. Goes
   * through all rows before them: few, if the set has many.
   */
  firstOf(marks: Bits, most: number, descending: boolean): Uint32Array {
    const { starts, rows } = this
    const found = new Uint32Array(most)
    const texts = starts.length - 2
    let count = 0
    for (let place = 1; place <= texts + 1 && count < most; place++) {
      const number = place > texts ? 0 : descending ? texts + 1 - place : place
      for (let at = starts[number]!; at < starts[number + 1]! && count < most; at++) {
        if (hasBit(marks, rows[at]!)) found[count++] = rows[at]!
      }
    }
    return found.subarray(0, count)
  }
}
