/**
 * Writes a database as Parquet files that other engines read: the tables of
 * the catalogue and the postings of the position index. docs/scale.md
 * documents the layout and the SQL that queries it.
 */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { duckdb } from '../catalogue/duckdb.ts'
import { GAMES, type Game } from '../../model/record.ts'
import { keepDistinct, keepPositions, keyRanges } from '../../positions/build/merge.ts'
import { PostingSorter } from '../../positions/segment/posting-sorter.ts'
import type { Postings } from '../../positions/segment/postings.ts'
import type { Database } from '../database.ts'
import { searchRecords } from '../search/search.ts'
import { ExportedFiles } from './exported-files.ts'
import { movetextOf } from './plies.ts'
import { PlyTable } from './ply-table.ts'
import { CHUNK_ROWS, TableFiller } from './table-filler.ts'
import { writeWholeFolder } from './whole-folder.ts'

/** Numbers of rows written. */
export interface ParquetReport {
  games: number
  postings: number
  /** Moves, if they were wanted. */
  plies: number
  /** Games whose moves cannot be played here, as those of variants without rules: they have no text of their moves. */
  unplayed: number
}

/** How to write the tables. */
export interface ParquetOptions {
  /** Games or postings in one file, about; 8,388,608 by default. */
  fileRows?: number
  /** Whether the table of moves is written too. */
  plies?: boolean
  /** Learns how many postings have been copied, of how many at the most: those found twice are written once. */
  onProgress?: (postings: number, total: number) => void
}

/** Memory of the engine that sorts and writes. */
const MEMORY_LIMIT = '512MB'

/** Rows of games or postings in one file, about: some 80 MB of postings. */
const FILE_ROWS = 1 << 23

/**
 * The number of a source in every table: the first 64 bits of the hash of its contents, so that exports made
 * independently agree.
 */
const SOURCE_KEY = "(('0x' || left(hash, 16))::UBIGINT::BIT)::BIGINT"

/** Everything about a game except its record, for queries over many games; the kind of game is in the name of the folder. */
const GAME_COLUMNS = `games.* EXCLUDE (game, head, numbers, tree, comments) REPLACE (${SOURCE_KEY} AS source)`

/**
 * Writes `sources`, `games` and `positions` below a new or empty folder, games
 * and positions in a folder for each kind of game. The folder appears when everything is written, or not at all.
 * Rejects with FormatError if it is not empty, with WriteError if the disk is to blame.
 */
export async function exportParquet(
  database: Database,
  folder: string,
  options: ParquetOptions = {},
): Promise<ParquetReport> {
  return await writeWholeFolder(folder, async (path) => await writeFiles(database, path, options))
}

async function writeFiles(
  database: Database,
  folder: string,
  { fileRows = FILE_ROWS, plies: hasPlies = false, onProgress }: ParquetOptions,
): Promise<ParquetReport> {
  const segments = GAMES.flatMap((game) => database.segmentsOf(game))
  const total = segments.reduce((sum, { header }) => sum + header.postings, 0)
  let copied = 0
  const tell = (postings: number) => {
    copied += postings
    onProgress?.(copied, total)
  }
  const report: ParquetReport = { games: 0, postings: 0, plies: 0, unplayed: 0 }
  // A separate engine, because that of the catalogue may not access other files. Rows are copied to it, since opening
  // the catalogue's file a second time and closing it would release the lock on it.
  // It has no file, and so no log: DuckDB ends the program when a log cannot be cut back. What does not fit into memory
  // goes here.
  const scratch = join(folder, '.scratch')
  const engine = await duckdb().api.DuckDBInstance.create(':memory:', {
    memory_limit: MEMORY_LIMIT,
    temp_directory: scratch,
  })
  try {
    const connection = await engine.connect()
    const files = new ExportedFiles(connection, folder, await nameOfExport(database))
    await copyRows(database, connection, 'sources', `SELECT * REPLACE (${SOURCE_KEY} AS id) FROM sources ORDER BY id`)
    await files.write('sources', 'SELECT * RENAME (id AS source) FROM sources')
    for (const game of GAMES) {
      const sql = `SELECT ${GAME_COLUMNS} FROM games JOIN sources ON sources.id = games.source WHERE game = '${game}'`
      const count = await copyRows(database, connection, 'games', sql)
      if (count === 0) continue
      report.games += count
      const plies = hasPlies ? new PlyTable(connection, files, game, fileRows) : undefined
      report.unplayed += await addMovetext(connection, database, game, plies)
      report.plies += plies?.total ?? 0
      for (let start = 0; start < count; start += fileRows) {
        await files.write(
          `games/game=${game}`,
          `SELECT games.*, movetext FROM games JOIN movetexts USING (id) ORDER BY id LIMIT ${fileRows} OFFSET ${start}`,
        )
      }
      report.postings += await exportPostings(connection, database, game, files, fileRows, tell)
    }
    connection.closeSync()
  } finally {
    engine.closeSync()
    rmSync(scratch, { recursive: true, force: true })
  }
  return report
}

