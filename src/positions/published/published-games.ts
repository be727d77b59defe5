/**
 * The games of a published database, in lists made beforehand: rows in blocks, each packed by itself, so that a page of a
 * list takes one range of a file, and a game one more. docs/position-index.md, Publishing, describes the bytes.
 */
import { unpackBytes } from '../../bytes/packed/unpack-bytes.ts'
import { FormatError } from '../../issues/errors.ts'
import type { Game } from '../../model/record.ts'
import type { ReadRange } from '../segment/segment-scan.ts'

/** Rows of one block of a list. */
export const BLOCK_ROWS = 100

/** Bytes of an offset in the table of blocks: u48, little-endian. */
export const OFFSET_SIZE = 6

/** Bytes of the place of a game. */
export const PLACE_SIZE = 4
/** The place of a number that no game has. */
export const NO_PLACE = 0xff_ff_ff_ff

/** The orders in which games are listed: the latest first, and those with the strongest player first. */
export const LIST_ORDERS = ['newest', 'rating'] as const
/** An order of a list. */
export type ListOrder = (typeof LIST_ORDERS)[number]

/** A file of a published folder. */
export interface PublishedFile {
  /** Path from the folder of `positions.json`. */
  file: string
  /** Bytes of the file. */
  size: number
}

/** The lists of a kind of game, in `positions.json`. */
export interface PublishedLists {
  game: Game
  games: number
  /** The games, each a line of JSON lines packed with gzip. */
  records: PublishedFile
  /** Places by the numbers that the position index has, u32 each from number 0, little-endian; 0xffffffff for none. */
  places: PublishedFile
  /** A list for each order; games without ratings have only the first. */
  orders: { newest: PublishedFile; rating?: PublishedFile }
}

/** A row of a list: what a line about a game shows, and where the game is. */
export interface PublishedGame {
  /** Its place among the newest, from 0; it names the game. */
  place: number
  /** Where its record begins in the file of records, and its bytes. */
  offset: number
  length: number
  /** Symbol: `1-0`, `0-1`, `1/2-1/2`, or another. */
  result: string
  first?: string
  second?: string
  firstRating?: number
  secondRating?: number
  firstRank?: string
  secondRank?: string
  /** As the record has it: `2001-05-17`, or less of it. */
  date?: string
  event?: string
  title?: string
  /** Code of the opening. */
  opening?: string
}

/** The properties of a row in the order in which a block has them, and what they are. */
const COLUMNS: readonly (readonly [name: keyof PublishedGame, type: 'string' | 'number', isNeeded?: true])[] = [
  ['place', 'number', true],
  ['offset', 'number', true],
  ['length', 'number', true],
  ['result', 'string', true],
  ['first', 'string'],
  ['second', 'string'],
  ['firstRating', 'number'],
  ['secondRating', 'number'],
  ['firstRank', 'string'],
  ['secondRank', 'string'],
  ['date', 'string'],
  ['event', 'string'],
  ['title', 'string'],
  ['opening', 'string'],
]

/** A row as it is written: a value for each column, `null` for none, without those at the end. */
export function packRow(row: PublishedGame): (string | number | null)[] {
  const values = COLUMNS.map(([name]) => row[name] ?? null)
  while (values.at(-1) === null) values.pop()
  return values
}

/** Reads a row; undefined if it is not one. */
function unpackRow(values: unknown): PublishedGame | undefined {
  if (!Array.isArray(values)) return undefined
  const row: Record<string, string | number> = {}
  for (const [index, [name, type, isNeeded]] of COLUMNS.entries()) {
    const value: unknown = values[index] ?? undefined
    if (value === undefined && !isNeeded) continue
    if (typeof value !== type || (type === 'number' && !(Number.isSafeInteger(value) && Number(value) >= 0))) {
      return undefined
    }
    row[name] = value as string | number
  }
  return row as unknown as PublishedGame
}

