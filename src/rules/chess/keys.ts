/**
 * The random numbers of chess position keys. The seed and the order of the
 * table are part of the position index format: changing them changes every stored key.
 *
 * ```text
 * 0..767    pieces: white pawn, knight, bishop, rook, queen, king, then black, 64 squares each
 * 768..783  castling right with the rook on file a..h: White's, then Black's
 * 784..791  en passant capture possible on file a..h
 * 792       Black to move
 * ```
 */
import { randomPairs } from '../zobrist.ts'
import { KING, PAWN } from './board.ts'

const CASTLING = 768
const EN_PASSANT = 784
const BLACK_TO_MOVE = 792

/** "chess" in ASCII, its last four letters. */
const SEED = 0x68657373

const pairs = randomPairs(793, SEED)

/** Halves of the number of a piece on a square, at `piece << 6 | square`; 0 for no piece. */
export const PIECE_HIGH = new Int32Array(32 * 64)
export const PIECE_LOW = new Int32Array(32 * 64)

/** Halves of the number of an en passant capture on a square, at the square; 0 for the edge. */
export const EN_PASSANT_HIGH = new Int32Array(65)
export const EN_PASSANT_LOW = new Int32Array(65)

export const TURN_HIGH = pairs[BLACK_TO_MOVE * 2]! | 0
export const TURN_LOW = pairs[BLACK_TO_MOVE * 2 + 1]! | 0

for (const colour of [1, 2]) {
  for (let kind = PAWN; kind <= KING; kind++) {
    for (let square = 0; square < 64; square++) {
      const entry = ((colour - 1) * 6 + kind - PAWN) * 64 + square
      const piece = (colour << 3) | kind
      PIECE_HIGH[(piece << 6) | square] = pairs[entry * 2]!
      PIECE_LOW[(piece << 6) | square] = pairs[entry * 2 + 1]!
    }
  }
}
for (let square = 0; square < 64; square++) {
  EN_PASSANT_HIGH[square] = pairs[(EN_PASSANT + (square & 7)) * 2]!
  EN_PASSANT_LOW[square] = pairs[(EN_PASSANT + (square & 7)) * 2 + 1]!
}

/** The halves of the number of a castling right, by the square its rook stands on. */
export function castlingNumber(rook: number): [high: number, low: number] {
  const entry = CASTLING + (rook < 32 ? 0 : 8) + (rook & 7)
  return [pairs[entry * 2]! | 0, pairs[entry * 2 + 1]! | 0]
}
