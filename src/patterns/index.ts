/**
 * Patterns: what may stand on some squares, material, where main lines show them, and what was played next.
 * docs/patterns.md says how they are written and what counts.
 * @module ludograph/patterns
 */
export * from './scan/candidates.ts'
export * from './answer/continuations.ts'
export * from './answer/describe.ts'
export * from './describe-hits.ts'
export * from './describe-search.ts'
export * from './answer/following.ts'
export * from './answer/hits.ts'
export * from './scan/make-scan.ts'
export * from './question/material.ts'
export * from './question/orientation.ts'
export * from './question/parse-material.ts'
export * from './question/parse-pattern.ts'
export * from './question/pattern.ts'
export * from './question/pawns.ts'
export * from './scan/line-scan.ts'
export * from './search.ts'
export * from './scan/search-lines.ts'
export * from './answer/tree-record.ts'
