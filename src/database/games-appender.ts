/** Puts rows into the table `games` in chunks, the fast way into DuckDB. */
import {
  BLOB,
  DuckDBDataChunk,
  UINTEGER,
  USMALLINT,
  VARCHAR,
  blobValue,
  type DuckDBAppender,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api'
import type { Catalogue } from './catalogue.ts'
import type { GameRow } from './game-row.ts'

/** Types of the columns of `games`, in order. */
const COLUMN_TYPES: readonly DuckDBType[] = [
  ...Array.from({ length: 3 }, () => UINTEGER),
  ...Array.from({ length: 6 }, () => VARCHAR),
  ...Array.from({ length: 2 }, () => USMALLINT),
  ...Array.from({ length: 6 }, () => VARCHAR),
  USMALLINT,
  VARCHAR,
  USMALLINT,
  ...Array.from({ length: 7 }, () => VARCHAR),
  ...Array.from({ length: 2 }, () => UINTEGER),
  ...Array.from({ length: 2 }, () => VARCHAR),
  BLOB,
  VARCHAR,
]

/** Rows of a chunk, at the most: DuckDB's own vector size. */
const CHUNK_ROWS = 2048

/** Chunks after which rows go on into the table. DuckDB alone would gather a hundred first, which takes memory. */
const FLUSH_CHUNKS = 20

export class GamesAppender {
  private readonly appender: DuckDBAppender
  /** Used again and again: nobody sees how much memory a chunk holds, so new ones would pile up. */
  private readonly chunk = DuckDBDataChunk.create(COLUMN_TYPES, 0)
  /** Rows that do not fill a chunk yet: small sources share one. */
  private waiting: GameRow[] = []
  private chunks = 0

  private constructor(appender: DuckDBAppender) {
    this.appender = appender
  }

  static async open(catalogue: Catalogue): Promise<GamesAppender> {
    return new GamesAppender(await catalogue.connection.createAppender('games'))
  }

  append(rows: readonly GameRow[]): void {
    for (const row of rows) {
      this.waiting.push(row)
      if (this.waiting.length === CHUNK_ROWS) this.appendWaiting()
    }
  }

  /** Hands everything over to the transaction. */
  close(): void {
    if (this.waiting.length > 0) this.appendWaiting()
    this.appender.flushSync()
    this.appender.closeSync()
  }

  private appendWaiting(): void {
    const { chunk, waiting: rows } = this
    chunk.reset()
    chunk.rowCount = rows.length
    for (let column = 0; column < COLUMN_TYPES.length; column++) {
      chunk.setColumnValues(
        column,
        rows.map((row) => toValue(row[column]!)),
      )
    }
    this.appender.appendDataChunk(chunk)
    this.waiting = []
    if (++this.chunks % FLUSH_CHUNKS === 0) this.appender.flushSync()
  }
}

function toValue(value: GameRow[number]): DuckDBValue {
  return value instanceof Uint8Array ? blobValue(value) : value
}
