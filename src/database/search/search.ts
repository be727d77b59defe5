/** Searching games by their header, comments and positions. Everything a user types travels as a value, never as SQL. */
import type { DuckDBValue } from '@duckdb/node-api'
import { formatIsoDate, type PartialDate } from '../../model/date.ts'
import type { Game, GameRecord } from '../../model/record.ts'
import { positionKey } from '../../positions/position-key.ts'
import { factFilter, type FactConditions, type GameFilter } from '../../positions/filtered.ts'
import type { Position } from '../../rules/rules.ts'
import { spellingsOf } from '../names/aliases.ts'
import { explainMissing } from './conditions.ts'
import { recordOfRow, type Database } from '../database.ts'
import type { Material, Pattern } from './pattern.ts'
import { gamesThatShow } from './scan.ts'
import { duckdb, listValue } from '../catalogue/duckdb.ts'

/** Conditions, all of which must hold. Text is found anywhere in its field, in any letter case and without accents. */
export interface SearchQuery {
  /** Only these games, by number. */
  ids?: readonly number[]
  game?: Game
  /** A player of either colour; with `opponent` the two met. */
  player?: string
  opponent?: string
  /** The player of colour 1, of colour 2. */
  first?: string
  second?: string
  event?: string
  site?: string
  since?: PartialDate
  until?: PartialDate
  result?: string
  /** Rating of both players, lowest and highest. */
  minRating?: number
  maxRating?: number
  /** Opening code that begins so, or a name that holds the text. */
  opening?: string
  minPlies?: number
  maxPlies?: number
  source?: string
  annotator?: string
  comment?: string
  /** `problem`, `endgame` ... as the source says, `game` for those of no such kind. */
  kind?: string
  /** Games that were read with errors, or without. */
  damaged?: boolean
  /** A position that occurs. */
  position?: { game: Game; position: Position }
  /** Pieces on some squares in a position of the main line; with `material` in the same position. */
  pattern?: Pattern
  /** Exactly these pieces on the board in a position of the main line. */
  material?: Material
}

export const SEARCH_ORDERS = [
  'id',
  'date',
  'player',
  'second',
  'event',
  'rating',
  'result',
  'opening',
  'plies',
] as const
export type SearchOrder = (typeof SEARCH_ORDERS)[number]

export interface SearchOptions {
  order?: SearchOrder
  descending?: boolean
  limit?: number
  offset?: number
}

/** A game found: a line of a list. */
export interface FoundGame {
  id: number
  game: Game
  player1: string | null
  player2: string | null
  rating1: number | null
  rating2: number | null
  event: string | null
  site: string | null
  round: string | null
  date: string | null
  result: string
  plies: number
  /** Code and name as the source has them, else as the moves say. */
  opening: string | null
  opening_name: string | null
}

const LIST_COLUMNS = `id, game, player1, player2, rating1, rating2, event, site, round, date, result, plies,
  coalesce(opening, found_opening) AS opening, coalesce(opening_name, found_opening_name) AS opening_name`

/** What each order sorts by; the number of the game settles ties. */
const ORDER_COLUMNS: Record<SearchOrder, string> = {
  id: 'id',
  date: 'date',
  player: 'player1',
  second: 'player2',
  event: 'event',
  rating: 'greatest(coalesce(rating1, 0), coalesce(rating2, 0))',
  result: 'result',
  opening: 'coalesce(opening, found_opening)',
  plies: 'plies',
}

/** The games that meet a query, as lines of a list. */
export async function searchGames(
  database: Database,
  query: SearchQuery,
  options: SearchOptions = {},
): Promise<FoundGame[]> {
  const found: FoundGame[] = []
  for await (const game of streamGames(database, query, options)) found.push(game)
  return found
}

/** The games that meet a query, as lines of a list that come as they are found. */
export async function* streamGames(
  database: Database,
  query: SearchQuery,
  options: SearchOptions = {},
): AsyncGenerator<FoundGame> {
  const { where, values } = await conditionsOf(database, query)
  const sql = `SELECT ${LIST_COLUMNS} FROM games ${where} ${orderAndLimit(options)}`
  for await (const row of database.catalogue.stream(sql, values)) yield row as unknown as FoundGame
}

/** The numbers of all games that meet a query, in order: what a long list is paged through by. */
export async function listGames(
  database: Database,
  query: SearchQuery,
  options: Pick<SearchOptions, 'order' | 'descending'> = {},
): Promise<Uint32Array> {
  const { where, values } = await conditionsOf(database, query)
  const sql = `SELECT id FROM games ${where} ${orderAndLimit(options)}`
  const chunks: number[][] = []
  for await (const chunk of database.catalogue.chunks(sql, values)) chunks.push(chunk.getColumnValues(0) as number[])
  const numbers = new Uint32Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    numbers.set(chunk, at)
    at += chunk.length
  }
  return numbers
}

