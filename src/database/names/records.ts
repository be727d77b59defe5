/** The records of the games that match a query: longest and shortest, upsets, series, youngest winners. */
import type { DuckDBValue } from '@duckdb/node-api'
import type { PartialDate } from '../../model/date.ts'
import type { Game } from '../../model/record.ts'
import type { FoundGame } from '../../query/found-game.ts'
import type { GameQuery } from '../../query/query.ts'
import type { Database } from '../database.ts'
import { decodeHead } from '../schema/stored-record.ts'
import { isOneOf } from '../catalogue/is-one-of.ts'
import { FOUND_COLUMNS, foundGame } from '../search/found-row.ts'
import { gamesByNumber, listGames } from '../search/search.ts'

/** A game that was won against a player with a higher rating. */
export interface Upset {
  game: FoundGame
  /** By how much the loser was rated higher. */
  difference: number
}

/** Games of one player in a row. */
export interface Series {
  name: string
  games: number
  firstDate: string
  lastDate: string
  /** Numbers of the first and the last game. */
  first: number
  last: number
}

/** A game that was won by a player whose date of birth is known. */
export interface YoungWinner {
  game: FoundGame
  name: string
  /** Whole years; the lesser number where month or day is unknown. */
  age: number
}

/** The records of games of one kind, each list with the greatest first. */
export interface GameRecords {
  game: Game
  /** Games that were looked at. */
  games: number
  longest: FoundGame[]
  /** Games that somebody won. */
  shortest: FoundGame[]
  upsets: Upset[]
  wins: Series[]
  /** Games without a loss. */
  unbeaten: Series[]
  youngest: YoungWinner[]
}

/** Lines of each list, by default. */
const DEFAULT_LINES = 5

/** Lists that are asked for one after the other, the count of the games among them. */
const LISTS = 7

/**
 * The records of the games of one kind that match a query. Only whole games of two players count: no problems, lessons or
 * games that were read with errors. A series needs dates; games of one date are in the order of rounds and numbers.
 * @param lines of each list, 5 by default
 * @param onList called after each list with how many are made, and how many there will be; not where the same was asked before
 */
export async function findRecords(
  database: Database,
  game: Game,
  query: Omit<GameQuery, 'game'> = {},
  lines = DEFAULT_LINES,
  onList: (made: number, lists: number) => void = () => {},
): Promise<GameRecords> {
  const question = JSON.stringify(['records', game, query, lines])
  return await database.memoize(question, async () => await askForRecords(database, game, query, lines, onList))
}

async function askForRecords(
  database: Database,
  game: Game,
  query: Omit<GameQuery, 'game'>,
  lines: number,
  onList: (made: number, lists: number) => void,
): Promise<GameRecords> {
  const { catalogue } = database
  const values: DuckDBValue[] = []
  const value = (one: DuckDBValue) => `$${values.push(one)}`
  const conditions = await conditionsOf(database, { ...query, game }, value)
  const where = [
    ...conditions,
    "coalesce(kind, 'game') = 'game' AND errors = 0 AND plies > 0 AND player1 IS NOT NULL AND player2 IS NOT NULL",
  ].join(' AND ')
  let made = 0
  const ask = async (sql: string) => {
    const rows = await catalogue.rows(sql, values)
    onList(++made, LISTS)
    return rows
  }
  const limit = Math.trunc(lines)
  const listed = async (more: string, order: string) =>
    (await ask(`SELECT ${FOUND_COLUMNS} FROM games WHERE ${where} ${more} ORDER BY ${order}, id LIMIT ${limit}`)).map(
      foundGame,
    )
  const [{ count }] = (await ask(`SELECT count(*)::UINTEGER AS count FROM games WHERE ${where}`)) as [{ count: number }]
  const difference = "CASE result WHEN '1-0' THEN rating2::INTEGER - rating1 ELSE rating1::INTEGER - rating2 END"
  const upsets = await listed(`AND ${IS_WON} AND ${difference} > 0`, `${difference} DESC`)
  return {
    game,
    games: count,
    longest: await listed('', 'plies DESC'),
    shortest: await listed(`AND ${IS_WON}`, 'plies'),
    upsets: upsets.map((found) => ({
      game: found,
      difference: Math.abs(found.white!.rating! - found.black!.rating!),
    })),
    wins: await seriesOf(ask, where, 'points = 1', limit),
    unbeaten: await seriesOf(ask, where, 'points > 0', limit),
    youngest: await youngestOf(database, ask, where, limit),
  }
}

