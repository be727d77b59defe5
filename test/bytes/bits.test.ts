/** Sets of numbers as bits. */
import { describe, expect, test } from 'vitest'
import {
  addBits,
  addRange,
  copyShifted,
  countBits,
  fillBits,
  isBetween,
  hasBit,
  keepCommon,
  listBits,
  makeBits,
  narrowBits,
  removeBits,
  type Bits,
} from '../../src/bytes/bits.ts'
import fc from '../support/properties.ts'

const MOST = 200

const count = fc.integer({ min: 0, max: MOST })
const numbers = fc.uniqueArray(fc.nat(MOST - 1))

function bitsOf(list: readonly number[], size: number): Bits {
  const bits = makeBits(size)
  for (const number of list) if (number < size) addRange(bits, number, number + 1)
  return bits
}

function listOf(bits: Bits): number[] {
  const list = new Uint32Array(bits.length * 32)
  return [...list.subarray(0, listBits(bits, list))]
}

const inOrder = (list: readonly number[]) => list.toSorted((left, right) => left - right)

describe('sets of numbers as bits', () => {
  test('are joined, compared and counted like sets', () => {
    fc.assert(
      fc.property(count, numbers, numbers, (size, one, other) => {
        const own = new Set(one.filter((number) => number < size))
        const others = new Set(other.filter((number) => number < size))
        const make = (change: (bits: Bits, others: Bits) => void) => {
          const bits = bitsOf(one, size)
          change(bits, bitsOf(other, size))
          expect(countBits(bits)).toBe(listOf(bits).length)
          return listOf(bits)
        }
        expect(make(() => {})).toEqual(inOrder([...own]))
        expect(make(keepCommon)).toEqual(inOrder([...own].filter((number) => others.has(number))))
        expect(make(addBits)).toEqual(inOrder([...new Set([...own, ...others])]))
        expect(make(removeBits)).toEqual(inOrder([...own].filter((number) => !others.has(number))))
        const bits = bitsOf(one, size)
        for (let number = 0; number < size; number++) expect(hasBit(bits, number)).toBe(own.has(number))
      }),
    )
  })

  test('are narrowed to those whose value is between any two numbers, few of them or many', () => {
    const limit = fc.oneof(
      fc.integer({ min: -10, max: 70_000 }),
      fc.constantFrom(NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32, 3e9, -3e9, Number.MAX_SAFE_INTEGER, 2400.5, 1.5),
    )
    const values = fc.array(fc.oneof(fc.constantFrom(0, 1, 2, 2400, 0xffff), fc.nat(0xffff)), { maxLength: MOST })
    fc.assert(
      fc.property(values, fc.nat(8), limit, limit, (all, every, least, most) => {
        const chosen = [...all.keys()].filter((number) => number % (every + 1) === 0)
        const bits = bitsOf(chosen, all.length)
        narrowBits(bits, all.length, isBetween(Uint16Array.from(all), least, most))
        expect(listOf(bits)).toEqual(chosen.filter((number) => all[number]! >= least && all[number]! <= most))
      }),
    )
  })

  test('have ranges', () => {
    fc.assert(
      fc.property(numbers, count, count, (list, start, end) => {
        const bits = bitsOf(list, MOST)
        addRange(bits, start, end)
        const range = Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index)
        expect(listOf(bits)).toEqual(inOrder([...new Set([...list, ...range])]))
        fillBits(bits, end)
        expect(listOf(bits)).toEqual(Array.from({ length: end }, (_, index) => index))
      }),
    )
  })

  test('are copied to other numbers', () => {
    fc.assert(
      fc.property(numbers, count, fc.integer({ min: -MOST, max: MOST }), (list, size, shift) => {
        const copied = makeBits(size).fill(-1)
        copyShifted(bitsOf(list, MOST), shift, copied, size)
        const expected = list.map((number) => number - shift).filter((number) => number >= 0 && number < size)
        expect(listOf(copied)).toEqual(inOrder(expected))
      }),
    )
  })

  test('are narrowed by passes where many numbers are left, and one by one where few are', () => {
    const thirds = bitsOf(
      Array.from({ length: MOST }, (_, number) => number).filter((number) => number % 3 === 0),
      MOST,
    )
    let passes = 0
    const test = {
      keep: (bits: Bits, words: number) => {
        passes++
        keepCommon(bits.subarray(0, words), thirds)
      },
      one: (number: number) => Number(number % 3 === 0),
    }
    fc.assert(
      fc.property(count, numbers, fc.boolean(), (size, list, isFull) => {
        const bits = bitsOf(list, size)
        if (isFull) fillBits(bits, size)
        const expected = listOf(bits).filter((number) => number % 3 === 0)
        narrowBits(bits, size, test)
        expect(listOf(bits)).toEqual(expected)
      }),
    )
    expect(passes).toBeGreaterThan(0)
  })
})
