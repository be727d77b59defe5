/**
 * Queries: conditions and sort keys, how they are written, and how a record is tested. docs/query.md says what each
 * means.
 * @module ludograph/query
 */
export { ConditionError } from './condition-error.ts'
export {
  ALIASES,
  type AliasName,
  type Condition,
  CONDITION_NAMES,
  type ConditionAlias,
  type ConditionName,
  CONDITIONS,
  type ConditionTexts,
  type ConditionType,
} from './conditions.ts'
export { parseLimit } from './dates.ts'
export { type FilterText, parseFilterText } from './filter-text.ts'
export { byColour, type FoundGame, type FoundOpening, type FoundPlayer } from './found-game.ts'
export type { GameLabels } from './labels.ts'
export { type CodeRange, type OpeningQuery, parseOpening } from './openings.ts'
export { parseConditions } from './parse.ts'
export { parsePosition, type PlayedLine } from './position.ts'
export {
  type Expression,
  type GameQuery,
  type Moment,
  type MomentFact,
  type ResultCondition,
  RESULTS,
  type Side,
  SIDES,
  type Where,
} from './query.ts'
export { parseSort, SORT_KEYS, type SortKey, type SortKeyEntry, type SortOrder, SORTS } from './sort-keys.ts'
export { GameOrder, sortGames } from './sort.ts'
export { type Candidate, type GameTest, makeGameTest } from './test.ts'
