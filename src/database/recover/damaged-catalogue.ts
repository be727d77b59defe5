/**
 * What can be read of a catalogue that is damaged: whatever DuckDB's checksums find whole. A query that meets a damaged block
 * may end the engine, which is then started again.
 */
import { copyFileSync, linkSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { FormatError } from '../../issues/errors.ts'
import { mendHeaders } from '../catalogue/checkpoint-undo.ts'
import { listValue, MissingDuckDBError } from '../catalogue/duckdb.ts'
import { openEngine, type OpenEngine } from '../catalogue/engine.ts'
import { CATALOGUE_FILE } from '../catalogue/folder.ts'

/** Rows of a result, by the names of their columns. */
type Rows = Record<string, DuckDBValue>[]

/** Memory for rows with very long texts. */
const MEMORY = "SET memory_limit = '2048MB'"

/** Rows that are not divided any more: DuckDB reads a column 2,048 rows at a time, and those of one group fail together. */
const FEW_ROWS = 32

/** What had to be done with a catalogue before it could be opened. */
export type CatalogueState = 'opened' | 'without its log' | 'with mended headers'

export class DamagedCatalogue {
  /** Without its log, the latest changes are missing; with mended headers, they may be. */
  readonly state: CatalogueState
  private readonly path: string
  private engine: OpenEngine | undefined
  private connection: DuckDBConnection | undefined

  private constructor(path: string, state: CatalogueState) {
    this.path = path
    this.state = state
  }

  /**
   * Opens the catalogue of a database, or what can be made of it. Undefined if DuckDB cannot open it at all. Rejects with
   * FormatError if another program has it open.
   * @param scratch an empty folder on the same disk
   */
  static async open(folder: string, scratch: string): Promise<DamagedCatalogue | undefined> {
    const path = join(folder, CATALOGUE_FILE)
    const ways: [state: CatalogueState, prepare: () => string | Promise<string>][] = [
      ['opened', () => path],
      ['without its log', () => linkOrCopy(path, join(scratch, CATALOGUE_FILE))],
      ['with mended headers', async () => mended(path, scratch)],
    ]
    for (const [state, prepare] of ways) {
      let catalogue: DamagedCatalogue | undefined
      try {
        catalogue = new DamagedCatalogue(await prepare(), state)
        await catalogue.connect()
        return catalogue
      } catch (error) {
        catalogue?.close()
        const isOther = error instanceof FormatError && error.code === 'database/in-use'
        if (isOther || error instanceof MissingDuckDBError) throw error
      }
    }
    return undefined
  }

  /** The rows of a query; undefined if something that it needs is damaged. */
  async rows(sql: string, values: DuckDBValue[] = []): Promise<Rows | undefined> {
    const connection = this.connection ?? (await this.connect())
    try {
      return (await connection.runAndReadAll(sql, values)).getRowObjects()
    } catch {
      // Some errors end the engine.
      await connection.run('SELECT 1').catch(() => this.close())
      return undefined
    }
  }

  /** The names of the columns of a table; none if there is no such table, or nobody knows. */
  async columnsOf(table: string): Promise<Set<string>> {
    const sql = 'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1'
    return new Set(((await this.rows(sql, [table])) ?? []).map(({ name }) => String(name)))
  }

  /** The values of a column of some games that can be read, by the numbers of the games; these are in order. */
  async column(table: string, name: string, ids: readonly number[]): Promise<Map<number, DuckDBValue>> {
    if (ids.length === 0) return new Map()
    const rows = await this.rows(
      `SELECT id, ${name} AS value FROM ${table} WHERE id >= $1 AND id <= $2 AND id IN (SELECT unnest($3::UINTEGER[]))`,
      [ids[0]!, ids.at(-1)!, listValue([...ids])],
    )
    if (rows) return new Map(rows.map(({ id, value }) => [Number(id), value!]))
    if (ids.length <= FEW_ROWS) return new Map()
    const middle = ids.length >> 1
    const first = await this.column(table, name, ids.slice(0, middle))
    for (const [id, value] of await this.column(table, name, ids.slice(middle))) first.set(id, value)
    return first
  }

  private async connect(): Promise<DuckDBConnection> {
    this.engine = await openEngine(this.path, true)
    this.connection = await this.engine.connect()
    await this.connection.run(MEMORY)
    return this.connection
  }

  close(): void {
    try {
      this.connection?.closeSync()
      this.engine?.release()
    } finally {
      this.connection = undefined
      this.engine = undefined
    }
  }
}

/** A second name is as good as a copy of what is only read. */
function linkOrCopy(path: string, other: string): string {
  try {
    linkSync(path, other)
  } catch {
    copyFileSync(path, other)
  }
  return other
}

/** A copy whose headers DuckDB takes. */
async function mended(path: string, scratch: string): Promise<string> {
  const [copy, fresh] = [join(scratch, `mended.${CATALOGUE_FILE}`), join(scratch, `fresh.${CATALOGUE_FILE}`)]
  copyFileSync(path, copy)
  const engine = await openEngine(fresh, false)
  engine.release()
  mendHeaders(copy, fresh)
  return copy
}
