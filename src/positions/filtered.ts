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

/** The games of the strongest players among those that count: by the sum of both ratings, then the latest. */
export function strongestGames(
  lists: readonly { postings: PostingList; facts: GameFacts }[],
  count: number,
  counts: GameFilter,
): SampleGame[] {
  const best: (SampleGame & { rating: number; year: number })[] = []
  const isBefore = (rating: number, year: number, other: { rating: number; year: number }) =>
    rating > other.rating || (rating === other.rating && year > other.year)
  for (const { postings, facts } of lists) {
    for (let index = 0; index < postings.games.length; index++) {
      const game = postings.games[index]!
      const rating = facts.rating(game, 1) + facts.rating(game, 2)
      const year = facts.year(game)
      if (best.length === count && !isBefore(rating, year, best[count - 1]!)) continue
      if (!counts(game, facts) || best.some((other) => other.game === game)) continue
      let at = best.length
      while (at > 0 && isBefore(rating, year, best[at - 1]!)) at--
      best.splice(at, 0, { game, move: postings.moves[index]!, rating, year })
      if (best.length > count) best.length = count
    }
  }
  return best.map(({ game, move }) => ({ game, move }))
}

/** Conditions that the facts alone can decide. Ratings and years that are not known meet no condition on them. */
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
  return (game, facts) => {
    if (code !== undefined && facts.result(game) !== code) return false
    if (byYear) {
      const year = facts.year(game)
      if (year < first || year > last) return false
    }
    if (!byRating) return true
    const [one, other] = [facts.rating(game, 1), facts.rating(game, 2)]
    return one >= lowest && one <= highest && other >= lowest && other <= highest
  }
}
