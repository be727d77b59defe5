/** Recorded games on the usual board, replayed on words (see words.ts). */
import * as geometry from './geometry.ts'
import type { LineReplay } from './line-replay.ts'
import { addTurn, type OthelloPosition } from './position.ts'
import { awardedScore } from './score.ts'
import * as bits from './words.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { TURN_HIGH, TURN_LOW } = geometry
const { CHANGES, countBits, findMoves, flipsInColumn, flipsInFalling, flipsInRising, flipsInRow } = bits
const { MOVE_KEYS, POSITION_WORDS, WHITE_MOVES, writeWords } = bits

/** Squares of the cells, of all bytes there are: {@link NO_SQUARE} for the border and what lies beyond the board. */
const NO_SQUARE = 64
const SQUARES = new Uint8Array(256).fill(NO_SQUARE)
for (let square = 0; square < 64; square++) SQUARES[((square >> 3) + 1) * 10 + (square & 7) + 1] = square

export class WordLine implements LineReplay {
  /** The position at the start, for the side next by alternation, and the one reached. */
  private readonly start = new Int32Array(POSITION_WORDS)
  private readonly words = new Int32Array(POSITION_WORDS)
  private readonly startNext: 1 | 2
  /** The key at the start, with the side next by alternation to move. */
  private readonly startKey = new Uint32Array(2)
  /** The side next by alternation. */
  private next: 1 | 2 = 1

  /** @param start where every line begins, on the usual board */
  constructor(start: OthelloPosition) {
    this.startNext = start.next
    writeWords(start.cells, start.next, this.start, 0)
    start.discsKey(this.startKey, 0)
    if (start.next === 2) addTurn(this.startKey, 0)
  }

  play(line: Uint8Array, from: number, to: number, keys?: Uint32Array): number {
    const { start, words } = this
    // Until the line ends the position is kept in variables, which are faster than the elements of an array.
    let ownUpper = start[0]!
    let ownLower = start[1]!
    let enemyUpper = start[2]!
    let enemyLower = start[3]!
    let high = this.startKey[0]! | 0
    let low = this.startKey[1]! | 0
    /** Where the numbers of the side to move begin in {@link MOVE_KEYS}. */
    let side = this.startNext === 1 ? 0 : WHITE_MOVES
    let at = from
    while (at < to) {
      const found = SQUARES[line[at]!]!
      if (found === NO_SQUARE) break
      // Tells V8 that the square lies in the tables.
      const square = found & 63
      const disc = 1 << (square & 31)
      // All bits set for a square of the upper word, else none: moves are too irregular for a branch to be foreseen.
      const isUpper = (square - 32) >> 31
      const own = ownLower ^ ((ownUpper ^ ownLower) & isUpper)
      const enemy = enemyLower ^ ((enemyUpper ^ enemyLower) & isUpper)
      if (((own | enemy) & disc) !== 0) break
      const a = flipsInRow(own, enemy, square)
      const b = flipsInColumn(ownUpper, ownLower, enemyUpper, enemyLower, square)
      const c = flipsInFalling(ownUpper, ownLower, enemyUpper, enemyLower, square)
      const d = flipsInRising(ownUpper, ownLower, enemyUpper, enemyLower, square)
      const upper = CHANGES[a]! | CHANGES[b]! | CHANGES[c]! | CHANGES[d]!
      const lower = CHANGES[a + 1]! | CHANGES[b + 1]! | CHANGES[c + 1]! | CHANGES[d + 1]!
      if ((upper | lower) === 0) {
        // The other side may move when the one next by alternation cannot.
        if (findMoves(ownUpper, ownLower, enemyUpper, enemyLower)) break
        if (!findMoves(enemyUpper, enemyLower, ownUpper, ownLower)) break
        ;[ownUpper, enemyUpper] = [enemyUpper, ownUpper]
        ;[ownLower, enemyLower] = [enemyLower, ownLower]
        side ^= WHITE_MOVES
        high ^= TURN_HIGH
        low ^= TURN_LOW
        continue
      }
      if (keys) {
        const ply = (at - from) * 2
        keys[ply] = high
        keys[ply + 1] = low
        const move = square * 2 + side
        high ^= CHANGES[a + 2]! ^ CHANGES[b + 2]! ^ CHANGES[c + 2]! ^ CHANGES[d + 2]! ^ MOVE_KEYS[move]!
        low ^= CHANGES[a + 3]! ^ CHANGES[b + 3]! ^ CHANGES[c + 3]! ^ CHANGES[d + 3]! ^ MOVE_KEYS[move + 1]!
      }
      const movedUpper = ownUpper | upper | (disc & isUpper)
      const movedLower = ownLower | lower | (disc & ~isUpper)
      ownUpper = enemyUpper ^ upper
      ownLower = enemyLower ^ lower
      enemyUpper = movedUpper
      enemyLower = movedLower
      side ^= WHITE_MOVES
      at++
    }
    words[0] = ownUpper
    words[1] = ownLower
    words[2] = enemyUpper
    words[3] = enemyLower
    this.next = side === 0 ? 1 : 2
    if (keys) {
      const ply = (at - from) * 2
      keys[ply] = high
      keys[ply + 1] = low
      // White is to move in the key of a position only if it can.
      if ((this.turn === 2) !== (this.next === 2)) addTurn(keys, ply)
    }
    return at - from
  }

  get turn(): 1 | 2 | undefined {
    const { words, next } = this
    const ownUpper = words[0]!
    const ownLower = words[1]!
    const enemyUpper = words[2]!
    const enemyLower = words[3]!
    // Most games end on a full board, where nobody can move.
    if ((ownUpper | enemyUpper) === -1 && (ownLower | enemyLower) === -1) return undefined
    if (findMoves(ownUpper, ownLower, enemyUpper, enemyLower)) return next
    if (findMoves(enemyUpper, enemyLower, ownUpper, ownLower)) return next === 1 ? 2 : 1
    return undefined
  }

  get score(): [number, number] {
    const own = countBits(this.words[0]!) + countBits(this.words[1]!)
    const other = countBits(this.words[2]!) + countBits(this.words[3]!)
    return this.next === 1 ? awardedScore(own, other, 64) : awardedScore(other, own, 64)
  }
}
