/** The games of a published database as a source of the list. */
import { MemoryFileSet, MemorySource } from '../../../../src/bytes/source.ts'
import type { Entry, Listing } from '../../../../src/formats/format.ts'
import { openJsonl } from '../../../../src/formats/jsonl/reader.ts'
import type { Game } from '../../../../src/model/record.ts'
import type { ListOrder, PublishedGame, PublishedGames } from '../../../../src/positions/published-games.ts'
import type { GameSource } from '../files/game-source.ts'
import { inWords } from './published.ts'

import { listedHeader } from './listed-header.ts'

/** The games of a kind in an order. The index of a game is its place among the newest, whatever the order. */
export class PublishedSource implements GameSource {
  readonly game: Game
  readonly order: ListOrder
  private readonly games: PublishedGames
  /** Places in this order of the games that were listed. */
  private readonly places = new Map<number, number>()

  constructor(game: Game, games: PublishedGames, order: ListOrder) {
    this.game = game
    this.games = games
    this.order = order
  }

  async listings(from: number, to: number): Promise<readonly Listing[]> {
    const rows = await inWords(() => this.games.rows(this.order, from, to))
    for (const [step, { place }] of rows.entries()) this.places.set(place, from + step)
    return rows.map((row) => this.asListing(row))
  }

  async entry(index: number): Promise<Entry> {
    const line = await inWords(async () => {
      const [row] = await this.games.rows('newest', index, index + 1)
      return row && (await this.games.record(row))
    })
    const files = new MemoryFileSet(new MemorySource('record.jsonl', line ?? new Uint8Array(0)))
    return { ...openJsonl(files).entry(0), index }
  }

  async placeOf(index: number): Promise<number> {
    return this.order === 'newest' ? index : (this.places.get(index) ?? -1)
  }

  private asListing(row: PublishedGame): Listing {
    const { place, first, second, firstRating, secondRating, firstRank, secondRank } = row
    const player = (name?: string, rating?: number, rank?: string) => ({
      ...(name !== undefined && { name }),
      ...(rating !== undefined && { rating }),
      ...(rank !== undefined && { rank }),
    })
    const header = listedHeader(player(first, firstRating, firstRank), player(second, secondRating, secondRank), row)
    return { index: place, game: this.game, kind: 'game', header }
  }
}
