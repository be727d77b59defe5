/**
 * Whether one move is legal, without generating the others. Most moves cannot
 * touch the safety of the own king: only moves of the king, of a piece that
 * shields it, en passant captures and moves out of check are looked at closely.
 */
import { moveFrom, movePromotion, moveTo, otherColour, PROMOTION, type Colour, type Move } from '../../model/move.ts'
import {
  BISHOP,
  EDGE,
  EMPTY,
  FIRST_DIAGONAL,
  JUMP,
  KING,
  KNIGHT,
  makePiece,
  NO_DIRECTION,
  NORTH,
  PAWN,
  PAWN_CAPTURES,
  QUEEN,
  RAYS,
  REACH,
  RELATION,
  ROOK,
  SOUTH,
} from './board.ts'
import { KING_SIDE, KING_TARGET, QUEEN_SIDE, rightIndex, ROOK_TARGET, type CastlingSide } from './castling.ts'
import type { ChessPosition } from './position.ts'

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
    return castlingRook(position, side) === to && canCastle(position, side)
  }
  return (
    board[to]! >> 3 !== turn &&
    to !== position.kings[otherColour(turn)] &&
    canReach(position, kind, from, to) &&
    keepsKingSafe(position, from, to)
  )
}

/**
 * Whether the own king is safe after a move of the side to move that is right in every
 * other way. Castling is not asked about here.
 */
export function keepsKingSafe(position: ChessPosition, from: number, to: number): boolean {
  const { board, turn } = position
  const king = position.kings[turn]!
  if (king === EDGE) return true
  if (from === king) return isSafeStep(position, from, to)
  if (to === position.enPassant && (board[from]! & 7) === PAWN && (from & 7) !== (to & 7)) {
    return position.isSafeEnPassant(from, to)
  }
  if (position.inCheck()) return isSafeReply(position, from, to)
  return !isPinned(position, from) || RELATION[(king << 6) | from] === RELATION[(king << 6) | to]
}

/** Whether a piece is all that stands between its own king and an enemy slider. */
export function isPinned(position: ChessPosition, from: number): boolean {
  const { board, turn } = position
  const king = position.kings[turn]!
  const direction = RELATION[(king << 6) | from]!
  if (direction >= NO_DIRECTION) return false
  let at = (king << 6) | (direction << 3)
  while (board[RAYS[at]!] === EMPTY) at++
  if (RAYS[at] !== from) return false
  do at++
  while (board[RAYS[at]!] === EMPTY)
  const piece = board[RAYS[at]!]!
  return piece >> 3 === otherColour(turn) && (REACH[(direction << 5) | piece]! & 2) !== 0
}

/** Whether the king may step to a square: the enemy must not attack it once the king has left its own. */
function isSafeStep(position: ChessPosition, from: number, to: number): boolean {
  const { board, turn } = position
  const king = board[from]!
  board[from] = EMPTY
  const isSafe = !position.isAttacked(to, otherColour(turn))
  board[from] = king
  return isSafe
}

/** Whether a move of another piece leaves the king unattacked, found by making it on the board. */
function isSafeReply(position: ChessPosition, from: number, to: number): boolean {
  const { board, turn } = position
  const piece = board[from]!
  const captured = board[to]!
  board[from] = EMPTY
  board[to] = piece
  const isSafe = !position.isAttacked(position.kings[turn]!, otherColour(turn))
  board[from] = piece
  board[to] = captured
  return isSafe
}

/** Whether a piece other than a pawn moves from one square to the other over empty squares. */
function canReach(position: ChessPosition, kind: number, from: number, to: number): boolean {
  const direction = RELATION[(from << 6) | to]!
  if (kind === KNIGHT) return direction === JUMP
  if (direction >= NO_DIRECTION) return false
  let at = (from << 6) | (direction << 3)
  if (kind === KING) return RAYS[at] === to
  if (kind === ROOK ? direction >= FIRST_DIAGONAL : kind === BISHOP && direction < FIRST_DIAGONAL) return false
  while (RAYS[at] !== to) if (position.board[RAYS[at++]!] !== EMPTY) return false
  return kind === QUEEN || kind === ROOK || kind === BISHOP
}

/** Whether a pawn of the side to move steps, captures and promotes as pawns do. */
function canPawnMove(position: ChessPosition, from: number, to: number, promotion: number): boolean {
  const { board, turn } = position
  const isLastRow = to >> 3 === lastRow(turn)
  if (isLastRow ? promotion < PROMOTION.knight || promotion > PROMOTION.queen : promotion !== PROMOTION.none) {
    return false
  }
  const forward = (from << 6) | (forwardOf(turn) << 3)
  if (board[RAYS[forward]!] === EMPTY) {
    if (RAYS[forward] === to) return true
    if (from >> 3 === secondRow(turn) && RAYS[forward + 1] === to) return board[to] === EMPTY
  }
  const target = board[to]!
  const canTake =
    to === position.enPassant || (target >> 3 === otherColour(turn) && to !== position.kings[otherColour(turn)])
  const [west, east] = PAWN_CAPTURES[turn]!
  return canTake && (RAYS[(from << 6) | (west << 3)] === to || RAYS[(from << 6) | (east << 3)] === to)
}

/** The direction in which pawns of a colour step. */
export function forwardOf(colour: Colour): number {
  return colour === 1 ? NORTH : SOUTH
}

/** The row from which pawns of a colour make a double step. */
export function secondRow(colour: Colour): number {
  return colour === 1 ? 1 : 6
}

/** The row on which pawns of a colour promote. */
export function lastRow(colour: Colour): number {
  return colour === 1 ? 7 : 0
}

/** The rook with which the side to move may still castle, EDGE without the right. */
export function castlingRook(position: ChessPosition, side: CastlingSide): number {
  const right = rightIndex(position.turn, side)
  return (position.rights & (1 << right)) === 0 ? EDGE : position.castling.rooks[right]!
}

/**
 * Whether the side to move may castle: it has the right, the way of king and rook is
 * empty but for themselves, and no square from the king to its target is attacked.
 */
export function canCastle(position: ChessPosition, side: CastlingSide): boolean {
  const { board, turn } = position
  const king = position.kings[turn]!
  const rook = castlingRook(position, side)
  if (king === EDGE || rook === EDGE || position.inCheck()) return false
  const kingTo = (king & 56) + KING_TARGET[side]
  const rookTo = (king & 56) + ROOK_TARGET[side]
  const last = Math.max(king, rook, kingTo, rookTo)
  for (let square = Math.min(king, rook, kingTo, rookTo); square <= last; square++) {
    if (board[square] !== EMPTY && square !== king && square !== rook) return false
  }
  const step = kingTo > king ? 1 : -1
  for (let square = king; square !== kingTo; square += step) {
    if (square !== king && !isSafeStep(position, king, square)) return false
  }
  // In Chess960 the rook that leaves may uncover an attack along the back row.
  const kingPiece = board[king]!
  const rookPiece = board[rook]!
  board[king] = EMPTY
  board[rook] = EMPTY
  board[rookTo] = rookPiece
  const isSafe = !position.isAttacked(kingTo, otherColour(turn))
  board[rookTo] = EMPTY
  board[rook] = rookPiece
  board[king] = kingPiece
  return isSafe
}