/**
 * What the names of files begin with: the same for another export of the same sources and unlike that of any others, so
 * that the folders of many exports can be joined.
 */
async function nameOfExport({ catalogue }: Database): Promise<string> {
  const rows = await catalogue.rows('SELECT hash FROM sources ORDER BY hash')
  const hash = createHash('sha256')
  for (const row of rows) hash.update(`${String(row['hash'])}\n`)
  return hash.digest('hex').slice(0, 16)
}

/** Makes the table of the texts of moves, and that of the moves if it is wanted. Returns how many games could not be played. */
async function addMovetext(
  connection: DuckDBConnection,
  database: Database,
  game: Game,
  plies: PlyTable | undefined,
): Promise<number> {
  const texts = new TableFiller(connection, 'movetexts', { id: 'UINTEGER', movetext: 'VARCHAR' })
  await texts.begin()
  await plies?.begin()
  let unplayed = 0
  for await (const { id, record } of searchRecords(database, { game })) {
    const movetext = plies ? await plies.add(id, record) : movetextOf(record)
    const isUnplayed = movetext === '' && record.nodes.some(({ move }) => move !== undefined)
    if (isUnplayed) unplayed++
    texts.add([id, isUnplayed ? null : movetext])
  }
  texts.end()
  await plies?.end()
  return unplayed
}

/**
 * Copies the results of a query of the catalogue into a table of another engine, replacing its contents. Returns the
 * number of rows.
 */
async function copyRows(
  { catalogue }: Database,
  connection: DuckDBConnection,
  table: string,
  sql: string,
): Promise<number> {
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

/**
 * Postings, each once, with the result, ratings and year of their game. Every file holds a range of keys as unsigned
 * numbers, and its rows in the order of their keys as signed ones.
 */
async function exportPostings(
  connection: DuckDBConnection,
  database: Database,
  game: Game,
  files: ExportedFiles,
  fileRows: number,
  tell: (postings: number) => void,
): Promise<number> {
  const sorter = new PostingSorter()
  let count = 0
  let gathered = 0
  const write = async () => {
    if (gathered === 0) return
    await files.write(
      `positions/game=${game}`,
      `SELECT position, move, source, entry, result, rating1, rating2, year
       FROM postings JOIN games USING (id) ORDER BY position, move, source, entry`,
    )
    count += gathered
    gathered = 0
  }
  for await (const range of keyRanges(database.segmentsOf(game))) {
    if (gathered === 0) {
      await connection.run('CREATE OR REPLACE TABLE postings (position BIGINT, id UINTEGER, move USMALLINT)')
    }
    keepPositions(range)
    const sorted = sorter.sort(range)
    keepDistinct(sorted)
    await appendPostings(connection, sorted)
    gathered += sorted.count
    tell(sorted.count)
    if (gathered >= fileRows) await write()
  }
  await write()
  await connection.run('DROP TABLE IF EXISTS postings')
  return count
}

async function appendPostings(connection: DuckDBConnection, { high, low, game, move, count }: Postings): Promise<void> {
  const { BIGINT, DuckDBDataChunk, UINTEGER, USMALLINT } = duckdb().api
  const appender = await connection.createAppender('postings')
  const keys = new BigInt64Array(CHUNK_ROWS)
  for (let start = 0; start < count; start += CHUNK_ROWS) {
    const end = Math.min(count, start + CHUNK_ROWS)
    for (let index = start; index < end; index++) {
      // The key as a signed number, which every engine supports.
      keys[index - start] = (BigInt(high[index]!) << 32n) | BigInt(low[index]!)
    }
    const chunk = DuckDBDataChunk.create([BIGINT, UINTEGER, USMALLINT], end - start)
    const columns = [keys.subarray(0, end - start), game.subarray(start, end), move.subarray(start, end)]
    for (const [column, values] of columns.entries()) {
      chunk.setColumnValues(column, Array.from<number | bigint>(values))
    }
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
}
