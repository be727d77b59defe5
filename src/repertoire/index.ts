/**
 * Repertoires: one's own openings, kept as trees in any format. Which moves they play, the positions to train with the
 * schedule of their repetitions, and the progress as text.
 * @module ludograph/repertoire
 */
export { makeRepertoire, sidesOf, type Repertoire } from './repertoire.ts'
export type { Score } from './scores.ts'
export type { LineText } from './line-text.ts'
export * from './cards.ts'
export * from './schedule.ts'
export * from './progress.ts'
export * from './training.ts'
export * from './reply.ts'
