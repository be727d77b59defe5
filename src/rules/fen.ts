/** The fields that FEN has in every game of pieces: placement, side to move, counters. Ranks go from the far one to the near one. */
import { PositionError } from '../issues/errors.ts'
import type { Colour } from '../model/move.ts'

/** Largest counter read from a text; larger ones are reduced to it. */
const MAX_COUNTER = 99_999

/** The longest part of a text quoted by an error. */
const MAX_QUOTED = 120

/** A board as FEN sees it. */
export interface FenBoard {
  readonly columns: number
  readonly rows: number
  /** Number of the nearest rank in the notation of the game: 1 in chess, 0 in xiangqi. */
  readonly firstRank: number
  /** The piece that a letter stands for, 0 for none. */
  readonly pieceOf: (letter: string) => number
}

/** Reads a placement; squares are numbered from the near left corner. Throws PositionError. */
export function parsePlacement(text: string, { columns, rows, firstRank, pieceOf }: FenBoard): Uint8Array {
  const ranks = text.split('/')
  if (ranks.length !== rows) {
    const quoted = text.slice(0, MAX_QUOTED)
    throw new PositionError('position/ranks', { ranks: ranks.length, expected: rows, text: quoted })
  }
  const board = new Uint8Array(columns * rows)
  for (const [index, rank] of ranks.entries()) {
    const row = rows - 1 - index
    let column = 0
    for (const letter of rank) {
      if (letter >= '1' && letter <= '9' && Number(letter) <= columns) {
        column += Number(letter)
        continue
      }
      const piece = pieceOf(letter)
      if (piece === 0) throw new PositionError('position/piece', { letter })
      if (column < columns) board[row * columns + column] = piece
      column++
    }
    if (column !== columns) {
      const quoted = rank.slice(0, MAX_QUOTED)
      throw new PositionError('position/rank-length', {
        rank: firstRank + row,
        squares: column,
        expected: columns,
        text: quoted,
      })
    }
  }
  return board
}

/**
 * Writes a placement.
 * @param letterAt the letter of the piece on a square, '' for none
 */
export function formatPlacement(columns: number, rows: number, letterAt: (square: number) => string): string {
  let text = ''
  for (let row = rows - 1; row >= 0; row--) {
    let empty = 0
    for (let square = row * columns; square < (row + 1) * columns; square++) {
      const letter = letterAt(square)
      if (letter === '') {
        empty++
        continue
      }
      if (empty > 0) text += empty
      empty = 0
      text += letter
    }
    if (empty > 0) text += empty
    if (row > 0) text += '/'
  }
  return text
}

/**
 * Reads the side to move. Throws PositionError when it is neither side.
 * @param first letters that stand for the side that moves first, in lower case
 */
export function parseTurn(text: string, first: readonly string[]): Colour {
  const letter = text.toLowerCase()
  if (first.includes(letter)) return 1
  if (letter === 'b') return 2
  throw new PositionError('position/turn', { text: text.slice(0, MAX_QUOTED) })
}

/** Reads a counter; the other parameter is returned if it is missing or not a number. */
export function parseCounter(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^[0-9]+$/.test(text) ? Math.min(Number(text), MAX_COUNTER) : otherwise
}
