/**
 * Numbers the texts of a column as they come, from 1, the same text the same number, and sorts them in the end. Texts stand
 * as their bytes, one after another: of a million addresses, strings would take several times the memory.
 */
import { release, resized } from '../../bytes/resize.ts'
import { compareRanges, Texts } from './texts.ts'

/** Texts up to this many are sorted by comparing whole ones. */
const FEW = 12

export class TextTable {
  /** How many different texts there are. */
  count = 0
  private bytes = new Uint8Array(1 << 10)
  private size = 0
  /** Where each text ends, and its hash. */
  private ends = new Uint32Array(1 << 6)
  private hashes = new Int32Array(1 << 6)
  /** Where hashes begin, another number each time, so that no file can be made of texts that all have the same. */
  private readonly seed = Math.floor(Math.random() * 2 ** 32) | 0
  /** The number of a text where its hash points, or behind it; 0 where there is none. Never more than half full. */
  private slots = new Uint32Array(1 << 7)

  /** The number of the text that stands in `from`, from a start up to an end, as UTF-8. */
  numberOf(from: Uint8Array, start: number, end: number): number {
    let hash = this.seed
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ from[at]!, 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
    hash ^= hash >>> 13
    const { bytes, ends, hashes, slots } = this
    const mask = slots.length - 1
    let slot = hash & mask
    for (let number = slots[slot]!; number !== 0; number = slots[slot]!) {
      if (hashes[number - 1] === hash) {
        if (compareRanges(bytes, this.startOf(number - 1), ends[number - 1]!, from, start, end) === 0) return number
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = this.count + 1
    this.append(from, start, end, hash)
    return this.count
  }

  private append(from: Uint8Array, start: number, end: number, hash: number): void {
    this.reserve(end - start)
    this.bytes.set(from.subarray(start, end), this.size)
    this.size += end - start
    this.ends[this.count] = this.size
    this.hashes[this.count] = hash
    if (++this.count === this.ends.length) this.enlarge()
  }

  private startOf(index: number): number {
    return index === 0 ? 0 : this.ends[index - 1]!
  }

  private reserve(more: number): void {
    if (this.size + more <= this.bytes.length) return
    this.bytes = resized(this.bytes, Math.max(this.size + more, this.bytes.length * 2))
  }

  private enlarge(): void {
    this.ends = resized(this.ends, this.count * 2)
    this.hashes = resized(this.hashes, this.count * 2)
    this.slots = resized(this.slots, this.count * 4)
    this.slots.fill(0)
    const mask = this.slots.length - 1
    for (let index = 0; index < this.count; index++) {
      let slot = this.hashes[index]! & mask
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask
      this.slots[slot] = index + 1
    }
  }

  /**
   * The texts in the order of their bytes, and for each number that was given the place there, from 1; 0 for 0. The table
   * is of no use then.
   */
  finish(): { texts: Texts; places: Uint32Array } {
    const order = new Uint32Array(this.count)
    for (let index = 0; index < this.count; index++) order[index] = index
    this.sortFrom(order, 0, this.count, 0)
    const ends = new Uint32Array(this.count)
    const bytes = new Uint8Array(this.size)
    const places = new Uint32Array(this.count + 1)
    let end = 0
    for (let place = 0; place < this.count; place++) {
      const index = order[place]!
      for (let at = this.startOf(index); at < this.ends[index]!; at++) bytes[end++] = this.bytes[at]!
      ends[place] = end
      places[index + 1] = place + 1
    }
    for (const numbers of [this.bytes, this.ends, this.hashes, this.slots]) release(numbers)
    return { texts: new Texts(ends, bytes), places }
  }

  /**
   * Sorts texts that have their first bytes in common, by the next one into those with a smaller one, the same and a
   * greater one: names begin alike, and addresses even more so (Bentley and Sedgewick, Fast algorithms for sorting and
   * searching strings, 1997).
   */
  private sortFrom(order: Uint32Array, first: number, last: number, common: number): void {
    let [from, to, depth] = [first, last, common]
    while (to - from > FEW) {
      depth = this.commonLength(order, from, to, depth)
      const pivot = this.byteAt(order[(from + to) >>> 1]!, depth)
      let [less, greater] = [from, to]
      for (let at = from; at < greater;) {
        const index = order[at]!
        const byte = this.byteAt(index, depth)
        if (byte === pivot) {
          at++
        } else if (byte < pivot) {
          order[at++] = order[less]!
          order[less++] = index
        } else {
          order[at] = order[--greater]!
          order[greater] = index
        }
      }
      // The largest of the three parts is sorted here, so that calls are never nested deeply.
      const [smaller, same, larger] = [less - from, greater - less, to - greater]
      const isSameLargest = same >= smaller && same >= larger
      const isSmallerLargest = !isSameLargest && smaller >= larger
      if (!isSmallerLargest) this.sortFrom(order, from, less, depth)
      if (!isSameLargest && pivot >= 0) this.sortFrom(order, less, greater, depth + 1)
      if (isSameLargest || isSmallerLargest) this.sortFrom(order, greater, to, depth)
      if (isSameLargest) [from, to, depth] = [less, greater, depth + 1]
      else if (isSmallerLargest) to = less
      else from = greater
    }
    for (let end = from + 1; end < to; end++) {
      const index = order[end]!
      let at = end
      for (; at > from && this.compare(order[at - 1]!, index) > 0; at--) order[at] = order[at - 1]!
      order[at] = index
    }
  }

  /** How many first bytes texts have in common, which is `least` or more. */
  private commonLength(order: Uint32Array, from: number, to: number, least: number): number {
    const { bytes, ends } = this
    const first = this.startOf(order[from]!)
    let end = ends[order[from]!]!
    for (let at = from + 1; at < to && end - first > least; at++) {
      const start = this.startOf(order[at]!) - first
      const most = Math.min(end, ends[order[at]!]! - start)
      for (end = first + least; end < most && bytes[end] === bytes[start + end];) end++
    }
    return end - first
  }

  /** A byte of a text; -1 behind its end. */
  private byteAt(index: number, depth: number): number {
    const at = this.startOf(index) + depth
    return at < this.ends[index]! ? this.bytes[at]! : -1
  }

  private compare(one: number, other: number): number {
    const { bytes, ends } = this
    return compareRanges(bytes, this.startOf(one), ends[one]!, bytes, this.startOf(other), ends[other]!)
  }
}
