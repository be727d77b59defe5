/** Which games can come to some material, by what leaves the board in them (positions/captures.ts), without a move. */
import type { Game } from '../model/record.ts'
import { CAPTURED_MASK, PROMOTION_BIT, UNKNOWN_CAPTURES, type Captures } from '../positions/captures.ts'
import { MEN } from '../positions/main-line.ts'
import { rulesOf } from '../rules/index.ts'
import type { Material, MaterialSum } from './material.ts'

/** Games that come to material at some time, or of which that is not known; in order. @param firstGame number of the first */
export function gamesWithMaterial({ game, ways }: Material, { ends, words }: Captures, firstGame: number): Uint32Array {
  const found: number[] = []
  const counters = ways.map((sums) => new SumCounter(game, sums))
  const least = Math.min(...counters.map((counter) => counter.leastEvents))
  let start = 0
  for (let index = 0; index < ends.length; index++) {
    const end = ends[index]!
    const isPossible = end - start >= least || (end > start && words[start] === UNKNOWN_CAPTURES)
    if (isPossible && isAnyMet(counters, words, start, end)) found.push(firstGame + index)
    start = end
  }
  return Uint32Array.from(found)
}

function isAnyMet(counters: readonly SumCounter[], words: Uint16Array, start: number, end: number): boolean {
  for (const counter of counters) if (counter.isMet(words, start, end)) return true
  return false
}

/** Follows the sums of one way to meet what is wanted. */
class SumCounter {
  /** Captures and promotions that it takes at the least. */
  readonly leastEvents: number
  /** What each sum is at the start and now, and between which numbers it has to be. */
  private readonly atStart: Int32Array
  private readonly current: Int32Array
  private readonly least: Int32Array
  private readonly most: Int32Array
  private readonly unmetAtStart: number
  /** The sums that each man is in: where they begin, and with what weights. */
  private readonly starts: Uint32Array
  private readonly sumOf: Uint32Array
  private readonly weightOf: Int32Array
  private readonly pawn: number
  private readonly half: number

  constructor(game: Game, sums: readonly MaterialSum[]) {
    const counts = countsAtStart(game)
    this.half = MEN[game].length / 2
    this.pawn = 1
    this.atStart = Int32Array.from(sums, ({ weights }) =>
      weights.reduce((sum, weight, man) => sum + weight * counts[man]!, 0),
    )
    this.current = new Int32Array(sums.length)
    this.least = Int32Array.from(sums, ({ least }) => least)
    this.most = Int32Array.from(sums, ({ most }) => most)
    this.unmetAtStart = sums.filter(({ least, most }, sum) => {
      return this.atStart[sum]! < least || this.atStart[sum]! > most
    }).length
    const ofMan = Array.from({ length: CAPTURED_MASK + 1 }, (_, man) =>
      sums.flatMap(({ weights }, sum) => (weights[man] ? [{ sum, weight: weights[man] }] : [])),
    )
    this.starts = new Uint32Array(ofMan.length + 1)
    for (const [man, own] of ofMan.entries()) this.starts[man + 1] = this.starts[man]! + own.length
    this.sumOf = Uint32Array.from(ofMan.flat(), ({ sum }) => sum)
    this.weightOf = Int32Array.from(ofMan.flat(), ({ weight }) => weight)
    // A capture or promotion takes one man away, which is in one such sum.
    const single = new Map<number, number>()
    for (const [sum, { weights, most }] of sums.entries()) {
      const men = weights.flatMap((weight, man) => (weight === 0 ? [] : [man]))
      if (men.length !== 1 || weights[men[0]!] !== 1) continue
      single.set(men[0]!, Math.max(single.get(men[0]!) ?? 0, this.atStart[sum]! - most))
    }
    this.leastEvents = [...single.values()].reduce((total, surplus) => total + Math.max(0, surplus), 0)
  }

  isMet(words: Uint16Array, start: number, end: number): boolean {
    const { atStart, current, half, pawn } = this
    let unmet = this.unmetAtStart
    if (unmet === 0) return true
    for (let sum = 0; sum < atStart.length; sum++) current[sum] = atStart[sum]!
    for (let at = start; at < end; at++) {
      const word = words[at]!
      if (word === UNKNOWN_CAPTURES) return true
      const man = word & CAPTURED_MASK
      if (word & PROMOTION_BIT) {
        unmet += this.change(man, 1)
        unmet += this.change(man > half ? half + pawn : pawn, -1)
      } else {
        unmet += this.change(man, -1)
      }
      // A move that captures and promotes is two events, met in between at the most.
      if (unmet === 0) return true
    }
    return false
  }

  /** Returns by how much the number of sums grows that are not met. */
  private change(man: number, by: number): number {
    const { starts, sumOf, weightOf, current, least, most } = this
    const end = starts[man + 1]!
    let grown = 0
    for (let index = starts[man]!; index < end; index++) {
      const sum = sumOf[index]!
      const before = current[sum]!
      const after = before + weightOf[index]! * by
      current[sum] = after
      if (before >= least[sum]! && before <= most[sum]!) grown++
      if (after >= least[sum]! && after <= most[sum]!) grown--
    }
    return grown
  }
}

/** How many of each man stand at the usual start, by number; 0 is unused. */
function countsAtStart(game: Game): Uint8Array {
  const rules = rulesOf(game)
  const start = rules.start()
  const counts = new Uint8Array(MEN[game].length + 1)
  for (let square = 0; square < start.columns * start.rows; square++) {
    const piece = start.pieceAt(square)
    if (piece !== '') counts[MEN[game].indexOf(piece) + 1]!++
  }
  return counts
}
