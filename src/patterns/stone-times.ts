/**
 * When the points of a board get their stones in a game of Go: read once from its main line, these times say where a
 * pattern can stand, and mostly where it does, without following the board.
 */
import { LAST_EVENT, PASS_VALUE, SET_UP_EVENT, STONE_SHIFT } from '../positions/main-line.ts'
import { SQUARE_MASK } from './stone-line.ts'

/** The time of what does not happen. */
export const NEVER = 0xffff

/** Times in moves: what is there after so many of them; 0 before the first. */
export class StoneTimes {
  /** Since when a point has its first stone. */
  readonly first: Uint16Array
  /** The colour of that stone. */
  readonly colour: Uint8Array
  /** Since when that stone is gone, or another one in its place. */
  readonly gone: Uint16Array
  /**
   * Since when a stone of a colour can stand on a point, at `square * 2 + colour - 1`: not before, and never for
   * NEVER. It is the first stone of the point, or comes after that one is gone.
   */
  readonly since: Uint16Array

  constructor(squares: number) {
    this.first = new Uint16Array(squares)
    this.colour = new Uint8Array(squares)
    this.gone = new Uint16Array(squares)
    this.since = new Uint16Array(squares * 2)
  }

  /**
   * Reads the stones set up, from `at` up to `moves`, and the moves from there up to `to`. False for a line whose times
   * say too little: stones are set up within it, or it is too long.
   */
  read(words: Uint16Array, at: number, moves: number, to: number): boolean {
    const { first, colour, gone, since } = this
    const squares = first.length
    if (to - moves >= NEVER) return false
    first.fill(NEVER)
    gone.fill(NEVER)
    since.fill(NEVER)
    for (; at < moves; at++) {
      const square = words[at]! & SQUARE_MASK
      const value = (words[at]! >> STONE_SHIFT) & 3
      if (square >= squares || value === PASS_VALUE || value === 0) continue
      if (first[square] === 0) return false
      first[square] = 0
      colour[square] = value
      since[square * 2 + value - 1] = 0
    }
    let now = 1
    for (; at < to; at++) {
      const event = words[at]!
      if ((event & SET_UP_EVENT) !== 0) return false
      const square = event & SQUARE_MASK
      const value = (event >> STONE_SHIFT) & 3
      if (value !== PASS_VALUE && square < squares) {
        if (value !== 0 && first[square] === NEVER) {
          first[square] = now
          colour[square] = value
          since[square * 2 + value - 1] = now
        } else if (gone[square] === NEVER && first[square] !== NEVER) {
          gone[square] = now
          const other = square * 2 + 2 - colour[square]!
          since[other] = now
        }
      }
      if ((event & LAST_EVENT) !== 0) now++
    }
    return true
  }
}
