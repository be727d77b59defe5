/** Texts that are searched together match like each of them alone. */
import { expect, test } from 'vitest'
import { JoinedTexts } from '../../src/query/joined-texts.ts'
import { makePlainTextTest, type TextKind } from '../../src/query/text.ts'
import fc from '../support/properties.ts'

const WORDS = [
  'Carlsen',
  'Carl',
  'M',
  'Magnus',
  'Müller',
  "O'Kelly",
  'Vachier-Lagrave',
  '胡荣华',
  'Hu',
  'a',
  '7',
  '77',
  'é',
]

const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(' '))

test.each<TextKind>(['person', 'name', 'prose'])('matches of kind %s are those of each text alone', (kind) => {
  let found = 0
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), text, (texts, wanted) => {
      const places = new Set<number>()
      new JoinedTexts(kind, texts).eachMatch(wanted, (place) => places.add(place))
      const matches = makePlainTextTest(kind, wanted)
      const expected = texts.flatMap((one, place) => (matches(one) ? [place] : []))
      expect([...places].toSorted((left, right) => left - right)).toEqual(expected)
      found += expected.length
    }),
    { numRuns: 500 },
  )
  expect(found).toBeGreaterThan(0)
})
