/** The rules of Go: positions, notation, counting, stricter rules. */
export { go } from './rules.ts'
export { formatGoSquare, MAX_SGF_SIDE } from './notation.ts'
export { GoPosition } from './position.ts'
export * from './score.ts'
export * from './strict.ts'
export { stonesWithoutLiberty } from './position-text.ts'
