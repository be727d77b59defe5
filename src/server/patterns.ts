/** Patterns over HTTP: where they stand, what was played next, and how it went. */
import type { Context } from 'hono'
import type { Database } from '../database/database.ts'
import { patternGames } from '../database/search/describe-patterns.ts'
import { searchPattern } from '../database/search/patterns.ts'
import { describePatternSearch } from '../patterns/describe-search.ts'
import type { PatternSearch } from '../patterns/search.ts'
import { hasStones } from '../positions/main-line.ts'
import { readQuery, RequestError, wholeNumber } from './request.ts'

/** Games that a response lists at most, and moves that it follows. */
const LARGEST_LIST = 1000
const LARGEST_DEPTH = 20

/** Searches that are kept: a list is paged through, and a pattern asked for again with other games. */
const MAX_KEPT = 8

/** Pattern searches, the last few of which are kept. */
export class PatternSearches {
  private readonly database: Database
  private readonly kept = new Map<string, PatternSearch>()

  constructor(database: Database) {
    this.database = database
  }

  /** Forgets every search: the database changed. */
  clear(): void {
    this.kept.clear()
  }

  /** Statistics of a pattern, and some of the games that show it. */
  async answer(context: Context): Promise<Response> {
    const parameters = context.req.query()
    const query = readQuery(parameters)
    const game = query.pattern?.game ?? query.material?.game
    if (!game) throw new RequestError('request/no-pattern', {}, 'pattern')
    const depth = Math.min(LARGEST_DEPTH, Math.max(1, wholeNumber(parameters, 'depth') ?? 1))
    const max = Math.min(LARGEST_LIST, wholeNumber(parameters, 'max') ?? 100)
    const offset = wholeNumber(parameters, 'offset') ?? 0
    const asked = Object.keys(parameters).filter((name) => name !== 'max' && name !== 'offset')
    const key = JSON.stringify(asked.toSorted().map((name) => [name, parameters[name]]))
    const search =
      this.kept.get(key) ?? (await searchPattern(this.database, query, { depth, signal: context.req.raw.signal }))
    this.keep(key, search)
    const { pattern } = search
    return context.json({
      ...(pattern && hasStones(game) && { cells: pattern.cells }),
      ...describePatternSearch(search),
      found: max === 0 ? [] : await patternGames(this.database, search, max, offset),
    })
  }

  private keep(key: string, search: PatternSearch): void {
    this.kept.delete(key)
    this.kept.set(key, search)
    if (this.kept.size > MAX_KEPT) this.kept.delete(this.kept.keys().next().value!)
  }
}
