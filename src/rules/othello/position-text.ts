/**
 * Position text of Othello: the squares row by row from the top left, `X` a
 * black disc, `O` a white one, `-` an empty square, then a space and the side to move, `X` or `O`. The initial position
 * is
 *
 *     ---------------------------OX------XO--------------------------- X
 *
 * Also read are other alphabets in use, separated rows, boards of the game servers with the size in front
 * (`8 -------- ... *`), and text without a side to move, which is then Black.
 */
import { PositionError } from '../../issues/errors.ts'
import type { StartOptions } from '../rules.ts'
import { EMPTY, geometryOf, isOthelloSide } from './geometry.ts'
import { OthelloPosition } from './position.ts'

const BLACK = 'Xx*Bb@#●⚫'
const WHITE = 'OoWw○⚪'
const EMPTY_SQUARE = '-._·'
/** What may stand between rows and around the board. */
const SEPARATORS = /[\s/|,;[\]]+/g

/** The longest position text: the largest board with spaces between all squares. */
const MAX_LENGTH = 4096

/** The content that a character stands for, undefined if none. */
function discOf(character: string): 0 | 1 | 2 | undefined {
  if (BLACK.includes(character)) return 1
  if (WHITE.includes(character)) return 2
  return EMPTY_SQUARE.includes(character) ? EMPTY : undefined
}

/** Reads position text. Throws PositionError, also for a size other than the given. */
export function parseOthello(text: string, options: Pick<StartOptions, 'size'> = {}): OthelloPosition {
  if (text.length > MAX_LENGTH) throw new PositionError('position/too-long', {})
  const { side, rest: unsided } = takeSideWords(text)
  const leading = /^\s*\[?([0-9]{1,2})\s/.exec(unsided)
  const board = leading ? unsided.slice(leading[0].length) : unsided
  const discs: (0 | 1 | 2)[] = []
  for (const character of board.replace(SEPARATORS, '')) {
    const disc = discOf(character)
    if (disc === undefined) throw new PositionError('position/disc', { character })
    discs.push(disc)
  }
  const { columns, rows } = options.size ?? sizeOf(discs.length, leading ? Number(leading[1]) : undefined)
  const squares = geometryOf(columns, rows).squares
  const turn = side ?? (discs.length === squares + 1 ? discs.pop()! : 1)
  if (discs.length !== squares) {
    throw new PositionError('position/squares', { count: discs.length, columns, rows })
  }
  if (turn === EMPTY) throw new PositionError('position/othello-turn', {})
  const position = new OthelloPosition(columns, rows)
  discs.forEach((disc, square) => position.set(square, disc))
  position.turn = turn
  return position
}

/** Removes a side to move in words (`Black to move`) from the end. */
function takeSideWords(text: string): { side?: 1 | 2; rest: string } {
  const match = /\b(black|white)(?:\s+to\s+(?:move|play))?\s*\.?\s*$/i.exec(text)
  if (!match) return { rest: text }
  return { side: match[1]!.toLowerCase() === 'black' ? 1 : 2, rest: text.slice(0, match.index) }
}

/** The square board with this many squares, with or without a character for the side to move. */
function sizeOf(count: number, side: number | undefined): { columns: number; rows: number } {
  const found = side ?? Math.floor(Math.sqrt(count))
  if (!isOthelloSide(found)) throw new PositionError('position/no-board', { count })
  return { columns: found, rows: found }
}

/** Writes the board alone, in the characters of position text. */
export function formatOthelloBoard(position: OthelloPosition): string {
  let text = ''
  for (let square = 0; square < position.geometry.squares; square++) text += '-XO'[position.discAt(square)]!
  return text
}

/** Writes position text that {@link parseOthello} reads back. */
export function formatOthello(position: OthelloPosition): string {
  return `${formatOthelloBoard(position)} ${position.turn === 1 ? 'X' : 'O'}`
}