/** How many games meet a query. */
export async function countGames(database: Database, query: SearchQuery): Promise<number> {
  const { where, values } = await conditionsOf(database, query)
  const [row] = await database.catalogue.rows(`SELECT count(*) AS count FROM games ${where}`, values)
  return Number(row!['count'])
}

/** The full records of the games that meet a query, streamed in chunks. */
export async function* searchRecords(
  database: Database,
  query: SearchQuery,
  options: SearchOptions = {},
): AsyncGenerator<{ id: number; record: GameRecord }> {
  const { where, values } = await conditionsOf(database, query)
  const sql = `SELECT id, head, moves, tree FROM games ${where} ${orderAndLimit(options)}`
  for await (const row of database.catalogue.stream(sql, values)) {
    yield { id: Number(row['id']), record: recordOfRow(row) }
  }
}

function orderAndLimit({ order = 'id', descending = false, limit, offset }: SearchOptions): string {
  const direction = descending ? 'DESC' : 'ASC'
  let sql = `ORDER BY ${ORDER_COLUMNS[order]} ${direction} NULLS LAST, id`
  if (limit !== undefined) sql += ` LIMIT ${wholeNumber(limit)}`
  if (offset !== undefined) sql += ` OFFSET ${wholeNumber(offset)}`
  return sql
}

function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`a whole number was expected, not ${value}`)
  return value
}

/** A query as SQL conditions with numbered places, and the values for them. */
async function conditionsOf(database: Database, query: SearchQuery): Promise<{ where: string; values: DuckDBValue[] }> {
  const conditions: string[] = []
  const values: DuckDBValue[] = []
  const value = (one: DuckDBValue): string => `$${values.push(one)}`
  const holds = (column: string, text: string): string =>
    `contains(strip_accents(lower(${column})), strip_accents(lower(${value(text)})))`

  /** A name that holds the text, or is a spelling of a player of whom another spelling does. */
  const names = async (text: string): Promise<(column: string) => string> => {
    const spellings = await spellingsOf(database, text)
    if (spellings.length === 0) return (column) => holds(column, text)
    return (column) => `(${holds(column, text)} OR list_contains(${value(listValue(spellings))}::VARCHAR[], ${column}))`
  }

  if (query.ids) conditions.push(isOneOf(query.ids, value))
  if (query.game) conditions.push(`game = ${value(query.game)}`)
  if (query.player && query.opponent) {
    const [one, other] = [await names(query.player), await names(query.opponent)]
    conditions.push(`((${one('player1')} AND ${other('player2')}) OR (${one('player2')} AND ${other('player1')}))`)
  } else if (query.player || query.opponent) {
    const one = await names(query.player || query.opponent || '')
    conditions.push(`(${one('player1')} OR ${one('player2')})`)
  }
  if (query.first) conditions.push((await names(query.first))('player1'))
  if (query.second) conditions.push((await names(query.second))('player2'))
  if (query.event) conditions.push(holds('event', query.event))
  if (query.site) conditions.push(holds('site', query.site))
  if (query.annotator) conditions.push(holds('annotator', query.annotator))
  if (query.comment) conditions.push(holds('comments', query.comment))
  if (query.since) conditions.push(`date >= ${value(formatIsoDate(query.since) ?? '')}`)
  // `until 1999` takes in all of 1999: the date is cut to the length of the limit.
  if (query.until) {
    const limit = formatIsoDate(query.until) ?? ''
    conditions.push(`left(date, ${limit.length}) <= ${value(limit)}`)
  }
  if (query.result) conditions.push(`result = ${value(query.result)}`)
  if (query.kind)
    conditions.push(query.kind === 'game' ? "coalesce(kind, 'game') = 'game'" : `kind = ${value(query.kind)}`)
  if (query.minRating !== undefined) {
    conditions.push(`rating1 >= ${value(query.minRating)} AND rating2 >= ${value(query.minRating)}`)
  }
  if (query.maxRating !== undefined) {
    conditions.push(`rating1 <= ${value(query.maxRating)} AND rating2 <= ${value(query.maxRating)}`)
  }
  if (query.opening) {
    conditions.push(
      `(${['opening', 'found_opening'].map((column) => `starts_with(upper(${column}), upper(${value(query.opening!)}))`).join(' OR ')}
        OR ${holds('opening_name', query.opening)} OR ${holds('found_opening_name', query.opening)})`,
    )
  }
  if (query.minPlies !== undefined) conditions.push(`plies >= ${value(query.minPlies)}`)
  if (query.maxPlies !== undefined) conditions.push(`plies <= ${value(query.maxPlies)}`)
  if (query.source) conditions.push(`source IN (SELECT id FROM sources WHERE ${holds('path', query.source)})`)
  if (query.damaged !== undefined) conditions.push(query.damaged ? 'errors > 0' : 'errors = 0')
  if (query.position) {
    const ids = await gamesWithPosition(database, query.position.game, query.position.position)
    conditions.push(isOneOf(ids, value))
  }
  const lineGame = query.pattern?.game ?? query.material?.game
  if (lineGame) {
    conditions.push(`game = ${value(lineGame)}`)
    const found = await gamesThatShow(database, lineGame, query, whereOf(conditions), values)
    const only: DuckDBValue[] = []
    return { where: whereOf([isOneOf(found, (one) => `$${only.push(one)}`)]), values: only }
  }
  return { where: whereOf(conditions), values }
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}

