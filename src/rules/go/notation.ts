/**
 * Moves of Go as text. `coordinate`: a letter without I for the column and
 * the row counted from the bottom, `Q16`; after Z come AA, AB ... `sgf`: two
 * letters a-z A-Z from the top left, `pd`. A pass is `pass`, in SGF nothing.
 * A colour that is not to move is prefixed: `W Q16`.
 */
import { isPass, makePass, makePlacement, moveColour, moveTo, type Colour, type Move } from '../../model/move.ts'
import type { NotationStyle } from '../rules.ts'
import { EMPTY } from './geometry.ts'
import type { GoPosition } from './position.ts'

export const GO_STYLES: readonly NotationStyle[] = ['coordinate', 'sgf']

const COLUMN_LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
const SGF_LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The longest side of a board whose points SGF can name. */
export const MAX_SGF_SIDE = SGF_LETTERS.length

/** On boards up to this side `tt` is a pass in SGF (FF[3] and before). */
const MAX_TT_SIDE = 19

/** Name of a square as players say it: `Q16`. */
export function formatGoSquare(position: GoPosition, square: number): string {
  const column = square % position.columns
  const row = (square - column) / position.columns
  const base = COLUMN_LETTERS.length
  const prefix = column < base ? '' : COLUMN_LETTERS[Math.floor(column / base) - 1]!
  return `${prefix}${COLUMN_LETTERS[column % base]!}${position.rows - row}`
}

/** Reads a move in either notation; undefined if it is not one or its point is occupied or not on the board. */
export function readGoMove(position: GoPosition, text: string): Move | undefined {
  const match = /^(?:(b|w|black|white)(?:\s+|(?=\[)))?(\[?)(.*?)\]?$/i.exec(text.trim())
  if (!match) return undefined
  const colour = colourOf(match[1])
  const point = match[3]!
  if (isPassText(position, point)) return makePass(colour)
  const square = readCoordinate(position, point) ?? readSgfPoint(position, point)
  if (square === undefined || position.stoneAt(square) !== EMPTY) return undefined
  return makePlacement(square, colour)
}

function colourOf(word: string | undefined): Colour | 0 {
  if (word === undefined) return 0
  return word.toLowerCase().startsWith('b') ? 1 : 2
}

function isPassText(position: GoPosition, text: string): boolean {
  if (text === '' || text.toLowerCase() === 'pass') return true
  return text === 'tt' && position.columns <= MAX_TT_SIDE && position.rows <= MAX_TT_SIDE
}

function readCoordinate(position: GoPosition, text: string): number | undefined {
  const match = /^([a-hj-z]{1,2})([0-9]{1,3})$/i.exec(text)
  if (!match) return undefined
  let column = 0
  for (const letter of match[1]!.toUpperCase())
    column = column * COLUMN_LETTERS.length + COLUMN_LETTERS.indexOf(letter) + 1
  return squareAt(position, column - 1, position.rows - Number(match[2]))
}

function readSgfPoint(position: GoPosition, text: string): number | undefined {
  if (text.length !== 2) return undefined
  return squareAt(position, SGF_LETTERS.indexOf(text[0]!), SGF_LETTERS.indexOf(text[1]!))
}

function squareAt(position: GoPosition, column: number, row: number): number | undefined {
  const isOnBoard = column >= 0 && column < position.columns && row >= 0 && row < position.rows
  return isOnBoard ? row * position.columns + column : undefined
}

/** Writes a move. On boards too large for SGF's letters, `sgf` writes coordinates. */
export function writeGoMove(position: GoPosition, move: Move, style: NotationStyle = 'coordinate'): string {
  const colour = moveColour(move)
  const isOutOfTurn = colour !== 0 && colour !== position.turn
  const point = writePoint(position, move, style)
  if (!isOutOfTurn) return point
  return `${colour === 1 ? 'B' : 'W'} ${point}`
}

function writePoint(position: GoPosition, move: Move, style: NotationStyle): string {
  const isSgf = style === 'sgf' && position.columns <= MAX_SGF_SIDE && position.rows <= MAX_SGF_SIDE
  if (isPass(move)) return isSgf ? '' : 'pass'
  const square = moveTo(move)
  if (!isSgf) return formatGoSquare(position, square)
  const column = square % position.columns
  return SGF_LETTERS[column]! + SGF_LETTERS[(square - column) / position.columns]!
}
