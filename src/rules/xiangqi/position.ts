/**
 * A xiangqi position that is changed in place by playing and undoing moves.
 * It holds any arrangement of pieces: no king, several kings, pieces on
 * squares they could never reach. A colour with exactly one king must protect it; a colour with none or several has no
 * king to protect.
 */
import { isPass, isPlacement, moveFrom, moveTo, otherColour, type Colour, type Move } from '../../model/move.ts'
import type { Position } from '../rules.ts'
import { EDGE, FILES, fillTables, isOwnHalf, LEAPS_TO, RANKS, RAYS, SQUARES, STEPS_TO } from './geometry.ts'
import {
  ADVISOR,
  CANNON,
  EDGE_PIECE,
  ELEPHANT,
  EMPTY,
  HORSE,
  KING,
  makePiece,
  PAWN,
  PIECE_LETTERS,
  ROOK,
} from './pieces.ts'
import { fillKeys, PIECE_NUMBERS, TURN_HIGH, TURN_LOW } from './keys.ts'

/** Everything needed to make a {@link XiangqiPosition}. */
export interface XiangqiSetup {
  /** 90 piece codes. */
  board: ArrayLike<number>
  turn: Colour
  halfmoveClock: number
  moveNumber: number
}

/**
 * One history entry: the move, what it captured (plus {@link MOVED} when a piece moved at
 * all), the clock before it and the key halves before it.
 */
const ENTRY = 7
const MOVED = 1 << 5

export class XiangqiPosition implements Position {
  readonly columns = FILES
  readonly rows = RANKS
  turn: Colour
  ply = 0
  /** Piece codes of the 90 squares, and the edge. Read it freely; change it by playing moves only. */
  readonly board = new Uint8Array(SQUARES + 1)
  /** Square of the only king by colour, EDGE for a colour with none or several. */
  readonly kings = new Uint8Array([EDGE, EDGE, EDGE])
  /** Moves of either side since the last capture. */
  halfmoveClock: number
  /** The full-move number, incremented after Black's move. */
  moveNumber: number
  /** High and low half of the position key, then of the mirror image's. */
  private readonly keys = new Int32Array(4)
  private history = new Int32Array(ENTRY * 64)

  constructor(setup: XiangqiSetup) {
    fillTables()
    fillKeys()
    for (let square = 0; square < SQUARES; square++) this.board[square] = setup.board[square]!
    this.board[EDGE] = EDGE_PIECE
    this.turn = setup.turn
    this.halfmoveClock = setup.halfmoveClock
    this.moveNumber = setup.moveNumber
    this.findKings()
    this.computeKeys(this.keys)
  }

  pieceAt(square: number): string {
    return PIECE_LETTERS[this.board[square]!] ?? ''
  }

  /** High half of the position key. */
  get zobristHigh(): number {
    return this.keys[0]! >>> 0
  }

  /** Low half of the position key. */
  get zobristLow(): number {
    return this.keys[1]! >>> 0
  }

  /** High half of the key of the position with left and right exchanged. */
  get mirrorKeyHigh(): number {
    return this.keys[2]! >>> 0
  }

  /** Low half of the key of the position with left and right exchanged. */
  get mirrorKeyLow(): number {
    return this.keys[3]! >>> 0
  }

  /** An independent copy, including the moves that led here, so that they can be undone. */
  clone(): XiangqiPosition {
    const copy = new XiangqiPosition(this)
    copy.ply = this.ply
    copy.history = this.history.slice()
    return copy
  }

  /** Whether the side to move is in check, facing kings included. */
  inCheck(): boolean {
    return this.isAttacked(this.kings[this.turn]!, otherColour(this.turn))
  }

  /**
   * Whether a colour could capture an enemy king on a square; EDGE is never attacked. A king attacks along its file up
   * to the first piece (the kings may not face each other), and where a king can move.
   */
  isAttacked(square: number, by: Colour): boolean {
    if (square === EDGE) return false
    const board = this.board
    const rook = makePiece(by, ROOK)
    const cannon = makePiece(by, CANNON)
    const king = makePiece(by, KING)
    for (let direction = 0; direction < 4; direction++) {
      let at = (square << 6) | (direction << 4)
      let first = board[RAYS[at]!]!
      while (first === EMPTY) first = board[RAYS[++at]!]!
      if (first === EDGE_PIECE) continue
      if (first === rook || (first === king && direction < 2)) return true
      let second = board[RAYS[++at]!]!
      while (second === EMPTY) second = board[RAYS[++at]!]!
      if (second === cannon) return true
    }
    if (this.isLeptTo(square, makePiece(by, HORSE)) || this.isSteppedTo(square, makePiece(by, PAWN))) return true
    if (!isOwnHalf(by, square)) return false
    return (
      this.isLeptTo(square, makePiece(by, ELEPHANT)) ||
      this.isSteppedTo(square, makePiece(by, ADVISOR)) ||
      this.isSteppedTo(square, makePiece(by, KING))
    )
  }

