/** Statistics of a whole database. */
import type { DuckDBValue } from '@duckdb/node-api'
import { GAMES, type Game } from '../../model/record.ts'
import type { Database } from '../database.ts'

/** Rows of each part of {@link databaseStatistics}. */
export type StatisticsPart = 'games' | 'sources' | 'openings' | 'positions'

/** Games, sources, and the most frequent openings and positions, as rows. */
export async function databaseStatistics({
  catalogue,
}: Database): Promise<Record<StatisticsPart, Record<string, DuckDBValue>[]>> {
  return {
    games: await catalogue.rows(
      'SELECT game, count(*) AS games, sum(plies) AS plies, min(year) AS from_year, max(year) AS to_year, count(*) FILTER (errors > 0) AS damaged FROM games GROUP BY game ORDER BY game',
    ),
    sources: await catalogue.rows(
      'SELECT format, count(*) AS sources, sum(games) AS games, sum(size) AS bytes FROM sources GROUP BY format ORDER BY format',
    ),
    openings: await catalogue.rows(
      `SELECT game, coalesce(opening, found_opening) AS eco, coalesce(opening_name, found_opening_name) AS name, count(*) AS games
       FROM games WHERE coalesce(opening, opening_name, found_opening, found_opening_name) IS NOT NULL
       GROUP BY ALL ORDER BY games DESC, game, eco, name LIMIT 10`,
    ),
    positions: await catalogue.rows(
      'SELECT game, count(*) AS segments, sum(postings) AS postings, sum(positions) AS positions, sum(size) AS bytes FROM segments GROUP BY game ORDER BY game',
    ),
  }
}

/** The number of games of each kind. */
export async function countKinds({ catalogue }: Database): Promise<{ game: Game; games: number }[]> {
  const rows = await catalogue.rows('SELECT game, count(*)::UINTEGER AS games FROM games GROUP BY game ORDER BY game')
  return rows as unknown as { game: Game; games: number }[]
}

/** The kinds of game in a database, chess first. */
export async function kindsOf(database: Database): Promise<Game[]> {
  const counts = await countKinds(database)
  return GAMES.filter((game) => counts.some((count) => count.game === game))
}

/** The kind with most games; chess in an empty database. */
export async function mostPlayed(database: Database): Promise<Game> {
  const counts = await countKinds(database)
  return counts.reduce((best, one) => (one.games > best.games ? one : best), { game: 'chess', games: 0 }).game
}

/** The number of games under a spelling of a player's name. */
export async function countAppearances({ catalogue }: Database, name: string): Promise<number> {
  const [row] = await catalogue.rows('SELECT count(*) AS games FROM appearances WHERE name = $1', [name])
  return Number(row!['games'])
}

/** A table of the catalogue with its columns, each with its type: `white VARCHAR`. */
export interface DescribedTable {
  table: string
  columns: string[]
}

/** The tables that queries in SQL can use. */
export async function listTables({ catalogue }: Database): Promise<DescribedTable[]> {
  const rows = await catalogue.rows(
    `SELECT table_name, string_agg(column_name || ' ' || data_type, ', ' ORDER BY column_index) AS columns
     FROM duckdb_columns() WHERE NOT internal GROUP BY table_name ORDER BY table_name`,
  )
  return rows.map((row) => ({ table: String(row['table_name']), columns: String(row['columns']).split(', ') }))
}