/** Bytes that a block of rows may have when unpacked. */
const MAX_BLOCK = 1 << 22
/** The longest line of JSON lines that is read. */
const MAX_RECORD = 1 << 28

/** Numbers of a table read at once. */
const TABLE_WINDOW = 1024
/** Windows of a table that are kept. */
const KEPT_WINDOWS = 256

/** Blocks that are kept. */
const KEPT_BLOCKS = 200

/** The lists of the games of one kind. */
export class PublishedGames {
  /** Games in each list. */
  readonly count: number
  /** The orders there are. */
  readonly orders: readonly ListOrder[]
  /** Names this publication of the games: places in another one are those of other games. */
  readonly revision: string
  private readonly lists = new Map<ListOrder, ListFile>()
  private readonly records: PublishedFile
  private readonly places: NumberTable
  private readonly read: (file: PublishedFile) => ReadRange

  /** @param read makes what reads a file */
  constructor({ games, records, places, orders }: PublishedLists, read: (file: PublishedFile) => ReadRange) {
    this.count = games
    this.records = records
    const numbers = Math.floor(places.size / PLACE_SIZE)
    this.places = new NumberTable(read(places), { file: places.file, start: 0, count: numbers, width: PLACE_SIZE })
    this.revision = records.file
    this.read = read
    this.orders = LIST_ORDERS.filter((order) => orders[order])
    for (const order of this.orders) this.lists.set(order, new ListFile(orders[order]!, games, read(orders[order]!)))
  }

  /**
   * Rows from an index up to but not including another: one range of the list, after one of its table. Rejects with
   * FormatError.
   */
  async rows(order: ListOrder, from: number, to: number): Promise<PublishedGame[]> {
    const list = this.lists.get(order) ?? this.lists.get('newest')!
    const last = Math.min(to, this.count)
    if (from >= last) return []
    const first = Math.floor(from / BLOCK_ROWS)
    const blocks = await list.blocks(first, Math.ceil(last / BLOCK_ROWS))
    return blocks.flat().slice(from - first * BLOCK_ROWS, last - first * BLOCK_ROWS)
  }

  /** The place of the game that the position index has under a number; undefined if it has none. */
  async placeOf(number: number): Promise<number | undefined> {
    const place = number < this.places.count ? await this.places.at(number) : NO_PLACE
    return place < this.count ? place : undefined
  }

  /** Bytes of a row in a list, on average. */
  rowSize(order: ListOrder): number {
    return (this.lists.get(order) ?? this.lists.get('newest')!).size / this.count
  }

  /** The record of a game as a line of JSON lines, to be read as a file with that format. Rejects with FormatError. */
  async record({ offset, length }: PublishedGame): Promise<Uint8Array> {
    const { file, size } = this.records
    if (offset + length > size || length > MAX_RECORD) throw damaged(file, offset)
    return await unpack(await this.read(this.records)(offset, offset + length), MAX_RECORD, file, offset)
  }
}

/** A list in one order: blocks of rows, and where each begins. */
class ListFile {
  private readonly file: PublishedFile
  private readonly count: number
  private readonly read: ReadRange
  private readonly offsets: NumberTable
  private readonly kept = new Map<number, PublishedGame[]>()

  constructor(file: PublishedFile, games: number, read: ReadRange) {
    this.file = file
    this.count = Math.ceil(games / BLOCK_ROWS)
    this.read = read
    if (this.tableStart < 0) throw damaged(file.file, 0)
    const table = { file: file.file, start: this.tableStart, count: this.count + 1, width: OFFSET_SIZE }
    this.offsets = new NumberTable(read, table)
  }

  get size(): number {
    return this.file.size
  }

  private get tableStart(): number {
    return this.file.size - (this.count + 1) * OFFSET_SIZE
  }

  /** The rows of the blocks from a number up to but not including another. */
  async blocks(from: number, to: number): Promise<PublishedGame[][]> {
    const numbers = Array.from({ length: to - from }, (_, step) => from + step)
    const missing = numbers.filter((number) => !this.kept.has(number))
    if (missing.length > 0) await this.load(missing[0]!, missing.at(-1)! + 1)
    return numbers.map((number) => this.kept.get(number)!)
  }

