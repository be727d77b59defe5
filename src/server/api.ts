/**
 * The HTTP interface of a database. It follows the habits and field names of
 * the lichess API where there are any: games as ndjson, an explorer that
 * answers white, draws, black and moves.
 */
import { Hono, type Context } from 'hono'
import { stream } from 'hono/streaming'
import { MemorySinkSet } from '../bytes/sink.ts'
import type { Database } from '../database/database.ts'
import { explore } from '../database/explore.ts'
import {
  countGames,
  SEARCH_ORDERS,
  searchGames,
  searchRecords,
  type SearchOptions,
  type SearchOrder,
} from '../database/search.ts'
import { FORMATS } from '../formats/index.ts'
import { PositionError } from '../model/issue.ts'
import type { Game } from '../model/record.ts'
import { rulesOf } from '../rules/index.ts'
import type { NotationStyle } from '../rules/rules.ts'
import { openApi } from './open-api.ts'
import { readQuery, RequestError, wholeNumber } from './query.ts'
import { routes, type RouteName } from './routes.ts'

/** Games of an answer unless the request says otherwise, and at the most. */
const DEFAULT_MAX = 100
const LARGEST_MAX = 100_000

/** The application that answers requests about a database. */
export function makeApi(database: Database): Hono {
  const api = new Hono()
  const handlers: Record<RouteName, (context: Context) => Promise<Response> | Response> = {
    info: (context) => answerInfo(context, database),
    games: (context) => answerGames(context, database),
    game: (context) => answerGame(context, database),
    explore: (context) => answerExplore(context, database),
    players: (context) => answerNames(context, database, 'players'),
    events: (context) => answerNames(context, database, 'events'),
    player: (context) => answerPlayer(context, database),
    openapi: (context) => context.json(openApi()),
  }
  for (const [name, { path }] of Object.entries(routes)) api.get(path, handlers[name as RouteName])
  api.notFound(answerNotFound)
  api.onError((error, context) => answerError(error, context))
  return api
}

/** What is answered where there is nothing. */
export function answerNotFound(context: Context): Response {
  return context.json({ error: 'there is nothing at this address', code: 'not-found' }, 404)
}

/** Every failure as {error, code, place}, without the inner workings. */
function answerError(error: Error, context: Context): Response {
  if (error instanceof RequestError) {
    return context.json({ error: error.message, code: error.code, place: error.place }, error.status)
  }
  if (error instanceof PositionError)
    return context.json({ error: error.message, code: 'bad-position', place: 'position' }, 400)
  console.error(error)
  return context.json({ error: 'the server met a problem of its own', code: 'internal' }, 500)
}

async function answerInfo(context: Context, { catalogue }: Database): Promise<Response> {
  const games = await catalogue.rows('SELECT game, count(*)::UINTEGER AS games FROM games GROUP BY game ORDER BY game')
  const sources = await catalogue.rows('SELECT id, path, format, games FROM sources ORDER BY id LIMIT 1000')
  return context.json({
    games,
    sources: sources.map((source) => ({ ...source, path: baseName(String(source['path'])) })),
  })
}

/** A path without its folders: where files lie on the server is nobody's business. */
function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** A list of games, one JSON object a line; with `records=true` the full records. */
async function answerGames(context: Context, database: Database): Promise<Response> {
  const parameters = context.req.query()
  const query = readQuery(parameters)
  const options = searchOptions(parameters)
  const total = await countGames(database, query)
  context.header('Content-Type', 'application/x-ndjson')
  context.header('X-Total-Count', String(total))
  if (parameters['records'] === 'true') {
    return stream(context, async (out) => {
      for await (const { id, record } of searchRecords(database, query, options)) {
        await out.write(`${JSON.stringify({ id, ...record })}\n`)
      }
    })
  }
  const found = await searchGames(database, query, options)
  return context.body(found.map((game) => `${JSON.stringify(game)}\n`).join(''))
}

function searchOptions(parameters: Record<string, string>): SearchOptions {
  const options: SearchOptions = { limit: Math.min(LARGEST_MAX, wholeNumber(parameters, 'max') ?? DEFAULT_MAX) }
  const offset = wholeNumber(parameters, 'offset')
  if (offset !== undefined) options.offset = offset
  const { sort } = parameters
  if (sort !== undefined) {
    const isDescending = sort.startsWith('-')
    const order = SEARCH_ORDERS.find((candidate) => candidate === sort.replace(/^-/, ''))
    if (!order)
      throw new RequestError(
        `sort is one of ${SEARCH_ORDERS.join(', ')}, with - in front for the greatest first`,
        'sort',
      )
    options.order = order satisfies SearchOrder
    options.descending = isDescending
  }
  return options
}

