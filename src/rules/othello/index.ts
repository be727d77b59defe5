/** The rules of Othello: positions, notation, position text, score, and the symmetries of games. */
export * from './normalise.ts'
export { isOthelloSide } from './geometry.ts'
export { OthelloLine } from './line.ts'
export { formatOthelloSquare, isOthelloPass, parseOthelloSquare, recordedPass } from './notation.ts'
export { othello } from './othello.ts'
export { OthelloPosition } from './position.ts'
export * from './score.ts'
export { formatOthelloBoard } from './text.ts'
