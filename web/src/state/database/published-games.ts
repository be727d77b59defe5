/** The games of a published database as a source of the list. */
import { MemoryFileSet, MemorySource } from '../../../../src/bytes/source.ts'
import type { Entry, Listing } from '../../../../src/formats/format.ts'
import { openJsonl } from '../../../../src/formats/jsonl/reader.ts'
import type { Game } from '../../../../src/model/record.ts'
import type { ListOrder, PublishedGame, PublishedGames } from '../../../../src/positions/published/published-games.ts'
import type { GameSource } from '../files/game-source.ts'
import { inWords } from './published.ts'

import { listedHeader } from './listed-header.ts'

/** The games of a kind in an order. The index of a game is its place among the newest, whatever the order. */
export class PublishedSource implements GameSource {
  /** Address of the database. */
  readonly database: string
  readonly game: Game
  readonly games: PublishedGames
  readonly order: ListOrder
  /** Places in this order of the games that were listed. */
  private readonly places = new Map<number, number>()

  constructor(database: string, game: Game, games: PublishedGames, order: ListOrder) {
    this.database = database
    this.game = game
    this.games = games
    this.order = order
  }

  async listings(from: number, to: number): Promise<readonly Listing[]> {
    const rows = await inWords(() => this.games.rows(this.order, from, to))
    for (const [step, { place }] of rows.entries()) this.places.set(place, from + step)
    return rows.map((row) => asListing(this.game, row))
  }

  async entry(index: number): Promise<Entry> {
    const line = await inWords(async () => {
      const [row] = await this.games.rows('newest', index, index + 1)
      return row && (await this.games.record(row))
    })
    const files = new MemoryFileSet(new MemorySource('record.jsonl', line ?? new Uint8Array(0)))
    return { ...openJsonl(files).entry(0), index }
  }

  async entries(from: number, to: number): Promise<readonly Entry[]> {
    const lines = await this.listings(from, to)
    return await Promise.all(lines.map(({ index }) => this.entry(index)))
  }

  async placeOf(index: number): Promise<number> {
    return this.order === 'newest' ? index : (this.places.get(index) ?? -1)
  }
}

/** Those of the games that were found so far. */
export class FoundGames extends PublishedSource {
  readonly found: Listing[] = []

  override async listings(from: number, to: number): Promise<readonly Listing[]> {
    return this.found.slice(from, to)
  }

  override async placeOf(index: number): Promise<number> {
    return this.found.findIndex((listing) => listing.index === index)
  }
}

function asListing(game: Game, row: PublishedGame): Listing {
  const { place, first, second, firstRating, secondRating, firstRank, secondRank } = row
  const player = (name?: string, rating?: number, rank?: string) => ({
    ...(name !== undefined && { name }),
    ...(rating !== undefined && { rating }),
    ...(rank !== undefined && { rank }),
  })
  const header = listedHeader(player(first, firstRating, firstRank), player(second, secondRating, secondRank), row)
  return { index: place, game, kind: 'game', header }
}
