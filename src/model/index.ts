/**
 * The record model: plain data for the games of chess, xiangqi, Go and
 * Othello. Imports nothing; everything else builds on it.
 * @module ludograph/model
 */
export * from './annotation.ts'
export * from './line-record.ts'
export * from './date.ts'
export * from './header-edit.ts'
export * from './header-fields.ts'
export * from './json.ts'
export * from './move.ts'
export * from './notes-edit.ts'
export * from './record.ts'
export * from './result.ts'
export * from './timeline-tree.ts'
export * from './timeline.ts'
export * from './tree.ts'
export * from './tree-edit.ts'
