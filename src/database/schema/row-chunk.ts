/**
 * Rows of the table `games` laid out as DuckDB holds them in memory, column by
 * column, so that a worker hands them over without a copy and the importer
 * without touching single values. Text of up to twelve bytes stands in its
 * cell, longer text beside the cells (duckdb_string_t of duckdb.h). Numbers
 * are little-endian, as on every processor that DuckDB's Node package is made for.
 */
import { GAME_COLUMNS, type CellKind, type GameRow } from './game-columns.ts'

/** The largest number of rows in a chunk: DuckDB's vector size. */
export const CHUNK_ROWS = 2048

/** Bytes of a cell. */
export const CELL_SIZES: Record<CellKind, number> = { u16: 2, u32: 4, text: 16, bytes: 16 }

/** Bytes of text stored in the cell, after their number (u32). */
export const INLINE_BYTES = 12

/** Bytes of the marks of a column: a bit a row, set where there is a value. */
export const MARK_BYTES = CHUNK_ROWS / 8

/** Where the cells of each column begin; the marks of all columns follow the cells. */
export const COLUMN_STARTS: readonly number[] = GAME_COLUMNS.map((_, column) =>
  GAME_COLUMNS.slice(0, column).reduce((sum, { kind }) => sum + CELL_SIZES[kind] * CHUNK_ROWS, 0),
)
export const MARKS_START = GAME_COLUMNS.reduce((sum, { kind }) => sum + CELL_SIZES[kind] * CHUNK_ROWS, 0)
const KINDS = GAME_COLUMNS.map(({ kind }) => kind)
/** The same, and the sizes of the cells, as flat numbers. */
const STARTS = Int32Array.from(COLUMN_STARTS)
const SIZES = Int32Array.from(GAME_COLUMNS, ({ kind }) => CELL_SIZES[kind])
/** Bytes of the cells and marks of a chunk. */
export const CHUNK_SIZE = MARKS_START + GAME_COLUMNS.length * MARK_BYTES

/** Rows of `games`, ready to be handed to DuckDB. */
export interface RowChunk {
  rows: number
  /** Cells and marks of all columns. A cell of longer text has its number of bytes, its first four, and where it begins in `texts` (u32). */
  cells: Uint8Array
  /** Longer texts, one after another. */
  texts: Uint8Array
}

/** Text up to this many characters is written character by character, which is faster than using the encoder. */
const SHORT_TEXT = 48

/** Text from this many characters on is not given room for what it might take. */
const LONG_TEXT = 1 << 16

/** Bytes of texts after which a chunk is full, however many rows it has. */
const MANY_BYTES = 1 << 21

/** Bytes of texts that there is room for at first: those of a full chunk, and of its last row, which seldom has an eighth as many. */
const FIRST_BYTES = MANY_BYTES + (MANY_BYTES >> 3)
const encoder = new TextEncoder()

/** What a chunk lies in. */
export class ChunkMemory {
  readonly cells: Uint8Array
  texts: Uint8Array
  private readonly allocate: (size: number) => Uint8Array

  /** @param allocate gets so many bytes, all 0 @param known what another had */
  constructor(
    allocate: (size: number) => Uint8Array = (size) => new Uint8Array(size),
    known?: { cells: Uint8Array; texts: Uint8Array },
  ) {
    this.allocate = allocate
    this.cells = known?.cells ?? allocate(CHUNK_SIZE)
    this.texts = known?.texts ?? allocate(FIRST_BYTES)
  }

  /** Makes room for more bytes of texts. @param used how many are kept */
  growTexts(needed: number, used: number): void {
    const larger = this.allocate(Math.max(needed, this.texts.length * 2))
    larger.set(this.texts.subarray(0, used))
    this.texts = larger
  }
}

/** Collects rows in chunks. */
export class RowPacker {
  private readonly take: (chunk: RowChunk) => void
  private readonly nextMemory: () => ChunkMemory
  private memory!: ChunkMemory
  private cells!: Uint8Array
  private shorts!: Uint16Array
  private words!: Uint32Array
  private rows = 0
  private textEnd = 0

