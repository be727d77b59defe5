/**
 * Lists of games that are paged through: the numbers of all games of a query
 * in their order, made once and kept for the pages that follow, so that any
 * page of a million games takes as long as the first.
 */
import type { Database } from '../database/database.ts'
import { listGames, type SearchOptions, type SearchQuery } from '../database/search.ts'

/** Numbers kept in all, four bytes each. */
const MAX_NUMBERS = 1 << 24

export class GameLists {
  private readonly database: Database
  /** By the text of the query, the list used last at the end. */
  private readonly lists = new Map<string, Promise<Uint32Array>>()
  private kept = 0

  constructor(database: Database) {
    this.database = database
  }

  /** A list that was made before. */
  known(key: string): Promise<Uint32Array> | undefined {
    return this.lists.get(key)
  }

  /** The numbers of the games that meet a query, in order. The key tells one query and order from another. */
  async get(key: string, query: SearchQuery, options: SearchOptions): Promise<Uint32Array> {
    let list = this.lists.get(key)
    if (list) this.lists.delete(key)
    else {
      const made = listGames(this.database, query, options)
      made.then(
        ({ length }) => (this.lists.get(key) === made ? this.keep(length) : undefined),
        () => void this.lists.delete(key),
      )
      list = made
    }
    this.lists.set(key, list)
    return await list
  }

  /** Forgets every list: the database changed. */
  clear(): void {
    this.lists.clear()
    this.kept = 0
  }

  private async keep(length: number): Promise<void> {
    this.kept += length
    while (this.kept > MAX_NUMBERS && this.lists.size > 1) {
      const [[key, oldest]] = this.lists as unknown as [[string, Promise<Uint32Array>]]
      this.lists.delete(key)
      this.kept -= (await oldest).length
    }
  }
}
