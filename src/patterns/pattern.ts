/**
 * What a search can ask of a position beyond the exact one: pieces on some
 * squares and nothing said of the rest, and the material on the board.
 */
import { PositionError } from '../issues/errors.ts'
import type { Game } from '../model/record.ts'
import { symmetryCount, transformSquare } from '../rules/symmetry.ts'

/** A square of a pattern: column from the left, row from the top of the text. */
export interface PatternCell {
  column: number
  row: number
  /** The letter that `Position.pieceAt` returns; '' for an empty square. */
  piece: string
}

/** Where a pattern of Go may lie: in a corner, along a side, or anywhere on the board. */
const PLACES = ['corner', 'side', 'anywhere'] as const

/** Pieces on some squares of a board. */
export interface Pattern {
  game: Game
  cells: PatternCell[]
  /** In a corner by default; the first row lies on the side. A pattern of the board's size has one place alone. */
  place?: (typeof PLACES)[number]
}

/** Material: how often each letter of a piece is on the board, both colours; letters that are missing are not there. */
export interface Material {
  game: Game
  pieces: string
}

/** Letters of the pieces, as in the position text of each game. */
const LETTERS: Record<Game, string> = { chess: 'PNBRQKpnbrqk', xiangqi: 'PCRNBAKpcrnbak', go: 'XO', othello: 'XO' }

/** Longest side of a board. */
const MAX_SIDE = 52

/**
 * Reads a pattern: rows from the top, separated by slashes. A letter is a piece
 * (X black and O white in Go and Othello), a full stop or a digit empty
 * squares, `?` any square, `*` the rest of its row. Squares and rows that are
 * left out at the end may hold anything. A pattern of Go may say where it lies
 * in front: `side: ..X./.O..`. Throws PositionError.
 */
export function parsePattern(game: Game, wholeText: string): Pattern {
  const [, word, text = ''] = /^(?:\s*([a-z]+)\s*:)?([^]*)$/i.exec(wholeText) ?? []
  const place = word === undefined ? undefined : parsePlace(game, word)
  const cells: PatternCell[] = []
  const hasStones = game === 'go' || game === 'othello'
  for (const [row, line] of text.trim().split('/').entries()) {
    let column = 0
    for (const sign of line) {
      if (sign === '*') break
      if (/[1-9]/.test(sign)) {
        for (let empty = Number(sign); empty > 0; empty--) cells.push({ column: column++, row, piece: '' })
      } else if (sign === '.') {
        cells.push({ column: column++, row, piece: '' })
      } else if (sign === '?') {
        column++
      } else {
        const letter = hasStones ? sign.toUpperCase() : sign
        if (!LETTERS[game].includes(letter)) throw new PositionError('pattern/piece', { sign, game })
        cells.push({ column: column++, row, piece: hasStones ? String(1 + 'XO'.indexOf(letter)) : letter })
      }
    }
    if (column > MAX_SIDE || row >= MAX_SIDE) throw new PositionError('pattern/too-large', {})
  }
  if (cells.length === 0) throw new PositionError('pattern/empty', {})
  return place ? { game, cells, place } : { game, cells }
}

function parsePlace(game: Game, word: string): NonNullable<Pattern['place']> {
  if (game !== 'go') throw new PositionError('pattern/place-game', { game })
  const place = PLACES.find((candidate) => candidate === word.toLowerCase())
  if (!place) throw new PositionError('pattern/place', { places: PLACES.join(', '), word: word.slice(0, 20) })
  return place
}

/** Reads material: the letters of all pieces on the board, `KRPkrp`. Chess and xiangqi only. Throws PositionError. */
export function parseMaterial(game: Game, text: string): Material {
  if (game !== 'chess' && game !== 'xiangqi') throw new PositionError('material/game', { game })
  for (const letter of text) {
    if (!LETTERS[game].includes(letter)) throw new PositionError('pattern/piece', { sign: letter, game })
  }
  if (text === '') throw new PositionError('material/empty', {})
  return { game, pieces: text }
}

/** A pattern on a board: squares, and the letter wanted on each. */
export interface PlacedPattern {
  squares: Uint16Array
  pieces: string[]
}

/**
 * The images of a pattern on a board: one in chess, with its left and right
 * mirror in xiangqi, under all symmetries in Othello, and in Go also with the
 * colours exchanged and in every place it may lie. None when the board is too small.
 */
export function placePattern(pattern: Pattern, columns: number, rows: number): PlacedPattern[] {
  const { game, place = 'corner' } = pattern
  const width = 1 + pattern.cells.reduce((most, { column }) => Math.max(most, column), 0)
  const height = 1 + pattern.cells.reduce((most, { row }) => Math.max(most, row), 0)
  if (width > columns || height > rows) return []
  const images = new Map<string, PlacedPattern>()
  for (let left = 0; left <= (place === 'corner' ? 0 : columns - width); left++) {
    for (let top = 0; top <= (place === 'anywhere' ? rows - height : 0); top++) {
      const cells = pattern.cells.map((cell) => ({ ...cell, column: cell.column + left, row: cell.row + top }))
      addImages(images, { game, cells }, columns, rows)
    }
  }
  return [...images.values()]
}

/** Adds the images of a pattern that lies where it is, by a text that tells them apart. */
function addImages(images: Map<string, PlacedPattern>, { game, cells }: Pattern, columns: number, rows: number): void {
  // Rows count from the bottom in chess and xiangqi, whose texts begin at the top.
  const isUpward = game === 'chess' || game === 'xiangqi'
  const squareOf = ({ column, row }: PatternCell) => (isUpward ? rows - 1 - row : row) * columns + column
  const symmetries = { chess: 1, xiangqi: 2, go: symmetryCount(columns, rows), othello: symmetryCount(columns, rows) }
  const exchanged: Record<string, string> = { '1': '2', '2': '1' }
  for (let symmetry = 0; symmetry < symmetries[game]; symmetry++) {
    const squares = cells.map((cell) => transformSquare(squareOf(cell), symmetry, columns, rows))
    for (const isExchanged of game === 'go' ? [false, true] : [false]) {
      const pieces = cells.map(({ piece }) => (isExchanged ? (exchanged[piece] ?? piece) : piece))
      const order = squares.map((square, index) => `${square}:${pieces[index]}`).sort()
      images.set(order.join(), { squares: Uint16Array.from(squares), pieces })
    }
  }
}
