/** Orders of games: one table for the command line, the HTTP interface and the page. */
import type { GameRecord } from '../model/record.ts'
import { countPlies, headerFields, type HeaderFields } from './fields.ts'
import { loadOpeningBooks } from './test.ts'

/** What an order sorts by; games that are equal keep their order, those of which it is not known come last. */
export interface SortKeyEntry {
  meaning: string
  /** The message of the page that names it. */
  label: string
  /** Other names for it. */
  aliases?: readonly string[]
}

export const SORTS = {
  id: { meaning: 'the order of the database or the file', label: 'sortNumber', aliases: ['number'] },
  date: { meaning: 'date', label: 'sortDate' },
  first: { meaning: 'name of the player who moves first', label: 'sortFirst', aliases: ['player'] },
  second: { meaning: 'name of the player who moves second', label: 'sortSecond', aliases: ['opponent'] },
  event: { meaning: 'name of the event', label: 'sortEvent' },
  rating: { meaning: 'rating of the stronger player', label: 'sortRating', aliases: ['elo'] },
  result: { meaning: 'result', label: 'sortResult' },
  opening: {
    meaning: 'opening code, as the source says, else as the moves show',
    label: 'sortOpening',
    aliases: ['eco'],
  },
  plies: { meaning: 'number of half-moves', label: 'sortPlies', aliases: ['length'] },
} as const satisfies Record<string, SortKeyEntry>

export type SortKey = keyof typeof SORTS
export const SORT_KEYS = Object.keys(SORTS) as SortKey[]

/** An order of games. */
export interface SortOrder {
  order: SortKey
  descending: boolean
}

/** Reads an order: a key or an alias of one, with `-` in front for the greatest first; undefined when it is none. */
export function parseSort(text: string): SortOrder | undefined {
  const name = text.replace(/^-/, '')
  const order = SORT_KEYS.find((candidate) => {
    const { aliases = [] }: SortKeyEntry = SORTS[candidate]
    return candidate === name || aliases.includes(name)
  })
  return order && { order, descending: text.startsWith('-') }
}

/** The value that a game is sorted by; undefined when it is not known. */
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
 * Items in an order; equal ones keep theirs, and items without a record come last. Texts go by their code units, the
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
