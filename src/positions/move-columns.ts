/**
 * The moves of a position that many games of a segment reached, as a column in order of the games: statistics over some of
 * them are then counted in one pass over numbers that follow each other in memory, as the facts do.
 */
import { hasBit, type Bits } from '../bytes/bits.ts'
import { FACT_SIZE, type GameFacts } from './facts.ts'
import type { PostingList } from './segment-reader.ts'
import { addGame, emptyStatistics, type MoveStatistics } from './statistics.ts'

/** The move that each game played in a position. */
export interface MoveColumn {
  /** The codes of the moves played there, in order. */
  codes: readonly number[]
  /** For every game from the first one on the place of its move in the codes, from 1; 0 for a game that was not there. */
  places: Uint8Array | Uint16Array
  /** Games that were there again and played another move: index of the game, place of that move, and so on. */
  others: readonly number[]
}

/** Makes a column of postings, which come sorted by move, then by game. */
export function makeMoveColumn({ games, moves }: PostingList, { firstGame, count }: GameFacts): MoveColumn {
  const codes: number[] = []
  for (let index = 0; index < moves.length; index++) if (moves[index] !== codes.at(-1)) codes.push(moves[index]!)
  const places = codes.length < 0x100 ? new Uint8Array(count) : new Uint16Array(count)
  const others: number[] = []
  let place = 0
  for (let index = 0; index < games.length; index++) {
    const isSameMove = index > 0 && moves[index] === moves[index - 1]
    if (isSameMove && games[index] === games[index - 1]) continue
    if (!isSameMove) place++
    const game = games[index]! - firstGame
    if (places[game] === 0) places[game] = place
    else others.push(game, place)
  }
  return { codes, places, others }
}

/** Fields of a move while its games are counted: by each result first, then these. */
const FIELDS = 8
const RATING_SUM1 = 4
const RATING_SUM2 = 5
/** How many ratings of colour 1 are known; those of colour 2 in the upper half. */
const RATED = 6
const LAST_YEAR = 7

/** Words of marks after which sums are put away: neither a sum of ratings nor a count can then pass its bits. */
const WORDS_TOGETHER = 1024

/** Statistics of every move among the games that are marked. */
export function countColumn({ codes, places, others }: MoveColumn, facts: GameFacts, marks: Bits): MoveStatistics[] {
  const rows = codes.map(emptyStatistics)
  const sums = new Uint32Array((codes.length + 1) * FIELDS)
  for (let from = 0; from < marks.length; from += WORDS_TOGETHER) {
    addMarked(sums, facts.view, places, marks, from, Math.min(marks.length, from + WORDS_TOGETHER))
    for (const [index, row] of rows.entries()) putAway(sums, (index + 1) * FIELDS, row)
  }
  for (let at = 0; at < others.length; at += 2) {
    if (hasBit(marks, others[at]!)) addGame(rows[others[at + 1]! - 1]!, facts, facts.firstGame + others[at]!)
  }
  return rows.filter(({ games }) => games > 0)
}

/** Adds the facts of the games marked in some words to the sums of their moves. Games that were not there have place 0. */
function addMarked(
  sums: Uint32Array,
  view: DataView,
  places: MoveColumn['places'],
  marks: Bits,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at++) {
    const end = at * 32 + 31
    for (let word = marks[at]!; word !== 0; word &= word - 1) {
      const index = end - Math.clz32(word & -word)
      // The layout of the facts, read here without a call for each: this is what a filter of all games takes longest for.
      const ratings = view.getInt32(index * FACT_SIZE, true)
      const others = view.getInt32(index * FACT_SIZE + 4, true)
      const rating1 = ratings & 0xffff
      const rating2 = ratings >>> 16
      const year = others & 0xffff
      const start = places[index]! * FIELDS
      sums[start + ((others >>> 16) & 3)]!++
      sums[start + RATING_SUM1]! += rating1
      sums[start + RATING_SUM2]! += rating2
      sums[start + RATED]! += (-rating1 >>> 31) + ((-rating2 >>> 31) << 16)
      if (year > sums[start + LAST_YEAR]!) sums[start + LAST_YEAR] = year
    }
  }
}

/** Adds the sums of a move to its statistics, and begins them anew. */
function putAway(sums: Uint32Array, start: number, row: MoveStatistics): void {
  const [unknown, first, second, draws] = [sums[start]!, sums[start + 1]!, sums[start + 2]!, sums[start + 3]!]
  row.games += unknown + first + second + draws
  row.first += first
  row.second += second
  row.draws += draws
  row.ratingSum1 += sums[start + RATING_SUM1]!
  row.ratingSum2 += sums[start + RATING_SUM2]!
  row.rated1 += sums[start + RATED]! & 0xffff
  row.rated2 += sums[start + RATED]! >>> 16
  row.lastYear = Math.max(row.lastYear, sums[start + LAST_YEAR]!)
  sums.fill(0, start, start + FIELDS)
}
