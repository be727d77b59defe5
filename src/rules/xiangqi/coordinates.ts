/**
 * Moves as coordinates. ICCS and the UCCI protocol count the ranks from 0, the UCI protocol as used by Fairy-Stockfish
 * from 1; files are a to i from Red's left in all three.
 */
import { isPass, makeMove, moveFrom, moveTo, PASS, type Move } from '../../model/move.ts'
import { fileOf, rankOf, squareAt, SQUARES } from './geometry.ts'
import type { XiangqiPosition } from './position.ts'

const NULL_MOVE = '0000'
const FILE_LETTERS = 'abcdefghi'

/** Names of the squares, `a0` to `i9`. */
export const SQUARE_NAMES: readonly string[] = Array.from(
  { length: SQUARES },
  (_, square) => FILE_LETTERS[fileOf(square)]! + String(rankOf(square)),
)

/** Writes ICCS: `H2-E2`. */
export function writeIccs(_: XiangqiPosition, move: Move): string {
  if (isPass(move)) return NULL_MOVE
  return `${SQUARE_NAMES[moveFrom(move)]!}-${SQUARE_NAMES[moveTo(move)]!}`.toUpperCase()
}

/** Writes UCCI: `h2e2`. */
export function writeUcci(_: XiangqiPosition, move: Move): string {
  if (isPass(move)) return NULL_MOVE
  return SQUARE_NAMES[moveFrom(move)]! + SQUARE_NAMES[moveTo(move)]!
}

/** Writes UCI with ranks from 1 to 10: `h3e3`. */
export function writeUci(_: XiangqiPosition, move: Move): string {
  if (isPass(move)) return NULL_MOVE
  const name = (square: number) => FILE_LETTERS[fileOf(square)]! + String(rankOf(square) + 1)
  return name(moveFrom(move)) + name(moveTo(move))
}

/** Reads ICCS and UCCI (`H2-E2`, `h2e2`), legal or not; undefined when the text is neither. */
export function readIccs(text: string): Move | undefined {
  const match = /^([a-i])([0-9])-?([a-i])([0-9])$/i.exec(text)
  return match ? moveOf(match, 0) : readNull(text)
}

/** Reads UCI with ranks from 1 to 10 (`h3e3`), legal or not; undefined when the text is not one. */
export function readUci(text: string): Move | undefined {
  const match = /^([a-i])([1-9]|10)-?([a-i])([1-9]|10)$/i.exec(text)
  return match ? moveOf(match, 1) : readNull(text)
}

function moveOf(match: RegExpExecArray, firstRank: number): Move {
  const square = (file: string, rank: string) =>
    squareAt(FILE_LETTERS.indexOf(file.toLowerCase()), Number(rank) - firstRank)
  return makeMove(square(match[1]!, match[2]!), square(match[3]!, match[4]!))
}

function readNull(text: string): Move | undefined {
  return text === NULL_MOVE || text === '--' ? PASS : undefined
}
