/**
 * Searching games by their header, comments and positions. Everything a user types is bound as a value, never part of
 * the SQL.
 */
import type { DuckDBValue } from '@duckdb/node-api'
import type { GameRecord } from '../../model/record.ts'
import { factFilter, type FactConditions, type GameFilter } from '../../positions/filtered.ts'
import { sinceText, untilText } from '../../query/dates.ts'
import { symbolOf, type GameQuery } from '../../query/query.ts'
import type { SortKey } from '../../query/sort-keys.ts'
import { recordOfRow, type Database } from '../database.ts'
import { isOneOf, makeConditions } from './conditions-sql.ts'
import type { FoundGame } from '../../query/found-game.ts'
import { foundGame, taggedColumns } from './found-row.ts'
import { gamesOf } from '../../patterns/search.ts'
import { findHits, markShared } from './scan.ts'

/** The order of the games returned, and which part of them; all by default. */
export interface SearchOptions {
  order?: SortKey
  descending?: boolean
  limit?: number
  offset?: number
}

/** The SQL of each sort key; ties are broken by the number of the game. */
const ORDER_COLUMNS: Record<SortKey, string> = {
  id: 'id',
  date: 'date',
  first: 'player1',
  second: 'player2',
  event: 'event',
  rating: 'greatest(rating1, rating2)',
  result: 'result',
  opening: 'coalesce(opening, found_opening)',
  plies: 'plies',
}

/** The games that match a query, as lines of a list. */
export async function searchGames(
  database: Database,
  query: GameQuery,
  options: SearchOptions = {},
): Promise<FoundGame[]> {
  const found: FoundGame[] = []
  for await (const game of streamGames(database, query, options)) found.push(game)
  return found
}

/** The games that match a query, as lines of a list, streamed. */
export async function* streamGames(
  database: Database,
  query: GameQuery,
  options: SearchOptions = {},
): AsyncGenerator<FoundGame> {
  const { where, values } = await conditionsOf(database, query)
  const columns = await taggedColumns(database)
  let sql = `SELECT ${columns} FROM games ${where} ${orderAndLimit(options)}`
  // As in gamesByNumber: of scattered games only those of the page are read whole.
  if (options.limit !== undefined && namesGames(query)) {
    const page = `SELECT rowid FROM games ${where} ${orderAndLimit(options)}`
    sql = `SELECT ${columns} FROM games WHERE rowid IN (${page}) ${orderOf(options)}`
  }
  for await (const row of database.catalogue.stream(sql, values)) yield foundGame(row)
}

/** The numbers of all games that match a query, in order, for paging through a long list. */
export async function listGames(
  database: Database,
  query: GameQuery,
  options: SearchOptions = {},
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

/** The number of games that match a query. */
export async function countGames(database: Database, query: GameQuery): Promise<number> {
  const { where, values } = await conditionsOf(database, query)
  const [row] = await database.catalogue.rows(`SELECT count(*) AS count FROM games ${where}`, values)
  return Number(row!['count'])
}

/** The full records of the games that match a query, streamed in chunks. */
export async function* searchRecords(
  database: Database,
  query: GameQuery,
  options: SearchOptions = {},
): AsyncGenerator<{ id: number; record: GameRecord }> {
  const ids = await listGames(database, query, options)
  for await (const rows of database.catalogue.inBatches('head, moves, tree', ids)) {
    for (const row of rows) yield { id: Number(row['id']), record: recordOfRow(row) }
  }
}

/** Whether the games of a query are known by their numbers before the catalogue is asked. */
function namesGames({ position, pattern, material }: GameQuery): boolean {
  return (position ?? pattern ?? material) !== undefined
}

function orderOf({ order = 'id', descending = false }: SearchOptions): string {
  return `ORDER BY ${ORDER_COLUMNS[order]} ${descending ? 'DESC' : 'ASC'} NULLS LAST, id`
}

function orderAndLimit({ limit, offset, ...order }: SearchOptions): string {
  let sql = orderOf(order)
  if (limit !== undefined) sql += ` LIMIT ${wholeNumber(limit)}`
  if (offset !== undefined) sql += ` OFFSET ${wholeNumber(offset)}`
  return sql
}

function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`a whole number was expected, not ${value}`)
  return value
}

