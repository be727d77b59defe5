/**
 * When the points of a board get their stones in a game of Go: read once from its main line, or loaded from a segment
 * (segment-times.ts), these times say where a pattern can stand, and mostly where it does, without following the board.
 */
import { LAST_EVENT, PASS_VALUE, SET_UP_EVENT, SQUARE_MASK, STONE_SHIFT } from '../main-line.ts'

/** The lowest bits of a time: the colour of the stone, or all of them. */
export const COLOUR_BITS = 2
export const ANY_COLOUR = (1 << COLOUR_BITS) - 1
/** The time that a move takes, and where the last event of a move has that in its bits. */
const MOVE = 1 << COLOUR_BITS
const MOVE_SHIFT = STONE_SHIFT
/** From the base of a game to a time of no game: longer than any game. */
export const NOT_PLAYED = 1 << 20
const NEVER = 0x7fffffff

/**
 * The times of one game after the other. Those of a game lie from `base` up to `end`, below those of all games before
 * it: so what these left behind is later than everything, as what never happens is, and nothing has to be cleared.
 */
export class StoneTimes {
  /** When a point gets its first stone, with its colour in the lowest bits; `end` or later for never. */
  readonly stones = new Int32Array(SQUARE_MASK + 1)
  /** When that stone is gone, or another one in its place, with all of the lowest bits; `end` or later for never. */
  readonly gone = new Int32Array(SQUARE_MASK + 1)
  base = 0
  end = 0

  /** How many moves were played at a time. */
  plyOf(time: number): number {
    return (time - this.base) >> COLOUR_BITS
  }

  /** The end of a move as a time, later than what it plays. */
  afterPly(ply: number): number {
    return this.base + ((ply << COLOUR_BITS) | ANY_COLOUR)
  }

  /** When a stone of a colour can stand on a point at the earliest: it is the first, or comes after that is gone. */
  since(square: number, colour: number): number {
    const first = this.stones[square]!
    return first >= this.end || (first & ANY_COLOUR) === colour ? first | ANY_COLOUR : this.gone[square]!
  }

  /**
   * Reads the stones set up, from `at` up to `moves`, and the moves from there up to `to`. False for a line whose times
   * say too little: stones are set up within it.
   */
  read(words: Uint16Array, at: number, moves: number, to: number): boolean {
    this.begin((to - moves + 2) * MOVE)
    const { stones, gone, base, end } = this
    for (; at < moves; at++) {
      const square = words[at]! & SQUARE_MASK
      const value = (words[at]! >> STONE_SHIFT) & ANY_COLOUR
      if (value === PASS_VALUE || value === 0) continue
      if (stones[square]! < end) return false
      stones[square] = base | value
    }
    // Searches spend their time here: names of other modules would be looked up at every move.
    const squareMask = SQUARE_MASK
    const colourMask = ANY_COLOUR
    const valueShift = STONE_SHIFT
    const pass = PASS_VALUE << STONE_SHIFT
    const last = LAST_EVENT
    const moveShift = MOVE_SHIFT
    let time = base + MOVE
    let flags = 0
    for (; at < to; at++) {
      const event = words[at]!
      flags |= event
      if ((event & pass) !== pass) {
        const square = event & squareMask
        if (stones[square]! >= end) stones[square] = time | ((event >> valueShift) & colourMask)
        else if (gone[square]! >= end) gone[square] = time | colourMask
      }
      time += (event & last) >> moveShift
    }
    return (flags & SET_UP_EVENT) === 0
  }

  /** Begins a game. @param span how much later its end is than its base, 2^20 at the most */
  begin(span: number): void {
    this.end = this.base
    if (this.end < span) {
      this.stones.fill(NEVER)
      this.gone.fill(NEVER)
      this.end = NEVER - NOT_PLAYED - ANY_COLOUR
    }
    this.base = this.end - span
  }
}