/** Lines of a list for games by number; those that are not there are left out. */
export async function gamesByNumber(database: Database, ids: readonly number[]): Promise<Map<number, FoundGame>> {
  const values: DuckDBValue[] = []
  const condition = isOneOf(ids, (one) => `$${values.push(one)}`)
  const sql = `SELECT ${LIST_COLUMNS} FROM games WHERE ${condition}`
  const rows = (await database.catalogue.rows(sql, values)) as unknown as FoundGame[]
  return new Map(rows.map((row) => [row.id, row]))
}

/** A test of single games for a query: by the facts in memory where they can tell, else by the numbers the catalogue finds. */
export async function gameFilter(database: Database, query: SearchQuery): Promise<GameFilter> {
  const conditions = factConditions(query)
  if (conditions) return factFilter(conditions)
  // Whoever walks through an opening asks with the same conditions again and again.
  const found = await database.remember(JSON.stringify(query), async () => markGames(await listGames(database, query)))
  return (game) => found[game] === 1
}

/** Marks games by their number. */
function markGames(games: Uint32Array): Uint8Array {
  const last = games.reduce((greatest, game) => Math.max(greatest, game), 0)
  const marks = new Uint8Array(last + 1)
  for (const game of games) marks[game] = 1
  return marks
}

/** Results by their symbol, as far as the facts tell them apart. */
const FACT_RESULTS: Record<string, NonNullable<FactConditions['result']>> = {
  '1-0': 'first',
  '0-1': 'second',
  '1/2-1/2': 'draw',
}

const ANSWERED_BY_FACTS: ReadonlySet<string> = new Set([
  'game',
  'minRating',
  'maxRating',
  'since',
  'until',
  'result',
] satisfies (keyof SearchQuery)[])

/** A query as conditions on facts; undefined when they cannot answer it. The game is that of the segment. */
function factConditions(query: SearchQuery): FactConditions | undefined {
  const { minRating, maxRating, since, until, result } = query
  if (Object.keys(query).some((name) => !ANSWERED_BY_FACTS.has(name))) return undefined
  const conditions: FactConditions = {}
  if (minRating !== undefined) conditions.minRating = minRating
  if (maxRating !== undefined) conditions.maxRating = maxRating
  for (const [date, name] of [
    [since, 'fromYear'],
    [until, 'toYear'],
  ] as const) {
    if (!date) continue
    if (date.year === undefined || date.month !== undefined || date.day !== undefined) return undefined
    conditions[name] = date.year
  }
  if (result === undefined) return conditions
  const known = FACT_RESULTS[result]
  return known && { ...conditions, result: known }
}

/** Games up to which their numbers travel as text; more are marked in a string of bits. */
const MAX_LISTED = 1000

/** The condition that a game is one of many. */
function isOneOf(ids: ArrayLike<number>, value: (one: DuckDBValue) => string): string {
  if (ids.length === 0) return 'false'
  if (ids.length <= MAX_LISTED) {
    return `id IN (SELECT unnest(string_split(${value(Array.from(ids).join(','))}, ',')::UINTEGER[]))`
  }
  let end = 0
  for (let index = 0; index < ids.length; index++) end = Math.max(end, ids[index]! + 1)
  const bits = new Uint8Array(Math.ceil(end / 8))
  for (let index = 0; index < ids.length; index++) bits[ids[index]! >> 3]! |= 0x80 >> (ids[index]! & 7)
  return `CASE WHEN id < ${end} THEN get_bit(${value(duckdb().api.blobValue(bits))}::BLOB::BIT, id::INTEGER) ELSE 0 END = 1`
}

/** Numbers of the games in which a position occurs; one that repeats it is there more than once. */
async function gamesWithPosition(database: Database, game: Game, position: Position): Promise<Uint32Array> {
  const { key } = positionKey(game, position)
  const lists = await Promise.all(database.segmentsOf(game).map((segment) => segment.postings(key[0]!, key[1]!)))
  if (lists.every(({ games }) => games.length === 0)) explainMissing(position)
  if (lists.length === 1) return lists[0]!.games
  const all = new Uint32Array(lists.reduce((sum, { games }) => sum + games.length, 0))
  let at = 0
  for (const { games } of lists) {
    all.set(games, at)
    at += games.length
  }
  return all
}