  /**
   * @param take receives every full chunk, and the last one when `finish` is called
   * @param nextMemory gives the memory of each chunk
   */
  constructor(take: (chunk: RowChunk) => void, nextMemory: () => ChunkMemory = () => new ChunkMemory()) {
    this.take = take
    this.nextMemory = nextMemory
  }

  add(values: GameRow): void {
    if (this.rows === 0) this.begin()
    const { rows, cells } = this
    for (let column = 0; column < KINDS.length; column++) {
      const value = values[column]!
      const at = STARTS[column]! + rows * SIZES[column]!
      if (typeof value === 'string') this.putText(value, at)
      else if (typeof value === 'number') this.putNumber(value, at, KINDS[column]!)
      else if (value === null) cells[MARKS_START + column * MARK_BYTES + (rows >> 3)]! &= ~(1 << (rows & 7))
      else this.putBytes(value, at)
    }
    this.rows++
    if (this.rows === CHUNK_ROWS || this.textEnd >= MANY_BYTES) this.finish()
  }

  /** Passes on the current chunk. */
  finish(): void {
    if (this.rows === 0) return
    this.take({ rows: this.rows, cells: this.cells, texts: this.memory.texts.subarray(0, this.textEnd) })
    this.rows = 0
    this.textEnd = 0
  }

  private begin(): void {
    this.memory = this.nextMemory()
    const { cells } = this.memory
    this.cells = cells
    this.shorts = new Uint16Array(cells.buffer)
    this.words = new Uint32Array(cells.buffer)
    cells.fill(0, 0, MARKS_START)
    cells.fill(0xff, MARKS_START)
  }

  private putNumber(value: number, at: number, kind: CellKind): void {
    if (kind === 'u16') this.shorts[at >> 1] = value
    else this.words[at >> 2] = value
  }

  private putText(text: string, at: number): void {
    const { length } = text
    // A character takes three bytes at most; a tree of megabytes is measured.
    this.reserve(length < LONG_TEXT ? length * 3 : Buffer.byteLength(text))
    if (length > SHORT_TEXT) {
      this.settle(at, encoder.encodeInto(text, this.memory.texts.subarray(this.textEnd)).written)
      return
    }
    const isInline = length <= INLINE_BYTES
    const into = isInline ? this.cells : this.memory.texts
    const start = isInline ? at + 4 : this.textEnd
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index)
      if (code >= 0x80) return this.putEncoded(text, at)
      into[start + index] = code
    }
    if (isInline) this.words[at >> 2] = length
    else this.settle(at, length)
  }

  /** Text of which some characters take several bytes. */
  private putEncoded(text: string, at: number): void {
    // What was written of it as if they took one.
    this.cells.fill(0, at, at + CELL_SIZES.text)
    this.settle(at, encoder.encodeInto(text, this.memory.texts.subarray(this.textEnd)).written)
  }

  private putBytes(bytes: Uint8Array, at: number): void {
    this.reserve(bytes.length)
    this.memory.texts.set(bytes, this.textEnd)
    this.settle(at, bytes.length)
  }

  /** Makes a cell from the bytes at the end of the texts. */
  private settle(at: number, length: number): void {
    const { cells, words, textEnd } = this
    const { texts } = this.memory
    words[at >> 2] = length
    const isInline = length <= INLINE_BYTES
    const shown = isInline ? length : 4
    for (let index = 0; index < shown; index++) cells[at + 4 + index] = texts[textEnd + index]!
    if (isInline) return
    words[(at >> 2) + 2] = textEnd
    this.textEnd = textEnd + length
  }

  private reserve(bytes: number): void {
    const needed = this.textEnd + bytes
    if (needed > this.memory.texts.length) this.memory.growTexts(needed, this.textEnd)
  }
}
