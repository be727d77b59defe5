import { expect, test } from 'vitest'
import type { PartialDate } from '../../../src/model/date.ts'
import { formatFreeDate, parseFreeDate } from '../../../src/formats/xiangqi/date.ts'

/** Shapes of dates met in real files, and what they say. */
const SHAPES: [text: string, date: Omit<PartialDate, 'text'>][] = [
  ['1998-12-16', { year: 1998, month: 12, day: 16 }],
  ['1997年11月16日', { year: 1997, month: 11, day: 16 }],
  ['1992.5.12', { year: 1992, month: 5, day: 12 }],
  ['2001。4。14', { year: 2001, month: 4, day: 14 }],
  ['2001。3。', { year: 2001, month: 3 }],
  ['2010-05-27  15:', { year: 2010, month: 5, day: 27 }],
  ['2003年6月20日 1', { year: 2003, month: 6, day: 20 }],
  ['03-06-15', { year: 2003, month: 6, day: 15 }],
  ['60-2-14', { year: 1960, month: 2, day: 14 }],
  ['29-12-31', { year: 2029, month: 12, day: 31 }],
  ['30-1-1', { year: 1930, month: 1, day: 1 }],
  ['10-25-2000', { year: 2000, month: 10, day: 25 }],
  ['25/10/2000', { year: 2000, month: 10, day: 25 }],
  ['19990704', { year: 1999, month: 7, day: 4 }],
  ['1987年元月20日', { year: 1987, month: 1, day: 20 }],
  ['1934年', { year: 1934 }],
  ['1989年春', { year: 1989 }],
  ['２００１．３', { year: 2001, month: 3 }],
  ['1999.13.1', { year: 1999 }],
  ['1999.2.30', { year: 1999, month: 2 }],
  ['民国时期', {}],
  ['比赛日期', {}],
  ['123456', {}],
]

test.each(SHAPES)('%s', (text, date) => {
  expect(parseFreeDate(text)).toEqual({ ...date, text })
  expect(formatFreeDate({ ...date, text })).toBe(text)
})

test('a date in the standard form needs no text', () => {
  for (const [text, date] of [
    ['1999', { year: 1999 }],
    ['1999.07', { year: 1999, month: 7 }],
    ['1999.07.04', { year: 1999, month: 7, day: 4 }],
    ['????.07.04', { month: 7, day: 4 }],
    ['1999.??.04', { year: 1999, day: 4 }],
  ] as const) {
    expect(parseFreeDate(text)).toEqual(date)
    expect(formatFreeDate(date)).toBe(text)
  }
})

test('an empty text is not a date', () => {
  expect(parseFreeDate('')).toBeUndefined()
})

test('words that no longer say what the parts say are not written', () => {
  expect(formatFreeDate({ year: 1998, month: 1, text: '1997年11月16日' })).toBe('1998.01')
})
