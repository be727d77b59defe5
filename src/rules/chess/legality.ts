/**
 * Whether one move is legal, without generating the others. Most moves cannot affect the safety of the mover's king:
 * only king moves, moves of pinned pieces, en passant captures and replies to check are examined closely.
 */
import * as model from '../../model/move.ts'
import type { Move } from '../../model/move.ts'
import * as attacks from './attacks.ts'
import * as castling from './castling.ts'
import type { CastlingSide } from './castling.ts'
import * as geometry from './geometry.ts'
import * as pieces from './pieces.ts'
import type { ChessPosition } from './position.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { moveFrom, movePromotion, moveTo, otherColour, PROMOTION } = model
const { isAttacked, occupiedHalf } = attacks
const { KING_SIDE, KING_TARGET, QUEEN_SIDE, rightIndex, ROOK_TARGET } = castling
const { BETWEEN, DIRECTIONS, forwardOf, PAWN_REACH, RAYS, REACH } = geometry
const { EDGE, EMPTY, KING, lastRow, makePiece, PAWN, ROOK, secondRow } = pieces

/** Whether a move is legal. A pass (null move) is not. */
export function isLegalMove(position: ChessPosition, move: Move): boolean {
  if (move >> 27 !== 0) return false
  const from = moveFrom(move)
  const to = moveTo(move)
  if (from > 63 || to > 63) return false
  const { board, turn } = position
  const piece = board[from]!
  if (piece >> 3 !== turn) return false
  const kind = piece & 7
  const promotion = movePromotion(move)
  if (kind === PAWN) return canPawnMove(position, from, to, promotion) && keepsKingSafe(position, from, to)
  if (promotion !== PROMOTION.none) return false
  if (kind === KING && board[to] === makePiece(turn, ROOK)) {
    const side = to > from ? KING_SIDE : QUEEN_SIDE
    return from === position.kings[turn] && castlingRook(position, side) === to && canCastle(position, side)
  }
  return (
    board[to]! >> 3 !== turn &&
    to !== position.kings[otherColour(turn)] &&
    (REACH[(kind << 7) | (from << 1) | (to >> 5)]! & (1 << to)) !== 0 &&
    isFreeBetween(position, from, to) &&
    keepsKingSafe(position, from, to)
  )
}

/** Whether there is no piece strictly between two squares on a line. */
export function isFreeBetween({ sets }: ChessPosition, from: number, to: number): boolean {
  const between = (from << 7) | (to << 1)
  return ((BETWEEN[between]! & occupiedHalf(sets, 0)) | (BETWEEN[between | 1]! & occupiedHalf(sets, 1))) === 0
}

/** Whether the mover's king is safe after a move that is otherwise legal. Not for castling. */
export function keepsKingSafe(position: ChessPosition, from: number, to: number): boolean {
  const king = position.kings[position.turn]!
  if (from === king) return isSafeStep(position, from, to)
  if (to === position.enPassant && (position.board[from]! & 7) === PAWN && (from & 7) !== (to & 7)) {
    return position.isSafeEnPassant(from, to)
  }
  if (position.inCheck() && !position.answersCheck(to)) return false
  return !position.isPinned(from) || DIRECTIONS[(king << 6) | from] === DIRECTIONS[(king << 6) | to]
}

/** Whether the king may go to a square: the enemy must not attack it once the king has left its own. */
function isSafeStep({ sets, turn }: ChessPosition, from: number, to: number): boolean {
  const low = occupiedHalf(sets, 0) & (from < 32 ? ~(1 << from) : -1)
  const high = occupiedHalf(sets, 1) & (from < 32 ? -1 : ~(1 << from))
  return !isAttacked(sets, to, otherColour(turn), low, high)
}

/** Whether a pawn of the side to move may make this step, capture or promotion. */
function canPawnMove(position: ChessPosition, from: number, to: number, promotion: number): boolean {
  const { board, turn } = position
  const isLastRow = to >> 3 === lastRow(turn)
  if (isLastRow ? promotion < PROMOTION.knight || promotion > PROMOTION.queen : promotion !== PROMOTION.none) {
    return false
  }
  if ((PAWN_REACH[(turn << 7) | (from << 1) | (to >> 5)]! & (1 << to)) !== 0) {
    const enemy = otherColour(turn)
    return to === position.enPassant || (board[to]! >> 3 === enemy && to !== position.kings[enemy])
  }
  const forward = (from << 6) | (forwardOf(turn) << 3)
  if (board[to] !== EMPTY) return false
  if (to === RAYS[forward]) return true
  return to === RAYS[forward + 1] && from >> 3 === secondRow(turn) && board[RAYS[forward]!] === EMPTY
}

/** The rook with which the side to move may still castle, EDGE if it has no right. */
export function castlingRook(position: ChessPosition, side: CastlingSide): number {
  const right = rightIndex(position.turn, side)
  return (position.rights & (1 << right)) === 0 ? EDGE : position.castling.rooks[right]!
}

/**
 * Whether the side to move may castle: it has the right, the paths of king and rook are empty except for themselves,
 * and no square from the king to its target is attacked.
 */
export function canCastle(position: ChessPosition, side: CastlingSide): boolean {
  const { board, sets, turn } = position
  const king = position.kings[turn]!
  const rook = castlingRook(position, side)
  if (king === EDGE || rook === EDGE) return false
  const kingTo = (king & 56) + KING_TARGET[side]
  const rookTo = (king & 56) + ROOK_TARGET[side]
  const last = Math.max(king, rook, kingTo, rookTo)
  for (let square = Math.min(king, rook, kingTo, rookTo); square <= last; square++) {
    if (board[square] !== EMPTY && square !== king && square !== rook) return false
  }
  if (position.inCheck()) return false
  const step = kingTo > king ? 1 : -1
  for (let square = king; square !== kingTo; square += step) {
    if (square !== king && !isSafeStep(position, king, square)) return false
  }
  // In Chess960 moving the rook away may uncover an attack along the back rank.
  const half = king >> 5
  const row = (occupiedHalf(sets, half) & ~(1 << king) & ~(1 << rook)) | (1 << rookTo)
  const low = half === 0 ? row : occupiedHalf(sets, 0)
  const high = half === 0 ? occupiedHalf(sets, 1) : row
  return !isAttacked(sets, kingTo, otherColour(turn), low, high)
}
