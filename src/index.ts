/**
 * Ludograph: read, check, convert and replay records of chess, xiangqi, Go
 * and Othello games.
 * @module ludograph
 */
export * from './bytes/index.ts'
export * from './convert/index.ts'
export * from './formats/index.ts'
export * from './issues/index.ts'
export * from './model/index.ts'
export * from './rules/index.ts'
