/** Statistics over some of the games of a position: counted from its postings and the facts of each game. */
import { RESULT_CODES, type GameFacts } from './facts.ts'
import type { PostingList } from './segment-reader.ts'
import { addGame, emptyStatistics, type MoveStatistics } from './statistics.ts'

/** Whether a game counts. */
export type GameFilter = (game: number, facts: GameFacts) => boolean

/** Statistics of every move among the games that count; a game that repeats a position counts once. */
export function countGamesOf({ games, moves }: PostingList, facts: GameFacts, counts: GameFilter): MoveStatistics[] {
  const rows: MoveStatistics[] = []
  let row: MoveStatistics | undefined
  // Postings of one position come sorted by move, then game.
  for (let index = 0; index < games.length; index++) {
    const game = games[index]!
    if (!counts(game, facts)) continue
    const move = moves[index]!
    if (row?.move !== move) {
      row = emptyStatistics(move)
      rows.push(row)
    } else if (index > 0 && games[index - 1] === game && moves[index - 1] === move) {
      continue
    }
    addGame(row, facts, game)
  }
  return rows
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

/** A filter of facts. */
export function factFilter({ minRating, maxRating, fromYear, toYear, result }: FactConditions): GameFilter {
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
