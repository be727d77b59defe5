/** How often a move was played in a position, and how it went: sums that add up across segments. */
import { FACT_SIZE, RESULT_CODES, type GameFacts } from './facts.ts'

/** Statistics of one move (as its 16-bit code) in one position. */
export interface MoveStatistics {
  move: number
  /** Games that played it; a game that repeats a position counts once. */
  games: number
  /** Games won by colour 1, drawn, won by colour 2. The rest have no result. */
  first: number
  draws: number
  second: number
  /** Sum of the known ratings of colour 1 and how many there were; the same of colour 2. */
  ratingSum1: number
  rated1: number
  ratingSum2: number
  rated2: number
  /** Last year it was played, 0 when no year is known. */
  lastYear: number
}

/** The statistics of a move that nobody has played yet. */
export function emptyStatistics(move: number): MoveStatistics {
  return {
    move,
    games: 0,
    first: 0,
    draws: 0,
    second: 0,
    ratingSum1: 0,
    rated1: 0,
    ratingSum2: 0,
    rated2: 0,
    lastYear: 0,
  }
}

/** What is counted of games. */
export type CountedFacts = Pick<GameFacts, 'result' | 'rating' | 'year'>

/** Counts one game more. */
export function addGame(statistics: MoveStatistics, facts: CountedFacts, game: number): void {
  statistics.games++
  const result = facts.result(game)
  if (result === RESULT_CODES.first) statistics.first++
  else if (result === RESULT_CODES.second) statistics.second++
  else if (result === RESULT_CODES.draw) statistics.draws++
  const rating1 = facts.rating(game, 1)
  const rating2 = facts.rating(game, 2)
  if (rating1 > 0) {
    statistics.ratingSum1 += rating1
    statistics.rated1++
  }
  if (rating2 > 0) {
    statistics.ratingSum2 += rating2
    statistics.rated2++
  }
  statistics.lastYear = Math.max(statistics.lastYear, facts.year(game))
}

/** Adds the statistics of the same move from elsewhere. */
export function addStatistics(into: MoveStatistics, from: MoveStatistics): void {
  into.games += from.games
  into.first += from.first
  into.draws += from.draws
  into.second += from.second
  into.ratingSum1 += from.ratingSum1
  into.rated1 += from.rated1
  into.ratingSum2 += from.ratingSum2
  into.rated2 += from.rated2
  into.lastYear = Math.max(into.lastYear, from.lastYear)
}

/** Joins lists of moves, the same move added up; the most played first. */
export function mergeStatistics(lists: readonly (readonly MoveStatistics[])[]): MoveStatistics[] {
  const byMove = new Map<number, MoveStatistics>()
  for (const list of lists) {
    for (const statistics of list) {
      const known = byMove.get(statistics.move)
      if (known) addStatistics(known, statistics)
      else byMove.set(statistics.move, { ...statistics })
    }
  }
  return [...byMove.values()].sort((left, right) => right.games - left.games || left.move - right.move)
}

/** Counts several games more, the first ones of a list. */
export function addGames(statistics: MoveStatistics, facts: GameFacts, games: Uint32Array, count: number): void {
  const { firstGame, view } = facts
  const results = new Uint32Array(256)
  let [ratingSum1, rated1, ratingSum2, rated2, lastYear] = [0, 0, 0, 0, 0]
  for (let index = 0; index < count; index++) {
    // The layout of the facts, read here without a call for each: this is what a filter of all games takes longest for.
    const at = (games[index]! - firstGame) * FACT_SIZE
    const ratings = view.getInt32(at, true)
    const others = view.getInt32(at + 4, true)
    const rating1 = ratings & 0xffff
    const rating2 = ratings >>> 16
    const year = others & 0xffff
    ratingSum1 += rating1
    ratingSum2 += rating2
    rated1 += Number(rating1 > 0)
    rated2 += Number(rating2 > 0)
    if (year > lastYear) lastYear = year
    results[(others >>> 16) & 0xff]!++
  }
  statistics.games += count
  statistics.first += results[RESULT_CODES.first]!
  statistics.second += results[RESULT_CODES.second]!
  statistics.draws += results[RESULT_CODES.draw]!
  statistics.ratingSum1 += ratingSum1
  statistics.rated1 += rated1
  statistics.ratingSum2 += ratingSum2
  statistics.rated2 += rated2
  statistics.lastYear = Math.max(statistics.lastYear, lastYear)
}
