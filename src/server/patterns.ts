/** Patterns over HTTP: where they stand, what was played next, and how it went. */
import type { Context } from 'hono'
import type { Database } from '../database/database.ts'
import { patternGames } from '../database/search/describe-patterns.ts'
import { searchPattern } from '../database/search/patterns.ts'
import { describePatternSearch } from '../patterns/describe-search.ts'
import type { PatternSearch, PatternSearchOptions } from '../patterns/search.ts'
import { hasStones } from '../positions/main-line.ts'
import type { GameQuery } from '../query/query.ts'
import { readQuery, RequestError, stopWith, wholeNumber } from './request.ts'

/** Games that a response lists at most, and moves that it follows. */
const LARGEST_LIST = 1000
const LARGEST_DEPTH = 20

/** Lines of JSON. */
const NDJSON = 'application/x-ndjson'

/** Searches that are kept: a list is paged through, and a pattern asked for again with other games. */
const MAX_KEPT = 8

/** Pattern searches, the last few of which are kept. */
export class PatternSearches {
  private readonly database: Database
  private readonly kept = new Map<string, PatternSearch>()
  /** Counts the changes of the database. */
  private changes = 0

  constructor(database: Database) {
    this.database = database
  }

  /** Forgets every search: the database changed. */
  clear(): void {
    this.changes++
    this.kept.clear()
  }

  /**
   * Statistics of a pattern, and some of the games that show it; as a stream of JSON lines, each more complete than the
   * one before, to those who accept that.
   */
  async answer(context: Context): Promise<Response> {
    const request = readPatternRequest(context)
    const isStreamed = context.req.header('Accept')?.includes(NDJSON) === true
    const kept = this.kept.get(request.key)
    if (kept) this.keep(request.key, kept)
    if (isStreamed) return await this.stream(context, request, kept)
    const search = kept ?? (await this.search(request, { signal: context.req.raw.signal }))
    return context.json(await this.describe(request, search))
  }

  /** Lines of JSON with the share of the games that was searched, 1 in the last. What fails before the first has a status. */
  private async stream(context: Context, request: PatternRequest, kept: PatternSearch | undefined): Promise<Response> {
    const stop = stopWith(context)
    const lines = this.lines(request, kept, stop.signal)
    let next: Promise<IteratorResult<string, void>> = Promise.resolve(await lines.next())
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await next
        if (done) return controller.close()
        controller.enqueue(encoder.encode(value))
        next = lines.next()
        // Awaited by the next pull, which may never come.
        next.catch(() => undefined)
      },
      cancel: () => stop.abort(),
    })
    return context.body(body, 200, { 'Content-Type': NDJSON, 'Cache-Control': 'no-store' })
  }

  private async *lines(
    request: PatternRequest,
    kept: PatternSearch | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<string, void> {
    for await (const { search, share } of kept ? [{ search: kept, share: 1 }] : this.parts(request, signal)) {
      yield `${JSON.stringify({ share, ...(await this.describe(request, search)) })}\n`
    }
  }

  /** The search as far as it has come, whenever somebody asks, and at the end as a whole. */
  private async *parts(request: PatternRequest, signal: AbortSignal): AsyncGenerator<SearchPart, void> {
    let latest: SearchPart | undefined
    let hasEnded = false
    let wake = () => {}
    const onPart = (search: PatternSearch, share: number) => {
      latest = { search, share }
      wake()
    }
    const whole = this.search(request, { signal, onPart }).finally(() => {
      hasEnded = true
      wake()
    })
    // Awaited below, unless nobody listens any more.
    whole.catch(() => undefined)
    for (;;) {
      if (!latest && !hasEnded) await new Promise<void>((resolve) => (wake = resolve))
      if (hasEnded || !latest) break
      const part = latest
      latest = undefined
      yield part
    }
    yield { search: await whole, share: 1 }
  }

  private async search(
    { query, depth, key }: PatternRequest,
    options: Pick<PatternSearchOptions, 'signal' | 'onPart'>,
  ): Promise<PatternSearch> {
    const { changes } = this
    const search = await searchPattern(this.database, query, { ...options, depth })
    if (changes === this.changes) this.keep(key, search)
    return search
  }

  private async describe({ max, offset }: PatternRequest, search: PatternSearch): Promise<object> {
    const { pattern, game } = search
    return {
      ...(pattern && hasStones(game) && { cells: pattern.cells }),
      ...describePatternSearch(search),
      found: max === 0 ? [] : await patternGames(this.database, search, max, offset),
    }
  }

  private keep(key: string, search: PatternSearch): void {
    this.kept.delete(key)
    this.kept.set(key, search)
    if (this.kept.size > MAX_KEPT) this.kept.delete(this.kept.keys().next().value!)
  }
}

/** What was found when a share of the games had been searched. */
interface SearchPart {
  search: PatternSearch
  share: number
}

/** What is asked. */
interface PatternRequest {
  query: GameQuery
  depth: number
  max: number
  offset: number
  /** The same for all pages of a list. */
  key: string
}

function readPatternRequest(context: Context): PatternRequest {
  const parameters = context.req.query()
  const query = readQuery(parameters)
  if (!query.pattern && !query.material) throw new RequestError('request/no-pattern', {}, 'pattern')
  const asked = Object.keys(parameters).filter((name) => name !== 'max' && name !== 'offset')
  return {
    query,
    depth: Math.min(LARGEST_DEPTH, Math.max(1, wholeNumber(parameters, 'depth') ?? 1)),
    max: Math.min(LARGEST_LIST, wholeNumber(parameters, 'max') ?? 100),
    offset: wholeNumber(parameters, 'offset') ?? 0,
    key: JSON.stringify(asked.toSorted().map((name) => [name, parameters[name]])),
  }
}
