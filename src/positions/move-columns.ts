/**
 * The moves of a position that many games of a segment reached, as a column in order of the games: statistics over some of
 * them are then counted in one pass over numbers that follow each other in memory, as the facts do.
 */
import { FACT_SIZE, RESULT_CODES, type GameFacts } from './facts.ts'
import type { PostingList } from './segment-reader.ts'
import type { MoveStatistics } from './statistics.ts'

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

/** Fields of a move while its games are counted. */
const FIELDS = 16
const RATING_SUM1 = 4
const RATED1 = 5
const RATING_SUM2 = 6
const RATED2 = 7
const LAST_YEAR = 8

/** Indexes of the games chosen. Kept, since memory for a million takes longer to get than to fill. */
let chosen = new Uint32Array(0)

/** Statistics of every move among the games that are marked with 1. */
export function countColumn(
  { codes, places, others }: MoveColumn,
  facts: GameFacts,
  marks: Uint8Array,
): MoveStatistics[] {
  if (chosen.length < places.length) chosen = new Uint32Array(places.length)
  const indexes = chosen
  let count = 0
  for (let index = 0; index < places.length; index++) {
    indexes[count] = index
    count += marks[index]! & Number(places[index]! > 0)
  }
  // Sums of ratings may pass 32 bits.
  const sums = new Float64Array((codes.length + 1) * FIELDS)
  for (let at = 0; at < count; at++) addFacts(sums, places[indexes[at]!]!, facts, indexes[at]!)
  for (let at = 0; at < others.length; at += 2) {
    if (marks[others[at]!] === 1) addFacts(sums, others[at + 1]!, facts, others[at]!)
  }
  return codes.flatMap((move, index) => {
    const own = sums.subarray((index + 1) * FIELDS, (index + 2) * FIELDS)
    const games = own[0]! + own[1]! + own[2]! + own[3]!
    if (games === 0) return []
    return {
      move,
      games,
      first: own[RESULT_CODES.first]!,
      draws: own[RESULT_CODES.draw]!,
      second: own[RESULT_CODES.second]!,
      ratingSum1: own[RATING_SUM1]!,
      rated1: own[RATED1]!,
      ratingSum2: own[RATING_SUM2]!,
      rated2: own[RATED2]!,
      lastYear: own[LAST_YEAR]!,
    }
  })
}

/** Adds the facts of a game to the sums of a move: to one of the first four by its result. */
function addFacts(sums: Float64Array, place: number, { view }: GameFacts, index: number): void {
  const ratings = view.getInt32(index * FACT_SIZE, true)
  const others = view.getInt32(index * FACT_SIZE + 4, true)
  const [rating1, rating2, year] = [ratings & 0xffff, ratings >>> 16, others & 0xffff]
  const start = place * FIELDS
  sums[start + ((others >>> 16) & 3)]!++
  sums[start + RATING_SUM1]! += rating1
  sums[start + RATED1]! += Number(rating1 > 0)
  sums[start + RATING_SUM2]! += rating2
  sums[start + RATED2]! += Number(rating2 > 0)
  if (year > sums[start + LAST_YEAR]!) sums[start + LAST_YEAR] = year
}
