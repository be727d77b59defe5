/**
 * The random numbers of xiangqi position keys. The seed and the order of the
 * table are part of the position index format: changing them changes every stored key.
 *
 * ```text
 * 0..1259   pieces: red king, advisor, elephant, horse, rook, cannon, pawn, then black, 90 squares each
 * 1260      Black to move
 * ```
 */
import { randomPairs } from '../zobrist.ts'
import { mirrorSquare, SQUARES } from './geometry.ts'
import { KING, PAWN } from './pieces.ts'

const BLACK_TO_MOVE = 14 * SQUARES

/** "xiangqi" in ASCII, its last four letters. */
const SEED = 0x6e677169

/**
 * The numbers of a piece on a square, from `piece << 9 | square << 2`: the high and low half
 * for the position as it is, then both for its mirror image. 0 for no piece. Filled with the first position.
 */
export const PIECE_NUMBERS = new Int32Array(32 << 9)

const [turnHigh, turnLow] = randomPairs(1, SEED, BLACK_TO_MOVE)
export const TURN_HIGH = turnHigh! | 0
export const TURN_LOW = turnLow! | 0

let areFilled = false

/** Fills the numbers of pieces, once. */
export function fillKeys(): void {
  if (areFilled) return
  areFilled = true
  const pairs = randomPairs(BLACK_TO_MOVE, SEED)
  for (const colour of [1, 2]) {
    for (let kind = KING; kind <= PAWN; kind++) {
      const piece = (colour << 3) | kind
      const first = ((colour - 1) * 7 + kind - KING) * SQUARES
      for (let square = 0; square < SQUARES; square++) {
        const entry = (piece << 9) | (square << 2)
        const mirrored = first + mirrorSquare(square)
        PIECE_NUMBERS[entry] = pairs[(first + square) * 2]!
        PIECE_NUMBERS[entry + 1] = pairs[(first + square) * 2 + 1]!
        PIECE_NUMBERS[entry + 2] = pairs[mirrored * 2]!
        PIECE_NUMBERS[entry + 3] = pairs[mirrored * 2 + 1]!
      }
    }
  }
}
