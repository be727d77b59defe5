/**
 * Writes moves: SAN as the PGN standard defines it (section 8.2.3), its long
 * form LAN, and the coordinates of UCI. Reading is in read-move.ts.
 */
import * as model from '../../model/move.ts'
import type { Move } from '../../model/move.ts'
import * as castling from './castling.ts'
import * as geometry from './geometry.ts'
import * as legality from './legality.ts'
import { hasLegalMove } from './moves.ts'
import * as pieces from './pieces.ts'
import type { ChessPosition } from './position.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { isPass, moveFrom, movePromotion, moveTo } = model
const { KING_SIDE, KING_TARGET, QUEEN_SIDE } = castling
const { firstSquare, REACH } = geometry
const { isFreeBetween, isLegalMove, keepsKingSafe } = legality
const { EMPTY, KING, makePiece, PAWN, PIECE_LETTERS, ROOK, SQUARE_NAMES } = pieces

/** The null move as ChessBase and most PGN files write it, and as UCI does. */
const NULL_SAN = '--'
const NULL_UCI = '0000'

const PROMOTION_LETTERS = ['', 'N', 'B', 'R', 'Q', 'K', '', '']

/** The signs of a move in ASCII. */
const FILE_A = 0x61
const RANK_1 = 0x31
const TAKES = 0x78
const DASH = 0x2d
const CASTLES = 0x4f
const BECOMES = 0x3d
const CHECK = 0x2b
const MATE = 0x23

/** Letters of pieces, by piece, and of promotions, by code; 0 for none. */
const LETTERS = Uint8Array.from(PIECE_LETTERS, (letter, piece) =>
  (piece & 7) === PAWN || letter === '' ? 0 : letter.toUpperCase().charCodeAt(0),
)
const PROMOTIONS = Uint8Array.from(PROMOTION_LETTERS, (letter) => (letter === '' ? 0 : letter.charCodeAt(0)))

/** Bytes of the longest move in SAN or LAN: `e7xd8=Q+`, and one more if the move of a piece has a promotion. */
export const MAX_SAN = 9

const scratch = new Uint8Array(MAX_SAN)

/** Writes SAN with the minimum disambiguation, and with `+` or `#`. An illegal move gives its full square of origin. */
export function writeSan(position: ChessPosition, move: Move): string {
  const end = playSanBytes(position, move, isLegalMove(position, move), scratch, 0)
  position.undo()
  return String.fromCharCode(...scratch.subarray(0, end))
}

/**
 * Plays a move and writes its SAN into bytes, in half the time it takes to write it and then play it.
 * @param isLegal what {@link isLegalMove} says of the move
 * @param at where to write; room for {@link MAX_SAN} is needed
 * @returns the offset after the move
 */
export function playSanBytes(
  position: ChessPosition,
  move: Move,
  isLegal: boolean,
  into: Uint8Array,
  at: number,
): number {
  const end = putMove(position, move, !isLegal, false, into, at)
  position.play(move)
  return isPass(move) ? end : putCheckSign(position, into, end)
}

/** Writes LAN: `e2-e4`, `Ng1xf3+`, `e7-e8=Q`, `O-O`. */
export function writeLan(position: ChessPosition, move: Move): string {
  const end = putMove(position, move, true, true, scratch, 0)
  position.play(move)
  const last = isPass(move) ? end : putCheckSign(position, scratch, end)
  position.undo()
  return String.fromCharCode(...scratch.subarray(0, last))
}

/**
 * Writes UCI coordinates: `e2e4`, `e7e8q`, `0000` for a null move. Castling is the king's move (`e1g1`), in Chess960
 * the king capturing its rook (`e1h1`).
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
 * Writes a move without its check sign and returns where it ends.
 * @param isWhole writes the full square of origin
 * @param hasDash puts a dash between the squares of a move that is not a capture
 */
export function putMove(
  position: ChessPosition,
  move: Move,
  isWhole: boolean,
  hasDash: boolean,
  into: Uint8Array,
  at: number,
): number {
  if (isPass(move)) return putText(NULL_SAN, into, at)
  const from = moveFrom(move)
  const to = moveTo(move)
  const { board } = position
  const piece = board[from]!
  const isPawn = (piece & 7) === PAWN
  if ((piece & 7) === KING && isCastling(position, from, to)) return putCastling(to > from, into, at)
  let end = at
  if (LETTERS[piece] !== 0) into[end++] = LETTERS[piece]!
  const isCapture = isPawn ? (from & 7) !== (to & 7) : board[to] !== EMPTY
  if (isWhole) end = putSquare(from, into, end)
  else if (!isPawn) end = putOrigin(position, piece & 7, from, to, into, end)
  else if (isCapture) into[end++] = FILE_A + (from & 7)
  if (isCapture) into[end++] = TAKES
  else if (hasDash) into[end++] = DASH
  end = putSquare(to, into, end)
  const promotion = movePromotion(move)
  if (promotion !== 0) {
    into[end++] = BECOMES
    if (PROMOTIONS[promotion] !== 0) into[end++] = PROMOTIONS[promotion]!
  }
  return end
}

function putText(text: string, into: Uint8Array, at: number): number {
  for (let index = 0; index < text.length; index++) into[at + index] = text.charCodeAt(index)
  return at + text.length
}

function putSquare(square: number, into: Uint8Array, at: number): number {
  into[at] = FILE_A + (square & 7)
  into[at + 1] = RANK_1 + (square >> 3)
  return at + 2
}

/** `O-O` or `O-O-O`. */
function putCastling(isShort: boolean, into: Uint8Array, at: number): number {
  let end = at
  into[end++] = CASTLES
  for (let rest = isShort ? 1 : 2; rest > 0; rest--) {
    into[end++] = DASH
    into[end++] = CASTLES
  }
  return end
}

/** Whether a king captures a rook of its own colour on its own rank. */
function isCastling({ board }: ChessPosition, from: number, to: number): boolean {
  const king = board[from]!
  return (king & 7) === KING && board[to] === king - KING + ROOK && from >> 3 === to >> 3
}

/**
 * Writes the disambiguation of SAN: nothing, or the file, rank or both if another piece of the same kind could make
 * the move.
 */
function putOrigin(
  position: ChessPosition,
  kind: number,
  from: number,
  to: number,
  into: Uint8Array,
  at: number,
): number {
  const own = makePiece(position.turn, kind) << 1
  const reach = (kind << 7) | (to << 1)
  let hasRival = false
  let isFileShared = false
  let isRankShared = false
  for (let half = 0; half < 2; half++) {
    let others = REACH[reach | half]! & position.sets[own | half]!
    if (from >> 5 === half) others &= ~(1 << from)
    for (; others !== 0; others &= others - 1) {
      const rival = firstSquare(others, half)
      if (!isFreeBetween(position, rival, to) || !keepsKingSafe(position, rival, to)) continue
      hasRival = true
      if ((rival & 7) === (from & 7)) isFileShared = true
      if (rival >> 3 === from >> 3) isRankShared = true
    }
  }
  if (!hasRival) return at
  let end = at
  if (!isFileShared || isRankShared) into[end++] = FILE_A + (from & 7)
  if (isFileShared) into[end++] = RANK_1 + (from >> 3)
  return end
}

/** Writes what SAN says of the position after a move. */
export function putCheckSign(position: ChessPosition, into: Uint8Array, at: number): number {
  if (!position.inCheck()) return at
  into[at] = hasLegalMove(position) ? CHECK : MATE
  return at + 1
}
