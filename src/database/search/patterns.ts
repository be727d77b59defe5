/** Searches patterns with what follows them: in which games they stand, where, what was played next and how it went. */
import type { Hits } from '../../patterns/answer/hits.ts'
import {
  completeSearch,
  gameOf,
  progressOf,
  type PatternSearch,
  type PatternSearchOptions,
} from '../../patterns/search.ts'
import type { GameQuery } from '../../query/query.ts'
import type { Database } from '../database.ts'
import { findHits } from './scan.ts'
import { markGamesOf } from './search.ts'

/**
 * Searches the pattern of a query, or its material, in the games that meet its other conditions. Rejects with
 * TypeError when it has neither.
 */
export async function searchPattern(
  database: Database,
  query: GameQuery,
  { depth = 1, ...options }: Omit<PatternSearchOptions, 'marks'> = {},
): Promise<PatternSearch> {
  const game = gameOf(query)
  const marks = await markGamesOf(database, query)
  const facts = await Promise.all(database.segmentsOf(game).map((segment) => segment.readFacts()))
  const complete = (found: Hits, isFromIndex = false) => completeSearch(game, query, found, depth, facts, isFromIndex)
  const scanOptions = { ...options, depth, onProgress: progressOf(options, complete), ...(marks && { marks }) }
  const { hits, isFromIndex } = await findHits(database, game, query, scanOptions)
  return complete(hits, isFromIndex)
}
