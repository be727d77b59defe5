import { describe, expect, it } from 'vitest'
import { compareDates, formatIsoDate, formatPgnDate, isRealDate, parseDate } from '../../src/model/index.ts'
import fc from '../support/properties.ts'

describe('partial dates', () => {
  it.each([
    ['2024.05.31', { year: 2024, month: 5, day: 31 }],
    ['2024.05.??', { year: 2024, month: 5 }],
    ['2024-5-1', { year: 2024, month: 5, day: 1 }],
    ['1851', { year: 1851 }],
    ['????.??.??', undefined],
    ['', undefined],
    ['spring 1851', { text: 'spring 1851' }],
    ['2023.02.29', { text: '2023.02.29' }],
    ['2024.13.01', { text: '2024.13.01' }],
  ])('reads %s', (text, date) => {
    expect(parseDate(text)).toEqual(date)
  })

  it('reads back what it writes', () => {
    const year = fc.integer({ min: 1000, max: 9999 })
    const dates = fc.record({ year, month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 28 }) })
    fc.assert(
      fc.property(dates, (date) => {
        expect(parseDate(formatPgnDate(date))).toEqual(date)
        expect(parseDate(formatIsoDate(date)!)).toEqual(date)
      }),
    )
  })

  it('knows real days, also of dates known in part', () => {
    expect(isRealDate({ year: 2024, month: 2, day: 29 })).toBe(true)
    expect(isRealDate({ year: 1900, month: 2, day: 29 })).toBe(false)
    expect(isRealDate({ year: 2000, month: 2, day: 29 })).toBe(true)
    expect(isRealDate({ month: 2, day: 29 })).toBe(true)
    expect(isRealDate({ month: 4, day: 31 })).toBe(false)
    expect(isRealDate({ day: 32 })).toBe(false)
    for (const day of [0, 32]) expect(isRealDate({ year: 2000, month: 1, day })).toBe(false)
    for (const month of [0, 13]) expect(isRealDate({ year: 2000, month })).toBe(false)
    for (const year of [0, 10_000]) expect(isRealDate({ year })).toBe(false)
    for (const year of [1, 9999]) expect(isRealDate({ year, month: 12, day: 31 })).toBe(true)
    const lengths = Array.from({ length: 12 }, (_, index) => {
      const isReal = (day: number) => isRealDate({ year: 2024, month: index + 1, day })
      return Array.from({ length: 40 }, (_value, day) => day).findLast(isReal)
    })
    expect(lengths).toEqual([31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
  })

  it('puts unknown parts first', () => {
    const sorted = [{ year: 1999, month: 5 }, { year: 1999 }, { year: 1998, month: 12 }, {}].sort(compareDates)
    expect(sorted).toEqual([{}, { year: 1998, month: 12 }, { year: 1999 }, { year: 1999, month: 5 }])
  })
})
