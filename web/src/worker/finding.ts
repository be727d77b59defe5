/** Searching games by text and conditions. Loaded with the first search, since Chinese names need large tables. */
export { ConditionError } from '../../../src/query/condition-error.ts'
export { parseFilterText } from '../../../src/query/filter-text.ts'
export { foldName, foldWords } from '../../../src/query/fold.ts'
export { makeGameTest } from '../../../src/query/test.ts'
export { allWords, makeWordFinder } from '../../../src/query/text.ts'
