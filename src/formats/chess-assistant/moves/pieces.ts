/** The numbers of the pieces, which the codes of a game refer to, kept up to date along with the position. */
import * as model from '../../../model/move.ts'
import type { Move } from '../../../model/move.ts'
import type { ChessPosition } from '../../../rules/chess/index.ts'
import * as kinds from '../../../rules/chess/pieces.ts'
import { EXTRA_NUMBERS, FIXED_KINDS } from './codes.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { moveFrom, movePromotion, moveTo, isPass } = model
const { EDGE, EMPTY, KING, PAWN, QUEEN, ROOK } = kinds

/** The numbers that a record can assign, five bits; and as many again for pieces whose number is in use. */
const NUMBERS = 32
const SLOTS = 64

/** Where the three parts of the state begin. */
const NUMBER_AT = 2 * SLOTS
const PROMOTED_AT = NUMBER_AT + 65
const STATE_SIZE = PROMOTED_AT + 16

export class PieceNumbers {
  /**
   * First the square of every number, by colour: `(colour - 1) * 64 + number`; EDGE without one. Then the number of
   * the piece on every square. Then the number given to what every pawn became, 255 while it is a pawn.
   */
  private readonly state = new Uint8Array(STATE_SIZE).fill(EDGE, 0, NUMBER_AT).fill(255, PROMOTED_AT)

  /** Square of a number, EDGE if its piece was captured or the number was never assigned. */
  squareOf(colour: number, number: number): number {
    return this.state[(colour - 1) * SLOTS + number]!
  }

  /** Number of the piece on a square. */
  numberAt(square: number): number {
    return this.state[NUMBER_AT + square]!
  }

  /** Square of the piece that a pawn became; of the number itself if no pawn with it was promoted. */
  squareOfPromoted(colour: number, pawn: number): number {
    const number = this.state[PROMOTED_AT + (colour - 1) * 8 + pawn]!
    return this.squareOf(colour, number === 255 ? pawn : number)
  }

  /** The pawn that became the piece of a number, -1 if none. */
  pawnOf(colour: number, number: number): number {
    const start = PROMOTED_AT + (colour - 1) * 8
    for (let pawn = 0; pawn < 8; pawn++) if (this.state[start + pawn] === number) return pawn
    return -1
  }

  put(colour: number, number: number, square: number): void {
    this.state[(colour - 1) * SLOTS + number] = square
    this.state[NUMBER_AT + square] = number
  }

  copy(): PieceNumbers {
    const copy = new PieceNumbers()
    copy.assign(this)
    return copy
  }

  assign(other: PieceNumbers): void {
    this.state.set(other.state)
  }

  /**
   * Plays a move on the position and updates the numbers. `given` is the number of the piece that a pawn becomes.
   * Returns whether that number was free.
   */
  play(position: ChessPosition, move: Move, given = 0): boolean {
    if (isPass(move)) {
      position.play(move)
      return true
    }
    const { turn, board } = position
    const from = moveFrom(move)
    const to = moveTo(move)
    const piece = board[from]!
    const target = board[to]!
    const number = this.state[NUMBER_AT + from]!
    position.play(move)
    if ((piece & 7) === KING && target !== EMPTY && target >> 3 === turn) {
      this.castle(position, turn, from, to)
      return true
    }
    if (target !== EMPTY) this.take(target >> 3, to)
    else if ((piece & 7) === PAWN && ((to ^ from) & 7) !== 0) {
      const victim = (from & 56) | (to & 7)
      if (board[victim] === EMPTY && this.squareOf(3 - turn, this.state[NUMBER_AT + victim]!) === victim)
        this.take(3 - turn, victim)
    }
    if (movePromotion(move) === 0) {
      this.put(turn, number, to)
      return true
    }
    return this.promote(turn, number, to, given)
  }

  private promote(colour: number, pawn: number, to: number, given: number): boolean {
    this.state[(colour - 1) * SLOTS + pawn] = EDGE
    const isFree = this.squareOf(colour, given) === EDGE
    const number = isFree ? given : NUMBERS + pawn
    if (pawn < 8) this.state[PROMOTED_AT + (colour - 1) * 8 + pawn] = number
    this.put(colour, number, to)
    return isFree
  }

  private castle(position: ChessPosition, colour: number, king: number, rook: number): void {
    const kingNumber = this.state[NUMBER_AT + king]!
    const rookNumber = this.state[NUMBER_AT + rook]!
    const toRight = rook > king
    const row = king & 56
    this.put(colour, rookNumber, row + (toRight ? 5 : 3))
    this.put(colour, kingNumber, position.kings[colour] === EDGE ? row + (toRight ? 6 : 2) : position.kings[colour]!)
  }

  private take(colour: number, square: number): void {
    this.state[(colour - 1) * SLOTS + this.state[NUMBER_AT + square]!] = EDGE
  }

  /** The number for a promoted piece: an extra one, or a fixed one of its kind, or the pawn's own. */
  numberFor(colour: number, kind: number, pawn: number): number {
    for (const number of EXTRA_NUMBERS) if (this.squareOf(colour, number) === EDGE) return number
    const fixed = FIXED_KINDS.findIndex((known, number) => known === kind && this.squareOf(colour, number) === EDGE)
    return fixed >= 0 ? fixed : pawn
  }
}

/**
 * Numbers the pieces of a start position: pawns by their file where it is free, castling rooks and the rest by kind,
 * any others 16 and 17, which no pawn or king may have. Undefined if a piece is left without a number.
 */
export function numberPieces(position: ChessPosition): PieceNumbers | undefined {
  const pieces = new PieceNumbers()
  const castlingRooks = new Set([...position.castling.rooks].filter((square) => square !== EDGE))
  const later: number[] = []
  const give = (square: number, wanted: (number: number) => boolean): boolean => {
    const piece = position.board[square]!
    const colour = piece >> 3
    const number = FIXED_KINDS.findIndex(
      (kind, known) => kind === (piece & 7) && wanted(known) && pieces.squareOf(colour, known) === EDGE,
    )
    if (number >= 0) pieces.put(colour, number, square)
    return number >= 0
  }
  for (let square = 0; square < 64; square++) {
    const piece = position.board[square]!
    if (piece === EMPTY) continue
    const file = square & 7
    const isNatural = (number: number) => naturalFile(piece & 7, number) === file
    const mayKeep = (piece & 7) !== ROOK || castlingRooks.has(square) || castlingRooks.size === 0
    if (!mayKeep || !give(square, isNatural)) later.push(square)
  }
  for (const square of later) {
    if (give(square, () => true)) continue
    const piece = position.board[square]!
    const colour = piece >> 3
    const extra = EXTRA_NUMBERS.find((number) => pieces.squareOf(colour, number) === EDGE)
    if (extra === undefined || (piece & 7) === PAWN || (piece & 7) === KING) return undefined
    pieces.put(colour, extra, square)
  }
  return pieces
}

/** The initial file of a number, -1 if its kind is different. */
function naturalFile(kind: number, number: number): number {
  if (FIXED_KINDS[number] !== kind) return -1
  if (kind === PAWN) return number
  if (kind === QUEEN) return 3
  return kind === KING ? 4 : [1, 6, 2, 5, 0, 7][number - 8]!
}
