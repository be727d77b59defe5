/** Which games can come to some material, by what leaves the board in them (positions/segment/captures.ts), without a move. */
import type { Game } from '../../model/record.ts'
import {
  CAPTURED_MASK,
  LAST_PLY,
  PLY_SHIFT,
  PROMOTION_BIT,
  UNKNOWN_CAPTURES,
  type Captures,
} from '../../positions/segment/captures.ts'
import { MEN } from '../../positions/main-line.ts'
import { rulesOf } from '../../rules/index.ts'
import { Hits } from '../answer/hits.ts'
import type { LineConditions } from '../scan/make-scan.ts'
import type { Material, MaterialSum } from '../question/material.ts'

/** Games that reach the material, or may; in order. @param firstGame number of the first */
export function gamesWithMaterial(material: Material, captures: Captures, firstGame: number): Uint32Array {
  const found: number[] = []
  forEachMet(material, captures, (index) => found.push(firstGame + index))
  return Uint32Array.from(found)
}

/** The games of a segment that come to material. */
export interface MaterialHits {
  /** Those of which it is known after how many moves, in order. */
  hits: Hits
  /** Those that have to be followed. */
  games: Uint32Array
}

/** Whether the lists of captures are enough to say which games come to what is asked for. */
export function isToldByCaptures({ pattern, material }: LineConditions): boolean {
  return !pattern && material !== undefined && !material.pawns && !material.bishops && (material.lasting ?? 1) === 1
}

/** When games first come to material for which {@link isToldByCaptures} holds. @param firstGame number of the first */
export function hitsOfMaterial(material: Material, captures: Captures, firstGame: number): MaterialHits {
  const hits = new Hits(0)
  const games: number[] = []
  forEachMet(material, captures, (index, ply) => {
    if (ply > 0) hits.add(firstGame + index, ply, 0, 0)
    else games.push(firstGame + index)
  })
  return { hits, games: Uint32Array.from(games) }
}

/** What a list says that does not lead to the material. */
const NEVER = -1
/** What a list says that does not say everything. */
const UNKNOWN = 0

/** Calls back for the games that can come to material, by their index, with after how many moves, or UNKNOWN. */
function forEachMet(
  { game, ways }: Material,
  { ends, words }: Captures,
  take: (index: number, ply: number) => void,
): void {
  const counters = ways.map((sums): Counter => ExactCounter.of(game, sums) ?? new SumCounter(game, sums))
  if (counters.some(({ isMetAtStart }) => isMetAtStart)) {
    // A list does not say whether there is a game.
    for (let index = 0; index < ends.length; index++) take(index, UNKNOWN)
    return
  }
  const least = Math.min(...counters.map((counter) => counter.leastEvents))
  let start = 0
  for (let index = 0; index < ends.length; index++) {
    const end = ends[index]!
    if (end - start >= least || (end > start && isSilent(words[start]!))) {
      const ply = firstMet(counters, words, start, end)
      if (ply !== NEVER) take(index, ply)
    }
    start = end
  }
}

/** The first ply at which a counter is met. What is unknown comes after all that is known. */
function firstMet(counters: readonly Counter[], words: Uint16Array, start: number, end: number): number {
  let first = NEVER
  for (const counter of counters) {
    const ply = counter.metAt(words, start, end)
    if (ply > 0 ? first <= 0 || ply < first : first === NEVER) first = ply
  }
  return first
}

/** Whether a list does not say what follows, or not after how many moves. */
function isSilent(word: number): boolean {
  return word === UNKNOWN_CAPTURES || word >>> PLY_SHIFT === LAST_PLY
}

/** Follows one way to meet what is wanted through the list of a game. */
interface Counter {
  /** Whether it is met at the usual start. */
  readonly isMetAtStart: boolean
  /** Captures and promotions that it takes at the least. */
  readonly leastEvents: number
  /** The first ply after which it is met; UNKNOWN, or NEVER. A move that captures and promotes is two events of a ply. */
  metAt(words: Uint16Array, start: number, end: number): number
}

/** Bits of the number of men of a kind: ten at the most. */
const COUNT_BITS = 4

