/**
 * Writes moves: SAN as the PGN standard defines it (section 8.2.3), its long
 * form LAN, and the coordinates of UCI. Reading is in read-move.ts.
 */
import { isPass, moveFrom, movePromotion, moveTo, type Move } from '../../model/move.ts'
import { KING_SIDE, KING_TARGET, QUEEN_SIDE } from './castling.ts'
import { isLegalMove, keepsKingSafe } from './legality.ts'
import { hasLegalMove } from './moves.ts'
import { findOrigins, MAX_ORIGINS } from './origins.ts'
import { EMPTY, KING, PAWN, PIECE_LETTERS, ROOK, SQUARE_NAMES } from './pieces.ts'
import type { ChessPosition } from './position.ts'

/** The null move as ChessBase and most PGN files write it, and as UCI does. */
const NULL_SAN = '--'
const NULL_UCI = '0000'

const PROMOTION_LETTERS = ['', 'N', 'B', 'R', 'Q', 'K', '', '']

const rivals = new Uint8Array(MAX_ORIGINS)

/**
 * Writes SAN with the least of the square of origin that tells the move from others,
 * and with `+` or `#`. An illegal move names its square of origin in full.
 */
export function writeSan(position: ChessPosition, move: Move): string {
  return isPass(move) ? NULL_SAN : writeAlgebraic(position, move, false) + checkSign(position, move)
}

/** Writes LAN: `e2-e4`, `Ng1xf3+`, `e7-e8=Q`, `O-O`. */
export function writeLan(position: ChessPosition, move: Move): string {
  return isPass(move) ? NULL_SAN : writeAlgebraic(position, move, true) + checkSign(position, move)
}

/**
 * Writes UCI coordinates: `e2e4`, `e7e8q`, `0000` for a null move. Castling is the
 * king's own step (`e1g1`), in Chess960 the king taking its rook (`e1h1`).
 */
export function writeUci(position: ChessPosition, move: Move): string {
  if (isPass(move)) return NULL_UCI
  const from = moveFrom(move)
  let to = moveTo(move)
  if (!position.isChess960 && isCastling(position, from, to)) {
    to = (from & 56) + KING_TARGET[to > from ? KING_SIDE : QUEEN_SIDE]
  }
  return SQUARE_NAMES[from]! + SQUARE_NAMES[to]! + PROMOTION_LETTERS[movePromotion(move)]!.toLowerCase()
}

function writeAlgebraic(position: ChessPosition, move: Move, isLong: boolean): string {
  const from = moveFrom(move)
  const to = moveTo(move)
  if (isCastling(position, from, to)) return to > from ? 'O-O' : 'O-O-O'
  const piece = position.board[from]!
  const isPawn = (piece & 7) === PAWN
  const isCapture = isPawn ? (from & 7) !== (to & 7) : position.board[to] !== EMPTY
  const letter = isPawn ? '' : PIECE_LETTERS[piece]!.toUpperCase()
  const isWhole = isLong || !isLegalMove(position, move)
  const origin = isWhole ? SQUARE_NAMES[from]! : shortOrigin(position, from, to)
  const sign = isCapture ? 'x' : isLong ? '-' : ''
  const promotion = movePromotion(move) === 0 ? '' : `=${PROMOTION_LETTERS[movePromotion(move)]!}`
  return letter + origin + sign + SQUARE_NAMES[to]! + promotion
}

/** Whether a king takes a rook of its own colour in its own row. */
function isCastling({ board }: ChessPosition, from: number, to: number): boolean {
  const king = board[from]!
  return (king & 7) === KING && board[to] === king - KING + ROOK && from >> 3 === to >> 3
}

/** What SAN writes of the square of origin: nothing, or file, rank or both where a piece of the same kind could go there too. */
function shortOrigin(position: ChessPosition, from: number, to: number): string {
  const kind = position.board[from]! & 7
  const name = SQUARE_NAMES[from]!
  if (kind === PAWN) return (from & 7) === (to & 7) ? '' : name[0]!
  const count = findOrigins(position, kind, to, rivals)
  let hasRival = false
  let isFileShared = false
  let isRankShared = false
  for (let index = 0; index < count; index++) {
    const rival = rivals[index]!
    if (rival === from || !keepsKingSafe(position, rival, to)) continue
    hasRival = true
    if ((rival & 7) === (from & 7)) isFileShared = true
    if (rival >> 3 === from >> 3) isRankShared = true
  }
  if (!hasRival) return ''
  if (!isFileShared) return name[0]!
  return isRankShared ? name : name[1]!
}

function checkSign(position: ChessPosition, move: Move): string {
  position.play(move)
  const sign = !position.inCheck() ? '' : hasLegalMove(position) ? '+' : '#'
  position.undo()
  return sign
}