  /**
   * Plays a move without checking that it is legal. Whatever is on `from` goes to `to`. A move from an empty square, or
   * to the same square, only changes the side to move.
   */
  play(move: Move): void {
    const from = moveFrom(move)
    const to = moveTo(move)
    if (from >= SQUARES || to >= SQUARES || isPlacement(move)) {
      throw new TypeError(`${move} is no move on a xiangqi board`)
    }
    const entry = this.ply * ENTRY
    if (entry === this.history.length) this.growHistory()
    const { board, history, keys } = this
    history[entry] = move
    history[entry + 1] = 0
    history[entry + 2] = this.halfmoveClock
    for (let half = 0; half < 4; half++) history[entry + 3 + half] = keys[half]!
    this.halfmoveClock++

    const piece = isPass(move) || from === to ? EMPTY : board[from]!
    if (piece !== EMPTY) {
      const captured = board[to]!
      history[entry + 1] = captured | MOVED
      board[from] = EMPTY
      board[to] = piece
      const left = (piece << 9) | (from << 2)
      const entered = (piece << 9) | (to << 2)
      const taken = (captured << 9) | (to << 2)
      for (let half = 0; half < 4; half++) {
        keys[half]! ^= PIECE_NUMBERS[left + half]! ^ PIECE_NUMBERS[entered + half]! ^ PIECE_NUMBERS[taken + half]!
      }
      if (captured !== EMPTY) this.halfmoveClock = 0
      if ((captured & 7) === KING) this.findKings()
      else if ((piece & 7) === KING && this.kings[piece >> 3] === from) this.kings[piece >> 3] = to
    }

    this.flipTurn()
    if (this.turn === 1) this.moveNumber++
    this.ply++
  }

  /** Undoes the last move. Throws TypeError when there is none. */
  undo(): void {
    if (this.ply === 0) throw new TypeError('there is no move to take back')
    this.ply--
    if (this.turn === 1) this.moveNumber--
    this.turn = otherColour(this.turn)
    const { board, history, keys } = this
    const entry = this.ply * ENTRY
    const state = history[entry + 1]!
    this.halfmoveClock = history[entry + 2]!
    for (let half = 0; half < 4; half++) keys[half] = history[entry + 3 + half]!
    if (state === 0) return

    const from = moveFrom(history[entry]!)
    const to = moveTo(history[entry]!)
    const captured = state & ~MOVED
    const piece = board[to]!
    board[from] = piece
    board[to] = captured
    if ((captured & 7) === KING) this.findKings()
    else if ((piece & 7) === KING && this.kings[piece >> 3] === to) this.kings[piece >> 3] = from
  }

  /**
   * Computes the halves of the key and of the mirror image's key from the pieces; playing and undoing keep them up to
   * date.
   */
  computeKeys(into: Int32Array | Uint32Array): void {
    into.fill(0, 0, 4)
    for (let square = 0; square < SQUARES; square++) {
      const entry = (this.board[square]! << 9) | (square << 2)
      for (let half = 0; half < 4; half++) into[half]! ^= PIECE_NUMBERS[entry + half]!
    }
    if (this.turn === 2) turnKeys(into)
  }

  private flipTurn(): void {
    this.turn = otherColour(this.turn)
    turnKeys(this.keys)
  }

  private isLeptTo(square: number, piece: number): boolean {
    for (let at = (piece << 12) | (square << 5); LEAPS_TO[at] !== EDGE; at += 2) {
      if (this.board[LEAPS_TO[at + 1]!] === piece && this.board[LEAPS_TO[at]!] === EMPTY) return true
    }
    return false
  }

  private isSteppedTo(square: number, piece: number): boolean {
    for (let at = (piece << 10) | (square << 3); STEPS_TO[at] !== EDGE; at++) {
      if (this.board[STEPS_TO[at]!] === piece) return true
    }
    return false
  }

  private findKings(): void {
    this.kings.fill(EDGE)
    const counts = [0, 0, 0]
    for (let square = 0; square < SQUARES; square++) {
      const piece = this.board[square]!
      if ((piece & 7) !== KING) continue
      const colour = piece >> 3
      this.kings[colour] = ++counts[colour]! === 1 ? square : EDGE
    }
  }

  private growHistory(): void {
    const longer = new Int32Array(this.history.length * 2)
    longer.set(this.history)
    this.history = longer
  }
}

function turnKeys(keys: Int32Array | Uint32Array): void {
  keys[0]! ^= TURN_HIGH
  keys[1]! ^= TURN_LOW
  keys[2]! ^= TURN_HIGH
  keys[3]! ^= TURN_LOW
}
