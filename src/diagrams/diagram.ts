/** A position of any of the four games as a picture: SVG that needs no font for its pieces and no style sheet. */
import { isPass, isPlacement, moveFrom, moveTo, type Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import type { Position } from '../rules/rules.ts'
import { CHESS_SHAPES, XIANGQI_CHARACTERS } from './piece-shapes.ts'

/** Units of a square, and room for the coordinates on each side. */
const UNIT = 100
const MARGIN = 46

/** Colours, the same as on the page. */
const PAPER: Readonly<Record<Game, string>> = {
  chess: '#ece6d9',
  xiangqi: '#f0dfba',
  go: '#e2b866',
  othello: '#24523c',
}
const INK: Readonly<Record<Game, string>> = { chess: '#57503f', xiangqi: '#5f4b23', go: '#3d2f12', othello: '#dfe8e2' }
const LIGHT_SQUARE = '#f1e7d2'
const DARK_SQUARE = '#b28f68'
const LAST_MOVE = 'fill="#e8c22e" fill-opacity="0.45"'

/** What to point out. */
export interface DiagramOptions {
  /** The move that led to the position. */
  lastMove?: Move | undefined
  /** Leaves the coordinates and the room for them out, as small pictures do. */
  isBare?: boolean
}

/** Draws a position, seen from the side that moves first in chess and xiangqi, as an SVG document. */
export function drawDiagram(game: Game, position: Position, { lastMove, isBare = false }: DiagramOptions = {}): string {
  const margin = isBare ? 0 : MARGIN
  const width = position.columns * UNIT + 2 * margin
  const height = position.rows * UNIT + 2 * margin
  const squares = Array.from({ length: position.columns * position.rows }, (_, square) => square)
  const touched = lastMove === undefined ? [] : touchedSquares(lastMove)
  const parts = [
    `<rect x="${-margin}" y="${-margin}" width="${width}" height="${height}" fill="${PAPER[game]}"/>`,
    drawGround(game, position),
    ...touched.map((square) => drawLastSquare(game, position, square)),
    ...squares.map((square) => drawPiece(game, position, square)),
    ...touched.map((square) => drawLastStone(game, position, square)),
    isBare ? '' : drawCoordinates(game, position),
  ]
  const box = `${-margin} ${-margin} ${width} ${height}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width / 2}" height="${height / 2}">${parts.join('')}</svg>\n`
}

function touchedSquares(move: Move): number[] {
  if (isPass(move)) return []
  return isPlacement(move) ? [moveTo(move)] : [moveFrom(move), moveTo(move)]
}

/** Whether rows are counted from the bottom. */
function isUpward(game: Game): boolean {
  return game === 'chess' || game === 'xiangqi'
}

/** The top left corner of a square. */
function cornerOf(game: Game, { columns, rows }: Position, square: number): { x: number; y: number } {
  const row = Math.floor(square / columns)
  return { x: (square % columns) * UNIT, y: (isUpward(game) ? rows - 1 - row : row) * UNIT }
}

/** The empty board. */
function drawGround(game: Game, position: Position): string {
  const { columns, rows } = position
  if (game === 'chess') {
    return Array.from({ length: columns * rows }, (_, square) => {
      const { x, y } = cornerOf(game, position, square)
      const isDark = ((square % columns) + Math.floor(square / columns)) % 2 === 0
      return `<rect x="${x}" y="${y}" width="100" height="100" fill="${isDark ? DARK_SQUARE : LIGHT_SQUARE}"/>`
    }).join('')
  }
  const lines =
    game === 'othello'
      ? gridLines(columns + 1, rows + 1, 0)
      : game === 'go'
        ? gridLines(columns, rows, 50)
        : XIANGQI_LINES
  return `<path d="${lines}" fill="none" stroke="${INK[game]}" stroke-width="3"/>${game === 'go' ? drawStars(position) : ''}`
}

/** Lines of a grid whose first crossing is `offset` from the corner. */
function gridLines(columns: number, rows: number, offset: number): string {
  const right = offset + (columns - 1) * UNIT
  const bottom = offset + (rows - 1) * UNIT
  let path = ''
  for (let row = 0; row < rows; row++) path += `M${offset} ${offset + row * UNIT}H${right}`
  for (let column = 0; column < columns; column++) path += `M${offset + column * UNIT} ${offset}V${bottom}`
  return path
}

/** The lines of xiangqi: files end at the river, but for the two at the edges; a diagonal cross in each palace. */
const XIANGQI_LINES = [
  ...Array.from({ length: 10 }, (_, row) => `M50 ${50 + row * UNIT}H850`),
  ...Array.from({ length: 7 }, (_, file) => `M${150 + file * UNIT} 50V450M${150 + file * UNIT} 550V950`),
  'M50 50V950M850 50V950M350 50L550 250M550 50L350 250M350 750L550 950M550 750L350 950',
].join('')

/** The star points of square boards with an odd number of lines, from 9 on. */
function drawStars({ columns, rows }: Position): string {
  if (columns !== rows || columns < 9 || columns % 2 === 0) return ''
  const edge = columns < 13 ? 2 : 3
  const middle = (columns - 1) / 2
  const lines = columns < 15 ? [edge, columns - 1 - edge] : [edge, middle, columns - 1 - edge]
  const points = lines.flatMap((column) => lines.map((row) => [column, row]))
  if (columns < 15) points.push([middle, middle])
  return points
    .map(([column, row]) => `<circle cx="${column! * UNIT + 50}" cy="${row! * UNIT + 50}" r="10" fill="${INK.go}"/>`)
    .join('')
}

/** The squares of the last move of chess and xiangqi, below the pieces. */
function drawLastSquare(game: Game, position: Position, square: number): string {
  if (game === 'go' || game === 'othello') return ''
  const { x, y } = cornerOf(game, position, square)
  return `<rect x="${x}" y="${y}" width="100" height="100" rx="${game === 'xiangqi' ? 50 : 0}" ${LAST_MOVE}/>`
}

/** A point on the last stone of Go and Othello. */
function drawLastStone(game: Game, position: Position, square: number): string {
  if (game === 'chess' || game === 'xiangqi') return ''
  const { x, y } = cornerOf(game, position, square)
  return `<circle cx="${x + 50}" cy="${y + 50}" r="13" fill="#d9482b"/>`
}

function drawPiece(game: Game, position: Position, square: number): string {
  const piece = position.pieceAt(square)
  if (piece === '') return ''
  const { x, y } = cornerOf(game, position, square)
  const isSecond = piece === piece.toLowerCase() && piece !== '1'
  if (game === 'chess')
    return `<g transform="translate(${x - 6} ${y - 7}) scale(1.12)">${chessPiece(piece, isSecond)}</g>`
  if (game === 'xiangqi') return `<g transform="translate(${x} ${y})">${xiangqiPiece(piece, isSecond)}</g>`
  const fill = piece === '1' ? '#16181b' : '#fdfcf8'
  return `<circle cx="${x + 50}" cy="${y + 50}" r="${game === 'go' ? 48 : 42}" fill="${fill}" stroke="#16181b" stroke-width="2"/>`
}

function chessPiece(letter: string, isBlack: boolean): string {
  const { body, lines, top } = CHESS_SHAPES[letter.toLowerCase()] ?? { body: '' }
  const [fill, line, inner] = isBlack ? ['#2d2b29', '#2d2b29', '#efe9dc'] : ['#fffdf7', '#2d2b29', '#2d2b29']
  const stroke = (colour: string) =>
    `stroke="${colour}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" fill="none"`
  return (
    (top ? `<path d="${top}" ${stroke(line)}/>` : '') +
    `<path d="${body}" ${stroke(line)} style="fill:${fill}"/>` +
    (lines ? `<path d="${lines}" ${stroke(inner)}/>` : '')
  )
}

function xiangqiPiece(letter: string, isBlack: boolean): string {
  const colour = isBlack ? '#23262b' : '#b3261e'
  const ring = (radius: number, fill: string, width: number) =>
    `<circle cx="50" cy="50" r="${radius}" fill="${fill}" stroke="${colour}" stroke-width="${width}"/>`
  return (
    ring(44, '#fbf1da', 3) +
    ring(37.5, 'none', 2) +
    `<path d="${XIANGQI_CHARACTERS[letter] ?? ''}" transform="translate(25 24) scale(0.5 0.52)" fill="none" ` +
    `stroke="${colour}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>`
  )
}

/** The letters of Go leave out I. */
const GO_LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'

/** Letters of columns below the board and numbers of rows beside it, as each game counts them. */
function drawCoordinates(game: Game, { columns, rows }: Position): string {
  const letters = game === 'go' ? GO_LETTERS : 'abcdefghijklmnopqrstuvwxyz'
  const columnName = (column: number) =>
    letters[column % letters.length]!.repeat(1 + Math.floor(column / letters.length))
  const rowName = (line: number) => {
    if (game === 'othello') return line + 1
    return game === 'xiangqi' ? rows - 1 - line : rows - line
  }
  const text = (x: number, y: number, name: string | number) => `<text x="${x}" y="${y}">${name}</text>`
  const names = [
    ...Array.from({ length: columns }, (_, column) => text(column * UNIT + 50, rows * UNIT + 34, columnName(column))),
    ...Array.from({ length: rows }, (_, line) => text(-24, line * UNIT + 62, rowName(line))),
  ]
  return `<g font-family="sans-serif" font-size="32" text-anchor="middle" fill="${INK[game]}">${names.join('')}</g>`
}
