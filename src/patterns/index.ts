/**
 * Patterns: what may stand on some squares, material, where main lines show them, and what was played next.
 * docs/patterns.md says how they are written and what counts.
 * @module ludograph/patterns
 */
export type { Continuation, ContinuationCounter, GameOutcome, YearProfile } from './answer/continuations.ts'
export {
  describeCounts,
  type DescribedHit,
  type DescribedNext,
  type DescribedYear,
  describeHit,
  describeNext,
  describeYears,
  type PatternCounts,
} from './answer/describe.ts'
export { describeHits } from './describe-hits.ts'
export { type DescribedPatternSearch, describePatternSearch } from './describe-search.ts'
export { type HitArrays, Hits } from './answer/hits.ts'
export type { Material, MaterialSum } from './question/material.ts'
export type { OrientedPattern } from './question/orientation.ts'
export { parseMaterial } from './question/parse-material.ts'
export { parsePattern } from './question/parse-pattern.ts'
export {
  anything,
  type Pattern,
  type PatternAnchors,
  type PatternCell,
  type PatternEdges,
  type PatternStep,
} from './question/pattern.ts'
export { PAWN_KINDS, type PawnCount, type PawnFiles, type PawnKind } from './question/pawns.ts'
export { gamesOf, type PatternSearch, type PatternSearchOptions, searchPublished } from './search.ts'
export { continuationRecord } from './answer/tree-record.ts'
export type { GameMarks } from './scan/search-lines.ts'
export type { LineConditions } from './scan/make-scan.ts'
