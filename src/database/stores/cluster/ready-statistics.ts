/**
 * Statistics of positions that many games of a load reached, added up while it is loaded: a row for each move, year, band of
 * ratings and source, so that the start position does not read a row of every game. Other positions have hardly more postings
 * than they would have such rows.
 */
import type { FactConditions } from '../../../positions/read/filtered.ts'
import { addGame, emptyStatistics, type CountedFacts, type MoveStatistics } from '../../../positions/statistics.ts'
import type { RowBlock } from './row-binary.ts'
import { quoteNumber } from './server.ts'

/** The fewest postings of a position in a load that are added up. */
export const LEAST_SUMMED = 128

/** Ratings of one band. */
const BAND = 100

/** The band of a game, by the lesser of both ratings, as "both rated 2400 or more" asks; 0 if one is unknown. */
function bandOf(facts: CountedFacts, game: number): number {
  const lesser = Math.min(facts.rating(game, 1), facts.rating(game, 2))
  return lesser === 0 ? 0 : Math.floor(lesser / BAND) + 1
}

/**
 * The condition that a row of ready statistics is of games with some facts, to follow others; undefined where a row has both
 * such games and others.
 */
export function readyCondition({ minRating, maxRating, fromYear, toYear, result }: FactConditions): string | undefined {
  if (maxRating !== undefined || result !== undefined) return undefined
  const least = Math.max(1, minRating ?? 1)
  if (least > 1 && least % BAND !== 0) return undefined
  const conditions = [
    ...(minRating === undefined ? [] : [`band >= ${quoteNumber(Math.floor(least / BAND) + 1)}`]),
    ...(fromYear === undefined && toYear === undefined ? [] : [`year >= ${quoteNumber(Math.max(1, fromYear ?? 1))}`]),
    ...(toYear === undefined ? [] : [`year <= ${quoteNumber(toYear)}`]),
  ]
  return conditions.map((condition) => ` AND ${condition}`).join('')
}

/** The position of a row, and the load. */
interface RowPlace {
  /** Code of the kind of game. */
  game: number
  high: number
  low: number
  load: number
}

/** A row of the table `statistics` while it is added up. */
interface ReadyRow {
  year: number
  band: number
  /** Number of the first game of the source. */
  first: number
  sums: MoveStatistics
}

/** The ready statistics of one move in one position. */
export class ReadyMove {
  private readonly rows = new Map<string, ReadyRow>()
  private readonly move: number

  constructor(move: number) {
    this.move = move
  }

  /** Counts a game. @param first number of the first game of its source */
  add(facts: CountedFacts, game: number, first: number): void {
    const [year, band] = [facts.year(game), bandOf(facts, game)]
    const key = `${first} ${year} ${band}`
    const row = this.rows.get(key) ?? { year, band, first, sums: emptyStatistics(this.move) }
    this.rows.set(key, row)
    addGame(row.sums, facts, game)
  }

  /** Adds the rows to a block, and calls back after each with the number of the first game of its source. */
  write(block: RowBlock, { game, high, low, load }: RowPlace, onRow: (first: number) => void): void {
    for (const { year, band, first, sums } of this.rows.values()) {
      block.u8(game)
      block.halves(high, low)
      block.u16(this.move)
      block.u16(year)
      block.u16(band)
      block.u64(first)
      for (const count of [sums.games, sums.first, sums.draws, sums.second]) block.u32(count)
      block.u64(sums.ratingSum1)
      block.u32(sums.rated1)
      block.u64(sums.ratingSum2)
      block.u32(sums.rated2)
      block.u32(load)
      onRow(first)
    }
  }
}
