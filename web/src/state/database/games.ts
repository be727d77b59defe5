/** The games of the database behind the page, as a source of the list. */
import type { Entry, Listing } from '../../../../src/formats/format.ts'
import { parseDate } from '../../../../src/model/date.ts'
import type { GameRecord, Header, Result } from '../../../../src/model/record.ts'
import { inOrder, type FoundGame } from '../../../../src/query/found-game.ts'
import { noteRead } from './revisions.ts'
import { request, requestLines } from './server.ts'
import type { Filter, Order } from './filter.ts'
import type { GameSource } from '../files/game-source.ts'

/** The largest number of cached lines. */
const KEPT = 50_000

/** The games that match a filter, in an order. */
export class DatabaseGames implements GameSource {
  private readonly parameters: Readonly<Record<string, string>>
  private readonly lines = new Map<number, Listing>()
  private readonly places = new Map<number, number>()

  constructor(filter: Filter, order: Order) {
    this.parameters = { ...filter, sort: order }
  }

  /** How many games there are. Rejects with the server's message about the filter. */
  async count(signal: AbortSignal): Promise<number> {
    const response = await request('games', { ...this.parameters, max: 1 }, { signal })
    await response.body?.cancel()
    return Number(response.headers.get('x-total-count'))
  }

  async listings(from: number, to: number): Promise<readonly Listing[]> {
    const known = Array.from({ length: to - from }, (_, step) => this.lines.get(from + step))
    if (known.every((line) => line !== undefined)) return known
    const lines = await requestLines<FoundGame>('games', { ...this.parameters, offset: from, max: to - from })
    return lines.map((line, step) => this.keep(from + step, asListing(line)))
  }

  async entry(index: number): Promise<Entry> {
    const response = await request(`games/${index}`)
    const record = (await response.json()) as GameRecord
    noteRead(index, response)
    return { index, record, issues: [] }
  }

  async placeOf(index: number): Promise<number> {
    return this.places.get(index) ?? -1
  }

  private keep(place: number, line: Listing): Listing {
    if (this.lines.size >= KEPT) {
      this.lines.clear()
      this.places.clear()
    }
    this.lines.set(place, line)
    this.places.set(line.index, place)
    return line
  }
}

function asListing(line: FoundGame): Listing {
  return { index: line.id, game: line.game, kind: 'game', header: headerOf(line) }
}

function headerOf(line: FoundGame): Header {
  const [first, second] = inOrder(line)
  const header: Header = {
    players: [
      { colour: 1, ...first },
      { colour: 2, ...second },
    ],
    result: RESULTS[line.result] ?? { outcome: 'unfinished' },
  }
  const { event, site } = line
  if (event !== undefined) header.event = { name: event, ...(site !== undefined && { site }) }
  const date = line.date === undefined ? undefined : parseDate(line.date)
  if (date) header.date = date
  return header
}

const RESULTS: Readonly<Record<string, Result>> = {
  '1-0': { outcome: 'win', winner: 1 },
  '0-1': { outcome: 'win', winner: 2 },
  '1/2-1/2': { outcome: 'draw' },
  '0-0': { outcome: 'both-lose' },
}
