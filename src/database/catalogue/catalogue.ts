/**
 * The catalogue: a DuckDB file, the system of record. docs/database.md
 * documents its tables for those who query them with SQL.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance, DuckDBValue } from '@duckdb/node-api'
import { loadDuckDB } from './duckdb.ts'

/** Version of the tables below; a database of another version is not opened. */
export const SCHEMA_VERSION = 2

/** Memory DuckDB may use, and while games are imported beside the index being built. */
const MEMORY_LIMIT = '256MB'
const IMPORT_MEMORY_LIMIT = '128MB'

const TABLES = `
CREATE TABLE meta (name VARCHAR PRIMARY KEY, value VARCHAR NOT NULL);
INSERT INTO meta VALUES ('schema', '${SCHEMA_VERSION}');

CREATE TABLE sources (
  id UINTEGER PRIMARY KEY,
  path VARCHAR NOT NULL,
  format VARCHAR NOT NULL,
  hash VARCHAR NOT NULL,
  size UBIGINT NOT NULL,
  imported TIMESTAMP NOT NULL,
  first_game UINTEGER NOT NULL,
  entries UINTEGER NOT NULL,
  games UINTEGER NOT NULL,
  damaged UINTEGER NOT NULL,
  variations BOOLEAN NOT NULL
);

CREATE TABLE segments (
  file VARCHAR PRIMARY KEY,
  game VARCHAR NOT NULL,
  postings UBIGINT NOT NULL,
  positions UBIGINT NOT NULL,
  size UBIGINT NOT NULL
);

CREATE TABLE withdrawn (file VARCHAR NOT NULL, game UINTEGER NOT NULL);

CREATE TABLE games (
  id UINTEGER NOT NULL,
  source UINTEGER NOT NULL,
  entry UINTEGER NOT NULL,
  game VARCHAR NOT NULL,
  kind VARCHAR,
  variant VARCHAR,
  title VARCHAR,
  player1 VARCHAR,
  player2 VARCHAR,
  rating1 USMALLINT,
  rating2 USMALLINT,
  team1 VARCHAR,
  team2 VARCHAR,
  event VARCHAR,
  site VARCHAR,
  round VARCHAR,
  date VARCHAR,
  year USMALLINT,
  result VARCHAR NOT NULL,
  plies USMALLINT NOT NULL,
  opening VARCHAR,
  opening_name VARCHAR,
  found_opening VARCHAR,
  found_opening_name VARCHAR,
  annotator VARCHAR,
  publication VARCHAR,
  setup VARCHAR,
  variations UINTEGER NOT NULL,
  errors UINTEGER NOT NULL,
  comments VARCHAR,
  head VARCHAR NOT NULL,
  moves BLOB NOT NULL,
  tree VARCHAR
);

CREATE TABLE aliases (name VARCHAR PRIMARY KEY, player VARCHAR NOT NULL);

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
  SELECT event AS name, any_value(site) AS site, min(date) AS first_date, max(date) AS last_date,
    count(*) AS games, list_sort(list(DISTINCT game)) AS kinds
  FROM games WHERE event IS NOT NULL GROUP BY event;
`

/** An open catalogue. */
export class Catalogue {
  private readonly reading: DuckDBConnection
  private readonly instance: DuckDBInstance
  /** The connection of the transaction that the running code is part of. */
  private readonly writing = new AsyncLocalStorage<DuckDBConnection>()

  private constructor(instance: DuckDBInstance, connection: DuckDBConnection) {
    this.instance = instance
    this.reading = connection
  }

  /** The connection to ask: within a transaction its own, so that nobody else sees half of it. */
  get connection(): DuckDBConnection {
    return this.writing.getStore() ?? this.reading
  }

  /** Opens a catalogue file, made with its tables when it is not there. */
  static async open(path: string, readOnly: boolean): Promise<Catalogue> {
    const { DuckDBInstance } = await loadDuckDB()
    const instance = await DuckDBInstance.create(path, {
      access_mode: readOnly ? 'READ_ONLY' : 'READ_WRITE',
      memory_limit: MEMORY_LIMIT,
      // Nothing a query says may reach other files or the network.
      enable_external_access: 'false',
      preserve_insertion_order: 'true',
    })
    const connection = await instance.connect()
    const catalogue = new Catalogue(instance, connection)
    const tables = await catalogue.rows('SELECT table_name FROM information_schema.tables')
    if (tables.length === 0 && !readOnly) await connection.run(TABLES)
    return catalogue
  }

  /** The version of the tables; undefined when they are not those of a catalogue. */
  async version(): Promise<string | undefined> {
    const known = await this.rows("SELECT 1 FROM information_schema.tables WHERE table_name = 'meta'")
    if (known.length === 0) return undefined
    const [row] = await this.rows("SELECT value FROM meta WHERE name = 'schema'")
    return row && String(row['value'])
  }

  /** Runs a statement with values for its `$1`, `$2` ... and answers the rows as objects. */
  async rows(sql: string, values: DuckDBValue[] = []): Promise<Record<string, DuckDBValue>[]> {
    const reader = await this.connection.runAndReadAll(sql, values)
    return reader.getRowObjects()
  }

  /** Runs a query and answers its rows as they come. */
  async *stream(sql: string, values: DuckDBValue[] = []): AsyncGenerator<Record<string, DuckDBValue>> {
    let names: string[] | undefined
    for await (const chunk of this.chunks(sql, values, (columns) => (names = columns))) {
      for (const row of chunk.getRows()) {
        yield Object.fromEntries(names!.map((name, column) => [name, row[column]!]))
      }
    }
  }

  /** Runs a query and answers many rows at a time. They have a connection of their own, which other queries do not disturb. */
  async *chunks(
    sql: string,
    values: DuckDBValue[] = [],
    onColumns: (names: string[]) => void = () => {},
  ): AsyncGenerator<DuckDBDataChunk> {
    const own = this.writing.getStore() === undefined ? await this.instance.connect() : undefined
    try {
      const result = await (own ?? this.connection).stream(sql, values)
      onColumns(result.columnNames())
      for (;;) {
        const chunk = await result.fetchChunk()
        if (!chunk || chunk.rowCount === 0) return
        yield chunk
      }
    } finally {
      own?.closeSync()
    }
  }

  /**
   * Runs statements as one transaction: all of it or, when something throws,
   * nothing. Whoever reads meanwhile sees the state before.
   */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    const connection = await this.instance.connect()
    try {
      return await this.writing.run(connection, async () => {
        await connection.run('BEGIN TRANSACTION')
        try {
          const result = await work()
          await connection.run('COMMIT')
          return result
        } catch (error) {
          // A commit that fails ends the transaction, and there is nothing to roll back.
          await connection.run('ROLLBACK').catch(() => {})
          throw error
        }
      })
    } finally {
      connection.closeSync()
    }
  }

  /** Does some work with little memory for the engine: an import has much else in memory. */
  async withLittleMemory<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.connection.run(`SET memory_limit = '${IMPORT_MEMORY_LIMIT}'`)
    try {
      return await work()
    } finally {
      await this.connection.run(`SET memory_limit = '${MEMORY_LIMIT}'`)
    }
  }

  close(): void {
    this.connection.closeSync()
    this.instance.closeSync()
  }
}
