/** Searching games by their header, comments and positions. */
import type { AnyRecord } from '../../model/line-record.ts'
import { copyShifted, countBits, hasBit } from '../../bytes/bits.ts'
import type { EntryOptions } from '../../formats/format.ts'
import { notesFor, type ReadGame } from '../../formats/played-line.ts'
import type { GameRecord } from '../../model/record.ts'
import { gamesOf } from '../../patterns/search.ts'
import { factFilter, type FactConditions } from '../../positions/read/filtered.ts'
import type { GameFilter } from '../../positions/facts.ts'
import { sinceText, untilText } from '../../query/dates.ts'
import type { FoundGame } from '../../query/found-game.ts'
import { symbolOf, type GameQuery } from '../../query/query.ts'
import type { LoadedColumns } from '../columns/loaded-columns.ts'
import type { Database } from '../database.ts'
import { RECORD_COLUMNS, storedOfRow } from '../schema/game-row.ts'
import { decodeNoted, decodeRecord } from '../schema/stored-record.ts'
import { makeConditions } from './conditions.ts'
import { makeFoundGames, tagsOf } from './found-rows.ts'
import { keepGames, marksOf, type Marks, type Narrow } from './narrow.ts'
import { rowsInOrder, type SearchOptions } from './order.ts'
import { findHits, markShared } from './scan.ts'

export type { SearchOptions } from './order.ts'

/** Lines of a list of which the tags are looked up at once. */
const BATCH_LINES = 1000

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
  const { columns, marks } = await findGames(database, query)
  const rows = rowsInOrder(columns, marks, options)
  columns.returnMarks(marks)
  yield* linesOf(database, columns, rows)
}

/** Some of the games that match a query, and how many match it. */
export interface GamesPage {
  total: number
  games: FoundGame[]
}

/** A page of the games that match a query, and how many match it, in one state of the database. */
export async function pageOfGames(database: Database, query: GameQuery, options: SearchOptions): Promise<GamesPage> {
  const { columns, marks } = await findGames(database, query)
  const total = countBits(marks)
  const rows = rowsInOrder(columns, marks, options)
  columns.returnMarks(marks)
  const games: FoundGame[] = []
  for await (const game of linesOf(database, columns, rows)) games.push(game)
  return { total, games }
}

async function* linesOf({ catalogue }: Database, columns: LoadedColumns, rows: Uint32Array): AsyncGenerator<FoundGame> {
  const foundOf = makeFoundGames(columns)
  for (let start = 0; start < rows.length; start += BATCH_LINES) {
    const batch = rows.subarray(start, start + BATCH_LINES)
    const ids = batch.map((row) => columns.gameOf(row))
    const tags = await tagsOf(catalogue, ids)
    for (const [index, row] of batch.entries()) yield foundOf(row, tags.get(ids[index]!))
  }
}

/** The numbers of all games that match a query, in order, for paging through a long list. */
export async function listGames(
  database: Database,
  query: GameQuery,
  options: SearchOptions = {},
): Promise<Uint32Array> {
  const { columns, marks } = await findGames(database, query)
  const rows = rowsInOrder(columns, marks, options)
  columns.returnMarks(marks)
  return rows.map((row) => columns.gameOf(row))
}

/** The number of games that match a query. */
export async function countGames(database: Database, query: GameQuery): Promise<number> {
  const { columns, marks } = await findGames(database, query)
  const count = countBits(marks)
  columns.returnMarks(marks)
  return count
}

/** A game that was found; its played line is valid until the next one. */
export interface FoundRecord<Read extends AnyRecord = GameRecord> extends ReadGame<Read> {
  id: number
}

/** What records are to come with, if it costs nothing: as of a collection. */
export type RecordOptions = Pick<EntryOptions, 'kernel' | 'playedLine'>

/** The full records of the games that match a query, streamed in chunks. */
export function searchRecords(
  database: Database,
  query: GameQuery,
  options?: SearchOptions,
): AsyncGenerator<FoundRecord>
/** With a kernel, games that are a line of moves with nothing on them come without nodes. */
export function searchRecords(
  database: Database,
  query: GameQuery,
  options: SearchOptions | undefined,
  wanted: RecordOptions | undefined,
): AsyncGenerator<FoundRecord<AnyRecord>>
export async function* searchRecords(
  database: Database,
  query: GameQuery,
  options: SearchOptions = {},
  wanted: RecordOptions = {},
): AsyncGenerator<FoundRecord<AnyRecord>> {
  const ids = await listGames(database, query, options)
  const notes = notesFor(wanted.playedLine)
  for await (const rows of database.catalogue.inBatches(RECORD_COLUMNS, ids)) {
    for (const row of rows) {
      const stored = storedOfRow(row)
      const read = wanted.kernel ? decodeNoted(stored, wanted.kernel, notes) : { record: decodeRecord(stored) }
      yield { id: Number(row['id']), ...read }
    }
  }
}

/** Games by the rows of the columns in which they were found. */
interface MarkedGames {
  columns: LoadedColumns
  marks: Marks
}

/** The games that match a query, on one snapshot, after everything asynchronous. */
async function findGames(database: Database, query: GameQuery): Promise<MarkedGames> {
  const conditions = await makeConditions(database, query, listGames)
  const game = query.pattern?.game ?? query.material?.game
  if (!game) return narrowGames(database, conditions)
  const marks = markShown(database, conditions)
  const { hits } = await findHits(database, game, query, { isFirstOnly: true, ...(marks && { marks }) })
  return narrowGames(database, [keepGames(gamesOf(hits))])
}

function narrowGames({ columns }: Database, conditions: readonly Narrow[]): MarkedGames {
  return { columns, marks: marksOf(columns, conditions) }
}

/** The games that meet conditions, marked by their number to be scanned; undefined when there are no conditions. */
function markShown(database: Database, conditions: readonly Narrow[]): Uint8Array | undefined {
  if (conditions.length === 0) return undefined
  const { columns, marks } = narrowGames(database, conditions)
  return markShared(columns.gamesOf(marks))
}

/** The games that meet a query apart from pattern and material, marked by their number; undefined when all do. */
export async function markGamesOf(database: Database, query: GameQuery): Promise<Uint8Array | undefined> {
  // Pattern and material make no conditions.
  return markShown(database, await makeConditions(database, query, listGames))
}

/** Lines of a list for games by number; missing games are skipped. */
export async function gamesByNumber(database: Database, ids: readonly number[]): Promise<Map<number, FoundGame>> {
  const tags = await tagsOf(database.catalogue, ids)
  const { columns } = database
  const foundOf = makeFoundGames(columns)
  const found = new Map<number, FoundGame>()
  for (const id of ids) {
    const row = columns.rowOf(id)
    if (row !== undefined) found.set(id, foundOf(row, tags.get(id)))
  }
  return found
}

/** A test of single games for a query: by the facts in memory if they are sufficient, otherwise by the columns. */
export async function gameFilter(database: Database, query: GameQuery): Promise<GameFilter> {
  const conditions = factConditions(query)
  if (conditions) return factFilter(conditions)
  // Walking through an opening repeats the same conditions.
  return await database.memoize(JSON.stringify(query), async () => {
    const { columns, marks } = await findGames(database, query)
    return filterOf(columns, marks)
  })
}

/** Marks by rows as a filter. */
function filterOf({ first, rows }: LoadedColumns, marks: Marks): GameFilter {
  return {
    has: (game) => game >= first && game < first + rows && hasBit(marks, game - first),
    mark: ({ firstGame, count }, into) => copyShifted(marks, firstGame - first, into, count),
  }
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
