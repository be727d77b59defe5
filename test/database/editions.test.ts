/** Editions of an event, told apart by the months of its games. */
import { describe, expect, it } from 'vitest'
import { editionsOf } from '../../src/database/names/editions.ts'

const months = (...names: (string | undefined)[]) =>
  names.map((month, index) => ({ ...(month !== undefined && { month }), games: index + 1 }))
const inShort = (...names: (string | undefined)[]) =>
  editionsOf(months(...names)).map(({ from, to, games }) => `${from ?? '-'}..${to ?? '-'} ${games}`)

describe('editions of an event', () => {
  it('are one where the games follow each other, over New Year too', () => {
    expect(inShort('1995-12', '1996-01')).toEqual(['1995-12..1996-01 3'])
    expect(inShort('2001-03', '2001-06')).toEqual(['2001-03..2001-06 3'])
  })

  it('are told apart by a pause of more than three months, whatever their order', () => {
    expect(inShort('1999-07', '1997-07', '1998-07')).toEqual([
      '1997-07..1997-07 2',
      '1998-07..1998-07 3',
      '1999-07..1999-07 1',
    ])
    expect(inShort('2001-03', '2001-07')).toHaveLength(2)
  })

  it('are years where the games never pause', () => {
    const all = Array.from(
      { length: 30 },
      (_, month) => `${2010 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
    )
    expect(editionsOf(months(...all)).map(({ from, to }) => `${from}..${to}`)).toEqual([
      '2010-01..2010-12',
      '2011-01..2011-12',
      '2012-01..2012-06',
    ])
  })

  it('hold games of which only the year is known, or nothing', () => {
    expect(inShort('1921', '1921-05', '1937', undefined)).toEqual(['1921-05..1921-05 3', '1937..1937 3', '-..- 4'])
    expect(editionsOf([])).toEqual([])
  })
})
