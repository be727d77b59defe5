/**
 * Lists of games that are paged through: the numbers of all games of a query in order, computed once and cached for
 * later pages, so that any page of a million games is as fast as the first.
 */
import type { Database } from '../database/database.ts'
import { gamesByNumber, listGames, type SearchOptions } from '../database/search/search.ts'
import type { FoundGame } from '../query/found-game.ts'
import type { GameQuery } from '../query/query.ts'

/** The total number of cached game numbers, four bytes each, and of lists, many of which may be empty. */
const MAX_NUMBERS = 1 << 24
const MAX_LISTS = 1000

/** A list, and its length once known. */
interface KeptList {
  numbers: Promise<Uint32Array>
  length: number
}

export class GameLists {
  private readonly database: Database
  /** By the text of the query, the most recently used last. */
  private readonly lists = new Map<string, KeptList>()

  constructor(database: Database) {
    this.database = database
  }

  /** Whether a list is cached. */
  has(key: string): boolean {
    return this.lists.has(key)
  }

  /** The numbers of the games that match a query, in order. The key identifies the query and order. */
  async get(key: string, query: GameQuery, options: SearchOptions): Promise<Uint32Array> {
    const list = this.lists.get(key) ?? { numbers: listGames(this.database, query, options), length: 0 }
    this.lists.delete(key)
    this.lists.set(key, list)
    try {
      const numbers = await list.numbers
      list.length = numbers.length
      this.forgetOldest()
      return numbers
    } catch (error) {
      if (this.lists.get(key) === list) this.lists.delete(key)
      throw error
    }
  }

  /** Games of a list by their numbers, in this order. */
  async games(ids: readonly number[]): Promise<FoundGame[]> {
    const found = await gamesByNumber(this.database, ids)
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  /** Clears the cache after a change of the database. */
  clear(): void {
    this.lists.clear()
  }

  private forgetOldest(): void {
    let kept = 0
    for (const { length } of this.lists.values()) kept += length
    for (const [key, { length }] of this.lists) {
      if ((kept <= MAX_NUMBERS && this.lists.size <= MAX_LISTS) || this.lists.size === 1) return
      this.lists.delete(key)
      kept -= length
    }
  }
}
