/**
 * The tables of the catalogue, defined once: the SQL that makes them, the types of their rows and the statements that
 * fill them all follow from this. docs/database.md documents them for those who query them with SQL.
 *
 * No table has an index: everything is stored once, so reading all rows reads everything.
 */
import type { DuckDBValue } from '@duckdb/node-api'
import { gameColumnsSql } from './game-columns.ts'

/**
 * Version of the tables; a database of an older version is migrated (older-versions.ts). It also changes when a value of a
 * row is computed differently (with a new book of openings, say), because `verify` compares them, and when the files of the
 * index do.
 */
export const SCHEMA_VERSION = 5

/** Columns of all tables but `games`, none of them NULL. */
const COLUMNS = {
  meta: { name: 'VARCHAR', value: 'VARCHAR' },
  sources: {
    id: 'UINTEGER',
    path: 'VARCHAR',
    format: 'VARCHAR',
    hash: 'VARCHAR',
    size: 'UBIGINT',
    imported: 'TIMESTAMP',
    first_game: 'UINTEGER',
    entries: 'UINTEGER',
    games: 'UINTEGER',
    damaged: 'UINTEGER',
    variations: 'BOOLEAN',
  },
  segments: { file: 'VARCHAR', game: 'VARCHAR', postings: 'UBIGINT', positions: 'UBIGINT', size: 'UBIGINT' },
  tombstones: { file: 'VARCHAR', game: 'UINTEGER' },
  aliases: { name: 'VARCHAR', player: 'VARCHAR' },
} as const satisfies Record<string, Record<string, keyof SqlTypes>>

/** The JavaScript types of SQL types, for writing. */
interface SqlTypes {
  VARCHAR: string
  UINTEGER: number
  UBIGINT: bigint
  BOOLEAN: boolean
  /** In SQL's form, in UTC: `2026-01-31 12:00:00.000`. */
  TIMESTAMP: string
}

/** A table other than `games`. */
export type SmallTable = keyof typeof COLUMNS

/** A row of a table. */
export type RowOf<Table extends SmallTable> = {
  -readonly [Column in keyof (typeof COLUMNS)[Table]]: (typeof COLUMNS)[Table][Column] extends keyof SqlTypes
    ? SqlTypes[(typeof COLUMNS)[Table][Column]]
    : never
}

const VIEWS = `
CREATE VIEW appearances AS
  SELECT id, game, 1 AS colour, player1 AS name, rating1 AS rating, result, date, year, player2 AS opponent, event,
    coalesce(opening, found_opening) AS opening, coalesce(opening_name, found_opening_name) AS opening_name
  FROM games WHERE player1 IS NOT NULL
  UNION ALL
  SELECT id, game, 2, player2, rating2, result, date, year, player1, event,
    coalesce(opening, found_opening), coalesce(opening_name, found_opening_name)
  FROM games WHERE player2 IS NOT NULL;

CREATE VIEW players AS
  SELECT coalesce(aliases.player, appearances.name) AS name,
    count(*) AS games,
    count(*) FILTER ((result = '1-0' AND colour = 1) OR (result = '0-1' AND colour = 2)) AS won,
    count(*) FILTER (result = '1/2-1/2') AS drawn,
    count(*) FILTER ((result = '0-1' AND colour = 1) OR (result = '1-0' AND colour = 2)) AS lost,
    min(year) AS first_year, max(year) AS last_year, max(rating) AS best_rating,
    list_sort(list(DISTINCT game)) AS kinds
  FROM appearances LEFT JOIN aliases ON aliases.name = appearances.name
  GROUP BY 1;

CREATE VIEW events AS
  SELECT event AS name, arg_min(site, id) AS site, min(date) AS first_date, max(date) AS last_date,
    count(*) AS games, list_sort(list(DISTINCT game)) AS kinds
  FROM games WHERE event IS NOT NULL GROUP BY event;
`

/** The SQL that makes an empty catalogue. */
export function schemaSql(): string {
  const tables = Object.entries(COLUMNS).map(([name, columns]) => {
    const list = Object.entries(columns).map(([column, type]) => `${column} ${type} NOT NULL`)
    return `CREATE TABLE ${name} (${list.join(', ')});`
  })
  return [...tables, gamesSql(), `INSERT INTO meta VALUES ('schema', '${SCHEMA_VERSION}');`, VIEWS].join('\n')
}

/** The SQL that makes the table of games, empty. */
function gamesSql(): string {
  return `CREATE TABLE games (${gameColumnsSql()});`
}

/** The SQL that makes the table of games and the views again. The table there was must be gone or have another name. */
export function gamesAgainSql(): string {
  const views = ['players', 'events', 'appearances'].map((view) => `DROP VIEW IF EXISTS ${view};`)
  return [...views, gamesSql(), VIEWS].join('\n')
}

/** The statement that adds a row to a table, and its values. */
export function insertStatement<Table extends SmallTable>(
  table: Table,
  row: RowOf<Table>,
): { sql: string; values: DuckDBValue[] } {
  const types: Record<string, keyof SqlTypes> = COLUMNS[table]
  const names = Object.keys(types)
  const places = names.map((name, index) => `$${index + 1}::${types[name]}`)
  return {
    sql: `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
    values: names.map((name) => (row as Record<string, DuckDBValue>)[name]!),
  }
}
