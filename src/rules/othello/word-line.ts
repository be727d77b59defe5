/** Recorded games on the usual board, replayed on words (see words.ts). */
import * as geometry from './geometry.ts'
import type { PlayedLine } from './line.ts'
import type { OthelloPosition } from './position.ts'
import { awardedScore } from './score.ts'
import * as bits from './words.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { KEYS_PER_CELL, TURN_HIGH, TURN_LOW } = geometry
const { countBits, findFlips, findMoves, flips, POSITION_WORDS, SQUARE_KEYS, writeWords } = bits

/** Squares of the cells, of all bytes there are: {@link NO_SQUARE} for the border and what lies beyond the board. */
const NO_SQUARE = 64
const SQUARES = new Uint8Array(256).fill(NO_SQUARE)
for (let square = 0; square < 64; square++) SQUARES[((square >> 3) + 1) * 10 + (square & 7) + 1] = square

export class WordLine implements PlayedLine {
  /** The position at the start, for the side next by alternation, and the one reached. */
  private readonly start = new Int32Array(POSITION_WORDS)
  private readonly words = new Int32Array(POSITION_WORDS)
  private readonly startNext: 1 | 2
  private readonly startKey = new Uint32Array(2)
  /** The side next by alternation. */
  private next: 1 | 2 = 1

  /** @param start where every line begins, on the usual board */
  constructor(start: OthelloPosition) {
    this.startNext = start.next
    writeWords(start.cells, start.next, this.start, 0)
    start.discsKey(this.startKey, 0)
  }

  play(line: Uint8Array, from: number, to: number, keys?: Uint32Array): number {
    const { words } = this
    words.set(this.start)
    let isWhite = this.startNext === 2
    let high = this.startKey[0]! | 0
    let low = this.startKey[1]! | 0
    let at = from
    for (; at < to; at++) {
      const square = SQUARES[line[at]!]!
      if (square === NO_SQUARE) break
      const half = square >> 5
      const disc = 1 << (square & 31)
      if (((words[half]! | words[2 + half]!) & disc) !== 0) break
      if (!findFlips(words, 0, square)) {
        // The other side may move when the one next by alternation cannot.
        if (findMoves(words, 0)) break
        swapSides(words)
        const isLegal = findFlips(words, 0, square)
        if (!isLegal) {
          swapSides(words)
          break
        }
        isWhite = !isWhite
      }
      if (keys) {
        const ply = (at - from) * 2
        const key = square * KEYS_PER_CELL
        keys[ply] = isWhite ? high ^ TURN_HIGH : high
        keys[ply + 1] = isWhite ? low ^ TURN_LOW : low
        high ^= flips[2]! ^ SQUARE_KEYS[key]! ^ (isWhite ? SQUARE_KEYS[key + 2]! : 0)
        low ^= flips[3]! ^ SQUARE_KEYS[key + 1]! ^ (isWhite ? SQUARE_KEYS[key + 3]! : 0)
      }
      const upper = flips[0]!
      const lower = flips[1]!
      const ownUpper = words[0]! | upper
      const ownLower = words[1]! | lower
      words[0] = words[2]! ^ upper
      words[1] = words[3]! ^ lower
      words[2] = ownUpper
      words[3] = ownLower
      words[2 + half]! |= disc
      isWhite = !isWhite
    }
    this.next = isWhite ? 2 : 1
    if (keys) {
      const ply = (at - from) * 2
      const isWhitesTurn = this.turn === 2
      keys[ply] = isWhitesTurn ? high ^ TURN_HIGH : high
      keys[ply + 1] = isWhitesTurn ? low ^ TURN_LOW : low
    }
    return at - from
  }

  get turn(): 1 | 2 | undefined {
    const { words, next } = this
    if (findMoves(words, 0)) return next
    swapSides(words)
    const canOther = findMoves(words, 0)
    swapSides(words)
    return canOther ? (next === 1 ? 2 : 1) : undefined
  }

  get score(): [number, number] {
    const own = countBits(this.words[0]!) + countBits(this.words[1]!)
    const other = countBits(this.words[2]!) + countBits(this.words[3]!)
    return this.next === 1 ? awardedScore(own, other, 64) : awardedScore(other, own, 64)
  }
}

function swapSides(words: Int32Array): void {
  const upper = words[0]!
  const lower = words[1]!
  words[0] = words[2]!
  words[1] = words[3]!
  words[2] = upper
  words[3] = lower
}
