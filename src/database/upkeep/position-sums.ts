/**
 * Compares the positions of games with the index, using twelve bytes per game: a sum over the game's postings, hashed
 * to 64 bits, independent of their order. Those in the index are added, those from the moves of the game are
 * subtracted; the result is zero if both are the same. The chance of zero for different postings is one in 2^64.
 */
import type { Postings } from '../../positions/segment/postings.ts'

export class PositionSums {
  private readonly low: Int32Array
  private readonly high: Int32Array
  private readonly count: Int32Array

  /** @param games one more than the highest game number */
  constructor(games: number) {
    this.low = new Int32Array(games)
    this.high = new Int32Array(games)
    this.count = new Int32Array(games)
  }

  /**
   * Adds postings, except those of some games. @returns the game number of a posting that is out of range; undefined if
   * there is none
   */
  add(postings: Postings, leftOut: ReadonlySet<number>): number | undefined {
    const { game, count } = postings
    for (let index = 0; index < count; index++) {
      const number = game[index]!
      if (leftOut.size > 0 && leftOut.has(number)) continue
      if (number >= this.count.length) return number
      this.addOne(postings, index, number, 1)
    }
    return undefined
  }

  /**
   * Subtracts the postings of a game. Returns whether they are the ones that were added; either way, the game is
   * finished.
   */
  takeAway(postings: Postings, number: number): boolean {
    for (let index = 0; index < postings.count; index++) this.addOne(postings, index, number, -1)
    const isSame = this.low[number] === 0 && this.high[number] === 0 && this.count[number] === 0
    this.forget(number)
    return isSame
  }

  /** Ignores a game whose positions cannot be compared. */
  forget(number: number): void {
    this.low[number] = 0
    this.high[number] = 0
    this.count[number] = 0
  }

  /** Numbers of games with anything left: positions of games that do not exist. */
  left(): number[] {
    const numbers: number[] = []
    for (let number = 0; number < this.count.length; number++) {
      if (this.count[number] !== 0 || this.low[number] !== 0 || this.high[number] !== 0) numbers.push(number)
    }
    return numbers
  }

  private addOne({ high, low, move }: Postings, index: number, number: number, sign: 1 | -1): void {
    const one = mix(high[index]! ^ Math.imul(move[index]! + 1, 0x9e3779b1), low[index]!)
    const other = mix(low[index]! ^ Math.imul(move[index]! + 1, 0x85ebca77), high[index]! ^ 0x5bd1e995)
    this.low[number] = (this.low[number]! + sign * one) | 0
    this.high[number] = (this.high[number]! + sign * other) | 0
    this.count[number]! += sign
  }
}

/** Mixes two words so that every bit depends on all of theirs (the finalizer of MurmurHash3, twice). */
function mix(first: number, second: number): number {
  return scatter(scatter(first) ^ second)
}

function scatter(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
