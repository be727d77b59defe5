/**
 * The board as readers of xiangqi files set it up: one letter of FEN a square, in the order of the record's model
 * (`rank * 9 + file`, a0 = 0), and the list of the 32 pieces of a full set in which several formats name them.
 */
import type { Colour } from '../../model/move.ts'
import { formatPlacement } from '../../rules/fen.ts'
import type { Position } from '../../rules/rules.ts'
import { xiangqi, XIANGQI_START_FEN } from '../../rules/xiangqi/index.ts'

export const FILES = 9
export const RANKS = 10
export const SQUARES = FILES * RANKS

/** The pieces of a full set as FEN letters: sixteen of Red, then sixteen of Black, each from the rook to the pawns. */
export const FULL_SET = 'RNBAKABNRCCPPPPPrnbakabnrccppppp'

/** For every square the character code of its piece's letter, 0 for none. */
export type Board = Uint8Array

/** Letters of Red are upper case, those of Black are behind this one. */
const FIRST_LOWER_CASE = 0x61

/** The square of a file `x` from Red's left and a row `y` from the top, -1 outside the board. */
export function squareFromTop(x: number, y: number): number {
  return x >= 0 && x < FILES && y >= 0 && y < RANKS ? (RANKS - 1 - y) * FILES + x : -1
}

/** The file of a square from Red's left, from 0. */
export function fileOf(square: number): number {
  return square % FILES
}

/** The row of a square from the top (Black's back rank), from 0. */
export function rowFromTop(square: number): number {
  return RANKS - 1 - Math.floor(square / FILES)
}

/** The colour of the piece on a square, 0 for none. */
export function colourAt(board: Board, square: number): Colour | 0 {
  const piece = board[square]!
  if (piece === 0) return 0
  return piece < FIRST_LOWER_CASE ? 1 : 2
}

/** The pieces of a position. */
export function boardOf(position: Position): Board {
  return Uint8Array.from({ length: SQUARES }, (_, square) => position.pieceAt(square).charCodeAt(0) || 0)
}

/** The pieces of the usual start. */
export function usualBoard(): Board {
  return boardOf(xiangqi.start())
}

/** Writes a board as FEN; its counters are always `0 1`. */
export function formatFen(board: Board, turn: Colour): string {
  const letterAt = (square: number) => (board[square] === 0 ? '' : String.fromCharCode(board[square]!))
  return `${formatPlacement(FILES, RANKS, letterAt)} ${turn === 1 ? 'w' : 'b'} - - 0 1`
}

/** The FEN of a start for a record, undefined for the usual start. */
export function setupOf(board: Board, turn: Colour): string | undefined {
  const fen = formatFen(board, turn)
  return fen === XIANGQI_START_FEN ? undefined : fen
}

/**
 * Puts the pieces of a full set on an empty board. Where two claim one square the first one gets it.
 * @param squares of each piece of {@link FULL_SET}, -1 for one that is not on the board
 */
export function placeFullSet(squares: readonly number[]): { board: Board; crowded: string[] } {
  const board = new Uint8Array(SQUARES)
  const crowded: string[] = []
  for (let slot = 0; slot < FULL_SET.length; slot++) {
    const square = squares[slot]!
    if (square < 0) continue
    if (board[square] === 0) board[square] = FULL_SET.charCodeAt(slot)
    else crowded.push(FULL_SET[slot]!)
  }
  return { board, crowded }
}

/**
 * The squares of one colour's pieces of a full set in a position, -1 for one that is not there. Pieces beyond a full
 * set, which have no slot, are returned in `left`.
 * @param order the squares in the order in which like pieces fill their slots
 */
export function squaresOfFullSet(
  position: Position,
  order: readonly number[],
  colour: Colour,
): { squares: number[]; left: string[] } {
  const squares = Array.from(FULL_SET, () => -1)
  const left: string[] = []
  for (const square of order) {
    const piece = position.pieceAt(square)
    if (piece === '' || piece < 'a' !== (colour === 1)) continue
    let slot = FULL_SET.indexOf(piece)
    while (slot >= 0 && squares[slot]! >= 0) slot = FULL_SET.indexOf(piece, slot + 1)
    if (slot < 0) left.push(piece)
    else squares[slot] = square
  }
  return { squares, left }
}
