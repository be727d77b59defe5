/**
 * Compares the positions of games with what the index holds, in twelve bytes a game: of each game a sum over its
 * postings, hashed to 64 bits, which does not ask for their order. What the index holds is added and what the moves
 * of the game come to taken away; zero is left when both are the same. Different postings leave zero with a chance of
 * one in 2^64.
 */
import type { Postings } from '../../positions/postings.ts'

export class PositionSums {
  private readonly low: Int32Array
  private readonly high: Int32Array
  private readonly count: Int32Array

  /** @param games one more than the greatest number of a game */
  constructor(games: number) {
    this.low = new Int32Array(games)
    this.high = new Int32Array(games)
    this.count = new Int32Array(games)
  }

  /**
   * Adds postings, those of some games left out.
   * @returns the number of a posting's game that is out of range; undefined when there is none
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

  /** Takes the postings of a game away. Returns whether they are those that were added; then or not, the game is done with. */
  takeAway(postings: Postings, number: number): boolean {
    for (let index = 0; index < postings.count; index++) this.addOne(postings, index, number, -1)
    const isSame = this.low[number] === 0 && this.high[number] === 0 && this.count[number] === 0
    this.forget(number)
    return isSame
  }

  /** Forgets a game whose positions cannot be compared. */
  forget(number: number): void {
    this.low[number] = 0
    this.high[number] = 0
    this.count[number] = 0
  }

  /** Numbers of games that still have something: positions of games that are not there. */
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

/** Two words as one of which every bit depends on all of theirs (the end of MurmurHash3, twice). */
function mix(first: number, second: number): number {
  return scatter(scatter(first) ^ second)
}

function scatter(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
