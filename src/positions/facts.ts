/**
 * What the statistics of a position need to know of a game: its result, the
 * ratings and the year, eight bytes a game, in arrays indexed by game number.
 */
import { makeBits, type Bits } from '../bytes/bits.ts'
import { playerOf, type Header } from '../model/record.ts'

/** Result codes: 0 unknown or none, 1 and 2 won by that colour, 3 drawn. */
export const RESULT_CODES = { unknown: 0, first: 1, second: 2, draw: 3 } as const

/** Bytes of one game's facts in a segment. */
export const FACT_SIZE = 8

/** Filters whose marks are kept. */
const MOST_MARKS = 4

/** A number by which games are filtered. */
export type FilteredFact = 'lower' | 'higher' | 'year' | 'result'

/**
 * Numbers by which games are filtered, of every game: the lower and the higher rating of its players, the year, the code of
 * the result. Each is a loop of its own over the layout of the facts: a call for each game takes three times as long.
 */
const FILTERED: Record<FilteredFact, (view: DataView, numbers: Uint16Array) => void> = {
  lower: (view, numbers) => {
    for (let index = 0, at = 0; index < numbers.length; index++, at += FACT_SIZE) {
      const ratings = view.getInt32(at, true)
      const [one, other] = [ratings & 0xffff, ratings >>> 16]
      numbers[index] = one < other ? one : other
    }
  },
  higher: (view, numbers) => {
    for (let index = 0, at = 0; index < numbers.length; index++, at += FACT_SIZE) {
      const ratings = view.getInt32(at, true)
      const [one, other] = [ratings & 0xffff, ratings >>> 16]
      numbers[index] = one > other ? one : other
    }
  },
  year: (view, numbers) => {
    for (let index = 0, at = 4; index < numbers.length; index++, at += FACT_SIZE) {
      numbers[index] = view.getUint16(at, true)
    }
  },
  result: (view, numbers) => {
    for (let index = 0, at = 6; index < numbers.length; index++, at += FACT_SIZE) numbers[index] = view.getUint8(at)
  },
}

/** Set in the flags of a game that is there; numbers of removed games have none. */
export const FACT_PRESENT = 1

/** Which games count; the same ones each time, for as long as the facts are the same. */
export interface GameFilter {
  /** Whether a game counts. */
  has(game: number, facts: GameFacts): boolean
  /** Makes a set of those games of the facts that count, by their numbers from the first one on. */
  mark(facts: GameFacts, marks: Bits): void
}

/**
 * Facts of the games numbered from `firstGame` on, little-endian:
 * u16 rating of colour 1, u16 rating of colour 2, u16 year (0 unknown each),
 * u8 result code, u8 flags.
 */
export class GameFacts {
  readonly firstGame: number
  readonly bytes: Uint8Array
  /** The same bytes, for who goes through all games: one of 32 bits for the ratings, one for the rest. */
  readonly view: DataView
  /** How many times a game was changed. */
  changes = 0
  private byYear: ReadonlyMap<number, number> | undefined
  private readonly filteredBy = new Map<FilteredFact, Uint16Array>()
  /** Which games the filters count that were asked for last. */
  private readonly marks = new Map<GameFilter, Bits>()

