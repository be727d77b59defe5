/**
 * Queries: conditions and sort keys, how they are written, and how a record is tested. docs/query.md says what each
 * means.
 * @module ludograph/query
 */
export * from './condition-error.ts'
export * from './conditions.ts'
export * from './dates.ts'
export * from './fields.ts'
export * from './filter-text.ts'
export * from './fold.ts'
export * from './found-game.ts'
export * from './labels.ts'
export * from './openings.ts'
export * from './parse.ts'
export * from './position.ts'
export * from './query.ts'
export * from './sort-keys.ts'
export * from './sort.ts'
export * from './test.ts'
export * from './text.ts'
