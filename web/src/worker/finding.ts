/** What finding games by text and conditions takes. It loads when games are first looked for: Chinese names need long tables. */
export { parseFilterText } from '../../../src/query/filter-text.ts'
export { foldName, foldWords } from '../../../src/query/fold.ts'
export { makeGameTest } from '../../../src/query/test.ts'
export { allWords, makeWordFinder } from '../../../src/query/text.ts'
