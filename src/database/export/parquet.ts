/**
 * Writes a database as Parquet files that other engines read: the tables of
 * the catalogue and the postings of the position index. docs/scale.md
 * documents the layout and the SQL that queries it.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DuckDBInstance } from '@duckdb/node-api'
import { duckdb } from '../catalogue/duckdb.ts'
import { FormatError } from '../../issues/errors.ts'
import { GAMES, type Game } from '../../model/record.ts'
import { keepPositions, keyRanges } from '../../positions/merge.ts'
import { NewFolder } from '../../node/new-folder.ts'
import { explainWriteError } from '../catalogue/write-error.ts'
import type { Database } from '../database.ts'

/** Numbers of rows written. */
export interface ParquetReport {
  games: number
  postings: number
}

/** Memory of the engine that sorts and writes. */
const MEMORY_LIMIT = '512MB'

/** Rows of a chunk on its way into the engine: its own vector size. */
const CHUNK_ROWS = 2048

/** Everything about a game except its record, for queries over many games. */
const GAME_COLUMNS = '* EXCLUDE (head, tree, comments)'

/**
 * Writes `games`, `sources` and `positions` below a new or empty folder, games
 * and positions in a folder for each kind of game. The folder appears when everything is written, or not at all.
 * Rejects with FormatError if it is not empty, with WriteError if the disk is to blame.
 */
export async function exportParquet(database: Database, folder: string): Promise<ParquetReport> {
  const target = resolve(folder)
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new FormatError('database/not-empty', {}, { file: folder })
  }
  let change: NewFolder | undefined
  try {
    change = new NewFolder(target)
    const report = await writeFiles(database, change.path)
    change.commit()
    return report
  } catch (error) {
    change?.abort()
    throw explainWriteError(error, folder)
  }
}

async function writeFiles(database: Database, folder: string): Promise<ParquetReport> {
  const report: ParquetReport = { games: 0, postings: 0 }
  // A separate engine, because that of the catalogue may not access other files. Rows are copied to it, since opening
  // the catalogue's file a second time and closing it would release the lock on it.
  const scratch = join(folder, '.scratch.duckdb')
  const engine = await duckdb().api.DuckDBInstance.create(scratch, { memory_limit: MEMORY_LIMIT })
  try {
    const connection = await engine.connect()
    const target = (...path: string[]) => quoted(join(folder, ...path))
    await copyRows(database, connection, 'sources', 'SELECT * FROM sources ORDER BY id')
    await connection.run(`COPY sources TO ${target('sources.parquet')} (FORMAT parquet)`)
    for (const game of GAMES) {
      const sql = `SELECT ${GAME_COLUMNS} FROM games WHERE game = '${game}' ORDER BY id`
      const count = await copyRows(database, connection, 'games', sql)
      if (count === 0) continue
      report.games += count
      for (const table of ['games', 'positions']) mkdirSync(join(folder, table, `kind=${game}`), { recursive: true })
      const games = target('games', `kind=${game}`, 'part-0.parquet')
      await connection.run(`COPY (FROM games ORDER BY id) TO ${games} (FORMAT parquet, COMPRESSION zstd)`)
      const positions = target('positions', `kind=${game}`, 'part-0.parquet')
      report.postings += await exportPostings(connection, database, game, positions)
    }
    connection.closeSync()
  } finally {
    engine.closeSync()
    for (const name of ['', '.wal', '.tmp']) rmSync(scratch + name, { recursive: true, force: true })
  }
  return report
}

type Connection = Awaited<ReturnType<DuckDBInstance['connect']>>

/**
 * Copies the results of a query of the catalogue into a table of another engine, replacing its contents. Returns the
 * number of rows.
 */
async function copyRows({ catalogue }: Database, connection: Connection, table: string, sql: string): Promise<number> {
  const columns = await catalogue.rows(`DESCRIBE ${sql}`)
  const list = columns.map(({ column_name: name, column_type: type }) => `${String(name)} ${String(type)}`)
  await connection.run(`CREATE OR REPLACE TABLE ${table} (${list.join(', ')})`)
  const appender = await connection.createAppender(table)
  let count = 0
  for await (const chunk of catalogue.chunks(sql)) {
    appender.appendDataChunk(chunk)
    count += chunk.rowCount
  }
  appender.closeSync()
  return count
}

/** Postings with the result, ratings and year of their game, in order of their keys. */
async function exportPostings(connection: Connection, database: Database, game: Game, target: string): Promise<number> {
  await connection.run('CREATE OR REPLACE TABLE postings (position BIGINT, game UINTEGER, move USMALLINT)')
  const appender = await connection.createAppender('postings')
  let count = 0
  const keys = new BigInt64Array(CHUNK_ROWS)
  for await (const range of keyRanges(database.segmentsOf(game))) {
    keepPositions(range)
    for (let start = 0; start < range.count; start += CHUNK_ROWS) {
      const end = Math.min(range.count, start + CHUNK_ROWS)
      for (let index = start; index < end; index++) {
        // The key as a signed number, which every engine supports.
        keys[index - start] = (BigInt(range.high[index]!) << 32n) | BigInt(range.low[index]!)
      }
      const { BIGINT, DuckDBDataChunk, UINTEGER, USMALLINT } = duckdb().api
      const chunk = DuckDBDataChunk.create([BIGINT, UINTEGER, USMALLINT], end - start)
      const columns = [keys.subarray(0, end - start), range.game.subarray(start, end), range.move.subarray(start, end)]
      for (const [column, values] of columns.entries()) {
        chunk.setColumnValues(column, Array.from<number | bigint>(values))
      }
      appender.appendDataChunk(chunk)
    }
    count += range.count
  }
  appender.closeSync()
  await connection.run(
    `COPY (SELECT position, move, postings.game, result, rating1, rating2, year
           FROM postings JOIN games ON games.id = postings.game ORDER BY position, move, postings.game)
     TO ${target} (FORMAT parquet, COMPRESSION zstd)`,
  )
  await connection.run('DROP TABLE postings')
  return count
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "''")}'`
}
