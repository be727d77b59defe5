import { describe, expect, it } from 'vitest'
import { fillHeader } from '../../src/database/upkeep/fill-header.ts'
import type { Header, Player } from '../../src/model/index.ts'
import { pgnRecords } from '../support/pgn-records.ts'
import fc from '../support/properties.ts'

const headerOf = (facts: Partial<Header> = {}): Header => ({ players: [], result: { outcome: 'unfinished' }, ...facts })
const players = (facts: Partial<Player>): Partial<Header> => ({ players: [{ colour: 1, name: 'Ann', ...facts }] })

describe('a header filled from that of an equal game', () => {
  it.each<[name: string, own: Partial<Header>, other: Partial<Header>, filled: Partial<Header>]>([
    ['an annotator', {}, { annotator: 'Eve' }, { annotator: 'Eve' }],
    ['a result', {}, { result: { outcome: 'draw' } }, { result: { outcome: 'draw' } }],
    [
      'why a game was won',
      { result: { outcome: 'win', winner: 1 } },
      { result: { outcome: 'win', winner: 1, by: 'time' } },
      { result: { outcome: 'win', winner: 1, by: 'time' } },
    ],
    [
      'the day of a year',
      { date: { year: 1999 } },
      { date: { year: 1999, month: 12 } },
      { date: { year: 1999, month: 12 } },
    ],
    [
      'the place of an event',
      { event: { name: 'Cup' } },
      { event: { site: 'Rome' } },
      { event: { name: 'Cup', site: 'Rome' } },
    ],
    ['a tag of two', { tags: { A: '1' } }, { tags: { A: '1', B: '2' } }, { tags: { A: '1', B: '2' } }],
    [
      'a rating',
      players({}),
      players({ rating: 2500, ratingType: 'FIDE' }),
      players({ rating: 2500, ratingType: 'FIDE' }),
    ],
    ['a player', {}, players({}), players({})],
  ])('gets %s', (_name, own, other, filled) => {
    expect(fillHeader(headerOf(own), headerOf(other))).toEqual({
      header: headerOf(filled),
      isFuller: true,
      differing: [],
    })
    expect(fillHeader(headerOf(filled), headerOf(own))).toEqual({
      header: headerOf(filled),
      isFuller: false,
      differing: [],
    })
  })

  it.each<[name: string, own: Partial<Header>, other: Partial<Header>, differing: string[]]>([
    ['a date', { date: { year: 1998 } }, { date: { year: 1999, month: 12 } }, ['date']],
    ['an event', { event: { name: 'Cup' } }, { event: { name: 'Open', site: 'Rome' } }, ['event']],
    ['a result', { result: { outcome: 'draw' } }, { result: { outcome: 'win', winner: 1 } }, ['result']],
    [
      'a date, whose words elsewhere say less,',
      { date: { year: 1999, month: 4 } },
      { date: { year: 1999, text: 'spring 1999' } },
      ['date'],
    ],
    [
      'whose rating it is',
      players({ rating: 2500 }),
      players({ rating: 2600, ratingType: 'USCF' }),
      ['players.rating'],
    ],
    ['an opening', { openingCode: 'B20' }, { openingCode: 'C50', openingName: 'Italian' }, ['openingCode']],
    ['a tag', { tags: { A: '1' } }, { tags: { A: '2' } }, ['tags']],
  ])('keeps %s of its own, and tells of it', (_name, own, other, differing) => {
    expect(fillHeader(headerOf(own), headerOf(other))).toEqual({ header: headerOf(own), isFuller: false, differing })
  })

  it('does not get words that say what is known', () => {
    const own = headerOf({ date: { year: 1985 } })
    const other = headerOf({ date: { year: 1985, text: '1985' } })
    expect(fillHeader(own, other)).toEqual({ header: own, isFuller: false, differing: [] })
  })

  it('loses nothing it had, and gets nothing twice', () => {
    fc.assert(
      fc.property(pgnRecords, pgnRecords, ({ header: own }, { header: other }) => {
        const { header, isFuller } = fillHeader(own, other)
        expect(fillHeader(own, own)).toEqual({ header: own, isFuller: false, differing: [] })
        // What was filled says all that was there.
        expect(fillHeader(header, { ...own, result: header.result })).toMatchObject({ isFuller: false, differing: [] })
        expect(fillHeader(header, other).isFuller).toBe(false)
        if (!isFuller) expect(header).toEqual(own)
      }),
      { numRuns: 200 },
    )
  })
})
