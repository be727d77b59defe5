/**
 * What was played next within a pattern, as a tree: how often, how it went, when. A game counts once for each move,
 * however often it shows the pattern; colours are as the pattern is drawn.
 */
import { EXCHANGED, ownOrientations } from '../question/orientation.ts'
import { foldsOf, type Fold } from './following.ts'
import type { HitArrays } from './hits.ts'
import type { Pattern } from '../question/pattern.ts'

/** What is known of a game; `result` is 0 unknown, 1 and 2 won by that colour, 3 drawn; `year` 0 unknown. */
export interface GameOutcome {
  result: number
  year: number
}

/** A place in the tree of what follows a pattern. */
export interface Continuation {
  /** The move that leads here, as it is kept with hits (hits.ts); 0 for the pattern itself. */
  move: number
  /** Places where the pattern stood and this was played. */
  hits: number
  /** Games, and those of them that were won by colour 1, drawn, won by colour 2; the rest have no such result. */
  games: number
  first: number
  draws: number
  second: number
  /** Hits after which something was played elsewhere before the first move within the pattern. */
  tenuki: number
  /** 0 when no year is known. */
  firstYear: number
  lastYear: number
  /** Hits after which nothing more was played within the pattern. */
  ended: number
  /** What was played next, most games first. */
  next: Continuation[]
}

/** Games by year. */
export type YearProfile = Map<number, number>

/** A place in the tree while it is counted. */
interface Counted extends Continuation {
  lastGame: number
  byMove: Map<number, Counted>
}

/** Counts what follows a pattern; the hits of a game come together. */
export class ContinuationCounter {
  /** Games by the year in which they were played. */
  readonly years: YearProfile = new Map()
  private readonly root = emptyCount(0)
  private readonly depth: number
  private readonly skipped: number
  private readonly folds: Fold[]
  private readonly exchanges: boolean[]
  /** The moves after a hit, and how many they are. */
  private readonly path: Uint32Array
  private steps = 0

  /**
   * @param pattern none where material alone is searched
   * @param depth moves that are followed
   * @param skipped moves after each hit that are part of what is searched (Pattern.steps)
   */
  constructor(pattern: Pattern | undefined, depth: number, skipped = 0) {
    this.depth = depth
    this.skipped = skipped
    this.path = new Uint32Array(depth)
    const isFolded = pattern !== undefined && skipped === 0
    this.folds = isFolded ? foldsOf(pattern) : [(move) => move]
    this.exchanges = isFolded ? ownOrientations(pattern).map((orientation) => (orientation & EXCHANGED) !== 0) : [false]
  }

  /** Counts hits. */
  add(hits: HitArrays, hitDepth: number, outcomeOf: (game: number) => GameOutcome): void {
    const { games } = hits
    for (let row = 0, end = 0; row < hits.count; row = end) {
      while (end < hits.count && games[end] === games[row]) end++
      const outcome = outcomeOf(games[row]!)
      if (outcome.year > 0 && this.root.lastGame !== games[row]) {
        this.years.set(outcome.year, (this.years.get(outcome.year) ?? 0) + 1)
      }
      if (end === row + 1) {
        this.addHit(hits, hitDepth, row, outcome)
        continue
      }
      // A game that shows the pattern in both colours counts with those as drawn.
      for (const isExchanged of [false, true]) {
        for (let at = row; at < end; at++) this.addHit(hits, hitDepth, at, outcome, isExchanged)
      }
    }
  }

  /** Counts a hit. @param isAsked whether it counts with its colours exchanged, or as they are; either when left out */
  private addHit(hits: HitArrays, hitDepth: number, row: number, outcome: GameOutcome, isAsked?: boolean): void {
    const { games, orientations, distances, next } = hits
    const fold = this.chooseFold(next, row * hitDepth + this.skipped)
    const isExchanged = ((orientations[row]! & EXCHANGED) !== 0) !== this.exchanges[fold]!
    if (isAsked !== undefined && isExchanged !== isAsked) return
    const result = isExchanged && (outcome.result === 1 || outcome.result === 2) ? 3 - outcome.result : outcome.result
    this.count(games[row]!, result, outcome.year, distances[row]! > 1)
  }

  /** The tree so far, in order: most games first, then most hits, then the earliest, then by move. */
  finish(): Continuation {
    return settle(this.root)
  }

  /** The first move after a hit, folded as in the tree; 0 when there is none. */
  firstMove({ next }: HitArrays, hitDepth: number, row: number): number {
    this.chooseFold(next, row * hitDepth + this.skipped)
    return this.steps > 0 ? this.path[0]! : 0
  }

  /** Puts the moves after a hit into the path, folded so that equivalent ones are one. Returns the number of the map. */
  private chooseFold(next: Uint32Array, start: number): number {
    const { folds, path, depth } = this
    let steps = 0
    for (; steps < depth; steps++) {
      const move = next[start + steps]!
      if (move === 0) break
      path[steps] = move
    }
    this.steps = steps
    let best = 0
    for (let index = 1; index < folds.length; index++) {
      if (this.isBefore(folds[index]!, folds[best]!)) best = index
    }
    if (best > 0) for (let step = 0; step < steps; step++) path[step] = folds[best]!(path[step]!)
    return best
  }

  /** Whether the path comes first under one map: black before white, then from the top. */
  private isBefore(one: Fold, other: Fold): boolean {
    for (let step = 0; step < this.steps; step++) {
      const move = this.path[step]!
      const [a, b] = [one(move), other(move)]
      if (a !== b) return a < b
    }
    return false
  }

  private count(game: number, result: number, year: number, isLate: boolean): void {
    const { path, steps } = this
    let place = this.root
    countHit(place, game, result, year, isLate)
    for (let step = 0; step < steps; step++) {
      const move = path[step]!
      let child = place.byMove.get(move)
      if (!child) {
        child = emptyCount(move)
        place.byMove.set(move, child)
      }
      countHit(child, game, result, year, isLate)
      place = child
    }
    if (steps < this.depth) place.ended++
  }
}

function emptyCount(move: number): Counted {
  const numbers = { hits: 0, games: 0, first: 0, draws: 0, second: 0, tenuki: 0, firstYear: 0, lastYear: 0, ended: 0 }
  return { move, ...numbers, next: [], lastGame: -1, byMove: new Map() }
}

function countHit(place: Counted, game: number, result: number, year: number, isLate: boolean): void {
  place.hits++
  if (isLate) place.tenuki++
  if (place.lastGame === game) return
  place.lastGame = game
  place.games++
  if (result === 1) place.first++
  else if (result === 2) place.second++
  else if (result === 3) place.draws++
  if (year === 0) return
  if (place.firstYear === 0 || year < place.firstYear) place.firstYear = year
  if (year > place.lastYear) place.lastYear = year
}

function settle(counted: Counted): Continuation {
  const { move, hits, games, first, draws, second, tenuki, firstYear, lastYear, ended } = counted
  const next = [...counted.byMove.values()].map(settle)
  next.sort(
    (one, other) =>
      other.games - one.games || other.hits - one.hits || one.firstYear - other.firstYear || one.move - other.move,
  )
  return { move, hits, games, first, draws, second, tenuki, firstYear, lastYear, ended, next }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The labels of continuations in their order: A to Z, a to z, then numbers. */
export function labelOf(index: number): string {
  return LETTERS[index] ?? String(index - LETTERS.length + 1)
}
