/** What is needed once an engine is wanted, in one chunk. */
export { toggleAnalysis } from './analysis.ts'
export { findEngines } from './find.ts'
