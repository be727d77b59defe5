/**
 * Makes sure, once in a process, that DuckDB holds rows as row-chunk.ts lays them out. Rows go to it as raw memory,
 * and a version that holds text in another way would read wherever the cells happen to point.
 */
import { CodedError } from '../../issues/errors.ts'
import { installCommand } from '../../node/install-command.ts'
import { duckdb, DUCKDB } from './duckdb.ts'
import { GAME_COLUMNS, type Cell, type GameRow } from '../schema/game-columns.ts'
import {
  CELL_SIZES,
  COLUMN_STARTS,
  CHUNK_SIZE,
  INLINE_BYTES,
  MARK_BYTES,
  MARKS_START,
  RowPacker,
  type RowChunk,
} from '../schema/row-chunk.ts'

/** Texts of the kinds that are laid out apart: empty, in the cell, just in the cell, beside it. */
const TEXTS = ['', 'short', 'twelve bytes', 'more than twelve bytes', 'ж車é𝄞 in UTF-8']

let isChecked = false

/** Throws CodedError when this version of DuckDB holds rows in another way. */
export function requireKnownLayout(): void {
  if (isChecked) return
  const rows = sampleRows()
  if (layoutDiffers(packed(rows), heldByDuckDB(rows))) {
    throw new CodedError('database/duckdb-layout', { version: duckdb().api.version(), command: installCommand(DUCKDB) })
  }
  isChecked = true
}

/** Rows with every kind of text in every column, and with NULL wherever it may be. */
export function sampleRows(): GameRow[] {
  const rows = TEXTS.map((_, row) =>
    GAME_COLUMNS.map(({ kind }, column): Cell => {
      const text = TEXTS[(row + column) % TEXTS.length]!
      if (kind === 'text') return text
      if (kind === 'bytes') return new TextEncoder().encode(text)
      return (0x01020304 * (row + 1)) % (kind === 'u16' ? 0x10000 : 0x1_0000_0000)
    }),
  )
  return [...rows, ...rows.map((cells, row) => cells.map((cell, column) => (isNull(row, column) ? null : cell)))]
}

function isNull(row: number, column: number): boolean {
  return !GAME_COLUMNS[column]!.isRequired && (row + column) % 2 === 0
}

/** The rows as we lay them out. */
export function packed(rows: readonly GameRow[]): RowChunk {
  let result: RowChunk | undefined
  const packer = new RowPacker((chunk) => (result = chunk))
  for (const row of rows) packer.add(row)
  packer.finish()
  return result!
}

/** The cells and marks of rows as DuckDB holds them, column by column as in a {@link RowChunk}. */
export function heldByDuckDB(rows: readonly GameRow[]): Uint8Array {
  const { api, bindings } = duckdb()
  const types = { u16: api.USMALLINT, u32: api.UINTEGER, text: api.VARCHAR, bytes: api.BLOB }
  const columns = GAME_COLUMNS.map(({ kind }) => types[kind])
  const chunk = api.DuckDBDataChunk.create(columns, rows.length)
  chunk.setRows(
    rows.map((row) => row.map((cell) => (cell instanceof Uint8Array ? new api.DuckDBBlobValue(cell) : cell))),
  )
  const cells = new Uint8Array(CHUNK_SIZE)
  for (const [column, { kind }] of GAME_COLUMNS.entries()) {
    const vector = bindings.data_chunk_get_vector(chunk.chunk, column)
    cells.set(bindings.vector_get_data(vector, rows.length * CELL_SIZES[kind]), COLUMN_STARTS[column])
    bindings.vector_ensure_validity_writable(vector)
    cells.set(bindings.vector_get_validity(vector, MARK_BYTES), MARKS_START + column * MARK_BYTES)
  }
  return cells
}

/** Whether cells or marks differ, but for the address of longer text, of which only the first bytes are known. */
export function layoutDiffers({ rows, cells: ours }: RowChunk, theirs: Uint8Array): boolean {
  const view = new DataView(ours.buffer)
  for (const [column, { kind }] of GAME_COLUMNS.entries()) {
    const marks = MARKS_START + column * MARK_BYTES
    for (let row = 0; row < rows; row++) {
      const mark = 1 << (row & 7)
      const isThere = (ours[marks + (row >> 3)]! & mark) !== 0
      if (isThere !== ((theirs[marks + (row >> 3)]! & mark) !== 0)) return true
      if (!isThere) continue
      const size = CELL_SIZES[kind]
      const at = COLUMN_STARTS[column]! + row * size
      const isLong = size === CELL_SIZES.text && view.getUint32(at, true) > INLINE_BYTES
      const known = isLong ? 8 : size
      for (let index = 0; index < known; index++) if (ours[at + index] !== theirs[at + index]) return true
      if (isLong && theirs.subarray(at + 8, at + size).every((byte) => byte === 0)) return true
    }
  }
  return false
}
