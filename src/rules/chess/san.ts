/**
 * Moves as text: SAN as the PGN standard defines it (section 8.2.3), its long
 * form LAN, and the coordinates of UCI. Reading is in read-move.ts.
 */
import { isPass, moveFrom, movePromotion, moveTo, type Move } from '../../model/move.ts'
import { EMPTY, KING, PAWN, PIECE_LETTERS, ROOK, SQUARE_NAMES } from './board.ts'
import { KING_SIDE, KING_TARGET, QUEEN_SIDE } from './castling.ts'
import { isLegalMove, keepsKingSafe } from './legality.ts'
import { hasLegalMove } from './moves.ts'
import { findOrigins, MAX_ORIGINS } from './origins.ts'
import type { ChessPosition } from './position.ts'

/** The null move as PGN files write it most often, and as UCI does. */
const NULL_SAN = '--'
const NULL_UCI = '0000'

const rivals = new Uint8Array(MAX_ORIGINS)

const PROMOTION_LETTERS = ['', 'N', 'B', 'R', 'Q', 'K', '', '']

/** Writes SAN with the least disambiguation and with `+` or `#`. An illegal move names its square of origin. */
export function writeSan(position: ChessPosition, move: Move): string {
  if (isPass(move)) return NULL_SAN
  const castling = writeCastling(position, move)
  if (castling !== undefined) return castling + checkSign(position, move)
  const from = moveFrom(move)
  const to = moveTo(move)
  const piece = position.board[from]!
  const isPawn = (piece & 7) === PAWN
  const isCapture = isPawn ? (from & 7) !== (to & 7) : position.board[to] !== EMPTY
  const letter = isPawn || piece === EMPTY ? '' : PIECE_LETTERS[piece]!.toUpperCase()
  const origin = isLegalMove(position, move) ? sanOrigin(position, from, to) : SQUARE_NAMES[from]!
  return letter + origin + (isCapture ? 'x' : '') + SQUARE_NAMES[to]! + sanPromotion(move) + checkSign(position, move)
}

/** Writes LAN: `e2-e4`, `Ng1xf3+`, `e7-e8=Q`, `O-O`. */
export function writeLan(position: ChessPosition, move: Move): string {
  if (isPass(move)) return NULL_SAN
  const castling = writeCastling(position, move)
  if (castling !== undefined) return castling + checkSign(position, move)
  const from = moveFrom(move)
  const to = moveTo(move)
  const piece = position.board[from]!
  const isPawn = (piece & 7) === PAWN
  const isCapture = isPawn ? (from & 7) !== (to & 7) : position.board[to] !== EMPTY
  const letter = isPawn || piece === EMPTY ? '' : PIECE_LETTERS[piece]!.toUpperCase()
  return (
    letter +
    SQUARE_NAMES[from]! +
    (isCapture ? 'x' : '-') +
    SQUARE_NAMES[to]! +
    sanPromotion(move) +
    checkSign(position, move)
  )
}

/**
 * Writes UCI coordinates: `e2e4`, `e7e8q`. Castling is the king's own step (`e1g1`), in Chess960 the king taking
 * its rook (`e1h1`).
 */
export function writeUci(position: ChessPosition, move: Move): string {
  if (isPass(move)) return NULL_UCI
  const from = moveFrom(move)
  let to = moveTo(move)
  if (!position.isChess960 && isCastling(position, move))
    to = (from & 56) + KING_TARGET[to > from ? KING_SIDE : QUEEN_SIDE]
  return SQUARE_NAMES[from]! + SQUARE_NAMES[to]! + PROMOTION_LETTERS[movePromotion(move)]!.toLowerCase()
}

/** Whether a move is a king taking a rook of its own colour. */
export function isCastling(position: ChessPosition, move: Move): boolean {
  const king = position.board[moveFrom(move)]!
  const colour = king >> 3
  return (king & 7) === KING && position.board[moveTo(move)] === ((colour << 3) | ROOK)
}

function writeCastling(position: ChessPosition, move: Move): string | undefined {
  if (!isCastling(position, move)) return undefined
  return moveTo(move) > moveFrom(move) ? 'O-O' : 'O-O-O'
}

/** What SAN writes of the square of origin: nothing, or the file, the rank or both where another piece could go there too. */
function sanOrigin(position: ChessPosition, from: number, to: number): string {
  const kind = position.board[from]! & 7
  if (kind === PAWN) return (from & 7) === (to & 7) ? '' : SQUARE_NAMES[from]![0]!
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
  const name = SQUARE_NAMES[from]!
  if (!isFileShared) return name[0]!
  return isRankShared ? name : name[1]!
}

function sanPromotion(move: Move): string {
  const promotion = movePromotion(move)
  return promotion === 0 ? '' : `=${PROMOTION_LETTERS[promotion]!}`
}

function checkSign(position: ChessPosition, move: Move): string {
  position.play(move)
  const sign = !position.inCheck() ? '' : hasLegalMove(position) ? '+' : '#'
  position.undo()
  return sign
}