  constructor(firstGame: number, bytes: Uint8Array) {
    this.firstGame = firstGame
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Empty facts for so many games. */
  static make(firstGame: number, count: number): GameFacts {
    return new GameFacts(firstGame, new Uint8Array(count * FACT_SIZE))
  }

  /** Number of games, those that are not present included. */
  get count(): number {
    return this.bytes.length / FACT_SIZE
  }

  /** Whether the segment holds a game of this number. */
  has(game: number): boolean {
    const index = game - this.firstGame
    return index >= 0 && index < this.count && (this.bytes[index * FACT_SIZE + 7]! & FACT_PRESENT) !== 0
  }

  /** How many games there are. */
  countPresent(): number {
    let count = 0
    for (let at = FACT_SIZE - 1; at < this.bytes.length; at += FACT_SIZE) count += this.bytes[at]! & FACT_PRESENT
    return count
  }

  /** The result of a game as one of `RESULT_CODES`. */
  result(game: number): number {
    return this.bytes[(game - this.firstGame) * FACT_SIZE + 6]!
  }

  /** The rating of a player, 0 when it is unknown. */
  rating(game: number, colour: 1 | 2): number {
    return this.view.getUint16((game - this.firstGame) * FACT_SIZE + (colour - 1) * 2, true)
  }

  /** The year in which a game was played, 0 when it is unknown. */
  year(game: number): number {
    return this.view.getUint16((game - this.firstGame) * FACT_SIZE + 4, true)
  }

  /** A number by which games are filtered, of every game from the first one on: made once, until a game changes. */
  filtered(fact: FilteredFact): Uint16Array {
    const known = this.filteredBy.get(fact)
    if (known) return known
    const numbers = new Uint16Array(this.count)
    FILTERED[fact](this.view, numbers)
    this.filteredBy.set(fact, numbers)
    return numbers
  }

  /** How many games of each known year there are, in order of the years: counted once, until a game changes. */
  gamesByYear(): ReadonlyMap<number, number> {
    if (this.byYear) return this.byYear
    const counts = new Uint32Array(0x10000)
    for (let game = this.firstGame; game < this.firstGame + this.count; game++) {
      if (this.has(game)) counts[this.year(game)]!++
    }
    const years = new Map<number, number>()
    for (let year = 1; year < counts.length; year++) if (counts[year]! > 0) years.set(year, counts[year]!)
    this.byYear = years
    return years
  }

  /**
   * The games that a filter counts, by their numbers from the first one on: made once, until a game changes. Good until a few
   * other filters are asked for, which take the same memory: new memory for every question keeps the garbage collector busy.
   * @param isWorthwhile whether to make it; undefined is returned if it is not, and they were not made before
   */
  marksOf(counts: GameFilter, isWorthwhile: boolean): Bits | undefined {
    const known = this.marks.get(counts)
    if (known || !isWorthwhile) return known
    const [oldest] = this.marks.keys()
    const spare = oldest && this.marks.size >= MOST_MARKS ? this.marks.get(oldest) : undefined
    if (oldest && spare) this.marks.delete(oldest)
    const marks = spare ?? makeBits(this.count)
    counts.mark(this, marks)
    this.marks.set(counts, marks)
    return marks
  }

  private forgetCounts(): void {
    this.changes++
    this.byYear = undefined
    // A map that is cleared gets a new table, even if it was empty: a hundred bytes for every game that is stored.
    if (this.filteredBy.size > 0) this.filteredBy.clear()
    if (this.marks.size > 0) this.marks.clear()
  }

  /** Stores a game's facts; ratings and years outside 1 to 65,535 count as unknown. */
  set(game: number, result: number, rating1: number, rating2: number, year: number): void {
    const at = (game - this.firstGame) * FACT_SIZE
    this.forgetCounts()
    this.view.setUint16(at, bounded(rating1), true)
    this.view.setUint16(at + 2, bounded(rating2), true)
    this.view.setUint16(at + 4, bounded(year), true)
    this.bytes[at + 6] = result
    this.bytes[at + 7] = FACT_PRESENT
  }

  /** Stores the facts of a header. */
  setHeader(game: number, header: Header): void {
    const rating = (colour: 1 | 2) => playerOf(header, colour)?.rating ?? 0
    this.set(game, resultCode(header), rating(1), rating(2), header.date?.year ?? 0)
  }

  /** Forgets a game. */
  remove(game: number): void {
    const at = (game - this.firstGame) * FACT_SIZE
    this.forgetCounts()
    if (game >= this.firstGame && game - this.firstGame < this.count) this.bytes.fill(0, at, at + FACT_SIZE)
  }

  /** Copies the facts of a game from elsewhere. */
  copy(from: GameFacts, game: number): void {
    const start = (game - from.firstGame) * FACT_SIZE
    const to = (game - this.firstGame) * FACT_SIZE
    this.forgetCounts()
    this.view.setUint32(to, from.view.getUint32(start, true), true)
    this.view.setUint32(to + 4, from.view.getUint32(start + 4, true), true)
  }
}

function bounded(value: number): number {
  return value >= 1 && value <= 0xffff ? Math.floor(value) : 0
}

/** The result of a header as a code. */
export function resultCode({ result }: Header): number {
  if (result.outcome === 'draw') return RESULT_CODES.draw
  if (result.outcome !== 'win') return RESULT_CODES.unknown
  return result.winner === 2 ? RESULT_CODES.second : RESULT_CODES.first
}
