/** Statistics over some of the games of a position: counted from its postings and the facts of each game. */
import { FACT_SIZE, RESULT_CODES, type GameFacts } from './facts.ts'
import { countColumn, makeMoveColumn, type MoveColumn } from './move-columns.ts'
import type { PostingList } from './segment-reader.ts'
import { addGames, emptyStatistics, type MoveStatistics } from './statistics.ts'

/** Which games count; the same ones each time, for as long as the facts are the same. */
export interface GameFilter {
  /** Whether a game counts. */
  has(game: number, facts: GameFacts): boolean
  /** Sets a byte for each game of the facts from the first one on: 1 if it counts, otherwise 0. */
  mark(facts: GameFacts, marks: Uint8Array): void
}

/** Counts every game. */
export const everyGame: GameFilter = {
  has: () => true,
  mark: (_, marks) => void marks.fill(1),
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
    if (column) return countColumn(column, facts, marks)
  }
  return countRuns(postings, facts, counts, marks)
}

/** A list that is asked for again will be asked for more often. */
function columnOf(postings: PostingList, facts: GameFacts): MoveColumn | undefined {
  const known = moveColumns.get(postings)
  const column = known ?? (moveColumns.has(postings) ? makeMoveColumn(postings, facts) : undefined)
  if (!known) moveColumns.set(postings, column)
  return column
}

function countRuns(
  { games, moves }: PostingList,
  facts: GameFacts,
  counts: GameFilter,
  marks: Uint8Array | undefined,
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
      for (let index = 0; index < marks.length; index++) {
        const game = facts.firstGame + index
        if (marks[index] === 1 && !isInGroup(facts.rating(game, 1), facts.rating(game, 2))) marks[index] = 0
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

/** The largest rating and year of the facts. */
const LARGEST = 0xffff

function makeFilter({ minRating, maxRating, fromYear, toYear, result }: FactConditions): GameFilter {
  const byRating = minRating !== undefined || maxRating !== undefined
  const [lowest, highest] = [Math.max(1, minRating ?? 1), Math.min(LARGEST, maxRating ?? LARGEST)]
  const byYear = fromYear !== undefined || toYear !== undefined
  const [first, last] = [Math.max(1, fromYear ?? 1), Math.min(LARGEST, toYear ?? LARGEST)]
  const code = result === undefined ? undefined : RESULT_CODES[result]
  const isRated = (rating: number): boolean => rating >= lowest && rating <= highest
  const isInTime = (year: number): boolean => year >= first && year <= last
  return {
    has: (game, facts) =>
      (!byRating || (isRated(facts.rating(game, 1)) && isRated(facts.rating(game, 2)))) &&
      (!byYear || isInTime(facts.year(game))) &&
      (code === undefined || facts.result(game) === code),
    mark: (facts, marks) => {
      marks.fill(1)
      // Without ratings, year and result there is no game.
      if (byRating) keepRatings(marks, facts, lowest, highest)
      if (byYear) keepYears(marks, facts, first, last)
      if (code !== undefined) keepResult(marks, facts, code)
    },
  }
}

/** Keeps marks of games with both ratings in a range. Without branches: a difference below 0 has its highest bit set. */
function keepRatings(marks: Uint8Array, { view }: GameFacts, least: number, most: number): void {
  for (let index = 0, at = 0; index < marks.length; index++, at += FACT_SIZE) {
    const ratings = view.getInt32(at, true)
    const one = ratings & 0xffff
    const other = ratings >>> 16
    marks[index]! &= ~((one - least) | (most - one) | (other - least) | (most - other)) >>> 31
  }
}

/** Keeps marks of games with a year in a range, in the same way. */
function keepYears(marks: Uint8Array, { view }: GameFacts, least: number, most: number): void {
  for (let index = 0, at = 4; index < marks.length; index++, at += FACT_SIZE) {
    const year = view.getUint16(at, true)
    marks[index]! &= ~((year - least) | (most - year)) >>> 31
  }
}

/** Keeps marks of games with a result. */
function keepResult(marks: Uint8Array, { bytes }: GameFacts, code: number): void {
  for (let index = 0, at = 6; index < marks.length; index++, at += FACT_SIZE) {
    marks[index]! &= Number(bytes[at] === code)
  }
}
