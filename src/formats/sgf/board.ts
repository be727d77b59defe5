/**
 * Points of the board in text. Go: two letters, column then row from the top
 * left, a to z for 1 to 26 and A to Z for 27 to 52. Othello: the letter of the column and the number of
 * the row from the top, as Othello players write them; two letters, as some programs write, are read too. docs/formats/sgf.md, Points.
 */
import { isPass, makePass, makePlacement, moveTo, type Colour, type Move } from '../../model/move.ts'
import { isOthelloPass, parseOthelloSquare } from '../../rules/othello/index.ts'

/** The game and board that a record's properties refer to. */
export interface Board {
  readonly game: 'go' | 'othello'
  readonly columns: number
  readonly rows: number
}

/** Reads a size, `19` or `9:13`; undefined if it is not one. */
export function parseSize(value: string): Pick<Board, 'columns' | 'rows'> | undefined {
  const match = /^\s*([0-9]{1,6})\s*(?:[:x,]\s*([0-9]{1,6})\s*)?$/i.exec(value)
  const columns = Number(match?.[1] ?? 0)
  const rows = Number(match?.[2] ?? columns)
  return columns > 0 && rows > 0 ? { columns, rows } : undefined
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The longest side whose points have names. */
export const MAX_SIDE: Record<Board['game'], number> = { go: LETTERS.length, othello: 26 }

const NO_LETTER = 255

/** The number of every UTF-16 unit as a letter, {@link NO_LETTER} if it is not one. */
export const LETTER_NUMBERS = new Uint8Array(0x10000).fill(NO_LETTER)
for (let index = 0; index < LETTERS.length; index++) LETTER_NUMBERS[LETTERS.charCodeAt(index)] = index

/** Up to this side `tt` is a pass: it was the only one in FF[3]. */
export const MAX_TT_SIDE = 19

/** Reads a point; undefined if it is not one on this board. */
export function parsePoint(text: string, board: Board): number | undefined {
  const { columns, rows } = board
  const square = board.game === 'othello' ? parseOthelloSquare(text.trim(), columns, rows) : undefined
  if (square !== undefined) return square
  const point = text.length === 2 ? text : text.trim()
  if (point.length !== 2) return undefined
  const column = LETTER_NUMBERS[point.charCodeAt(0)]!
  const row = LETTER_NUMBERS[point.charCodeAt(1)]!
  if (column < columns && row < rows) return row * columns + column
  // On boards that need no capitals, careless programs mean lower-case letters.
  const small = point.toLowerCase()
  return small !== point && columns <= 26 && rows <= 26 ? parsePoint(small, board) : undefined
}

/** Whether there is a Go point of two letters, as usually written, at an index of text. */
export function isUsualPoint(text: string, at: number, { game, columns, rows }: Board): boolean {
  const column = LETTER_NUMBERS[text.charCodeAt(at)]!
  const row = LETTER_NUMBERS[text.charCodeAt(at + 1)]!
  return column < columns && row < rows && game === 'go'
}

/** The square of a point for which {@link isUsualPoint} is true. */
export function usualSquare(text: string, at: number, { columns }: Board): number {
  return LETTER_NUMBERS[text.charCodeAt(at + 1)]! * columns + LETTER_NUMBERS[text.charCodeAt(at)]!
}

export function isOnBoard(square: number, { columns, rows }: Board): boolean {
  return square < columns * rows
}

export function formatPoint(square: number, { game, columns }: Board): string {
  const column = square % columns
  const row = (square - column) / columns
  return game === 'othello' ? LETTERS[column]! + (row + 1) : LETTERS[column]! + LETTERS[row]!
}

/** Reads the value of a move; undefined if it is not one on this board. */
export function parseMove(text: string, colour: Colour, board: Board): Move | undefined {
  // `pa` is a pass in Othello, though a point in two letters on the largest boards.
  const isPassed = board.game === 'othello' && isPassText(text.trim(), board)
  const square = isPassed ? undefined : parsePoint(text, board)
  if (square !== undefined) return makePlacement(square, colour)
  return isPassText(text.trim(), board) ? makePass(colour) : undefined
}

function isPassText(text: string, { game, columns, rows }: Board): boolean {
  if (text === '' || text.toLowerCase() === 'pass') return true
  if (game === 'othello' && isOthelloPass(text)) return true
  return text === 'tt' && columns <= MAX_TT_SIDE && rows <= MAX_TT_SIDE
}

/**
 * Writes the value of a move: a pass is empty in Go, and `pa` in Othello, as its programs write it. Undefined for a
 * move off the board.
 */
export function formatMove(move: Move, board: Board): string | undefined {
  if (isPass(move)) return board.game === 'othello' ? 'pa' : ''
  return isOnBoard(moveTo(move), board) ? formatPoint(moveTo(move), board) : undefined
}

/** How many points the rectangles of one game may contain in total: short text must not become endless lists. */
export const MAX_RECTANGLE_POINTS = 1 << 20

/** Counts down from {@link MAX_RECTANGLE_POINTS}. */
export interface PointBudget {
  left: number
}

/** Reads the values of a list of points, rectangles such as `aa:cc` included. Anything else is skipped. */
export function parsePoints(values: readonly string[], board: Board, budget: PointBudget): number[] {
  const squares: number[] = []
  for (const value of values) {
    if (value.length === 2 && isUsualPoint(value, 0, board)) {
      squares.push(usualSquare(value, 0, board))
      continue
    }
    const colon = value.indexOf(':')
    if (colon < 0) {
      const square = parsePoint(value, board)
      if (square !== undefined) squares.push(square)
      continue
    }
    const first = parsePoint(value.slice(0, colon), board)
    const last = parsePoint(value.slice(colon + 1), board)
    if (first !== undefined && last !== undefined) addRectangle(squares, first, last, board.columns, budget)
  }
  return squares
}

function addRectangle(squares: number[], first: number, last: number, columns: number, budget: PointBudget): void {
  const [left, right] = inOrder(first % columns, last % columns)
  const [top, bottom] = inOrder(Math.floor(first / columns), Math.floor(last / columns))
  budget.left -= (right - left + 1) * (bottom - top + 1)
  if (budget.left < 0) return
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) squares.push(row * columns + column)
  }
}

function inOrder(one: number, other: number): [number, number] {
  return one <= other ? [one, other] : [other, one]
}
