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

/** Indexes of the games chosen, and the places of their moves. */
interface Chosen {
  indexes: Uint32Array
  places: Uint16Array
}

/** Kept, since memory for a million takes longer to get than to fill. */
let scratch: Chosen = { indexes: new Uint32Array(0), places: new Uint16Array(0) }

/** Statistics of every move among the games that are marked with 1. */
export function countColumn(column: MoveColumn, facts: GameFacts, marks: Uint8Array): MoveStatistics[] {
  const { codes, places, others } = column
  const most = places.length + others.length / 2
  if (scratch.indexes.length < most) scratch = { indexes: new Uint32Array(most), places: new Uint16Array(most) }
  let count = choosePlaces(places, marks, scratch)
  for (let at = 0; at < others.length; at += 2) {
    if (marks[others[at]!] !== 1) continue
    scratch.indexes[count] = others[at]!
    scratch.places[count++] = others[at + 1]!
  }
  // Sums of ratings may pass 32 bits.
  const sums = new Float64Array((codes.length + 1) * FIELDS)
  addFacts(sums, facts.view, scratch, count)
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

/** Chooses the games that are marked and were there; returns how many there are. One not chosen is overwritten by the next. */
function choosePlaces(places: MoveColumn['places'], marks: Uint8Array, into: Chosen): number {
  const { indexes, places: chosen } = into
  let count = 0
  for (let index = 0; index < places.length; index++) {
    const place = places[index]!
    indexes[count] = index
    chosen[count] = place
    count += marks[index]! & (-place >>> 31)
  }
  return count
}

/** Adds the facts of games to the sums of their moves: to one of the first four by the result. */
function addFacts(sums: Float64Array, view: DataView, { indexes, places }: Chosen, count: number): void {
  for (let at = 0; at < count; at++) {
    const offset = indexes[at]! * FACT_SIZE
    const ratings = view.getInt32(offset, true)
    const others = view.getInt32(offset + 4, true)
    const rating1 = ratings & 0xffff
    const rating2 = ratings >>> 16
    const year = others & 0xffff
    const start = places[at]! * FIELDS
    sums[start + ((others >>> 16) & 3)]!++
    sums[start + RATING_SUM1]! += rating1
    sums[start + RATED1]! += -rating1 >>> 31
    sums[start + RATING_SUM2]! += rating2
    sums[start + RATED2]! += -rating2 >>> 31
    if (year > sums[start + LAST_YEAR]!) sums[start + LAST_YEAR] = year
  }
}
