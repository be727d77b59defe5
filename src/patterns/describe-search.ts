/** The statistics of a pattern search as plain JSON (docs/patterns.md). */
import type { Game } from '../model/record.ts'
import {
  describeCounts,
  describeNext,
  describeYears,
  type DescribedNext,
  type DescribedYear,
  type PatternCounts,
} from './answer/describe.ts'
import type { PatternSearch } from './search.ts'

/** What a pattern search found. */
export interface DescribedPatternSearch extends PatternCounts {
  game: Game
  /** Columns and rows of the pattern as it is drawn; absent where material alone is searched. */
  columns?: number
  rows?: number
  /** Hits after which nothing more was played there. */
  ended: number
  next: DescribedNext[]
  years: DescribedYear[]
}

/** The statistics of a search. */
export function describePatternSearch({
  game,
  pattern,
  tree,
  depth,
  years,
  allYears,
}: PatternSearch): DescribedPatternSearch {
  return {
    game,
    ...(pattern && { columns: pattern.columns, rows: pattern.rows }),
    ...describeCounts(game, tree),
    ended: tree.ended,
    next: describeNext(game, pattern, tree.next, depth),
    years: describeYears(years, allYears),
  }
}
