/** The files of an export of tables. */
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { makeFolders } from '../../node/disk.ts'

/** Files of one export, numbered within each folder. */
export class ExportedFiles {
  private readonly connection: DuckDBConnection
  private readonly folder: string
  private readonly name: string
  private readonly counts = new Map<string, number>()

  constructor(connection: DuckDBConnection, folder: string, name: string) {
    this.connection = connection
    this.folder = folder
    this.name = name
  }

  /** Writes the rows of a query into the next file of a folder. */
  async write(within: string, sql: string): Promise<void> {
    const count = this.counts.get(within) ?? 0
    this.counts.set(within, count + 1)
    const folder = join(this.folder, within)
    makeFolders(folder)
    const path = quoted(join(folder, `${this.name}-${count}.parquet`))
    await this.connection.run(`COPY (${sql}) TO ${path} (FORMAT parquet, COMPRESSION zstd)`)
  }
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "''")}'`
}
