/** Sorts records by the orders of sort-keys.ts. */
import type { GameRecord } from '../model/record.ts'
import { headerFields, type HeaderFields } from '../model/header-fields.ts'
import { countPlies } from './fields.ts'
import type { SortKey, SortOrder } from './sort-keys.ts'
import { loadOpeningBooks } from './test.ts'

/** The value by which a game is sorted; undefined if unknown. */
type SortValue = string | number | undefined

const HEADER_VALUES: Record<Exclude<SortKey, 'id' | 'plies' | 'opening'>, (fields: HeaderFields) => SortValue> = {
  date: ({ date }) => date,
  first: ({ first }) => first,
  second: ({ second }) => second,
  event: ({ event }) => event,
  rating: ({ firstRating, secondRating }) => Math.max(firstRating ?? 0, secondRating ?? 0) || undefined,
  result: ({ result }) => result,
}

/**
 * Sorts items; equal ones keep their order, and items without a record come last. Texts are compared by code units, the
 * same on every machine.
 */
export async function sortGames<Item>(
  items: readonly Item[],
  { order, descending }: SortOrder,
  recordOf: (item: Item) => GameRecord | undefined,
): Promise<Item[]> {
  if (order === 'id') return descending ? items.toReversed() : [...items]
  const valueOf = await makeSortValue(order)
  const direction = descending ? -1 : 1
  return items
    .map((item) => {
      const record = recordOf(item)
      return { item, value: record && valueOf(record) }
    })
    .sort(({ value: left }, { value: right }) => {
      if (left === right) return 0
      if (left === undefined || right === undefined) return left === undefined ? 1 : -1
      return left < right ? -direction : direction
    })
    .map(({ item }) => item)
}

async function makeSortValue(key: Exclude<SortKey, 'id'>): Promise<(record: GameRecord) => SortValue> {
  if (key === 'plies') return countPlies
  if (key !== 'opening') return (record) => HEADER_VALUES[key](headerFields(record))
  const books = await loadOpeningBooks()
  return (record) => record.header.openingCode ?? books[record.game]?.of(record)?.code
}
