/**
 * Score sheets: the board as eight rows of move numbers, as people fill it in on paper and as Cassio prints a transcript.
 * The four squares in the middle are empty, or hold zeros or discs.
 */
import { formatOthelloSquare } from '../../rules/othello/index.ts'

const SIDE = 8
const SQUARES = { columns: SIDE, rows: SIDE }

/** Squares that are taken before the first move. */
const MIDDLE: ReadonlySet<number> = new Set([27, 28, 35, 36])

/** The cells of a line that is one row of a sheet: move numbers, and 0 for a square without one. Undefined if it is not. */
export function parseSheetRow(line: string): number[] | undefined {
  const cells = line
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split(/\s*[|,;]\s*|\s+/)
    .filter((cell) => cell !== '')
  // The number of the row may stand before it.
  if (cells.length === SIDE + 1 && /^[1-8]$/.test(cells[0]!)) cells.shift()
  if (cells.length !== SIDE) return undefined
  const numbers = cells.map((cell) =>
    /^(?:[-.*_xo●○@#·]+)$/i.test(cell) ? 0 : /^[0-9]{1,2}$/.test(cell) ? Number(cell) : -1,
  )
  return numbers.includes(-1) || !numbers.some((number) => number > 0) ? undefined : numbers
}

/** The moves of a sheet in their order; undefined unless every number from 1 on stands once, outside the middle. */
export function movesOfSheet(rows: readonly (readonly number[])[]): string[] | undefined {
  const squares: number[] = []
  for (const [square, number] of rows.flat().entries()) {
    if (number === 0) continue
    if (MIDDLE.has(square) || number > SIDE * SIDE - MIDDLE.size || squares[number - 1] !== undefined) return undefined
    squares[number - 1] = square
  }
  const moves: string[] = []
  for (let at = 0; at < squares.length; at++) {
    if (squares[at] === undefined) return undefined
    moves.push(formatOthelloSquare(SQUARES, squares[at]!))
  }
  return moves.length > 0 ? moves : undefined
}
