/**
 * The move that each byte stands for, by the piece it names and the square where that piece stands: docs/formats/scid.md,
 * Moves. A table, because most bytes of a database are looked up in it.
 */
import { makeMove, type Move } from '../../model/move.ts'
import { NO_MOVE } from '../../rules/chess/index.ts'
import { DOUBLE_STEP, KING_STEPS, KNIGHT_STEPS, PAWN_STEPS, PROMOTIONS } from './move-codes.ts'

/** Stands for a move of the queen along a diagonal, whose target is the next byte. */
export const DIAGONAL: Move = -2

/** Kinds of pieces in `ChessPosition.board`, in the low three bits. */
const PAWN = 1
const KNIGHT = 2
const BISHOP = 3
const ROOK = 4
const QUEEN = 5
const KING = 6

/** The first piece in `ChessPosition.board`: colours are counted from 1, above the kinds. */
const FIRST_PIECE = 8
const PIECES = 16

/**
 * Moves by the place that {@link storedMoveAt} gives: those of a piece on an empty board and farther, legal or not;
 * NO_MOVE for targets beyond the board and for codes that mean nothing; {@link DIAGONAL}.
 */
export const STORED_MOVES = makeTable()

/** Where the move of a code is, in the low half of a byte, for a piece of `ChessPosition.board` on a square. */
export function storedMoveAt(piece: number, from: number, code: number): number {
  return ((piece - FIRST_PIECE) << 10) | (from << 4) | code
}

function makeTable(): Int32Array {
  const table = new Int32Array(PIECES << 10).fill(NO_MOVE)
  for (let piece = FIRST_PIECE; piece < FIRST_PIECE + PIECES; piece++) {
    for (let from = 0; from < 64; from++) {
      for (let code = 0; code < 16; code++) {
        table[storedMoveAt(piece, from, code)] = storedMove(piece >> 3, piece & 7, from, code)
      }
    }
  }
  return table
}

function storedMove(turn: number, kind: number, from: number, code: number): Move {
  if (kind === QUEEN && code === (from & 7)) return DIAGONAL
  const to = targetOf(turn, kind, from, code)
  if (to === undefined || to < 0 || to > 63) return NO_MOVE
  const promotion = kind === PAWN && code !== DOUBLE_STEP ? PROMOTIONS[Math.trunc(code / 3)]! : 0
  return makeMove(from, to, promotion)
}

/** The square that a piece goes to, which may be none of the board; undefined for codes that mean nothing. */
function targetOf(turn: number, kind: number, from: number, code: number): number | undefined {
  switch (kind) {
    case KING:
      return code === 0 || code >= KING_STEPS.length ? undefined : from + KING_STEPS[code]!
    case PAWN: {
      const step = code === DOUBLE_STEP ? 16 : PAWN_STEPS[code % 3]!
      return turn === 1 ? from + step : from - step
    }
    case KNIGHT:
      return code === 0 || code >= KNIGHT_STEPS.length ? undefined : from + KNIGHT_STEPS[code]!
    case BISHOP: {
      const distance = (code & 7) - (from & 7)
      return code < 8 ? from + 9 * distance : from - 7 * distance
    }
    case ROOK:
    case QUEEN:
      return code < 8 ? (from & 56) | code : (from & 7) | ((code - 8) << 3)
    default:
      return undefined
  }
}
