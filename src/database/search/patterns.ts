/** Searches patterns with what follows them: in which games they stand, where, what was played next and how it went. */
import type { Game } from '../../model/record.ts'
import { ContinuationCounter, type Continuation, type YearProfile } from '../../patterns/continuations.ts'
import type { Hits } from '../../patterns/hits.ts'
import type { LineConditions } from '../../patterns/make-scan.ts'
import type { GameFacts } from '../../positions/facts.ts'
import type { GameQuery } from '../../query/query.ts'
import type { Database } from '../database.ts'
import { gamesOf, scanLines, type LineScanOptions } from './scan.ts'
import { markGamesOf } from './search.ts'

/** What is wanted beside the pattern. */
export interface PatternSearchOptions extends Pick<LineScanOptions, 'signal' | 'onProgress' | 'onHits'> {
  /** Moves that are followed after each hit, 1 by default. */
  depth?: number
}

/** Where a pattern stands and what follows. */
export interface PatternSearch extends LineConditions {
  game: Game
  hits: Hits
  /** Games in order of their numbers. */
  games: Uint32Array
  /** Statistics of the pattern itself, and what was played next, so many moves deep as was asked for. */
  tree: Continuation
  depth: number
  /** Games by year: those with the pattern, and all of the kind. */
  years: YearProfile
  allYears: YearProfile
  counter: ContinuationCounter
}

/** Searches the pattern of a query, or its material, in the games that meet its other conditions. Rejects with TypeError when it has neither. */
export async function searchPattern(
  database: Database,
  query: GameQuery,
  { depth = 1, ...options }: PatternSearchOptions = {},
): Promise<PatternSearch> {
  const { pattern, material } = query
  const game = pattern?.game ?? material?.game
  if (!game) throw new TypeError('the query has a pattern or material')
  const marks = await markGamesOf(database, query)
  const hits = await scanLines(database, game, query, { ...options, depth, ...(marks && { marks }) })
  const facts = await Promise.all(database.segmentsOf(game).map((segment) => segment.readFacts()))
  const counter = new ContinuationCounter(pattern, depth, pattern?.steps?.length)
  counter.add(hits, hits.depth, (number) => {
    const own = factsWith(facts, number)
    return own ? { result: own.result(number), year: own.year(number) } : { result: 0, year: 0 }
  })
  return {
    game,
    ...(pattern && { pattern }),
    ...(material && { material }),
    hits,
    games: gamesOf(hits),
    tree: counter.finish(),
    depth,
    years: counter.years,
    allYears: yearsOf(facts),
    counter,
  }
}

function factsWith(all: readonly GameFacts[], game: number): GameFacts | undefined {
  for (const facts of all) if (facts.has(game)) return facts
  return undefined
}

function yearsOf(all: readonly GameFacts[]): YearProfile {
  const years: YearProfile = new Map()
  for (const facts of all) {
    for (let game = facts.firstGame; game < facts.firstGame + facts.count; game++) {
      const year = facts.has(game) ? facts.year(game) : 0
      if (year > 0) years.set(year, (years.get(year) ?? 0) + 1)
    }
  }
  return years
}