  private async load(from: number, to: number): Promise<void> {
    const offsets = await Promise.all(Array.from({ length: to - from + 1 }, (_, step) => this.offsets.at(from + step)))
    const { file } = this.file
    const [start, end] = [offsets[0]!, offsets.at(-1)!]
    const isInOrder = offsets.every((offset, index) => index === 0 || offset > offsets[index - 1]!)
    if (!isInOrder || end > this.tableStart || end - start > (to - from) * MAX_BLOCK) throw damaged(file, start)
    const bytes = await this.read(start, end)
    const blocks = await Promise.all(
      offsets.slice(1).map(async (next, index) => {
        const at = offsets[index]!
        const number = from + index
        const text = await unpack(bytes.subarray(at - start, next - start), MAX_BLOCK, file, at)
        return this.rowsOf(number, new TextDecoder().decode(text), at)
      }),
    )
    if (this.kept.size + blocks.length > KEPT_BLOCKS) this.kept.clear()
    for (const [index, rows] of blocks.entries()) this.kept.set(from + index, rows)
  }

  private rowsOf(number: number, text: string, offset: number): PublishedGame[] {
    let values: unknown
    try {
      values = JSON.parse(text)
    } catch {
      throw damaged(this.file.file, offset)
    }
    const rows = Array.isArray(values) ? values.map(unpackRow) : []
    const isLast = number === this.count - 1
    const isWhole = rows.length === BLOCK_ROWS || (isLast && rows.length > 0 && rows.length < BLOCK_ROWS)
    if (!isWhole || rows.includes(undefined)) throw damaged(this.file.file, offset)
    return rows as PublishedGame[]
  }
}

/** Numbers of equal width in a file, little-endian, read in windows. */
class NumberTable {
  readonly count: number
  private readonly read: ReadRange
  private readonly file: string
  private readonly start: number
  private readonly width: number
  private readonly windows = new Map<number, Promise<Float64Array>>()

  /** @param place where the table begins, how many numbers it has, and their bytes, 4 or 6 */
  constructor(
    read: ReadRange,
    { file, start, count, width }: { file: string; start: number; count: number; width: number },
  ) {
    this.read = read
    this.file = file
    this.start = start
    this.count = count
    this.width = width
  }

  /** A number of the table. Rejects with FormatError. */
  async at(index: number): Promise<number> {
    const window = Math.floor(index / TABLE_WINDOW)
    let loading = this.windows.get(window)
    if (!loading) {
      if (this.windows.size >= KEPT_WINDOWS) this.windows.clear()
      loading = this.load(window)
      this.windows.set(window, loading)
      // A failed request is tried again.
      loading.catch(() => this.windows.delete(window))
    }
    return (await loading)[index % TABLE_WINDOW]!
  }

  private async load(window: number): Promise<Float64Array> {
    const { width } = this
    const first = window * TABLE_WINDOW
    const count = Math.min(TABLE_WINDOW, this.count - first)
    const start = this.start + first * width
    const bytes = await this.read(start, start + count * width)
    if (bytes.length !== count * width) throw damaged(this.file, start)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return Float64Array.from({ length: count }, (_, index) => {
      const high = width === OFFSET_SIZE ? view.getUint16(index * width + 4, true) : 0
      return view.getUint32(index * width, true) + high * 2 ** 32
    })
  }
}

/** Unpacks gzip, whose checksum proves the bytes. */
async function unpack(bytes: Uint8Array, most: number, file: string, offset: number): Promise<Uint8Array> {
  const unpacked = await unpackBytes(bytes, 'gzip', most)
  if (!unpacked.isWhole) throw damaged(file, offset)
  return unpacked.bytes
}

function damaged(file: string, offset: number): FormatError {
  return new FormatError('published/damaged', {}, { file, offset })
}
