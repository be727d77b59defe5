/**
 * Position text of Go, a form of FEN of our own: the rows from the top, separated by `/`, with `X` for a black stone,
 * `O` for a white one and a number for that many empty points; then a space and the side to move, `b` or `w`. The rows
 * give the size.
 *
 *     9/9/2X3X2/9/4O4/9/9/9/9 b
 */
import { shorten } from '../../issues/collector.ts'
import { PositionError } from '../../issues/errors.ts'
import { MAX_BOARD_SIDE } from '../../model/move.ts'
import type { StartOptions } from '../rules.ts'
import { EMPTY } from './geometry.ts'
import { GoPosition } from './position.ts'

/**
 * Reads position text. Throws PositionError, also for a size other than the given one and for a block without
 * liberties.
 */
export function parseGo(text: string, options: Pick<StartOptions, 'size'> = {}): GoPosition {
  const match = /^([0-9XO/]+) ([bw])$/i.exec(text.trim())
  if (!match) throw new PositionError('position/go-text', { text: shorten(text) })
  const rows = match[1]!.split('/').map(parseRow)
  const columns = rows[0]!.length
  const uneven = rows.findIndex((row) => row.length !== columns)
  if (uneven > 0) {
    throw new PositionError('position/go-row', { row: uneven + 1, points: rows[uneven]!.length, expected: columns })
  }
  const { size } = options
  if (size && (size.columns !== columns || size.rows !== rows.length)) {
    const board = { boardColumns: size.columns, boardRows: size.rows }
    throw new PositionError('position/go-rows', { columns, rows: rows.length, ...board })
  }
  const position = new GoPosition(columns, rows.length)
  rows.forEach((row, rowIndex) => {
    row.forEach((stone, column) => {
      if (stone !== EMPTY) position.set(rowIndex * columns + column, stone)
    })
  })
  const choked = stonesWithoutLiberty(position)[0]
  if (choked !== undefined) throw new PositionError('position/no-liberty', { point: choked })
  position.turn = match[2]!.toLowerCase() === 'w' ? 2 : 1
  return position
}

function parseRow(text: string): (0 | 1 | 2)[] {
  const row: (0 | 1 | 2)[] = []
  for (const part of text.toUpperCase().match(/[0-9]+|[XO]/g) ?? []) {
    if (part === 'X' || part === 'O') row.push(part === 'X' ? 1 : 2)
    else if (Number(part) > MAX_BOARD_SIDE) throw new PositionError('position/row-length', { points: shorten(part) })
    else for (let count = Number(part); count > 0; count--) row.push(EMPTY)
  }
  if (row.length === 0) throw new PositionError('position/empty-row', {})
  return row
}

/** Writes position text that {@link parseGo} reads back. */
export function formatGo(position: GoPosition): string {
  const rows: string[] = []
  for (let row = 0; row < position.rows; row++) {
    let text = ''
    let empty = 0
    for (let column = 0; column < position.columns; column++) {
      const stone = position.stoneAt(row * position.columns + column)
      if (stone === EMPTY) {
        empty++
        continue
      }
      if (empty > 0) text += empty
      empty = 0
      text += stone === 1 ? 'X' : 'O'
    }
    rows.push(empty > 0 ? text + empty : text)
  }
  return `${rows.join('/')} ${position.turn === 1 ? 'b' : 'w'}`
}

/** The squares of all stones whose block has no liberties, which no set-up and no position of a game may have. */
export function stonesWithoutLiberty(position: GoPosition): number[] {
  const squares: number[] = []
  for (let square = 0; square < position.geometry.points; square++) {
    if (!position.hasLiberty(square)) squares.push(square)
  }
  return squares
}
