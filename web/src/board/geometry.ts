/** Where squares are on the drawn board: 100 units to a square, the origin at its top left corner. */
import type { Game } from '../../../src/model/record.ts'

export const UNIT = 100

/** Room beside the squares: for the names of lines where pieces stand on lines; those of squares stand inside them. */
export function marginOf({ game, columns }: Pick<Geometry, 'game' | 'columns'>): Point {
  if (game === 'go') return { x: 46 * nameScale(columns), y: 46 * nameScale(columns) }
  return game === 'xiangqi' ? { x: 12, y: 42 } : { x: 0, y: 0 }
}

export interface Geometry {
  game: Game
  columns: number
  rows: number
  /** Seen from the second player's side. */
  isFlipped: boolean
  /** The part of the board that is shown; all of it by default. */
  region?: Region | undefined
}

/** A part of a board, in columns and rows from its first square; the last ones are in it. */
export interface Region {
  left: number
  top: number
  right: number
  bottom: number
}

export interface Point {
  x: number
  y: number
}

/** How much larger the names of lines are drawn on boards of so many lines that they would be too small to read. */
export function nameScale(columns: number): number {
  return columns > 25 ? columns / 21 : 1
}

/** Width of the whole board by its height. */
export function shapeOf(geometry: Geometry): number {
  const { width, height } = extentOf(geometry)
  return width / height
}

/** The board, or what is shown of it, in units of the drawing, with the room beside it at the edges of the board. */
export function extentOf(geometry: Geometry): { left: number; top: number; width: number; height: number } {
  const { x, y } = marginOf(geometry)
  const { columns, rows, region } = geometry
  const [from, to] = [
    centre(geometry, region ? region.top * columns + region.left : 0),
    centre(geometry, region ? region.bottom * columns + region.right : rows * columns - 1),
  ]
  const [first, last] = [Math.min(from.x, to.x) - UNIT / 2, Math.max(from.x, to.x) + UNIT / 2]
  const [upper, lower] = [Math.min(from.y, to.y) - UNIT / 2, Math.max(from.y, to.y) + UNIT / 2]
  const left = first === 0 ? -x : first
  const top = upper === 0 ? -y : upper
  const right = last === columns * UNIT ? last + x : last
  const bottom = lower === rows * UNIT ? lower + y : lower
  return { left, top, width: right - left, height: bottom - top }
}

/** The same as SVG wants it. */
export function viewBoxOf(geometry: Geometry): string {
  const { left, top, width, height } = extentOf(geometry)
  return `${left} ${top} ${width} ${height}`
}

/** The centre of a square as it is drawn. */
export function centre({ game, columns, rows, isFlipped }: Geometry, square: number): Point {
  const column = square % columns
  const row = Math.floor(square / columns)
  // Chess and xiangqi count rows from the first player's side, at the bottom; Go and Othello from the top.
  const isUpward = game === 'chess' || game === 'xiangqi'
  const fromLeft = isFlipped ? columns - 1 - column : column
  const fromTop = isUpward === isFlipped ? row : rows - 1 - row
  return { x: (fromLeft + 0.5) * UNIT, y: (fromTop + 0.5) * UNIT }
}

/** The square under a point of the drawing; undefined beside the board. */
export function squareAt({ game, columns, rows, isFlipped }: Geometry, { x, y }: Point): number | undefined {
  const fromLeft = Math.floor(x / UNIT)
  const fromTop = Math.floor(y / UNIT)
  if (fromLeft < 0 || fromLeft >= columns || fromTop < 0 || fromTop >= rows) return undefined
  const isUpward = game === 'chess' || game === 'xiangqi'
  const column = isFlipped ? columns - 1 - fromLeft : fromLeft
  const row = isUpward === isFlipped ? fromTop : rows - 1 - fromTop
  return row * columns + column
}

const GO_LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'

/** The letter or number beside a column, at the bottom and at the top of an unturned board. */
export function columnNames({ game, columns }: Geometry, column: number): { bottom: string; top: string } {
  if (game === 'xiangqi') return { bottom: String(columns - column), top: String(column + 1) }
  const letters = game === 'go' ? GO_LETTERS : 'abcdefghijklmnopqrstuvwxyz'
  const more = column < letters.length ? '' : letters[Math.floor(column / letters.length) - 1]!
  const name = more + letters[column % letters.length]!
  return { bottom: name, top: name }
}

/** The number beside a row; xiangqi has none. */
export function rowName({ game, rows }: Geometry, row: number): string {
  if (game === 'xiangqi') return ''
  return String(game === 'go' ? rows - row : row + 1)
}

/** The star points of a board of Go, as squares. */
export function starPoints(columns: number, rows: number): number[] {
  const along = (length: number): number[] => {
    if (length < 7) return []
    const edge = length < 13 ? 2 : 3
    const isOdd = length % 2 === 1
    return isOdd && length >= 9 ? [edge, (length - 1) / 2, length - 1 - edge] : [edge, length - 1 - edge]
  }
  const across = along(columns)
  const down = along(rows)
  const all = down.flatMap((row) => across.map((column) => row * columns + column))
  // Boards smaller than 15 only have the corners and the centre.
  if (columns >= 15 || across.length < 3 || down.length < 3) return all
  return all.filter((_, index) => index % 2 === 0)
}
