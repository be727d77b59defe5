/**
 * Sets of numbers from 0 as bits, 32 to a word, the lowest bit of the first word for 0. Bits after the last number are 0, so
 * that words can be joined, compared and counted without regard to it.
 */

/** A set of numbers. */
export type Bits = Int32Array

const WORD_BITS = 32

/** An empty set for so many numbers. */
export function makeBits(count: number): Bits {
  return new Int32Array(Math.ceil(count / WORD_BITS))
}

/** Whether a number is in a set. */
export function hasBit(bits: Bits, number: number): boolean {
  return ((bits[number >>> 5]! >>> number) & 1) === 1
}

/** Adds the numbers from `start` up to `end` to a set. */
export function addRange(bits: Bits, start: number, end: number): void {
  if (start >= end) return
  const [first, last] = [start >>> 5, (end - 1) >>> 5]
  const fromStart = -1 << start
  const toEnd = -1 >>> -end
  if (first === last) {
    bits[first]! |= fromStart & toEnd
    return
  }
  bits[first]! |= fromStart
  bits.fill(-1, first + 1, last)
  bits[last]! |= toEnd
}

/** Makes a set have all of so many numbers and no others. */
export function fillBits(bits: Bits, count: number): void {
  bits.fill(0)
  addRange(bits, 0, count)
}

/** How many numbers are in a set. */
export function countBits(bits: Bits): number {
  let count = 0
  for (let at = 0; at < bits.length; at++) {
    let word = bits[at]!
    // Sums of two bits, then of four, then of eight; the product has the sum of all in its highest byte.
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** Writes the numbers of a set in order; returns how many there are. */
export function listBits(bits: Bits, into: Uint32Array): number {
  let count = 0
  for (let at = 0; at < bits.length; at++) {
    const end = at * WORD_BITS + 31
    // Every turn takes the lowest bit away.
    for (let word = bits[at]!; word !== 0; word &= word - 1) into[count++] = end - Math.clz32(word & -word)
  }
  return count
}

/** Keeps the numbers that are in another set, too. */
export function keepCommon(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at++) bits[at]! &= others[at]!
}

/** Adds the numbers of another set. */
export function addBits(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at++) bits[at]! |= others[at]!
}

/** Takes the numbers of another set away. */
export function removeBits(bits: Bits, others: Bits): void {
  for (let at = 0; at < bits.length; at++) bits[at]! &= ~others[at]!
}

/** Makes a set of so many numbers that of another set, each less by `shift`, which may be negative. */
export function copyShifted(from: Bits, shift: number, into: Bits, count: number): void {
  const [words, own] = [shift >> 5, shift & 31]
  for (let at = 0; at < into.length; at++) {
    const low = wordAt(from, at + words)
    into[at] = own === 0 ? low : (low >>> own) | (wordAt(from, at + words + 1) << (WORD_BITS - own))
  }
  const rest = count % WORD_BITS
  if (rest > 0) into[into.length - 1]! &= -1 >>> -rest
}

function wordAt(bits: Bits, at: number): number {
  return at >= 0 && at < bits.length ? bits[at]! : 0
}

/** A condition on numbers. */
export interface BitTest {
  /** Keeps the numbers of a set that meet it, of so many whole words: a pass over all numbers, for sets with many. */
  keep(bits: Bits, words: number): void
  /** 1 if a number meets it, otherwise 0. */
  one(number: number): number
}

/** Of sets with fewer than one in so many numbers, each number is asked for. */
const SPARSE = 8

/** Keeps those of so many numbers that meet a condition. */
export function narrowBits(bits: Bits, count: number, test: BitTest): void {
  let at = 0
  if (countBits(bits) * SPARSE >= count) {
    at = Math.floor(count / WORD_BITS)
    test.keep(bits, at)
  }
  for (; at < bits.length; at++) {
    const end = at * WORD_BITS + 31
    let kept = 0
    for (let word = bits[at]!; word !== 0; word &= word - 1) {
      const lowest = word & -word
      kept |= -test.one(end - Math.clz32(lowest)) & lowest
    }
    bits[at] = kept
  }
}

/** The numbers whose value is between two others, which may be any numbers. */
export function isBetween(values: Uint16Array, least: number, most: number): BitTest {
  // A pass works with whole numbers of 16 bits; nothing is between others that are none.
  const isAny = least <= most
  const from = isAny ? Math.ceil(Math.max(least, 0)) : 1
  const to = isAny ? Math.floor(Math.min(most, 0xffff)) : 0
  return {
    keep: (bits, words) => {
      if (from > to) bits.fill(0, 0, words)
      else keepBetween(bits, words, values, from, to)
    },
    one: (number) => Number(values[number]! >= from && values[number]! <= to),
  }
}

function keepBetween(bits: Bits, words: number, values: Uint16Array, least: number, most: number): void {
  for (let at = 0; at < words; at++) {
    if (bits[at] === 0) continue
    let outside = 0
    // Without a branch for each: a difference below 0 has its highest bit set.
    for (let number = at * WORD_BITS + 31; number >= at * WORD_BITS; number--) {
      const value = values[number]!
      outside = (outside << 1) | (((value - least) | (most - value)) >>> 31)
    }
    bits[at]! &= ~outside
  }
}
