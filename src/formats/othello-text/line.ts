/**
 * The meaning of one line of text that is not moves: a board or a row of one, a player's name, the side to move.
 * docs/formats/othello-text.md, What is recognised.
 */
import { formatOthelloSquare, isOthelloPass, isOthelloSide } from '../../rules/othello/index.ts'

/**
 * The side of the board that moves are played on: 10 if they need and fit it, otherwise 8. Games on other sizes must
 * show their board.
 */
export function sideOf(moves: readonly string[]): 8 | 10 {
  let side = 8
  for (const move of moves) {
    if (!isOthelloPass(move)) side = Math.max(side, Number(move.slice(1)), move.charCodeAt(0) - 0x60)
  }
  return side === 9 || side === 10 ? 10 : 8
}

/** Characters of a board; the position text of the rules reads them. */
const CELL = 'XxOoBbWw*@#●○⚫⚪■□.\\-_·・'
const BOARD = new RegExp(`^\\s*\\[?(?:([0-9]{1,2})\\s+)?((?:[${CELL}][ \\t/|]*){16,}\\]?)`)
const ROW = new RegExp(`^\\s*(?:[0-9]{1,2}\\s+|\\|)?((?:[${CELL}][ \\t|]*){4,26})(?:[0-9]{1,2})?\\s*$`)
const SEPARATORS = /[\s/|[\]]+/g

/** A line that begins with a whole board: its position text, and what follows. */
export function takeBoard(line: string): { text: string; rest: string } | undefined {
  const match = BOARD.exec(line)
  if (!match) return undefined
  let cells = match[2]!
  let end = match[0].length
  // The last letter may be the column of the first move, and the last dash the sign of a score.
  if (/[a-z-]$/i.test(cells) && /[0-9]/.test(line[end] ?? '')) {
    cells = cells.slice(0, -1)
    end--
  }
  const count = [...cells.replaceAll(SEPARATORS, '')].length
  const side = Math.floor(Math.sqrt(count))
  const isWhole = isOthelloSide(side) && count - side * side <= 1 && (!match[1] || Number(match[1]) === side)
  return isWhole ? { text: cells, rest: line.slice(end) } : undefined
}

/** Cells of a board in figures: 0 and 1 are discs beside other signs for empty squares, 1 and 2 beside zeros. */
const FIGURES = /^\s*((?:[012.\-_·・□][ \t/|]*){16,})(?![0-9])(.*)$/

const FIGURE_ROW = /^\s*([012.\-_·・□]{8})\s*$/

/** A line that begins with a whole board in figures, as {@link takeBoard} has it. */
export function takeFigureBoard(line: string): { text: string; rest: string } | undefined {
  const [, cells, rest] = FIGURES.exec(line) ?? []
  const text = cells === undefined ? undefined : textOfFigures(cells)
  return text === undefined ? undefined : { text, rest: rest! }
}

/** The position text of a board in figures; undefined if it is none. */
export function textOfFigures(cells: string): string | undefined {
  const signs = cells.replaceAll(SEPARATORS, '')
  if (!isOthelloSide(Math.sqrt(signs.length)) || !/[01]/.test(signs)) return undefined
  const hasTwo = signs.includes('2')
  return [...signs]
    .map((sign) => ((hasTwo ? { 1: 'X', 2: 'O' } : { 0: 'X', 1: 'O' }) as Record<string, string>)[sign] ?? '-')
    .join('')
}

/**
 * A board in the characters of position text. A square `□` is a white disc where black ones are `■`, and an empty square
 * beside discs of another shape, as Japanese texts have both.
 */
export function usualDiscs(board: string): string {
  return board
    .replaceAll('□', board.includes('■') ? 'O' : '-')
    .replaceAll('■', 'X')
    .replaceAll('・', '-')
}

/** The squares of a line that is one row of a board drawn over several lines, undefined if it is not one. */
export function parseRow(line: string): string | undefined {
  const cells = (ROW.exec(line) ?? FIGURE_ROW.exec(line))?.[1]?.replaceAll(SEPARATORS, '')
  return cells !== undefined && isOthelloSide([...cells].length) ? cells : undefined
}

/** Whether a line names the columns of a board, `a b c d e f g h`. */
export function isColumnLine(line: string): boolean {
  const letters = line.replaceAll(/\s+/g, '').toLowerCase()
  const columns = Array.from({ length: letters.length }, (_, square) => formatOthelloSquare({ columns: 26 }, square)[0])
  return letters.length >= 4 && letters.length <= 26 && letters === columns.join('')
}

/** The side to move according to a line: `X`, `White to move`. */
export function parseSide(line: string): 'X' | 'O' | undefined {
  const match = /^\s*(?:(black|x|\*|●)|(white|o|○))(?:\s+to\s+(?:move|play))?[\s.:]*$/i.exec(line)
  return match ? (match[1] ? 'X' : 'O') : undefined
}

/** The player that a line names: `Black: Ann`. */
export function parsePlayer(line: string): { colour: 1 | 2; name: string } | undefined {
  const match = /^\s*(black|white)\s*[:=]\s*(\S.*?)\s*$/i.exec(line)
  return match ? { colour: match[1]!.toLowerCase() === 'black' ? 1 : 2, name: match[2]! } : undefined
}

/**
 * Moves with their scores after a board, as in puzzle suites: `; a1:+12; b2:-4`. In discs, from the mover's point of
 * view.
 */
export function parseSolutions(rest: string): { move: string; score: number }[] {
  return [...rest.matchAll(/([a-z][0-9]{1,2}|pa(?:ss)?)\s*:\s*([+-]?[0-9]{1,3}(?:\.[0-9]{1,2})?)/gi)].map((match) => ({
    move: match[1]!.toLowerCase(),
    score: Number(match[2]),
  }))
}
