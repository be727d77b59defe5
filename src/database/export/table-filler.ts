/** Fills tables of the engine with rows that are made here. */
import type { DuckDBAppender, DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { duckdb } from '../catalogue/duckdb.ts'

/** Rows of a chunk on its way into the engine: its own vector size. */
export const CHUNK_ROWS = 2048

/** The types of cells. */
export type CellType = 'UINTEGER' | 'USMALLINT' | 'INTEGER' | 'BIGINT' | 'DOUBLE' | 'VARCHAR'

/** A table that is being filled. */
export class TableFiller {
  private readonly connection: DuckDBConnection
  private readonly table: string
  private readonly columns: Readonly<Record<string, CellType>>
  private appender: DuckDBAppender | undefined
  private rows: DuckDBValue[][] = []

  constructor(connection: DuckDBConnection, table: string, columns: Readonly<Record<string, CellType>>) {
    this.connection = connection
    this.table = table
    this.columns = columns
  }

  /** Begins an empty table. */
  async begin(): Promise<void> {
    this.appender?.closeSync()
    const list = Object.entries(this.columns).map(([name, type]) => `${name} ${type}`)
    await this.connection.run(`CREATE OR REPLACE TABLE ${this.table} (${list.join(', ')})`)
    this.appender = await this.connection.createAppender(this.table)
  }

  add(row: DuckDBValue[]): void {
    this.rows.push(row)
    if (this.rows.length === CHUNK_ROWS) this.flush()
  }

  /** Completes the table. */
  end(): void {
    this.flush()
    this.appender!.closeSync()
    this.appender = undefined
  }

  private flush(): void {
    if (this.rows.length === 0) return
    const { api } = duckdb()
    const types = Object.values(this.columns).map((type) => api[type])
    const chunk = api.DuckDBDataChunk.create(types, this.rows.length)
    chunk.setRows(this.rows)
    this.appender!.appendDataChunk(chunk)
    this.rows = []
  }
}
