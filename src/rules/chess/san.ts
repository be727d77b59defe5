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

/** How pieces are named before a move, by piece: a pawn is not. */
const LETTERS = Array.from(PIECE_LETTERS, (letter, piece) => ((piece & 7) === PAWN ? '' : letter.toUpperCase()))

/** Moves that need no square of origin, at `piece << 7 | isCapture << 6 | to`. */
const SHORT_MOVES = LETTERS.flatMap((letter) =>
  ['', 'x'].flatMap((sign) => SQUARE_NAMES.map((to) => letter + sign + to)),
)

const rivals = new Uint8Array(MAX_ORIGINS)

/**
 * Writes SAN with the least of the square of origin that tells the move from others,
 * and with `+` or `#`. An illegal move names its square of origin in full.
 */
export function writeSan(position: ChessPosition, move: Move): string {
  if (isPass(move)) return NULL_SAN
  const text = playSan(position, move, isLegalMove(position, move))
  position.undo()
  return text
}

/**
 * Plays a move and answers its SAN, in half the time of writing and then playing it.
 * @param isLegal what {@link isLegalMove} says of the move
 */
export function playSan(position: ChessPosition, move: Move, isLegal: boolean): string {
  const text = isPass(move) ? NULL_SAN : writeAlgebraic(position, move, !isLegal)
  position.play(move)
  return text + (isPass(move) ? '' : checkSign(position))
}

/** Writes LAN: `e2-e4`, `Ng1xf3+`, `e7-e8=Q`, `O-O`. */
export function writeLan(position: ChessPosition, move: Move): string {
  if (isPass(move)) return NULL_SAN
  const text = writeAlgebraic(position, move, true, '-')
  position.play(move)
  const sign = checkSign(position)
  position.undo()
  return text + sign
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

/**
 * @param isWhole writes the whole square of origin
 * @param dash stands between the squares of a move that captures nothing
 */
function writeAlgebraic(position: ChessPosition, move: Move, isWhole: boolean, dash = ''): string {
  const from = moveFrom(move)
  const to = moveTo(move)
  if (isCastling(position, from, to)) return to > from ? 'O-O' : 'O-O-O'
  const piece = position.board[from]!
  const isPawn = (piece & 7) === PAWN
  const isCapture = isPawn ? (from & 7) !== (to & 7) : position.board[to] !== EMPTY
  const origin = isWhole ? SQUARE_NAMES[from]! : shortOrigin(position, from, to)
  const promotion = movePromotion(move)
  if (origin === '' && promotion === 0) return SHORT_MOVES[(piece << 7) | (isCapture ? 64 : 0) | to]!
  const sign = isCapture ? 'x' : dash
  const suffix = promotion === 0 ? '' : `=${PROMOTION_LETTERS[promotion]!}`
  return LETTERS[piece]! + origin + sign + SQUARE_NAMES[to]! + suffix
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

/** What SAN says of the position after a move. */
function checkSign(position: ChessPosition): string {
  if (!position.inCheck()) return ''
  return hasLegalMove(position) ? '+' : '#'
}
