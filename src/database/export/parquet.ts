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
import { keyRanges } from '../../positions/merge.ts'
import { CATALOGUE_FILE } from '../catalogue/folder.ts'
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

/** Everything of a game but its record: what queries over many games need. */
const GAME_COLUMNS = '* EXCLUDE (head, tree, comments)'

/**
 * Writes `games`, `sources` and `positions` below a new or empty folder, games
 * and positions in a folder for each kind of game. Rejects with FormatError
 * when the folder holds something.
 */
export async function exportParquet(database: Database, folder: string): Promise<ParquetReport> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new FormatError('database/not-empty', {}, { file: folder })
  }
  mkdirSync(folder, { recursive: true })
  const report: ParquetReport = { games: 0, postings: 0 }
  // An engine of its own: that of the catalogue may not reach other files.
  const scratch = join(folder, '.scratch.duckdb')
  const engine = await duckdb().api.DuckDBInstance.create(scratch, { memory_limit: MEMORY_LIMIT })
  const connection = await engine.connect()
  try {
    const catalogue = quoted(resolve(database.folder, CATALOGUE_FILE))
    const target = (...path: string[]) => quoted(join(resolve(folder), ...path))
    // The catalogue is open here already; its copy in this engine only reads.
    await connection.run(`ATTACH ${catalogue} AS catalogue (READ_ONLY)`)
    await connection.run(`COPY catalogue.sources TO ${target('sources.parquet')} (FORMAT parquet)`)
    for (const game of GAMES) {
      const reader = await connection.runAndReadAll('SELECT count(*) FROM catalogue.games WHERE game = $1', [game])
      const count = Number(reader.getRows()[0]![0])
      if (count === 0) continue
      report.games += count
      for (const table of ['games', 'positions']) mkdirSync(join(folder, table, `kind=${game}`), { recursive: true })
      await connection.run(
        `COPY (SELECT ${GAME_COLUMNS} FROM catalogue.games WHERE game = '${game}' ORDER BY id)
         TO ${target('games', `kind=${game}`, 'part-0.parquet')} (FORMAT parquet, COMPRESSION zstd)`,
      )
      report.postings += await exportPostings(
        connection,
        database,
        game,
        target('positions', `kind=${game}`, 'part-0.parquet'),
      )
    }
    return report
  } finally {
    connection.closeSync()
    engine.closeSync()
    for (const name of [scratch, `${scratch}.wal`]) rmSync(name, { force: true })
  }
}

/** Postings beside the result, ratings and year of their game, in order of their keys. */
async function exportPostings(
  connection: Awaited<ReturnType<DuckDBInstance['connect']>>,
  database: Database,
  game: Game,
  target: string,
): Promise<number> {
  await connection.run('CREATE OR REPLACE TABLE postings (position BIGINT, game UINTEGER, move USMALLINT)')
  const appender = await connection.createAppender('postings')
  let count = 0
  const keys = new BigInt64Array(CHUNK_ROWS)
  for await (const range of keyRanges(database.segmentsOf(game))) {
    for (let start = 0; start < range.count; start += CHUNK_ROWS) {
      const end = Math.min(range.count, start + CHUNK_ROWS)
      for (let index = start; index < end; index++) {
        // The key as a signed number: every engine has those.
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
           FROM postings JOIN catalogue.games ON games.id = postings.game ORDER BY position, move, postings.game)
     TO ${target} (FORMAT parquet, COMPRESSION zstd)`,
  )
  await connection.run('DROP TABLE postings')
  return count
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "''")}'`
}
