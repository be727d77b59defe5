/** The facts of a header that are searched, sorted and listed. */
import { expect, it } from 'vitest'
import { headerFields, positiveNumber, type Header } from '../../src/model/index.ts'

const EMPTY: Header = { players: [], result: { outcome: 'unfinished' } }
const fieldsOf = (facts: Partial<Header>) => {
  const {
    game: _game,
    kind: _kind,
    result: _result,
    ...rest
  } = headerFields({
    game: 'chess',
    header: { ...EMPTY, ...facts },
  })
  return rest
}

it('a header that says nothing has a game, a kind and a result, and no other fact', () => {
  expect(headerFields({ game: 'go', header: EMPTY })).toEqual({ game: 'go', kind: 'game', result: '*' })
  const header: Header = { ...EMPTY, kind: 'puzzle' as never, result: { outcome: 'win', winner: 2 } }
  expect(headerFields({ game: 'chess', header })).toEqual({ game: 'chess', kind: 'puzzle', result: '0-1' })
})

it.each<[Partial<Header>, object]>([
  [
    {
      players: [
        { colour: 2, name: 'Bo', rating: 2400.9 },
        { colour: 1, name: 'Ann', rating: 2500 },
      ],
    },
    { first: 'Ann', firstRating: 2500, second: 'Bo', secondRating: 2400 },
  ],
  [
    { event: { name: 'Cup', site: 'London' }, place: 'Paris' },
    { event: 'Cup', site: 'London' },
  ],
  [{ place: 'Paris' }, { site: 'Paris' }],
  [{ round: 3, subround: 2 }, { round: '3.2' }],
  [{ round: 3 }, { round: '3' }],
  [{ round: 3, roundText: 'final' }, { round: 'final' }],
  [{ roundText: '' }, {}],
  [{ date: { year: 1999, month: 12 } }, { date: '1999-12' }],
  [
    { openingCode: 'B33', openingName: 'Sicilian' },
    { openingCode: 'B33', openingName: 'Sicilian' },
  ],
  [{ annotator: 'Carl' }, { annotator: 'Carl' }],
  [{ title: 'One' }, { title: 'One' }],
  [{ title: 'One', titles: [{ text: 'Two' }, { text: 'One' }, { text: '' }] as never }, { title: 'One / Two' }],
  [{ title: '', titles: [] }, {}],
])('of %j', (facts, expected) => {
  expect(fieldsOf(facts)).toEqual(expected)
})

it('ratings and years outside of 1 to 65,535 count as unknown', () => {
  expect([1, 65_535, 2400.9].map((value) => positiveNumber(value))).toEqual([1, 65_535, 2400])
  expect([0, -1, 0.5, 65_536, 70_000, Number.NaN, undefined].map((value) => positiveNumber(value))).toEqual(
    Array.from({ length: 7 }, () => undefined),
  )
})
