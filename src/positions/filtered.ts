/** Statistics over some of the games of a position: counted from its postings and the facts of each game. */
import { RESULT_CODES, type GameFacts } from './facts.ts'
import type { PostingList } from './segment-reader.ts'
import { addGames, emptyStatistics, type MoveStatistics } from './statistics.ts'

/** Whether a game counts; the same answer each time, for as long as the facts are the same. */
export type GameFilter = (game: number, facts: GameFacts) => boolean

/** Counts every game. */
export const everyGame: GameFilter = () => true

/** Of so many games of a segment, this share has a position if marking all games that count is worthwhile. */
const MARKED_SHARE = 1 / 4

/** Statistics of every move among the games that count; a game that repeats a position counts once. */
export function countGamesOf({ games, moves }: PostingList, facts: GameFacts, counts: GameFilter): MoveStatistics[] {
  const rows: MoveStatistics[] = []
  const marks = games.length > facts.count * MARKED_SHARE ? facts.marksOf(counts) : undefined
  const chosen = new Uint32Array(games.length)
  // Postings of one position come sorted by move, then game.
  for (let from = 0; from < games.length;) {
    const move = moves[from]!
    let to = from + 1
    while (to < moves.length && moves[to] === move) to++
    const run = games.subarray(from, to)
    const count = marks ? chooseMarked(run, facts.firstGame, marks, chosen) : chooseGames(run, facts, counts, chosen)
    if (count > 0) {
      const row = emptyStatistics(move)
      addGames(row, facts, chosen, count)
      rows.push(row)
    }
    from = to
  }
  return rows
}

/** Copies the games that count, each once, from sorted ones; returns how many there are. */
function chooseGames(games: Uint32Array, facts: GameFacts, counts: GameFilter, chosen: Uint32Array): number {
  let count = 0
  let last = -1
  for (let index = 0; index < games.length; index++) {
    const game = games[index]!
    if (game !== last && counts(game, facts)) chosen[count++] = game
    last = game
  }
  return count
}

/** The same for games that are marked with 1 by their number from the first game on, without a branch for each. */
function chooseMarked(games: Uint32Array, firstGame: number, marks: Uint8Array, chosen: Uint32Array): number {
  let count = 0
  let last = -1
  for (let index = 0; index < games.length; index++) {
    const game = games[index]!
    chosen[count] = game
    count += marks[game - firstGame]! & Number(game !== last)
    last = game
  }
  return count
}

/** A game that reached a position, with the code of the move it played there. */
export interface SampleGame {
  game: number
  move: number
}

/** The order in which games are sampled: the greatest number first. */
export type SampleOrder = (game: number, facts: GameFacts) => number

/** Games of the strongest players first: by the sum of both ratings, then the most recent. */
export const byStrength: SampleOrder = (game, facts) =>
  (facts.rating(game, 1) + facts.rating(game, 2)) * 0x10000 + facts.year(game)

/** The latest games first: by year, those of one year in the opposite order of their numbers. */
export const byRecency: SampleOrder = (game, facts) => facts.year(game) * 2 ** 32 + game

/** The first games of an order among those that count; none twice. */
export function sampleGames(
  lists: readonly { postings: PostingList; facts: GameFacts }[],
  count: number,
  counts: GameFilter,
  order: SampleOrder,
): SampleGame[] {
  const best: (SampleGame & { value: number })[] = []
  for (const { postings, facts } of lists) {
    for (let index = 0; index < postings.games.length; index++) {
      const game = postings.games[index]!
      const value = order(game, facts)
      if (best.length === count && value <= best[count - 1]!.value) continue
      if (!counts(game, facts) || best.some((other) => other.game === game)) continue
      let at = best.length
      while (at > 0 && value > best[at - 1]!.value) at--
      best.splice(at, 0, { game, move: postings.moves[index]!, value })
      if (best.length > count) best.length = count
    }
  }
  return best.map(({ game, move }) => ({ game, move }))
}

/** For every move played by only one game, that game, by the code of the move. */
export function onlyGames(
  lists: readonly { postings: PostingList; facts: GameFacts }[],
  counts: GameFilter,
): Map<number, number> {
  const only = new Map<number, number>()
  const several = new Set<number>()
  for (const { postings, facts } of lists) {
    for (let index = 0; index < postings.games.length; index++) {
      const move = postings.moves[index]!
      const game = postings.games[index]!
      if (several.has(move) || only.get(move) === game || !counts(game, facts)) continue
      if (only.delete(move)) several.add(move)
      else only.set(move, game)
    }
  }
  return only
}

/** Groups of games by the mean of both ratings, each from its first number up to its second. */
export type RatingGroups = readonly (readonly [from: number, to: number])[]

/** A filter of games of some groups that pass another one, too. Games without both ratings belong to every group. */
export function groupFilter(groups: RatingGroups | undefined, matches: GameFilter): GameFilter {
  if (!groups) return matches
  return (game, facts) => {
    const [first, second] = [facts.rating(game, 1), facts.rating(game, 2)]
    const mean = (first + second) / 2
    const isInGroup = first === 0 || second === 0 || groups.some(([from, to]) => mean >= from && mean < to)
    return isInGroup && matches(game, facts)
  }
}

/** Conditions that the facts alone can decide. Unknown ratings and years do not meet any condition on them. */
export interface FactConditions {
  minRating?: number
  maxRating?: number
  fromYear?: number
  toYear?: number
  result?: keyof typeof RESULT_CODES
}

/** The filters that were asked for last, by their conditions: walking through an opening repeats them. */
const lastFilters = new Map<string, GameFilter>()

/** How many filters are kept. */
const MOST_FILTERS = 8

/** A filter of facts. Equal conditions have the same one, so that games are marked once (`GameFacts.marksOf`). */
export function factFilter(conditions: FactConditions): GameFilter {
  const { minRating, maxRating, fromYear, toYear, result } = conditions
  const key = [minRating, maxRating, fromYear, toYear, result].join()
  const filter = lastFilters.get(key) ?? makeFilter(conditions)
  lastFilters.delete(key)
  lastFilters.set(key, filter)
  if (lastFilters.size > MOST_FILTERS) lastFilters.delete(lastFilters.keys().next().value!)
  return filter
}

function makeFilter({ minRating, maxRating, fromYear, toYear, result }: FactConditions): GameFilter {
  const byRating = minRating !== undefined || maxRating !== undefined
  const lowest = Math.max(1, minRating ?? 1)
  const highest = maxRating ?? Infinity
  const byYear = fromYear !== undefined || toYear !== undefined
  const first = Math.max(1, fromYear ?? 1)
  const last = toYear ?? Infinity
  const code = result === undefined ? undefined : RESULT_CODES[result]
  const isResult: GameFilter = (game, facts) => code === undefined || facts.result(game) === code
  const isInTime: GameFilter = (game, facts) => {
    const year = facts.year(game)
    return year >= first && year <= last && isResult(game, facts)
  }
  const isTimely = byYear ? isInTime : isResult
  if (!byRating) return isTimely
  return (game, facts) => {
    const one = facts.rating(game, 1)
    if (one < lowest || one > highest) return false
    const other = facts.rating(game, 2)
    return other >= lowest && other <= highest && isTimely(game, facts)
  }
}
