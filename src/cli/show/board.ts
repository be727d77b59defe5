/** Draws a position of any of the four games with characters. */
import type { Mark } from '../../model/annotation.ts'
import { isPass, isPlacement, moveFrom, moveTo, type Move } from '../../model/move.ts'
import type { Game } from '../../model/record.ts'
import type { Position } from '../../rules/rules.ts'
import { paint } from './terminal.ts'

/** What to highlight on the board. */
export interface BoardView {
  lastMove?: Move | undefined
  marks?: readonly Mark[] | undefined
  /** Letters for pieces instead of pictures. */
  ascii?: boolean | undefined
}

const CHESS_PIECES: Record<string, string> = {
  K: '♔',
  Q: '♕',
  R: '♖',
  B: '♗',
  N: '♘',
  P: '♙',
  k: '♚',
  q: '♛',
  r: '♜',
  b: '♝',
  n: '♞',
  p: '♟',
}

const XIANGQI_PIECES: Record<string, string> = {
  K: '帅',
  A: '仕',
  B: '相',
  N: '马',
  R: '车',
  C: '炮',
  P: '兵',
  k: '将',
  a: '士',
  b: '象',
  n: '馬',
  r: '車',
  c: '砲',
  p: '卒',
}

/** The board as lines of text, with the coordinates of its game. */
export function drawBoard(game: Game, position: Position, view: BoardView = {}): string {
  if (game === 'xiangqi') return drawXiangqi(position, view)
  if (game === 'go') return drawGo(position, view)
  return drawSquares(game, position, view)
}

/** Squares the last move touches. */
function touched({ lastMove }: BoardView): Set<number> {
  if (lastMove === undefined || isPass(lastMove)) return new Set()
  return isPlacement(lastMove) ? new Set([moveTo(lastMove)]) : new Set([moveFrom(lastMove), moveTo(lastMove)])
}

/** Chess from White's side, Othello with row 1 at the top. */
function drawSquares(game: Game, position: Position, view: BoardView): string {
  const { columns, rows } = position
  const isChess = game === 'chess'
  const marked = touched(view)
  const lines: string[] = []
  for (let line = 0; line < rows; line++) {
    const row = isChess ? rows - 1 - line : line
    let text = `${String(row + 1).padStart(2)} `
    for (let column = 0; column < columns; column++) {
      const square = row * columns + column
      const piece = position.pieceAt(square)
      const picture = isChess ? chessPicture(piece, view) : discPicture(piece, view)
      const isMarked = marked.has(square) || view.marks?.some(({ at }) => at === square) === true
      text += isMarked ? paint('yellow', `[${picture}]`) : ` ${picture} `
    }
    lines.push(text)
  }
  lines.push(
    `   ${letters(columns, false)
      .map((letter) => ` ${letter} `)
      .join('')}`,
  )
  return lines.join('\n')
}

function chessPicture(piece: string, view: BoardView): string {
  if (piece === '') return paint('dim', '·')
  return view.ascii ? piece : (CHESS_PIECES[piece] ?? piece)
}

function discPicture(piece: string, view: BoardView): string {
  if (piece === '') return paint('dim', '·')
  if (view.ascii) return piece === '1' ? 'X' : 'O'
  return piece === '1' ? '●' : '○'
}

/** Xiangqi from Red's side: every point two columns wide, as its pieces are. */
function drawXiangqi(position: Position, view: BoardView): string {
  const marked = touched(view)
  const lines: string[] = []
  for (let rank = 9; rank >= 0; rank--) {
    let text = `${rank} `
    for (let file = 0; file < 9; file++) {
      const square = rank * 9 + file
      const piece = position.pieceAt(square)
      let picture =
        piece === '' ? paint('dim', '· ') : view.ascii ? `${piece} ` : (XIANGQI_PIECES[piece] ?? `${piece} `)
      if (piece !== '' && !view.ascii && piece === piece.toUpperCase()) picture = paint('red', picture)
      text += marked.has(square) ? paint('yellow', `[${picture}]`) : ` ${picture} `
    }
    lines.push(text)
    if (rank === 5) lines.push(paint('dim', '   ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~'))
  }
  lines.push(
    `  ${letters(9, false)
      .map((letter) => ` ${letter}  `)
      .join('')}`,
  )
  return lines.join('\n')
}

/** Go with row numbers from the bottom and no letter I, marks and labels in place of empty points. */
function drawGo(position: Position, view: BoardView): string {
  const { columns, rows } = position
  const marked = touched(view)
  const labels = new Map((view.marks ?? []).map((mark) => [mark.at, markPicture(mark)]))
  const lines: string[] = []
  for (let row = 0; row < rows; row++) {
    let text = `${String(rows - row).padStart(2)} `
    for (let column = 0; column < columns; column++) {
      const square = row * columns + column
      const piece = position.pieceAt(square)
      const label = labels.get(square)
      let picture = isStarPoint(columns, rows, column, row) ? paint('dim', '+') : paint('dim', '·')
      if (piece !== '') picture = discPicture(piece, view)
      if (label) picture = paint('cyan', label)
      text += marked.has(square) ? paint('yellow', `(${picture})`) : ` ${picture} `
    }
    lines.push(text)
  }
  lines.push(
    `   ${letters(columns, true)
      .map((letter) => letter.padStart(2).padEnd(3))
      .join('')}`,
  )
  return lines.join('\n')
}

function markPicture({ shape, text, paint: owner }: Mark): string {
  if (shape === 'label') return text?.slice(0, 1) ?? 'L'
  if (shape === 'territory') return owner === '1' ? '■' : '□'
  return { circle: '◯', square: '□', triangle: '△', cross: '×' }[shape as string] ?? '*'
}

/** The usual star points of square boards from 9 lines on. */
function isStarPoint(columns: number, rows: number, column: number, row: number): boolean {
  if (columns !== rows || columns < 9) return false
  const edge = columns < 13 ? 2 : 3
  const lines = [edge, columns - 1 - edge]
  const middle = (columns - 1) / 2
  if (columns % 2 === 1 && column === middle && row === middle) return true
  if (columns >= 15 && columns % 2 === 1) lines.push(middle)
  return lines.includes(column) && lines.includes(row)
}

/** Column letters: a, b, c ... or, in Go, A to T without I; doubled after the end of the alphabet. */
function letters(columns: number, isGo: boolean): string[] {
  const alphabet = isGo ? 'ABCDEFGHJKLMNOPQRSTUVWXYZ' : 'abcdefghijklmnopqrstuvwxyz'
  return Array.from({ length: columns }, (_, column) => {
    const letter = alphabet[column % alphabet.length]!
    return column < alphabet.length ? letter : alphabet[Math.floor(column / alphabet.length) - 1]! + letter
  })
}