/** Exactly so many men of every kind, as `KRPkrp` says: all numbers of a side are one word. */
class ExactCounter implements Counter {
  readonly isMetAtStart: boolean
  readonly leastEvents: number
  private readonly atStart: readonly [number, number]
  private readonly wanted: readonly [number, number]
  /** What a word of a list, without its ply, adds to the numbers of either side. */
  private readonly changes = [new Int32Array(32), new Int32Array(32)] as const

  /** Undefined where something is said of several kinds together, or nothing of one. */
  static of(game: Game, sums: readonly MaterialSum[]): ExactCounter | undefined {
    const wanted = new Map<number, number>()
    for (const { weights, least, most } of sums) {
      const men = weights.flatMap((weight, man) => (weight === 0 ? [] : [man]))
      const [man] = men
      if (men.length !== 1 || weights[man!] !== 1 || least !== most || wanted.has(man!)) return undefined
      wanted.set(man!, least)
    }
    const counts = countsAtStart(game)
    const half = MEN[game].length / 2
    // The king is the last of a side, and never leaves the board.
    const kinds = [...counts.keys()].filter((man) => man % half !== 0)
    if (!kinds.every((man) => wanted.has(man))) return undefined
    if ([half, 2 * half].some((king) => (wanted.get(king) ?? 1) !== 1)) return undefined
    if ([...wanted.values()].some((count) => count < 0 || count >= 1 << COUNT_BITS)) return undefined
    return new ExactCounter(kinds, half, counts, wanted)
  }

  private constructor(kinds: readonly number[], half: number, counts: Uint8Array, wanted: ReadonlyMap<number, number>) {
    const sideOf = (man: number) => (man > half ? 1 : 0)
    const unitOf = (man: number) => 1 << (COUNT_BITS * ((man - 1) % half))
    const pack = (countOf: (man: number) => number): [number, number] => {
      const packed: [number, number] = [0, 0]
      for (const man of kinds) packed[sideOf(man)] += countOf(man) * unitOf(man)
      return packed
    }
    this.atStart = pack((man) => counts[man]!)
    this.wanted = pack((man) => wanted.get(man)!)
    this.isMetAtStart = this.atStart[0] === this.wanted[0] && this.atStart[1] === this.wanted[1]
    for (const man of kinds) {
      const side = this.changes[sideOf(man)]
      side[man] = -unitOf(man)
      side[man | PROMOTION_BIT] = unitOf(man) - unitOf(sideOf(man) * half + 1)
    }
    this.leastEvents = kinds.reduce((total, man) => total + Math.max(0, counts[man]! - wanted.get(man)!), 0)
  }

  metAt(words: Uint16Array, start: number, end: number): number {
    let [first, second] = this.atStart
    const [wantedFirst, wantedSecond] = this.wanted
    const [ofFirst, ofSecond] = this.changes
    for (let at = start; at < end; at++) {
      const word = words[at]!
      if (isSilent(word)) return UNKNOWN
      first += ofFirst[word & (CAPTURED_MASK | PROMOTION_BIT)]!
      second += ofSecond[word & (CAPTURED_MASK | PROMOTION_BIT)]!
      if (first !== wantedFirst || second !== wantedSecond) continue
      const ply = word >>> PLY_SHIFT
      if (at + 1 === end || words[at + 1]! >>> PLY_SHIFT !== ply) return ply
    }
    return NEVER
  }
}

/** Follows the sums of one way to meet what is wanted. */
class SumCounter implements Counter {
  readonly isMetAtStart: boolean
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
    this.isMetAtStart = this.unmetAtStart === 0
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

  metAt(words: Uint16Array, start: number, end: number): number {
    const { atStart, current, half, pawn } = this
    let unmet = this.unmetAtStart
    for (let sum = 0; sum < atStart.length; sum++) current[sum] = atStart[sum]!
    for (let at = start; at < end; at++) {
      const word = words[at]!
      if (isSilent(word)) return UNKNOWN
      const man = word & CAPTURED_MASK
      if (word & PROMOTION_BIT) {
        unmet += this.change(man, 1)
        unmet += this.change(man > half ? half + pawn : pawn, -1)
      } else {
        unmet += this.change(man, -1)
      }
      if (unmet !== 0) continue
      const ply = word >>> PLY_SHIFT
      if (at + 1 === end || words[at + 1]! >>> PLY_SHIFT !== ply) return ply
    }
    return NEVER
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
