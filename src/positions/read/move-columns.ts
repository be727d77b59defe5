/**
 * The moves of a position that many games of a segment reached, as a column in order of the games: statistics over some of
 * them are then counted in one pass over numbers that follow each other in memory, as the facts do.
 */
import { countBits, fillBits, hasBit, makeBits, removeBits, type Bits } from '../../bytes/bits.ts'
import { FACT_SIZE, type GameFacts } from '../facts.ts'
import type { PostingList } from '../segment/postings.ts'
import { addGame, emptyStatistics, type MoveStatistics } from '../statistics.ts'

/** Fields of a move while its games are counted: by each result first, then these. */
const FIELDS = 8
const RATING_SUM1 = 4
const RATING_SUM2 = 5
/** How many ratings of colour 1 are known; those of colour 2 in the upper half. */
const RATED = 6
const LAST_YEAR = 7

/** Words of marks after which sums are put away: neither a sum of ratings nor a count can then pass its bits. */
const WORDS_TOGETHER = 1024

/** Games not marked, while they are counted instead. Kept, since memory for a million takes longer to get than to fill. */
let scratch = makeBits(0)

/** The move that each game played in a position. */
export class MoveColumn {
  private readonly postings: PostingList
  private readonly facts: GameFacts
  /** The codes of the moves played there, in order. */
  private readonly codes: readonly number[]
  /** Where the postings of each of them begin, and where the last ones end. */
  private readonly starts: readonly number[]
  /** For every game from the first one on the place of its move in the codes, from 1; 0 for a game that was not there. */
  private readonly places: Uint8Array | Uint16Array
  /** Games that were there again and played another move: index of the game, place of that move, and so on. */
  private readonly others: readonly number[]
  /** The statistics of all games, as they were when the facts had changed so many times. */
  private all: { rows: readonly MoveStatistics[]; changes: number } | undefined

  /** Makes a column of postings, which come sorted by move, then by game. */
  constructor(postings: PostingList, facts: GameFacts) {
    this.postings = postings
    this.facts = facts
    const { games, moves } = postings
    const starts: number[] = []
    for (let index = 0; index < moves.length; index++) {
      if (index === 0 || moves[index] !== moves[index - 1]) starts.push(index)
    }
    this.codes = starts.map((start) => moves[start]!)
    this.starts = [...starts, moves.length]
    const places = starts.length < 0x100 ? new Uint8Array(facts.count) : new Uint16Array(facts.count)
    const others: number[] = []
    let place = 0
    for (let index = 0; index < games.length; index++) {
      const isSameMove = index > 0 && moves[index] === moves[index - 1]
      if (isSameMove && games[index] === games[index - 1]) continue
      if (!isSameMove) place++
      const game = games[index]! - facts.firstGame
      if (places[game] === 0) places[game] = place
      else others.push(game, place)
    }
    this.places = places
    this.others = others
  }

  /** Statistics of every move among the games that are marked. */
  count(marks: Bits): MoveStatistics[] {
    const isMost = countBits(marks) > this.facts.count / 2
    const rows = isMost ? this.countWithout(marks) : this.add(marks)
    return rows.filter(({ games }) => games > 0)
  }

  /** The statistics of most games: those of all without those of the others, which are fewer. */
  private countWithout(marks: Bits): MoveStatistics[] {
    const { count } = this.facts
    if (scratch.length !== marks.length) scratch = makeBits(count)
    fillBits(scratch, count)
    removeBits(scratch, marks)
    const rows = this.add(scratch)
    for (const [place, all] of this.addAll().entries()) {
      const row = rows[place]!
      row.games = all.games - row.games
      row.first = all.first - row.first
      row.second = all.second - row.second
      row.draws = all.draws - row.draws
      row.ratingSum1 = all.ratingSum1 - row.ratingSum1
      row.rated1 = all.rated1 - row.rated1
      row.ratingSum2 = all.ratingSum2 - row.ratingSum2
      row.rated2 = all.rated2 - row.rated2
      row.lastYear = row.games === 0 ? 0 : this.lastYear(place, marks, all.lastYear)
    }
    return rows
  }

  private addAll(): readonly MoveStatistics[] {
    const { count, changes } = this.facts
    if (this.all?.changes !== changes) {
      const every = makeBits(count)
      fillBits(every, count)
      this.all = { rows: this.add(every), changes }
    }
    return this.all.rows
  }

  /** The last year in which a game that is marked played a move. @param latest that of all games */
  private lastYear(place: number, marks: Bits, latest: number): number {
    const { games } = this.postings
    const { firstGame, view } = this.facts
    const end = this.starts[place + 1]!
    let last = 0
    for (let index = this.starts[place]!; index < end && last < latest; index++) {
      const game = games[index]! - firstGame
      const year = view.getUint16(game * FACT_SIZE + 4, true)
      if (year > last && hasBit(marks, game)) last = year
    }
    return last
  }

  /** Statistics of all moves, those without games too. */
  private add(marks: Bits): MoveStatistics[] {
    const { codes, facts, places, others } = this
    const rows = codes.map(emptyStatistics)
    const sums = new Uint32Array((codes.length + 1) * FIELDS)
    for (let from = 0; from < marks.length; from += WORDS_TOGETHER) {
      addMarked(sums, facts.view, places, marks, from, Math.min(marks.length, from + WORDS_TOGETHER))
      for (const [index, row] of rows.entries()) putAway(sums, (index + 1) * FIELDS, row)
    }
    for (let at = 0; at < others.length; at += 2) {
      if (hasBit(marks, others[at]!)) addGame(rows[others[at + 1]! - 1]!, facts, facts.firstGame + others[at]!)
    }
    return rows
  }
}

/** Adds the facts of the games marked in some words to the sums of their moves. Games that were not there have place 0. */
function addMarked(
  sums: Uint32Array,
  view: DataView,
  places: Uint8Array | Uint16Array,
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
