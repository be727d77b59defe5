/**
 * Lists of games that are paged through: the numbers of all games of a query
 * in their order, made once and kept for the pages that follow, so that any
 * page of a million games takes as long as the first.
 */
import type { Database } from '../database/database.ts'
import { listGames, type SearchOptions } from '../database/search/search.ts'
import type { GameQuery } from '../query/query.ts'

/** Numbers kept in all, four bytes each, and lists, of which many may be empty. */
const MAX_NUMBERS = 1 << 24
const MAX_LISTS = 1000

/** A list, and how many numbers it has once that is known. */
interface KeptList {
  numbers: Promise<Uint32Array>
  length: number
}

export class GameLists {
  private readonly database: Database
  /** By the text of the query, the list used last at the end. */
  private readonly lists = new Map<string, KeptList>()

  constructor(database: Database) {
    this.database = database
  }

  /** Whether a list was made before. */
  has(key: string): boolean {
    return this.lists.has(key)
  }

  /** The numbers of the games that meet a query, in order. The key tells one query and order from another. */
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

  /** Forgets every list: the database changed. */
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