/** A query as SQL conditions with numbered places, and the values for them. */
async function conditionsOf(database: Database, query: GameQuery): Promise<{ where: string; values: DuckDBValue[] }> {
  const values: DuckDBValue[] = []
  const conditions = await makeConditions(database, query, (one) => `$${values.push(one)}`, listGames)
  const game = query.pattern?.game ?? query.material?.game
  if (!game) return { where: whereOf(conditions), values }
  const marks = await marksOf(database, conditions, values)
  const { hits } = await findHits(database, game, query, { isFirstOnly: true, ...(marks && { marks }) })
  const found = gamesOf(hits)
  const only: DuckDBValue[] = []
  return { where: whereOf([isOneOf(found, (one) => `$${only.push(one)}`)]), values: only }
}

/** The games that meet conditions, to be scanned; undefined when there are no conditions. */
async function marksOf(
  database: Database,
  conditions: readonly string[],
  values: DuckDBValue[],
): Promise<Uint8Array | undefined> {
  if (conditions.length === 0) return undefined
  const ids: number[] = []
  for await (const chunk of database.catalogue.chunks(`SELECT id FROM games ${whereOf(conditions)}`, values)) {
    for (const id of chunk.getColumnValues(0) as number[]) ids.push(id)
  }
  return markShared(ids)
}

/** The games that meet a query apart from pattern and material, marked by their number; undefined when all do. */
export async function markGamesOf(database: Database, query: GameQuery): Promise<Uint8Array | undefined> {
  const values: DuckDBValue[] = []
  // Pattern and material make no conditions in SQL.
  const conditions = await makeConditions(database, query, (one) => `$${values.push(one)}`, listGames)
  return await marksOf(database, conditions, values)
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}

/** Lines of a list for games by number; missing games are skipped. */
export async function gamesByNumber(database: Database, ids: readonly number[]): Promise<Map<number, FoundGame>> {
  const values: DuckDBValue[] = []
  const condition = isOneOf(ids, (one) => `$${values.push(one)}`)
  // DuckDB would read all columns of every block that has one of them: of ten games among a million this takes an eighth.
  const rows = `rowid IN (SELECT rowid FROM games WHERE ${condition})`
  const sql = `SELECT ${await taggedColumns(database)} FROM games WHERE ${rows}`
  const found = (await database.catalogue.rows(sql, values)).map(foundGame)
  return new Map(found.map((one) => [one.id, one]))
}

/**
 * A test of single games for a query: by the facts in memory if they are sufficient, otherwise by the numbers that the
 * catalogue finds.
 */
export async function gameFilter(database: Database, query: GameQuery): Promise<GameFilter> {
  const conditions = factConditions(query)
  if (conditions) return factFilter(conditions)
  // Walking through an opening repeats the same conditions.
  return await database.memoize(JSON.stringify(query), async () => {
    const found = markGames(await listGames(database, query))
    return (game: number) => found[game] === 1
  })
}

/** Marks games by their number. */
function markGames(games: Uint32Array): Uint8Array {
  const last = games.reduce((greatest, game) => Math.max(greatest, game), 0)
  const marks = new Uint8Array(last + 1)
  for (const game of games) marks[game] = 1
  return marks
}

/** Results by symbol, as far as the facts distinguish them. */
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
] satisfies (keyof GameQuery)[])

/** A query as conditions on facts; undefined if they cannot decide it. The game is that of the segment. @internal */
export function factConditions(query: GameQuery): FactConditions | undefined {
  const { minRating, maxRating, since, until, result } = query
  if (Object.keys(query).some((name) => !ANSWERED_BY_FACTS.has(name))) return undefined
  const conditions: FactConditions = {}
  if (minRating !== undefined) conditions.minRating = minRating
  if (maxRating !== undefined) conditions.maxRating = maxRating
  for (const [limit, name] of [
    [since && sinceText(since), 'fromYear'],
    [until && untilText(until), 'toYear'],
  ] as const) {
    if (limit === undefined) continue
    // The facts only have years.
    if (limit.length !== 4) return undefined
    conditions[name] = Number(limit)
  }
  if (result === undefined) return conditions
  const known = result === 'win' || result === 'loss' ? undefined : FACT_RESULTS[symbolOf(result)]
  return known && { ...conditions, result: known }
}
