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
import { KING, makePiece, PAWN } from './pieces.ts'

const CASTLING = 768
const EN_PASSANT = 784
const BLACK_TO_MOVE = 792

/** "chess" in ASCII, its last four letters. */
const SEED = 0x68657373

const pairs = randomPairs(793, SEED)

/** The number of a piece on a square, high half at `piece << 7 | square << 1`, the low half after it; 0 for no piece. */
export const PIECE_KEYS = new Int32Array(32 * 128)

/** The number of an en passant capture on a square, high half at `square << 1`, the low half after it; 0 for the edge. */
export const EN_PASSANT_KEYS = new Int32Array(65 * 2)

/** Halves of the number of Black to move. */
export const TURN_HIGH = pairs[BLACK_TO_MOVE * 2]! | 0
export const TURN_LOW = pairs[BLACK_TO_MOVE * 2 + 1]! | 0

for (const colour of [1, 2] as const) {
  for (let kind = PAWN; kind <= KING; kind++) {
    const first = ((colour - 1) * 6 + kind - PAWN) * 128
    PIECE_KEYS.set(pairs.subarray(first, first + 128), makePiece(colour, kind) << 7)
  }
}
for (let square = 0; square < 64; square++) {
  const first = (EN_PASSANT + (square & 7)) * 2
  EN_PASSANT_KEYS.set(pairs.subarray(first, first + 2), square << 1)
}

/** The halves of the number of a castling right, by the square its rook stands on. */
export function castlingNumber(rook: number): [high: number, low: number] {
  const first = (CASTLING + (rook < 32 ? 0 : 8) + (rook & 7)) * 2
  return [pairs[first]! | 0, pairs[first + 1]! | 0]
}
