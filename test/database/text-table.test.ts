/** Texts numbered as they come and sorted in the end, compared with what JavaScript makes of them. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TextTable } from '../../src/database/columns/text-table.ts'
import { compareTexts, Texts } from '../../src/database/columns/texts.ts'

/** Texts that often begin alike, some of them with halves of surrogate pairs. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', '棋', '😀', '\ud83d', '\ue000'), maxLength: 6 }),
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 }).map((end) => `https://example.org/game/${end}`),
  fc.string({ maxLength: 300 }),
)
const texts = fc.array(text, { maxLength: 400 })
const stored = (one: string): string => one.toWellFormed()
const sortedOf = (all: readonly string[]): string[] => [...new Set(all.map(stored))].sort(compareTexts)

function tableOf(all: readonly string[]) {
  const table = new TextTable()
  const numbers = all.map((one) => {
    const bytes = new TextEncoder().encode(one)
    return table.numberOf(bytes, 0, bytes.length)
  })
  return { numbers, ...table.finish() }
}

it('equal texts have one number, and places in the order of their bytes', () => {
  fc.assert(
    fc.property(texts, (all) => {
      const { numbers, texts: sorted, places } = tableOf(all)
      expect([...sorted.list()]).toEqual(sortedOf(all))
      expect(numbers.map((number) => sorted.text(places[number]!))).toEqual(all.map(stored))
      expect(places[0]).toBe(0)
    }),
  )
})

it('lists are merged, all of them or only the texts that are used', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 3 }), fc.infiniteStream(fc.boolean()), (all, chance) => {
      const lists = all.map((one) => tableOf(one).texts)
      const used = lists.map(({ count }) => {
        if (chance.next().value) return undefined
        return Uint8Array.from({ length: count + 1 }, (_, number) => (number > 0 && chance.next().value ? 1 : 0))
      })
      const { texts: merged, numbers } = Texts.merge(lists, used)
      const wanted = lists.map((list, index) => list.list().filter((_, place) => used[index]?.[place + 1] !== 0))
      expect([...merged.list()]).toEqual(sortedOf(wanted.flat()))
      for (const [index, list] of lists.entries()) {
        for (const [place, one] of list.list().entries()) {
          const number = numbers[index]![place + 1]!
          expect(merged.text(number)).toBe(used[index]?.[place + 1] === 0 ? undefined : one)
        }
      }
    }),
  )
})

it('texts of many bytes are sorted where only the last ones differ', () => {
  const all = Array.from({ length: 40 }, (_, index) => 'x'.repeat(300_000 - (index % 20)) + (index % 3))
  expect([...tableOf(all).texts.list()]).toEqual(sortedOf(all))
})
