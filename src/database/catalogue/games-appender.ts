/** Appends chunks of rows to the table `games`, the fastest way into DuckDB. */
import type { DuckDBAppender, DuckDBDataChunk } from '@duckdb/node-api'
import type { Catalogue } from './catalogue.ts'
import { duckdb } from './duckdb.ts'
import { ROW_GROUP_SIZE } from './engine.ts'
import { GAME_COLUMNS } from '../schema/game-columns.ts'
import { requireKnownLayout } from './layout-check.ts'
import {
  CELL_SIZES,
  CHUNK_ROWS,
  COLUMN_STARTS,
  INLINE_BYTES,
  MARK_BYTES,
  MARKS_START,
  RowPacker,
  type RowChunk,
} from '../schema/row-chunk.ts'

/**
 * The number of chunks after which rows are flushed to the table. DuckDB itself would buffer a hundred; what it buffers
 * is not within its limit of memory, and of twenty takes 140 MB.
 */
const FLUSH_CHUNKS = 4

export class GamesAppender {
  private readonly appender: DuckDBAppender
  /** Reused: the garbage collector does not know how much memory a chunk holds, so new ones would pile up. */
  private readonly chunk: DuckDBDataChunk
  /** Holds the longer texts of a chunk where DuckDB can point to them. */
  private readonly texts: DuckDBDataChunk
  private chunks = 0
  private readonly catalogue: Catalogue
  private readonly vector = new LastTexts(CHUNK_ROWS)
  private readonly rowGroup = new LastTexts(ROW_GROUP_SIZE)

  private constructor(catalogue: Catalogue, appender: DuckDBAppender) {
    this.catalogue = catalogue
    const { BLOB, DuckDBDataChunk, UINTEGER, USMALLINT, VARCHAR } = duckdb().api
    const types = { u16: USMALLINT, u32: UINTEGER, text: VARCHAR, bytes: BLOB }
    const columns = GAME_COLUMNS.map(({ kind }) => types[kind])
    this.appender = appender
    this.chunk = DuckDBDataChunk.create(columns, 0)
    this.texts = DuckDBDataChunk.create([BLOB], 0)
  }

  /** Rejects with CodedError when this version of DuckDB holds rows in another way than we lay them out. */
  static async open(catalogue: Catalogue): Promise<GamesAppender> {
    requireKnownLayout()
    return new GamesAppender(catalogue, await catalogue.connection.createAppender('games'))
  }

  /** Adds the rows of a chunk, once there is memory for their texts; its cells are changed. */
  append(chunk: RowChunk): Promise<void> | undefined {
    const reserved = this.catalogue.reserveForTexts(this.vector.add(chunk), this.rowGroup.add(chunk))
    if (reserved) return reserved.then(() => this.appendNow(chunk))
    this.appendNow(chunk)
    return undefined
  }

  private appendNow({ rows, cells, texts }: RowChunk): void {
    const { chunk } = this
    const { bindings } = duckdb()
    // It may be shared memory, which the bindings take as well.
    const memory = cells.buffer as ArrayBuffer
    const address = this.keepTexts(texts)
    chunk.reset()
    chunk.rowCount = rows
    for (const [column, { kind }] of GAME_COLUMNS.entries()) {
      const vector = bindings.data_chunk_get_vector(chunk.chunk, column)
      const start = COLUMN_STARTS[column]!
      if (kind === 'text' || kind === 'bytes') pointAtTexts(cells, start, rows, address)
      bindings.copy_data_to_vector(vector, 0, memory, start, rows * CELL_SIZES[kind])
      bindings.vector_ensure_validity_writable(vector)
      bindings.copy_data_to_vector_validity(vector, 0, memory, MARKS_START + column * MARK_BYTES, MARK_BYTES)
    }
    // DuckDB copies all of it, including texts.
    this.appender.appendDataChunk(chunk)
    if (++this.chunks % FLUSH_CHUNKS === 0) this.appender.flushSync()
  }

  /** Collects rows for the table, whose columns are gathered as they go there. */
  packInto(columns: { add(chunk: RowChunk): void }): RowPacker {
    return new RowPacker((chunk) => {
      // First, since DuckDB's cells are made of these.
      columns.add(chunk)
      this.appendNow(chunk)
    })
  }

  /** Flushes everything to the transaction. */
  close(): void {
    this.appender.flushSync()
    this.appender.closeSync()
  }

  /** Copies texts to memory that stays valid until the next call; returns the address. */
  private keepTexts(texts: Uint8Array): bigint {
    if (texts.length === 0) return 0n
    const { bindings } = duckdb()
    this.texts.reset()
    this.texts.rowCount = 1
    const vector = bindings.data_chunk_get_vector(this.texts.chunk, 0)
    bindings.vector_assign_string_element_len(vector, 0, texts)
    // Bytes 8 to 15 of the cell of a text longer than twelve bytes are its address.
    const cell = bindings.vector_get_data(vector, CELL_SIZES.bytes)
    return new DataView(cell.buffer, cell.byteOffset, cell.byteLength).getBigUint64(8, true)
  }
}

/** The bytes of texts in the rows that came last. */
class LastTexts {
  private readonly least: number
  private readonly chunks: { rows: number; bytes: number }[] = []
  private rows = 0
  private bytes = 0

  /** @param least how many rows, or all if there are fewer */
  constructor(least: number) {
    this.least = least
  }

  /** Adds a chunk, and returns the bytes. */
  add({ rows, texts }: RowChunk): number {
    const { chunks } = this
    chunks.push({ rows, bytes: texts.length })
    this.rows += rows
    this.bytes += texts.length
    while (this.rows - chunks[0]!.rows >= this.least) {
      const first = chunks.shift()!
      this.rows -= first.rows
      this.bytes -= first.bytes
    }
    return this.bytes
  }
}

/** Replaces offsets by addresses in a column's cells of longer text. */
function pointAtTexts(cells: Uint8Array, start: number, rows: number, address: bigint): void {
  const words = new Uint32Array(cells.buffer, cells.byteOffset + start, rows * 4)
  const low = Number(address & 0xffff_ffffn)
  const high = Number(address >> 32n)
  for (let at = 0; at < words.length; at += 4) {
    if (words[at]! <= INLINE_BYTES) continue
    const sum = low + words[at + 2]!
    words[at + 2] = sum
    words[at + 3] = sum > 0xffff_ffff ? high + 1 : high
  }
}
