/** Statistics over some of the games of a position: counted from its postings and the facts of each game. */
import { fillBits, isBetween, narrowBits, type Bits } from '../../bytes/bits.ts'
import { type FilteredFact, type GameFacts, type GameFilter, RESULT_CODES } from '../facts.ts'
import { MoveColumn } from './move-columns.ts'
import type { PostingList } from '../segment/postings.ts'
import { addGames, emptyStatistics, type MoveStatistics } from '../statistics.ts'

/** Counts every game. */
export const everyGame: GameFilter = {
  has: () => true,
  mark: ({ count }, marks) => fillBits(marks, count),
}

/** Of the games of a segment, this share has a position if marking all games that count is worthwhile. */
const MARKED_SHARE = 1 / 8

/** Games chosen while they are counted. Kept, since memory for a million takes longer to get than to fill. */
let scratch = new Uint32Array(0)

/** The moves of positions that many games reached, from the second question on: undefined after the first. */
const moveColumns = new WeakMap<PostingList, MoveColumn | undefined>()

/** Statistics of every move among the games that count; a game that repeats a position counts once. */
export function countGamesOf(postings: PostingList, facts: GameFacts, counts: GameFilter): MoveStatistics[] {
  const isLong = postings.games.length > facts.count * MARKED_SHARE
  const marks = facts.marksOf(counts, isLong)
  if (marks && isLong) {
    const column = columnOf(postings, facts)
    if (column) return column.count(marks)
  }
  return countRuns(postings, facts, counts, marks)
}

/** A list that is asked for again will be asked for more often. */
function columnOf(postings: PostingList, facts: GameFacts): MoveColumn | undefined {
  const known = moveColumns.get(postings)
  const column = known ?? (moveColumns.has(postings) ? new MoveColumn(postings, facts) : undefined)
  if (!known) moveColumns.set(postings, column)
  return column
}

function countRuns(
  { games, moves }: PostingList,
  facts: GameFacts,
  counts: GameFilter,
  marks: Bits | undefined,
): MoveStatistics[] {
  const rows: MoveStatistics[] = []
  if (scratch.length < games.length) scratch = new Uint32Array(games.length)
  const chosen = scratch
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
    if (game !== last && counts.has(game, facts)) chosen[count++] = game
    last = game
  }
  return count
}

/** The same for games that are marked by their number from the first game on, without a branch for each. */
function chooseMarked(games: Uint32Array, firstGame: number, marks: Bits, chosen: Uint32Array): number {
  let count = 0
  let last = -1
  for (let at = 0; at < games.length; at++) {
    const game = games[at]!
    chosen[count] = game
    const index = game - firstGame
    count += (marks[index >>> 5]! >>> index) & Number(game !== last)
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
      if (!counts.has(game, facts) || best.some((other) => other.game === game)) continue
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
      if (several.has(move) || only.get(move) === game || !counts.has(game, facts)) continue
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
  const isInGroup = (first: number, second: number): boolean => {
    const mean = (first + second) / 2
    return first === 0 || second === 0 || groups.some(([from, to]) => mean >= from && mean < to)
  }
  return {
    has: (game, facts) => isInGroup(facts.rating(game, 1), facts.rating(game, 2)) && matches.has(game, facts),
    mark: (facts, marks) => {
      matches.mark(facts, marks)
      const { firstGame, count } = facts
      for (let index = 0; index < count; index++) {
        const game = firstGame + index
        if (!isInGroup(facts.rating(game, 1), facts.rating(game, 2))) marks[index >>> 5]! &= ~(1 << index)
      }
    },
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

/** The largest number of the facts. */
const LARGEST = 0xffff

function makeFilter({ minRating, maxRating, fromYear, toYear, result }: FactConditions): GameFilter {
  const byRating = minRating !== undefined || maxRating !== undefined
  const [lowest, highest] = [Math.max(1, minRating ?? 1), maxRating ?? LARGEST]
  const byYear = fromYear !== undefined || toYear !== undefined
  const [first, last] = [Math.max(1, fromYear ?? 1), toYear ?? LARGEST]
  const code = result === undefined ? undefined : RESULT_CODES[result]
  const isRated = (rating: number): boolean => rating >= lowest && rating <= highest
  const isInTime = (year: number): boolean => year >= first && year <= last
  return {
    has: (game, facts) =>
      (!byRating || (isRated(facts.rating(game, 1)) && isRated(facts.rating(game, 2)))) &&
      (!byYear || isInTime(facts.year(game))) &&
      (code === undefined || facts.result(game) === code),
    mark: (facts, marks) => {
      const keep = (fact: FilteredFact, least: number, most: number): void => {
        narrowBits(marks, facts.count, isBetween(facts.filtered(fact), least, most))
      }
      fillBits(marks, facts.count)
      // Without ratings, year and result there is no game. Both ratings are known if the lower one is.
      if (byRating) keep('lower', lowest, LARGEST)
      if (maxRating !== undefined) keep('higher', 1, maxRating)
      if (byYear) keep('year', first, last)
      if (code !== undefined) keep('result', code, code)
    },
  }
}
