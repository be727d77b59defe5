/** Sorts records by the orders of sort-keys.ts. */
import type { AnyRecord } from '../model/line-record.ts'
import { findOpening, loadAllOpenings } from '../openings/index.ts'
import { headerFields, type HeaderFields } from '../model/header-fields.ts'
import { countPlies } from './fields.ts'
import type { SortKey, SortOrder } from './sort-keys.ts'

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
 * Finds the order of games that are looked at one after another. Only the values they are sorted by are kept, so that
 * games that do not fit into memory can be read again in that order.
 */
export class GameOrder {
  private readonly valueOf: ((record: AnyRecord) => SortValue) | undefined
  private readonly descending: boolean
  private readonly values: SortValue[] = []

  private constructor(valueOf: ((record: AnyRecord) => SortValue) | undefined, descending: boolean) {
    this.valueOf = valueOf
    this.descending = descending
  }

  /** Loads the books of openings for the order by opening. */
  static async by({ order, descending }: SortOrder): Promise<GameOrder> {
    return new GameOrder(order === 'id' ? undefined : await makeSortValue(order), descending)
  }

  /** Adds the next game; undefined for one without a record. */
  add(record: AnyRecord | undefined): void {
    this.values.push(record && this.valueOf?.(record))
  }

  /**
   * The places of the games, from 0, in order; equal ones keep theirs, and those without a record come last. Texts are
   * compared by code units, the same on every machine.
   */
  sorted(): Uint32Array {
    const { values } = this
    const places = Uint32Array.from(values.keys())
    const direction = this.descending ? -1 : 1
    if (!this.valueOf) return this.descending ? places.reverse() : places
    return places.sort((one, other) => {
      const [left, right] = [values[one], values[other]]
      if (left === right) return one - other
      if (left === undefined || right === undefined) return left === undefined ? 1 : -1
      return left < right ? -direction : direction
    })
  }
}

/** Sorts items by their games, as GameOrder does. */
export async function sortGames<Item>(
  items: readonly Item[],
  order: SortOrder,
  recordOf: (item: Item) => AnyRecord | undefined,
): Promise<Item[]> {
  const games = await GameOrder.by(order)
  for (const item of items) games.add(recordOf(item))
  return Array.from(games.sorted(), (place) => items[place]!)
}

async function makeSortValue(key: Exclude<SortKey, 'id'>): Promise<(record: AnyRecord) => SortValue> {
  if (key === 'plies') return countPlies
  if (key !== 'opening') return (record) => HEADER_VALUES[key](headerFields(record))
  const books = await loadAllOpenings()
  return (record) => record.header.openingCode ?? findOpening(record, books)?.code
}
