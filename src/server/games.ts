/** Requests for games: pages of a list, one game as a record or a file. */
import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import { MemorySinkSet } from '../bytes/sink.ts'
import { LossReport } from '../convert/losses.ts'
import type { SearchOptions } from '../database/search/search.ts'
import type { GameStore } from '../database/stores/store.ts'
import { parseSort, SORT_KEYS } from '../query/sort-keys.ts'
import { FORMATS } from '../formats/index.ts'
import type { GameRecord } from '../model/record.ts'
import type { GameLists } from './game-lists.ts'
import { issueReason, numberOf, readQuery, RequestError, wholeNumber } from './request.ts'
import { revisionOf } from './revision.ts'

/** The default and the largest number of lines in a response. */
const DEFAULT_MAX = 100
const LARGEST_MAX = 100_000

/** The number of lines requested. */
export function maxOf(parameters: Record<string, string>): number {
  return Math.min(LARGEST_MAX, wholeNumber(parameters, 'max') ?? DEFAULT_MAX)
}

/**
 * A page of a list of games, one JSON object per line; with `records=true` the full records. It starts `after` a game
 * of the list, or at an `offset`.
 * @param lists without them every page is searched for again, and none starts after a game
 */
export async function answerGames(context: Context, store: GameStore, lists?: GameLists): Promise<Response> {
  const parameters = context.req.query()
  const query = readQuery(parameters)
  const options = orderOf(parameters)
  const limit = maxOf(parameters)
  const offset = wholeNumber(parameters, 'offset') ?? 0
  const after = wholeNumber(parameters, 'after')
  const key = listKey(parameters)
  const isRecords = parameters['records'] === 'true'
  context.header('Content-Type', 'application/x-ndjson')
  // The first page does not need the list of all games, which may never be used.
  if (!lists || (after === undefined && offset === 0 && !lists.has(key))) {
    if (after !== undefined) throw new RequestError('request/no-place', {}, 'after')
    const page = { ...options, limit, offset }
    if (isRecords) {
      context.header('X-Total-Count', String(await store.countGames(query)))
      return streamRecords(context, store.searchRecords(query, page))
    }
    const { total, games } = await store.pageOfGames(query, page)
    context.header('X-Total-Count', String(total))
    return answerLines(context, games)
  }
  const list = await lists.get(key, query, options)
  context.header('X-Total-Count', String(list.length))
  const start = (after === undefined ? 0 : placeAfter(list, after)) + offset
  const ids = [...list.subarray(start, start + limit)]
  if (isRecords) return streamRecords(context, recordsOf(store, ids))
  return answerLines(context, await lists.games(ids))
}

/** The index after a game in a list. */
function placeAfter(list: Uint32Array, after: number): number {
  const index = list.indexOf(after)
  if (index < 0) throw new RequestError('request/not-in-list', { id: after }, 'after', 409)
  return index + 1
}

/** Parameters that select from a list without changing it. */
const PAGE_PARAMETERS: ReadonlySet<string> = new Set(['max', 'offset', 'after', 'records'])

/** Identifies the list of a combination of conditions and order. */
function listKey(parameters: Record<string, string>): string {
  const conditions = Object.entries(parameters).filter(([name]) => !PAGE_PARAMETERS.has(name))
  return JSON.stringify(conditions.sort(([left], [right]) => (left < right ? -1 : 1)))
}

function orderOf({ sort }: Record<string, string>): Pick<SearchOptions, 'order' | 'descending'> {
  if (sort === undefined) return {}
  const order = parseSort(sort)
  if (order) return order
  throw new RequestError('request/sort', { keys: SORT_KEYS.join(', ') }, 'sort')
}

async function* recordsOf(store: GameStore, ids: readonly number[]) {
  for (const id of ids) {
    const record = await store.record(id)
    if (record) yield { id, record }
  }
}

function streamRecords(context: Context, records: ReturnType<GameStore['searchRecords']>): Response {
  return stream(context, async (out) => {
    for await (const { id, record } of records) {
      if (out.aborted) return
      await out.write(`${JSON.stringify({ id, ...record })}\n`)
    }
  })
}

/** Objects as lines of JSON. */
export function answerLines(context: Context, rows: readonly object[]): Response {
  return context.body(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 200, {
    'Content-Type': 'application/x-ndjson',
  })
}

/** The number of the game in the address. */
export function gameNumber(context: Context): number {
  return numberOf(context, 'game')
}

/** One game: its record, or with `format=pgn` a file of that format. */
export async function answerGame(context: Context, store: GameStore): Promise<Response> {
  const id = gameNumber(context)
  const { format } = context.req.query()
  if (format !== undefined) return await sendGame(context, store, id, format)
  const record = await requireRecord(store, id)
  context.header('ETag', revisionOf(record))
  return context.json(record)
}

/** Throws RequestError if there is no game with this number. */
async function requireRecord(store: GameStore, id: number): Promise<GameRecord> {
  const record = await store.record(id)
  if (!record) throw new RequestError('request/no-game', {}, 'id', 404)
  return record
}

/** One game as a file of a format. */
export async function sendGame(context: Context, store: GameStore, id: number, formatId: string): Promise<Response> {
  const record = await requireRecord(store, id)
  return await sendRecords(context, [record], `game-${id}`, formatId)
}

/** Records of one kind of game as a file of a format. @param name of the file, without its extension */
export async function sendRecords(
  context: Context,
  records: readonly GameRecord[],
  name: string,
  formatId: string,
): Promise<Response> {
  const { game } = records[0]!
  const format = FORMATS.find((candidate) => candidate.id === formatId && candidate.write)
  if (!format?.write) throw new RequestError('request/no-writer', { name: formatId.slice(0, 40) }, 'format')
  if (!format.games.includes(game)) {
    throw new RequestError('request/other-game', { format: format.id, game }, 'format')
  }
  if (records.length > 1 && format.holds === 'one') {
    throw new RequestError('request/several-files', { format: format.id }, 'format')
  }
  const sinks = new MemorySinkSet(`${name}${format.extensions[0]}`)
  const writer = await format.write(sinks)
  const losses = new LossReport()
  for (const [index, record] of records.entries()) {
    const { written, issues } = writer.add(record)
    if (!written) throw new RequestError('request/not-written', { reason: issueReason(issues[0]) }, 'format')
    losses.addRecord(record, format, { record: index })
    losses.addIssues(issues, { record: index })
  }
  losses.addIssues(writer.finish(), {})
  const lost = losses.list().map(({ id, severity, count }) => ({ id, severity, count }))
  if (lost.length > 0) context.header('Ludograph-Losses', JSON.stringify(lost))
  const [file] = [...sinks.files]
  if (sinks.files.size !== 1 || !file) throw new RequestError('request/several-files', { format: format.id }, 'format')
  context.header('Content-Type', format.mediaTypes[0] ?? 'application/octet-stream')
  context.header('Content-Disposition', `attachment; filename="${file[0].replaceAll('"', '')}"`)
  return context.body(Uint8Array.from(file[1]))
}
