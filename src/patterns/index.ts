/**
 * Patterns: what may stand on some squares, material, where main lines show them, and what was played next.
 * docs/patterns.md says how they are written and what counts.
 * @module ludograph/patterns
 */
export * from './candidates.ts'
export * from './continuations.ts'
export * from './describe.ts'
export * from './describe-hits.ts'
export * from './describe-search.ts'
export * from './following.ts'
export * from './hits.ts'
export * from './make-scan.ts'
export * from './material.ts'
export * from './orientation.ts'
export * from './parse-material.ts'
export * from './parse-pattern.ts'
export * from './pattern.ts'
export * from './pawns.ts'
export * from './scan.ts'
export * from './search.ts'
export * from './search-lines.ts'
export * from './tree-record.ts'
