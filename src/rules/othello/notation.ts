/**
 * Moves of Othello in text: the square, column letter and row number counted
 * from the top left (`f5`), and several words for a pass.
 */
import { isPass, makePass, makePlacement, moveTo, PASS, type Move } from '../../model/move.ts'
import type { NotationStyle } from '../rules.ts'
import type { OthelloPosition } from './position.ts'

/** `coordinate` is f5 and pa, `capitals` F5 and PA. */
export const OTHELLO_STYLES: readonly NotationStyle[] = ['coordinate', 'capitals']

/** The ways programs and servers write a pass. */
const PASSES = /^(?:pa|pass?|ps|-|--|@@)$/i

/** Reads the text of a square (`f5`, `J10`) on a board of a size; undefined when it names none. */
export function parseOthelloSquare(text: string, columns: number, rows: number): number | undefined {
  const match = /^([a-z])([0-9]{1,2})$/i.exec(text)
  if (!match) return undefined
  const column = match[1]!.toLowerCase().charCodeAt(0) - 0x61
  const row = Number(match[2]) - 1
  return column < columns && row >= 0 && row < rows ? row * columns + column : undefined
}

/** The text of a square in lower case. */
export function formatOthelloSquare(position: Pick<OthelloPosition, 'columns'>, square: number): string {
  const column = square % position.columns
  return String.fromCharCode(0x61 + column) + ((square - column) / position.columns + 1)
}

/** Whether a text stands for a pass. */
export function isOthelloPass(text: string): boolean {
  return PASSES.test(text)
}

/**
 * The pass to be recorded here. It names its colour if the turn has already moved on to the other side, as it does if a
 * side has to pass.
 */
export function recordedPass(position: OthelloPosition): Move {
  const { passing } = position
  return passing === undefined || passing === position.turn ? PASS : makePass(passing)
}

/** Reads a legal move; undefined for other text and for illegal moves. */
export function readOthelloMove(position: OthelloPosition, text: string): Move | undefined {
  const trimmed = text.trim()
  if (isOthelloPass(trimmed)) return position.passing === undefined ? undefined : recordedPass(position)
  const square = parseOthelloSquare(trimmed, position.columns, position.rows)
  return square !== undefined && position.flips(square, position.turn) ? makePlacement(square) : undefined
}

/** Reads a move whether or not it is legal; undefined for other text. */
export function readAnyOthelloMove(position: OthelloPosition, text: string): Move | undefined {
  const trimmed = text.trim()
  if (isOthelloPass(trimmed)) return recordedPass(position)
  const square = parseOthelloSquare(trimmed, position.columns, position.rows)
  return square === undefined ? undefined : makePlacement(square)
}

/** Writes a move. Throws TypeError for an unknown style. */
export function writeOthelloMove(position: OthelloPosition, move: Move, style: NotationStyle = 'coordinate'): string {
  if (!OTHELLO_STYLES.includes(style)) throw new TypeError(`Othello moves are not written in the style ${style}`)
  const text = isPass(move) ? 'pa' : formatOthelloSquare(position, moveTo(move))
  return style === 'capitals' ? text.toUpperCase() : text
}
