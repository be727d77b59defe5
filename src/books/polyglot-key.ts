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

let numbers: readonly bigint[] | undefined

/**
 * The key of a position.
 * @param passed file of the pawn that has just made a double step beside an enemy pawn, -1 for none; without it that of
 *   a legal en passant capture
 */
export function polyglotKey(position: ChessPosition, passed?: number): bigint {
  numbers ??= isaac64Numbers(COUNT)
  const { board, castling, rights, turn } = position
  let key = 0n
  for (let square = 0; square < 64; square++) {
    const piece = board[square]!
    if (piece === 0) continue
    // Black pawn, white pawn, black knight, white knight and so on.
    const kind = ((piece & 7) - 1) * 2 + (piece >> 3 === BLACK ? 0 : 1)
    key ^= numbers[kind * 64 + square]!
  }
  for (let right = 0; right < castling.rooks.length; right++) {
    if ((rights & (1 << right)) !== 0) key ^= numbers[CASTLING + right]!
  }
  const file = passed ?? (position.enPassant < 64 ? position.enPassant & 7 : -1)
  if (file >= 0) key ^= numbers[EN_PASSANT + file]!
  return turn === BLACK ? key : key ^ numbers[WHITE_TO_MOVE]!
}

/** The numbers themselves, for tests. */
export function polyglotNumbers(): readonly bigint[] {
  return (numbers ??= isaac64Numbers(COUNT))
}
