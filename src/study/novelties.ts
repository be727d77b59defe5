/**
 * Novelties: the move with which a game was the first of the database to leave positions that games before it had
 * reached. Whether a game came before another is told by dates; where they do not tell, it is taken to have been before.
 */
import type { Database } from '../database/database.ts'
import { listValue } from '../database/catalogue/duckdb.ts'
import type { Move } from '../model/move.ts'
import type { Game } from '../model/record.ts'
import type { GameFacts } from '../positions/facts.ts'
import { positionKey } from '../positions/position-key.ts'
import { rulesOf } from '../rules/index.ts'
import { numberOfKey } from '../repertoire/position-counts.ts'

/** A game whose moves are looked at. */
export interface DatedLine {
  id: number
  /** As far as known: `1999`, `1999-12`, `1999-12-31`. Games without a date have no novelties. */
  date?: string
  moves: readonly Move[]
}

/** A move that no game had played before in a known position. */
export interface FoundNovelty {
  id: number
  /** Plies played before it. */
  ply: number
  /** Games that reached the position before it, up to that game. */
  before: number
  /** Games that reached the position after it, later. */
  after: number
}

/** Plies of a game that are looked at. */
export const NOVELTY_PLIES = 60

/** Fewest games that must have reached a position for it to be known. */
const KNOWN_GAMES = 3

/** How often dates are asked for. */
const DATE_ROUNDS = 4

/** The games that reached a position, each once. */
type Reached = Uint32Array

/** Looks for novelties among the games of a kind. */
export class NoveltySearch {
  private readonly database: Database
  private readonly game: Game
  private readonly reached = new Map<number, Reached>()
  /** Dates of games where the years do not tell which was first. */
  private readonly dates = new Map<number, string>()
  private readonly asked = new Set<number>()
  private readonly answered = new Set<number>()
  private facts: GameFacts[] = []

  constructor(database: Database, game: Game) {
    this.database = database
    this.game = game
  }

  /** The novelties of some games, at most one of each. @param least games that must have reached the position before */
  async find(lines: readonly DatedLine[], least = KNOWN_GAMES): Promise<FoundNovelty[]> {
    const dated = lines.filter(({ date, moves }) => date !== undefined && moves.length > 0)
    this.facts = await Promise.all(this.database.segmentsOf(this.game).map((segment) => segment.readFacts()))
    // At first only years are known. The dates that matter are asked for all at once; what they say may lead to others.
    let found: FoundNovelty[] = []
    for (let round = 0; round <= DATE_ROUNDS; round++) {
      found = []
      for (const line of dated) {
        const novelty = await this.noveltyOf(line, least)
        if (novelty) found.push(novelty)
      }
      if (!(await this.askDates())) break
    }
    return found
  }

  private async noveltyOf(line: DatedLine, least: number): Promise<FoundNovelty | undefined> {
    const ply = await this.firstUnknown(line)
    if (ply === undefined) return undefined
    const keys = this.keysOf(line)
    const before = this.countBefore(await this.reach(keys, ply), line)
    if (before < least) return undefined
    const after = (await this.reach(keys, ply + 1)).length - 1
    return { id: line.id, ply, before, after }
  }

  /** The number of plies after which a game plays its first move into a position that no earlier game had. */
  private async firstUnknown(line: DatedLine): Promise<number | undefined> {
    const keys = this.keysOf(line)
    const last = Math.min(line.moves.length, NOVELTY_PLIES)
    // A game does not come back to known positions, but by transposition: the middle is looked at first, so that the
    // many games of the first positions are hardly ever read.
    let [known, unknown] = [0, last + 1]
    while (unknown - known > 1) {
      const middle = (known + unknown) >> 1
      if (this.countBefore(await this.reach(keys, middle), line, 1) > 0) known = middle
      else unknown = middle
    }
    return unknown > last ? undefined : unknown - 1
  }

  /** Keys of the positions of a line, high and low halves, that of the start first. */
  private keysOf({ moves }: DatedLine): Uint32Array {
    const rules = rulesOf(this.game)
    const position = rules.start()
    const count = Math.min(moves.length, NOVELTY_PLIES)
    const keys = new Uint32Array(2 * (count + 1))
    for (let ply = 0; ply <= count; ply++) {
      keys.set(positionKey(this.game, position).key, 2 * ply)
      if (ply < count) rules.play(position, moves[ply]!)
    }
    return keys
  }

  private async reach(keys: Uint32Array, ply: number): Promise<Reached> {
    const [high, low] = [keys[2 * ply]!, keys[2 * ply + 1]!]
    const number = numberOfKey(high, low)
    const known = this.reached.get(number)
    if (known) return known
    const lists = await Promise.all(this.database.segmentsOf(this.game).map((segment) => segment.postings(high, low)))
    const all = new Uint32Array(lists.reduce((sum, { games }) => sum + games.length, 0))
    let at = 0
    for (const { games } of lists) {
      all.set(games, at)
      at += games.length
    }
    all.sort()
    const games = all.filter((game, index) => index === 0 || game !== all[index - 1])
    this.reached.set(number, games)
    return games
  }

  /** Games of a position that were played before another, up to a number. */
  private countBefore(games: Reached, { id, date }: DatedLine, most = Infinity): number {
    const year = Number(date!.slice(0, 4))
    let count = 0
    for (const other of games) {
      if (other === id) continue
      const otherYear = this.facts.find((one) => one.has(other))?.year(other) ?? 0
      if (otherYear < year || (otherYear === year && this.isBefore(other, date!))) count++
      if (count >= most) break
    }
    return count
  }

  /** Whether a game of the same year was played before a date, or may have been. */
  private isBefore(other: number, date: string): boolean {
    if (!this.answered.has(other)) this.asked.add(other)
    const known = this.dates.get(other)
    // Of two games of one day neither was first; a day tells nothing about a game of which only the month is known.
    return known === undefined || known.length < 10 || date.length < 10 ? true : known < date
  }

  /** Asks for the dates that were missed. Returns whether there were any. */
  private async askDates(): Promise<boolean> {
    if (this.asked.size === 0) return false
    const rows = await this.database.catalogue.rows(
      'SELECT id, date FROM games WHERE length(date) = 10 AND id IN (SELECT unnest($1::UINTEGER[]))',
      [listValue([...this.asked])],
    )
    for (const row of rows) this.dates.set(Number(row['id']), String(row['date']))
    for (const id of this.asked) this.answered.add(id)
    this.asked.clear()
    return true
  }
}