const IS_WON = "result IN ('1-0', '0-1')"

async function conditionsOf(
  database: Database,
  query: GameQuery,
  value: (one: DuckDBValue) => string,
): Promise<string[]> {
  return Object.keys(query).length === 0 ? [] : [isOneOf(await listGames(database, query), value)]
}

type Ask = (sql: string) => Promise<Record<string, DuckDBValue>[]>

/** The longest series of games whose points meet a condition, of which each player has the longest only. */
async function seriesOf(ask: Ask, where: string, holds: string, lines: number): Promise<Series[]> {
  const rows = await ask(
    `WITH played AS (
       SELECT id, date, try_cast(round AS DOUBLE) AS round, player1 AS player, result,
         CASE result WHEN '1-0' THEN 1 WHEN '1/2-1/2' THEN 0.5 ELSE 0 END AS points FROM games WHERE ${where}
       UNION ALL
       SELECT id, date, try_cast(round AS DOUBLE), player2, result,
         CASE result WHEN '0-1' THEN 1 WHEN '1/2-1/2' THEN 0.5 ELSE 0 END FROM games WHERE ${where}),
     known AS (
       SELECT id, date, round, coalesce(aliases.player, played.player) AS name, ${holds} AS holds
       FROM played LEFT JOIN aliases ON aliases.name = played.player
       WHERE date IS NOT NULL AND result <> '*'),
     ordered AS (
       SELECT *, row_number() OVER (PARTITION BY name ORDER BY date, round NULLS LAST, id) AS place,
         count(*) FILTER (NOT holds) OVER (PARTITION BY name ORDER BY date, round NULLS LAST, id ROWS UNBOUNDED PRECEDING) AS run
       FROM known),
     series AS (
       SELECT name, count(*)::UINTEGER AS games, min(date) AS first_date, max(date) AS last_date,
         arg_min(id, place) AS first, arg_max(id, place) AS last
       FROM ordered WHERE holds GROUP BY name, run)
     SELECT * FROM series QUALIFY row_number() OVER (PARTITION BY name ORDER BY games DESC, first_date, first) = 1
     ORDER BY games DESC, first_date, name LIMIT ${lines}`,
  )
  return rows.map((row) => ({
    name: String(row['name']),
    games: Number(row['games']),
    firstDate: String(row['first_date']),
    lastDate: String(row['last_date']),
    first: Number(row['first']),
    last: Number(row['last']),
  }))
}

/** The youngest winners, each once, among the players whose records have a date of birth. */
async function youngestOf(database: Database, ask: Ask, where: string, lines: number): Promise<YoungWinner[]> {
  const rows = await ask(
    `SELECT id, head, result FROM games WHERE ${where} AND ${IS_WON} AND date IS NOT NULL AND contains(head, '"birth":')`,
  )
  const found = rows.flatMap((row) => {
    const { header } = decodeHead(String(row['head']))
    const winner = header.players?.find(({ colour }) => colour === (row['result'] === '1-0' ? 1 : 2))
    if (!winner?.name || !winner.birth?.year || !header.date?.year) return []
    return [{ id: Number(row['id']), name: winner.name, age: ageOf(winner.birth, header.date) }]
  })
  found.sort((one, other) => one.age - other.age || one.id - other.id)
  const first = [...Map.groupBy(found, ({ name }) => name).values()].map(([one]) => one!).slice(0, lines)
  const games = await gamesByNumber(
    database,
    first.map(({ id }) => id),
  )
  return first.map(({ id, name, age }) => ({ game: games.get(id)!, name, age }))
}

/** Whole years from a birth to a game; where the month or day is unknown, the lesser number. */
function ageOf(birth: PartialDate, date: PartialDate): number {
  const years = date.year! - birth.year!
  // The latest possible birthday, against the earliest possible day of the game.
  const birthday = 100 * (birth.month ?? 12) + (birth.day ?? 31)
  return 100 * (date.month ?? 1) + (date.day ?? 1) >= birthday ? years : years - 1
}
