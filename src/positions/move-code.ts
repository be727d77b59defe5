/**
 * Moves in 16 bits, for the position index and for stored main lines. The
 * packed Move of the model is wider than any one game needs.
 *
 * ```text
 * chess     from | to << 6 | promotion << 12
 * xiangqi   from | to << 7
 * go        point | 0x1000 when colour 2 played it
 * othello   point
 * 0xfffe    pass or null move; in Go a pass of colour 1
 * 0xfffd    pass of colour 2 of Go
 * 0xffff    no move: the last position of a game
 * ```
 */
import {
  isPass,
  isPlacement,
  makeMove,
  makePass,
  makePlacement,
  moveColour,
  moveFrom,
  movePromotion,
  moveTo,
  type Colour,
  type Move,
} from '../model/move.ts'
import type { Game } from '../model/record.ts'

/** Stands where a game ends: the position is known, a move is not. */
export const NO_MOVE_CODE = 0xffff
/** A pass or null move; in Go one of colour 1. */
export const PASS_CODE = 0xfffe
const SECOND_PASS_CODE = 0xfffd
const SECOND_COLOUR_BIT = 0x1000

/**
 * The code of a move, or NO_MOVE_CODE when the game's code cannot say it (a move of the wrong kind).
 * @param turn who plays a move of Go that does not say so itself
 */
export function encodeMove(game: Game, move: Move, turn: Colour = 1): number {
  const isSecond = game === 'go' && (moveColour(move) || turn) === 2
  if (isPass(move)) return isSecond ? SECOND_PASS_CODE : PASS_CODE
  if (game === 'chess' || game === 'xiangqi') {
    if (isPlacement(move)) return NO_MOVE_CODE
    if (game === 'chess') return moveFrom(move) | (moveTo(move) << 6) | (movePromotion(move) << 12)
    return moveFrom(move) | (moveTo(move) << 7)
  }
  if (!isPlacement(move)) return NO_MOVE_CODE
  return isSecond ? moveTo(move) | SECOND_COLOUR_BIT : moveTo(move)
}

/** The move of a code; undefined for NO_MOVE_CODE. Moves of Go come back with their colour. */
export function decodeMove(game: Game, code: number): Move | undefined {
  if (code === NO_MOVE_CODE) return undefined
  if (code === PASS_CODE) return makePass(game === 'go' ? 1 : 0)
  if (code === SECOND_PASS_CODE) return makePass(2)
  if (game === 'chess') return makeMove(code & 63, (code >> 6) & 63, code >> 12)
  if (game === 'xiangqi') return makeMove(code & 127, code >> 7)
  if (game === 'othello') return makePlacement(code)
  return makePlacement(code & 0xfff, code & SECOND_COLOUR_BIT ? 2 : 1)
}
