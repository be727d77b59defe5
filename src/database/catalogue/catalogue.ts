/**
 * The catalogue: a DuckDB file, the system of record. docs/database.md
 * documents its tables for those who query them with SQL.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { DuckDBConnection, DuckDBDataChunk, DuckDBValue } from '@duckdb/node-api'
import { FormatError } from '../../issues/errors.ts'
import { insertStatement, SCHEMA_VERSION, type RowOf, type SmallTable } from '../schema/tables.ts'
import { MEMORY_LIMIT, openEngine, type OpenEngine } from './engine.ts'

/** Memory DuckDB may use while games are imported, beside the index being built. */
const IMPORT_MEMORY_LIMIT = '128MB'

/** An open catalogue. */
export class Catalogue {
  private readonly reading: DuckDBConnection
  private readonly engine: OpenEngine
  /** The connection of the transaction that the running code is part of. */
  private readonly writing = new AsyncLocalStorage<DuckDBConnection>()

  private constructor(engine: OpenEngine, connection: DuckDBConnection) {
    this.engine = engine
    this.reading = connection
  }

  /** The connection to ask: within a transaction its own, so that nobody else sees half of it. */
  get connection(): DuckDBConnection {
    return this.writing.getStore() ?? this.reading
  }

  /**
   * Opens a catalogue, made when it is not there and not opened for reading only. From here on until it is closed
   * nobody else writes to its database. Rejects with FormatError when somebody else has it, or it is damaged or of
   * another version.
   */
  static async open(path: string, readOnly: boolean): Promise<Catalogue> {
    const engine = await openEngine(path, readOnly)
    try {
      const catalogue = new Catalogue(engine, await engine.instance.connect())
      await catalogue.requireVersion(path)
      return catalogue
    } catch (error) {
      engine.release()
      if (error instanceof FormatError) throw error
      const detail = error instanceof Error ? error.message : String(error)
      throw new FormatError('database/catalogue-unreadable', { detail }, { file: path })
    }
  }

  /** Throws FormatError when there are other tables than those known here. */
  private async requireVersion(path: string): Promise<void> {
    const version = await this.version()
    if (version === String(SCHEMA_VERSION)) return
    const place = { file: path }
    if (version === undefined) {
      throw new FormatError('database/other-tables', {}, place)
    }
    const code = Number(version) > SCHEMA_VERSION ? 'database/newer-version' : 'database/older-version'
    throw new FormatError(code, { version, expected: SCHEMA_VERSION }, place)
  }

  /** The version of the tables; undefined when they are not those of a catalogue. */
  private async version(): Promise<string | undefined> {
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

  /** Adds a row to a table. */
  async insert<Table extends SmallTable>(table: Table, row: RowOf<Table>): Promise<void> {
    const { sql, values } = insertStatement(table, row)
    await this.rows(sql, values)
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
    const own = this.writing.getStore() === undefined ? await this.engine.instance.connect() : undefined
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
    const connection = await this.engine.instance.connect()
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
  async withReducedMemory<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.connection.run(`SET memory_limit = '${IMPORT_MEMORY_LIMIT}'`)
    try {
      return await work()
    } finally {
      await this.connection.run(`SET memory_limit = '${MEMORY_LIMIT}'`)
    }
  }

  close(): void {
    this.reading.closeSync()
    this.engine.release()
  }
}
