/**
 * A list of different texts in the order of their UTF-8 bytes, which is also that of SQL. They are numbered from 1, so
 * numbers compare like the texts; 0 is an unknown text. Each is decoded when it is asked for: there may be a million.
 */
import { resized } from '../../bytes/resize.ts'
import { FormatError } from '../../issues/errors.ts'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** Sorted texts, numbered from 1. */
export class Texts {
  /** How many there are. */
  readonly count: number
  /** Where each text ends in the bytes. */
  readonly ends: Uint32Array
  readonly bytes: Uint8Array
  /** All of them, once they were all asked for. */
  private all: readonly string[] | undefined

  constructor(ends: Uint32Array, bytes: Uint8Array) {
    this.count = ends.length
    this.ends = ends
    this.bytes = bytes
  }

  /** Reads the bytes of {@link pieces}, one after another. Throws FormatError if it is damaged. */
  static decode(part: Uint8Array, place: { file: string; offset: number }): Texts {
    const count = part.length < 4 ? 0 : new DataView(part.buffer, part.byteOffset, 4).getUint32(0, true)
    const start = 4 + 4 * count
    if (part.length < start) throw new FormatError('index/damaged', {}, place)
    const ends = new Uint32Array(part.buffer, part.byteOffset + 4, count)
    const bytes = part.subarray(start)
    let before = 0
    for (let index = 0; index < count; index++) {
      if (ends[index]! < before || ends[index]! > bytes.length) throw new FormatError('index/damaged', {}, place)
      before = ends[index]!
    }
    return new Texts(ends, bytes)
  }

  /** Their number and where each ends, u32, and the bytes. */
  pieces(): (Uint8Array | Uint32Array)[] {
    return [Uint32Array.of(this.count), this.ends, this.bytes]
  }

  /** The text of a number; undefined for 0. */
  text(number: number): string | undefined {
    if (number === 0) return undefined
    return this.all?.[number - 1] ?? decoder.decode(this.bytesOf(number))
  }

  /** All texts in order. */
  list(): readonly string[] {
    this.all ??= this.decodeAll()
    return this.all
  }

  private decodeAll(): string[] {
    const whole = decoder.decode(this.bytes)
    // Of plain ASCII, places in the text are places in the bytes.
    const isPlain = whole.length === this.bytes.length
    return Array.from(this.ends, (end, index) => {
      const start = index === 0 ? 0 : this.ends[index - 1]!
      return isPlain ? whole.slice(start, end) : decoder.decode(this.bytes.subarray(start, end))
    })
  }

  /** The number of a text; 0 if it is not there. */
  numberOf(text: string): number {
    const wanted = encoder.encode(text)
    let from = 1
    let to = this.count + 1
    while (from < to) {
      const middle = (from + to) >>> 1
      const order = compareBytes(this.bytesOf(middle), wanted)
      if (order === 0) return middle
      if (order < 0) from = middle + 1
      else to = middle
    }
    return 0
  }

  private bytesOf(number: number): Uint8Array {
    return this.bytes.subarray(this.startOf(number), this.ends[number - 1])
  }

  private startOf(number: number): number {
    return number === 1 ? 0 : this.ends[number - 2]!
  }

  /**
   * Several lists as one, and for each the new number of every old one, that of 0 first.
   * @param used for each list the texts that are wanted, 1 at their numbers; all of a list that has none
   */
  static merge(
    lists: readonly Texts[],
    used: readonly (Uint8Array | undefined)[] = [],
  ): { texts: Texts; numbers: Uint32Array[] } {
    const writer = new TextsWriter()
    const numbers = lists.map(({ count }) => new Uint32Array(count + 1))
    const next = lists.map((list, index) => nextUsed(list, used[index], 1))
    for (;;) {
      let first = -1
      for (const [index, list] of lists.entries()) {
        if (
          next[index]! <= list.count &&
          (first < 0 || list.compareAt(next[index]!, lists[first]!, next[first]!) < 0)
        ) {
          first = index
        }
      }
      if (first < 0) return { texts: writer.finish(), numbers }
      const [least, place] = [lists[first]!, next[first]!]
      const number = writer.add(least.bytesOf(place))
      for (const [index, list] of lists.entries()) {
        const own = next[index]!
        if (own > list.count || (index !== first && list.compareAt(own, least, place) !== 0)) continue
        numbers[index]![own] = number
        next[index] = nextUsed(list, used[index], own + 1)
      }
    }
  }

  private compareAt(number: number, other: Texts, otherNumber: number): number {
    const [start, end] = [this.startOf(number), this.ends[number - 1]!]
    const [otherStart, otherEnd] = [other.startOf(otherNumber), other.ends[otherNumber - 1]!]
    return compareRanges(this.bytes, start, end, other.bytes, otherStart, otherEnd)
  }
}

/** The first number from `from` on of a text that is wanted. */
function nextUsed({ count }: Texts, used: Uint8Array | undefined, from: number): number {
  let number = from
  if (used) while (number <= count && used[number] === 0) number++
  return number
}

/** Gathers texts that come in order. */
export class TextsWriter {
  private ends = new Uint32Array(1 << 8)
  private bytes = new Uint8Array(1 << 12)
  private count = 0
  private size = 0

  /** Adds the bytes of a text, or the text; returns its number. */
  add(text: Uint8Array | string): number {
    const most = typeof text === 'string' ? 3 * text.length : text.length
    const { bytes, ends } = this
    if (this.size + most > bytes.length) this.bytes = resized(bytes, Math.max(this.size + most, bytes.length * 2))
    if (this.count === ends.length) this.ends = resized(ends, this.count * 2)
    if (typeof text === 'string') {
      this.size += encoder.encodeInto(text, this.bytes.subarray(this.size)).written
    } else {
      this.bytes.set(text, this.size)
      this.size += text.length
    }
    this.ends[this.count] = this.size
    return ++this.count
  }

  finish(): Texts {
    return new Texts(resized(this.ends, this.count), resized(this.bytes, this.size))
  }
}

/** Compares texts by their bytes in UTF-8, as lists of texts and SQL do: surrogates come after all that are none. */
export function compareTexts(one: string, other: string): number {
  for (let at = 0; at < one.length && at < other.length; at++) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)]
    if (left === right) continue
    const isSurrogate = (unit: number): boolean => (unit & 0xf800) === 0xd800
    return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1
  }
  return one.length - other.length
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  return compareRanges(one, 0, one.length, other, 0, other.length)
}

/** Compares bytes of two arrays, each from a start up to an end. */
export function compareRanges(
  one: Uint8Array,
  start: number,
  end: number,
  other: Uint8Array,
  otherStart: number,
  otherEnd: number,
): number {
  const length = Math.min(end - start, otherEnd - otherStart)
  for (let at = 0; at < length; at++) {
    const difference = one[start + at]! - other[otherStart + at]!
    if (difference !== 0) return difference
  }
  return end - start - (otherEnd - otherStart)
}