/** One game: its record, or with `format=pgn` a file of that format. */
async function answerGame(context: Context, database: Database): Promise<Response> {
  const id = wholeNumber({ id: context.req.param('id') ?? '' }, 'id')
  const record = id === undefined ? undefined : await database.record(id)
  if (!record) throw new RequestError('there is no game with this number', 'id', 404)
  const { format: formatId } = context.req.query()
  if (formatId === undefined) return context.json(record)
  const format = FORMATS.find((candidate) => candidate.id === formatId && candidate.write)
  if (!format?.write) throw new RequestError(`there is no format "${formatId}" to write`, 'format')
  if (!format.games.includes(record.game))
    throw new RequestError(`${format.name} holds no games of ${record.game}`, 'format')
  const sinks = new MemorySinkSet(`game-${id}${format.extensions[0]}`)
  const writer = await format.write(sinks)
  writer.add(record)
  writer.finish()
  const [file] = [...sinks.files]
  if (sinks.files.size !== 1 || !file)
    throw new RequestError(`${format.name} takes several files; use ludograph export`, 'format')
  context.header('Content-Type', format.mediaTypes[0] ?? 'application/octet-stream')
  context.header('Content-Disposition', `attachment; filename="${file[0].replaceAll('"', '')}"`)
  return context.body(Uint8Array.from(file[1]))
}

/** The notation that programs read, for each game. */
const MACHINE_STYLES: Record<Game, NotationStyle> = {
  chess: 'uci',
  xiangqi: 'iccs',
  go: 'coordinate',
  othello: 'coordinate',
}

/** Games an answer of the explorer shows, at the most. */
const LARGEST_SAMPLE = 100

/** The explorer, in the field names of lichess: white is colour 1 of any game. */
async function answerExplore(context: Context, database: Database): Promise<Response> {
  const parameters = context.req.query()
  const { game = 'chess', position: asked, ...query } = readQuery(parameters)
  const rules = rulesOf(game)
  const position = asked?.position ?? rules.start()
  const games = Math.min(LARGEST_SAMPLE, wholeNumber(parameters, 'topGames') ?? 0)
  const exploration = await explore(database, game, position, { query, games })
  return context.json({
    game,
    fen: rules.format(position),
    white: exploration.first,
    draws: exploration.draws,
    black: exploration.second,
    games: exploration.games,
    ended: exploration.ended,
    moves: exploration.moves.map((move) => ({
      uci: rules.writeMove(position, move.move, MACHINE_STYLES[game]),
      san: rules.writeMove(position, move.move),
      white: move.first,
      draws: move.draws,
      black: move.second,
      games: move.games,
      averageRating: move.rating ?? null,
      averageOpponentRating: move.opponentRating ?? null,
      performance: move.performance ?? null,
      lastYear: move.lastYear === 0 ? null : move.lastYear,
    })),
    topGames: (exploration.samples ?? []).map(({ move, ...sample }) => ({
      uci: move === undefined ? null : rules.writeMove(position, move, MACHINE_STYLES[game]),
      id: String(sample.id),
      winner: WINNERS[sample.result] ?? null,
      white: { name: sample.player1, rating: sample.rating1 },
      black: { name: sample.player2, rating: sample.rating2 },
      year: sample.date === null ? null : Number(sample.date.slice(0, 4)),
      month: sample.date === null || sample.date.length < 7 ? null : sample.date.slice(0, 7),
    })),
  })
}

const WINNERS: Record<string, 'white' | 'black'> = { '1-0': 'white', '0-1': 'black' }

async function answerNames(context: Context, { catalogue }: Database, view: 'players' | 'events'): Promise<Response> {
  const parameters = context.req.query()
  const limit = Math.min(LARGEST_MAX, wholeNumber(parameters, 'max') ?? DEFAULT_MAX)
  const rows = await catalogue.rows(
    `SELECT * FROM ${view} WHERE contains(strip_accents(lower(name)), strip_accents(lower($1))) ORDER BY games DESC, name LIMIT $2 OFFSET $3`,
    [parameters['name'] ?? '', limit, wholeNumber(parameters, 'offset') ?? 0],
  )
  return context.body(rows.map((row) => `${JSON.stringify(row, toJson)}\n`).join(''), 200, {
    'Content-Type': 'application/x-ndjson',
  })
}

/** A player: results by colour and year, ratings over time, openings. */
async function answerPlayer(context: Context, { catalogue }: Database): Promise<Response> {
  const name = context.req.param('name') ?? ''
  const mine = 'FROM appearances WHERE name = $1 OR name IN (SELECT name FROM aliases WHERE player = $1)'
  const won = "count(*) FILTER ((result = '1-0' AND colour = 1) OR (result = '0-1' AND colour = 2))::UINTEGER AS won"
  const drawn = "count(*) FILTER (result = '1/2-1/2')::UINTEGER AS drawn"
  const counts = `count(*)::UINTEGER AS games, ${won}, ${drawn}`
  const byColour = await catalogue.rows(`SELECT colour, ${counts} ${mine} GROUP BY colour ORDER BY colour`, [name])
  if (byColour.length === 0) throw new RequestError('nobody of this name plays in the database', 'name', 404)
  const byYear = await catalogue.rows(
    `SELECT year, ${counts}, avg(rating) AS rating ${mine} GROUP BY year ORDER BY year`,
    [name],
  )
  const openings = await catalogue.rows(
    `SELECT opening, count(*)::UINTEGER AS games FROM games WHERE opening IS NOT NULL AND id IN (SELECT id ${mine}) GROUP BY opening ORDER BY games DESC LIMIT 20`,
    [name],
  )
  return context.body(JSON.stringify({ name, byColour, byYear, openings }, toJson), 200, {
    'Content-Type': 'application/json',
  })
}

/** Numbers of 64 bits as plain numbers, lists of the database as arrays. */
function toJson(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'object' && value !== null && 'items' in value) return value.items
  return value
}
