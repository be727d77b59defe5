/** Searches patterns with what follows them: in which games they stand, where, what was played next and how it went. */
import { completeSearch, type LineScanOptions, type PatternSearch } from '../../patterns/search.ts'
import type { GameQuery } from '../../query/query.ts'
import type { Database } from '../database.ts'
import { findHits } from './scan.ts'
import { markGamesOf } from './search.ts'

/** What is wanted beside the pattern. */
export interface PatternSearchOptions extends Pick<LineScanOptions, 'signal' | 'onProgress' | 'onHits'> {
  /** Moves that are followed after each hit, 1 by default. */
  depth?: number
}

/**
 * Searches the pattern of a query, or its material, in the games that meet its other conditions. Rejects with
 * TypeError when it has neither.
 */
export async function searchPattern(
  database: Database,
  query: GameQuery,
  { depth = 1, ...options }: PatternSearchOptions = {},
): Promise<PatternSearch> {
  const game = query.pattern?.game ?? query.material?.game
  if (!game) throw new TypeError('the query has a pattern or material')
  const marks = await markGamesOf(database, query)
  const { hits, isFromIndex } = await findHits(database, game, query, { ...options, depth, ...(marks && { marks }) })
  const facts = await Promise.all(database.segmentsOf(game).map((segment) => segment.readFacts()))
  return completeSearch(game, query, hits, depth, facts, isFromIndex)
}
