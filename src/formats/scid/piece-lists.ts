/**
 * The numbers by which moves name pieces: each side has a list of up to 16, the king first. docs/formats/scid.md,
 * Numbers of pieces.
 */
import * as model from '../../model/move.ts'
import type { Move } from '../../model/move.ts'
import type { ChessPosition } from '../../rules/chess/index.ts'

// V8 folds the constants of a module itself but loads imported ones at every use.
const { moveFrom, moveTo } = model

/** Most pieces of a side. */
const MOST = 16

/** The squares of White's pieces, those of Black's, and how many each side has. */
const BLACK = MOST
const COUNTS = 2 * MOST
const LISTS_SIZE = COUNTS + 2
/** The same in words of 32 bits, which are copied faster. */
const LISTS_WORDS = Math.ceil(LISTS_SIZE / 4)

/** Kinds of pieces in `ChessPosition.board`, in the low three bits. */
const PAWN = 1
const ROOK = 4
const KING = 6

/** The lists at the usual start: the king, who stands on e1, and the rook of a1 have changed places. */
const USUAL_STATE = new Uint8Array(LISTS_SIZE)
for (let number = 0; number < MOST; number++) {
  const square = number === 0 ? 4 : number <= 4 ? number - 1 : number
  USUAL_STATE[number] = square
  USUAL_STATE[BLACK + number] = square ^ 56
}
USUAL_STATE.fill(MOST, COUNTS)

/** A piece that has no number. */
export const NO_NUMBER = -1

/** The lists of both sides in one run of bytes, which is copied where a variation begins. */
export class PieceLists {
  readonly words = new Int32Array(LISTS_WORDS)
  readonly state = new Uint8Array(this.words.buffer, 0, LISTS_SIZE)
  /** What the last move changed: places in the lists with what was there. */
  private moved = 0
  private movedFrom = 0
  private rook = NO_NUMBER
  private rookFrom = 0
  private captured = NO_NUMBER
  private capturedFrom = 0
  private capturedSide = 0

  /**
   * Numbers the pieces of a start position: a1 to h1 and a2 to h2 at the usual start, which the rule for all others,
   * from a8 to h1, would number differently. Returns false for positions whose moves Scid cannot store: a side has
   * no king, several kings, or more than 16 pieces.
   */
  start(position: ChessPosition, isUsual: boolean): boolean {
    const { state } = this
    if (isUsual) {
      state.set(USUAL_STATE)
      return true
    }
    state.fill(0)
    const kings = [0, 0]
    for (let index = 0; index < 64; index++) {
      const square = index ^ 56
      const piece = position.board[square]!
      if (piece === 0) continue
      const side = (piece >> 3) - 1
      const list = side * MOST
      const count = state[COUNTS + side]!++
      if (count === MOST) return false
      if ((piece & 7) === KING) {
        if (kings[side]!++ > 0) return false
        // The king takes the first number from the piece that has it.
        state[list + count] = state[list]!
        state[list] = square
      } else state[list + count] = square
    }
    return kings[0] === 1 && kings[1] === 1
  }

  /** The square of a piece of the side to move; -1 for a number that no piece has. */
  squareOf(turn: number, number: number): number {
    const side = turn - 1
    return number < this.state[COUNTS + side]! ? this.state[side * MOST + number]! : NO_NUMBER
  }

  /** The number of the piece of a side on a square. */
  numberOf(turn: number, square: number): number {
    const list = (turn - 1) * MOST
    const count = this.state[COUNTS + turn - 1]!
    for (let number = 0; number < count; number++) if (this.state[list + number] === square) return number
    return NO_NUMBER
  }

  /** Follows a legal move of a piece that is about to be played. */
  follow(position: ChessPosition, move: Move, number: number): void {
    const { board, turn } = position
    const { state } = this
    const from = moveFrom(move)
    const to = moveTo(move)
    const list = (turn - 1) * MOST
    const target = board[to]!
    this.moved = list + number
    this.movedFrom = from
    this.rook = NO_NUMBER
    this.captured = NO_NUMBER
    if (number === 0 && target === ((turn << 3) | ROOK)) {
      const isShort = to > from
      this.rook = list + this.numberOf(turn, to)
      this.rookFrom = to
      state[list] = (from & 56) + (isShort ? 6 : 2)
      state[this.rook] = (from & 56) + (isShort ? 5 : 3)
      return
    }
    if (target !== 0) this.remove(3 - turn, to)
    // A pawn that goes aside to an empty square takes the pawn beside it.
    else if ((board[from]! & 7) === PAWN && (from & 7) !== (to & 7)) this.remove(3 - turn, (from & 56) | (to & 7))
    state[list + number] = to
  }

  /** Notes that a null move is about to be played, which changes nothing. */
  followNullMove(): void {
    this.movedFrom = this.state[this.moved]!
    this.rook = NO_NUMBER
    this.captured = NO_NUMBER
  }

  /** Takes back what the last move that was followed has changed; once, and no move before it. */
  undo(): void {
    const { state, captured } = this
    state[this.moved] = this.movedFrom
    if (this.rook !== NO_NUMBER) state[this.rook] = this.rookFrom
    if (captured === NO_NUMBER) return
    const last = this.capturedSide * MOST + state[COUNTS + this.capturedSide]!++
    state[last] = state[captured]!
    state[captured] = this.capturedFrom
  }

  /** Removes a captured piece: the last one of its list takes its number. */
  private remove(turn: number, square: number): void {
    const number = this.numberOf(turn, square)
    if (number === NO_NUMBER) return
    const side = turn - 1
    const list = side * MOST
    const last = --this.state[COUNTS + side]!
    this.captured = list + number
    this.capturedFrom = square
    this.capturedSide = side
    this.state[list + number] = this.state[list + last]!
  }
}

/** Copies of lists by number, from 0, in one array that grows. */
export class KeptLists {
  private words = new Int32Array(16 * LISTS_WORDS)

  put(number: number, lists: PieceLists): void {
    const at = number * LISTS_WORDS
    if (at === this.words.length) {
      const words = new Int32Array(2 * at)
      words.set(this.words)
      this.words = words
    }
    for (let index = 0; index < LISTS_WORDS; index++) this.words[at + index] = lists.words[index]!
  }

  get(number: number, into: PieceLists): void {
    const at = number * LISTS_WORDS
    for (let index = 0; index < LISTS_WORDS; index++) into.words[index] = this.words[at + index]!
  }
}
