/**
 * The numbers by which the compact encoder names pieces: `second rook`,
 * `third queen`, `pawn 5`. docs/formats/chessbase.md, Numbers of pieces.
 */
import * as model from '../../../model/move.ts'
import type { Move } from '../../../model/move.ts'
import type { ChessPosition } from '../../../rules/chess/index.ts'
import * as codes from './codes.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { moveFrom, movePromotion, moveTo, PROMOTION } = model
const { BISHOP_SLOT, KING_SLOT, KNIGHT_SLOT, NO_SLOT, PAWN_SLOT, QUEEN_SLOT, ROOK_SLOT } = codes
const { NUMBERED, NUMBERED_PAWNS, SLOTS, turnSquare } = codes

/** Square of a piece that does not exist. */
export const NOWHERE = 64

/** Kinds of pieces in `ChessPosition.board`, in the low three bits. */
const PAWN = 1
const ROOK = 4
const KING = 6

/** First slot of each kind on a board, and how many of the kind have numbers. */
const SLOT_OF_KIND = [NO_SLOT, PAWN_SLOT, KNIGHT_SLOT, BISHOP_SLOT, ROOK_SLOT, QUEEN_SLOT, KING_SLOT, NO_SLOT]
const NUMBERED_OF_KIND = [0, NUMBERED_PAWNS, NUMBERED, NUMBERED, NUMBERED, NUMBERED, 1, 0]

/** First slot of every kind by promotion code. */
const SLOT_OF_PROMOTION = [NO_SLOT, KNIGHT_SLOT, BISHOP_SLOT, ROOK_SLOT, QUEEN_SLOT, NO_SLOT, NO_SLOT, NO_SLOT]

/** Bytes of a saved state. */
export const PIECES_STATE_SIZE = 2 * SLOTS + 64

export class PieceNumbers {
  /** The square of each numbered piece, White's slots before Black's; NOWHERE if there is none. */
  readonly squares: Uint8Array
  /** The numbered piece on each square, as an index into `squares`; NO_SLOT if there is none. */
  readonly on: Uint8Array
  /** Both in one run of bytes, to be saved and restored. */
  readonly state = new Uint8Array(PIECES_STATE_SIZE)

  constructor() {
    this.squares = this.state.subarray(0, 2 * SLOTS)
    this.on = this.state.subarray(2 * SLOTS)
  }

  /** Numbers the pieces of a start position in the order a1, a2 ... b1 ... h8, or the other way round. */
  start(position: ChessPosition, isReversed: boolean): void {
    this.squares.fill(NOWHERE)
    this.on.fill(NO_SLOT)
    for (let index = 0; index < 64; index++) {
      const square = turnSquare(isReversed ? 63 - index : index)
      const piece = position.board[square]!
      if (piece === 0) continue
      const kind = piece & 7
      this.number(piece >> 3, SLOT_OF_KIND[kind]!, NUMBERED_OF_KIND[kind]!, square)
    }
  }

  /** Updates the numbers for a legal move that is about to be played. */
  follow(position: ChessPosition, move: Move): void {
    const { board, turn } = position
    const { on, squares } = this
    const from = moveFrom(move)
    const to = moveTo(move)
    const piece = board[from]!
    const target = board[to]!
    if ((piece & 7) === KING && target === ((turn << 3) | ROOK)) {
      this.castle(from, to)
      return
    }
    if (on[to] !== NO_SLOT) this.remove(to)
    const isPawn = (piece & 7) === PAWN
    // A pawn that moves diagonally to an empty square captures the pawn beside it.
    if (isPawn && target === 0 && (from & 7) !== (to & 7)) this.remove((from & 56) | (to & 7))
    const number = on[from]!
    on[from] = NO_SLOT
    const promotion = isPawn ? movePromotion(move) : PROMOTION.none
    if (promotion === PROMOTION.none) {
      on[to] = number
      if (number !== NO_SLOT) squares[number] = to
      return
    }
    if (number !== NO_SLOT) squares[number] = NOWHERE
    this.number(turn, SLOT_OF_PROMOTION[promotion]!, NUMBERED, to)
  }

  /** Gives a piece the first free number of its kind, if there is one. */
  private number(colour: number, slot: number, count: number, square: number): void {
    if (slot === NO_SLOT) return
    const first = (colour - 1) * SLOTS + slot
    for (let index = first; index < first + count; index++) {
      if (this.squares[index] !== NOWHERE) continue
      this.squares[index] = square
      this.on[square] = index
      return
    }
  }

  /** Removes a piece from the board. Those of its kind with higher numbers move down by one, except pawns. */
  private remove(square: number): void {
    const { on, squares } = this
    let index = on[square]!
    if (index === NO_SLOT) return
    on[square] = NO_SLOT
    const slot = index % SLOTS
    const last = slot > KING_SLOT && slot < PAWN_SLOT ? index + NUMBERED - 1 - ((slot - 1) % NUMBERED) : index
    for (; index < last; index++) {
      const next = squares[index + 1]!
      squares[index] = next
      if (next !== NOWHERE) on[next] = index
    }
    squares[last] = NOWHERE
  }

  private castle(king: number, rook: number): void {
    const { on, squares } = this
    const row = king & 56
    const isShort = rook > king
    const kingNumber = on[king]!
    const rookNumber = on[rook]!
    on[king] = NO_SLOT
    on[rook] = NO_SLOT
    const kingTo = row + (isShort ? 6 : 2)
    const rookTo = row + (isShort ? 5 : 3)
    on[kingTo] = kingNumber
    on[rookTo] = rookNumber
    if (kingNumber !== NO_SLOT) squares[kingNumber] = kingTo
    if (rookNumber !== NO_SLOT) squares[rookNumber] = rookTo
  }
}
