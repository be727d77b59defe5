/** The games of the database behind the page, as a source of the list. */
import type { Entry } from '../../../../src/formats/format.ts'
import { parseExact } from '../../../../src/formats/json.ts'
import type { Game, GameRecord } from '../../../../src/model/record.ts'
import { inOrder, type FoundGame } from '../../../../src/query/found-game.ts'
import type { Line } from '../../worker/protocol.ts'
import { listedHeader } from './listed-header.ts'
import { noteRead } from './revisions.ts'
import { database, request, requestLines } from './server.ts'
import type { Filter, Order } from './filter.ts'
import type { GameSource } from '../files/game-source.ts'

/** The largest number of cached lines. */
const KEPT = 50_000

/** The games that match a filter, in an order. */
export class DatabaseGames implements GameSource {
  readonly kinds: readonly Game[]
  private readonly parameters: Readonly<Record<string, string>>
  private readonly lines = new Map<number, Line>()
  private readonly places = new Map<number, number>()
  private readonly tags = new Map<number, readonly string[]>()

  constructor(filter: Filter, order: Order) {
    this.kinds = (database.value?.games ?? []).map(({ game }) => game).filter((game) => game === (filter.game ?? game))
    this.parameters = { ...filter, sort: order }
  }

  /** How many games there are. Rejects with the server's message about the filter. */
  async count(signal: AbortSignal): Promise<number> {
    const response = await request('games', { ...this.parameters, max: 1 }, { signal })
    await response.body?.cancel()
    return Number(response.headers.get('x-total-count'))
  }

  async listings(from: number, to: number): Promise<readonly Line[]> {
    const known = Array.from({ length: to - from }, (_, step) => this.lines.get(from + step))
    if (known.every((line) => line !== undefined)) return known
    const lines = await requestLines<FoundGame>('games', { ...this.parameters, offset: from, max: to - from })
    return lines.map((line, step) => {
      if (line.tags) this.tags.set(line.id, line.tags)
      return this.keep(from + step, asListing(line))
    })
  }

  async entry(index: number): Promise<Entry> {
    const response = await request(`games/${index}`)
    const record = parseExact(await response.text()) as unknown as GameRecord
    noteRead(index, response)
    return { index, record, issues: [] }
  }

  async entries(from: number, to: number): Promise<readonly Entry[]> {
    const page = { offset: from, max: to - from, records: 'true' }
    const lines = await requestLines<GameRecord & { id: number }>('games', { ...this.parameters, ...page })
    return lines.map(({ id, ...record }) => ({ index: id, record, issues: [] }))
  }

  tagsOf(index: number): readonly string[] | undefined {
    return this.tags.get(index)
  }

  async placeOf(index: number): Promise<number> {
    return this.places.get(index) ?? -1
  }

  private keep(place: number, line: Line): Line {
    if (this.lines.size >= KEPT) {
      this.lines.clear()
      this.places.clear()
      this.tags.clear()
    }
    this.lines.set(place, line)
    this.places.set(line.index, place)
    return line
  }
}

function asListing(line: FoundGame): Line {
  const [first = {}, second = {}] = inOrder(line)
  const { opening, ...facts } = line
  const header = listedHeader(first, second, {
    ...facts,
    ...(opening?.eco !== undefined && { opening: opening.eco }),
    ...(opening?.name !== undefined && { openingName: opening.name }),
  })
  return { index: line.id, game: line.game, kind: 'game', header, plies: line.plies }
}
