/** Keys of positions in PolyGlot books: docs/books.md, PolyGlot. */
import type { ChessPosition } from '../rules/chess/index.ts'
import { isaac64Numbers } from './isaac64.ts'

/** Places of the numbers: 64 for each piece, then castling rights, en passant files, and White to move. */
const CASTLING = 768
const EN_PASSANT = 772
const WHITE_TO_MOVE = 780
const COUNT = 781

/** Kinds of pieces in `ChessPosition.board`, in the low three bits; a piece is `colour << 3 | kind`. */
const BLACK = 2

/** The numbers as pairs of halves, the high one first: arithmetic with these is many times as fast as with big integers. */
let halves: Uint32Array | undefined

/**
 * The key of a position.
 * @param passed file of the pawn that has just made a double step beside an enemy pawn, -1 for none; without it that of
 *   a legal en passant capture
 */
export function polyglotKey(position: ChessPosition, passed?: number): bigint {
  const [high, low] = polyglotHalves(position, passed)
  return (BigInt(high) << 32n) | BigInt(low)
}

/** The key of a position as two numbers. */
export function polyglotHalves(position: ChessPosition, passed?: number): [high: number, low: number] {
  halves ??= splitNumbers()
  const numbers = halves
  const { board, castling, rights, turn } = position
  let [high, low] = [0, 0]
  const add = (place: number) => {
    high ^= numbers[2 * place]!
    low ^= numbers[2 * place + 1]!
  }
  for (let square = 0; square < 64; square++) {
    const piece = board[square]!
    if (piece === 0) continue
    // Black pawn, white pawn, black knight, white knight and so on.
    const kind = ((piece & 7) - 1) * 2 + (piece >> 3 === BLACK ? 0 : 1)
    add(kind * 64 + square)
  }
  for (let right = 0; right < castling.rooks.length; right++) if ((rights & (1 << right)) !== 0) add(CASTLING + right)
  const file = passed ?? (position.enPassant < 64 ? position.enPassant & 7 : -1)
  if (file >= 0) add(EN_PASSANT + file)
  if (turn !== BLACK) add(WHITE_TO_MOVE)
  return [high >>> 0, low >>> 0]
}

function splitNumbers(): Uint32Array {
  const numbers = isaac64Numbers(COUNT)
  return Uint32Array.from(numbers.flatMap((number) => [Number(number >> 32n), Number(number & 0xffff_ffffn)]))
}

/** The numbers themselves, for tests. */
export function polyglotNumbers(): readonly bigint[] {
  return isaac64Numbers(COUNT)
}
