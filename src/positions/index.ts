/**
 * The position index: which games reached a position, what was played there
 * and how it went. Segments of sorted postings, read in ranges from anywhere.
 * @module ludograph/positions
 */
export { type Exploration, type ExploredMove, makeExploration } from './exploration.ts'
export type { FilteredFact, GameFacts, GameFilter } from './facts.ts'
export type { FactConditions, RatingGroups, SampleGame, SampleOrder } from './read/filtered.ts'
export { decodeMove, encodeMove } from './move-code.ts'
export { positionKey } from './position-key.ts'
export { type Fetch, HttpSource, type Manifest, PublishedPositions } from './published/published.ts'
export {
  LIST_ORDERS,
  type ListOrder,
  type PublishedFile,
  type PublishedGame,
  PublishedGames,
  type PublishedLists,
} from './published/published-games.ts'
export type { RangeSource } from './read/segment-file.ts'
export { emptyStatistics, mergeStatistics, type MoveStatistics } from './statistics.ts'
export type { ReadRange } from './segment/segment-scan.ts'
