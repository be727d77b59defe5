/**
 * Postings on disk during an import. They are put into units by the first bits of their keys as they come; what a unit
 * has gathered is written as a block when it is full, so the postings of all workers in some units can be read and
 * sorted together. Rows of four numbers (positions/segment/postings.ts) in the byte order of this machine, since no file of
 * these outlives its import.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { resized } from '../../bytes/resize.ts'
import { NO_MOVE_CODE } from '../../positions/move-code.ts'
import { ROW_WIDTH, type PostingSink } from '../../positions/segment/postings.ts'

/**
 * Bits of the key that select a unit: enough for a range not to be much larger than intended even with a hundred
 * million postings. Segments with fewer buckets than units are made from one range.
 */
const UNIT_BITS = 10
export const UNITS = 1 << UNIT_BITS
const UNIT_SHIFT = 32 - UNIT_BITS

/** Rows of a block: few, since every unit gathers one, and enough for reading a block at a time to be cheap. */
const BLOCK_ROWS = 256
const BLOCK_WORDS = BLOCK_ROWS * ROW_WIDTH
const BLOCK_SIZE = BLOCK_WORDS * Uint32Array.BYTES_PER_ELEMENT
const ROW_SIZE = ROW_WIDTH * Uint32Array.BYTES_PER_ELEMENT

/** Blocks that are written at once. */
const WRITTEN_BLOCKS = 128

/** What is in a file: plain data, sent to workers. */
export interface PostingBlocks {
  /** The unit of each full block, in the order of the file. */
  units: Uint16Array
  /** Row behind the full blocks at which the last rows of each unit begin, and the end. */
  lastRows: Uint32Array
}

/** How many postings a file has in each unit. */
export function countByUnit({ units, lastRows }: PostingBlocks): Uint32Array {
  const counts = new Uint32Array(UNITS)
  for (const unit of units) counts[unit]! += BLOCK_ROWS
  for (let unit = 0; unit < UNITS; unit++) counts[unit]! += lastRows[unit + 1]! - lastRows[unit]!
  return counts
}

/** What postings are gathered in, 4.5 MB: used for one file after another, since the collector would leave it for long. */
export class BlockMemory {
  /** The rows that each unit gathers, and how many numbers it has. */
  readonly gathered = new Uint32Array(UNITS * BLOCK_WORDS)
  readonly lengths = new Uint16Array(UNITS)
  /** Full blocks to be written. */
  readonly full = new Uint32Array(WRITTEN_BLOCKS * BLOCK_WORDS)
}

/** Writes postings into a file of their own. */
export class BlockWriter implements PostingSink {
  count = 0
  private readonly descriptor: number
  private readonly gathered: Uint32Array
  private readonly lengths: Uint16Array
  private readonly full: Uint32Array
  private units = new Uint16Array(1 << 10)
  private blocks = 0
  private waiting = 0
  private written = 0

  /** @param memory what no other writer uses at the time */
  constructor(path: string, memory: BlockMemory) {
    this.gathered = memory.gathered
    this.lengths = memory.lengths
    this.full = memory.full
    this.lengths.fill(0)
    this.descriptor = openSync(path, 'wx')
  }

  add(high: number, low: number, game: number, move: number): void {
    const unit = high >>> UNIT_SHIFT
    const length = this.lengths[unit]!
    const at = unit * BLOCK_WORDS + length
    const { gathered } = this
    gathered[at] = high
    gathered[at + 1] = low
    gathered[at + 2] = game
    gathered[at + 3] = move
    this.lengths[unit] = length + ROW_WIDTH
    this.count++
    if (length + ROW_WIDTH === BLOCK_WORDS) this.endBlock(unit)
  }

  /** Most of the postings of an import come so: passed one by one, half of the keys would become objects. */
  addLine(keys: Uint32Array, codes: Uint16Array, length: number, game: number): void {
    const { gathered, lengths } = this
    for (let ply = 0; ply <= length; ply++) {
      const unit = keys[2 * ply]! >>> UNIT_SHIFT
      const filled = lengths[unit]!
      const at = unit * BLOCK_WORDS + filled
      gathered[at] = keys[2 * ply]!
      gathered[at + 1] = keys[2 * ply + 1]!
      gathered[at + 2] = game
      gathered[at + 3] = ply < length ? codes[ply]! : NO_MOVE_CODE
      lengths[unit] = filled + ROW_WIDTH
      if (filled + ROW_WIDTH === BLOCK_WORDS) this.endBlock(unit)
    }
    this.count += length + 1
  }

  /** Writes what is left and closes the file. */
  finish(): PostingBlocks {
    this.writeFull()
    const lastRows = new Uint32Array(UNITS + 1)
    for (let unit = 0; unit < UNITS; unit++) {
      const rows = this.lengths[unit]! / ROW_WIDTH
      lastRows[unit + 1] = lastRows[unit]! + rows
      // Moved to where the rows of the units before end, which is never behind them.
      this.gathered.copyWithin(
        lastRows[unit]! * ROW_WIDTH,
        unit * BLOCK_WORDS,
        unit * BLOCK_WORDS + this.lengths[unit]!,
      )
    }
    this.write(this.gathered, lastRows[UNITS]! * ROW_WIDTH)
    closeSync(this.descriptor)
    return { units: resized(this.units, this.blocks), lastRows }
  }

  private endBlock(unit: number): void {
    const start = unit * BLOCK_WORDS
    this.full.set(this.gathered.subarray(start, start + BLOCK_WORDS), this.waiting * BLOCK_WORDS)
    this.lengths[unit] = 0
    if (this.blocks === this.units.length) this.units = resized(this.units, this.blocks * 2)
    this.units[this.blocks++] = unit
    if (++this.waiting === WRITTEN_BLOCKS) this.writeFull()
  }

  private writeFull(): void {
    this.write(this.full, this.waiting * BLOCK_WORDS)
    this.waiting = 0
  }

  private write(words: Uint32Array, count: number): void {
    const bytes = new Uint8Array(words.buffer, 0, count * Uint32Array.BYTES_PER_ELEMENT)
    for (let done = 0; done < bytes.length;) {
      done += writeSync(this.descriptor, bytes, done, bytes.length - done, this.written + done)
    }
    this.written += bytes.length
  }
}

/** Reads the postings of a file in ranges of units. */
export class BlockReader {
  private readonly descriptor: number
  private readonly path: string
  private readonly blocks: PostingBlocks
  /** The numbers of the full blocks in order of their units, and where each unit begins among them. */
  private readonly order: Uint32Array
  private readonly starts = new Uint32Array(UNITS + 1)

  constructor(path: string, blocks: PostingBlocks) {
    this.path = path
    this.blocks = blocks
    this.descriptor = openSync(path, 'r')
    const { units } = blocks
    const { starts } = this
    for (const unit of units) starts[unit + 1]!++
    for (let unit = 0; unit < UNITS; unit++) starts[unit + 1]! += starts[unit]!
    const next = starts.slice()
    this.order = new Uint32Array(units.length)
    for (let block = 0; block < units.length; block++) this.order[next[units[block]!]!++] = block
  }

  /** How many postings there are in the units from `from` up to `to`. */
  count(from: number, to: number): number {
    const { lastRows } = this.blocks
    return (this.starts[to]! - this.starts[from]!) * BLOCK_ROWS + lastRows[to]! - lastRows[from]!
  }

  /** Reads these as rows into bytes, from an offset on, and returns where they end. */
  read(from: number, to: number, into: Uint8Array, offset: number): number {
    const { order, starts } = this
    const { units, lastRows } = this.blocks
    let at = offset
    for (let index = starts[from]!; index < starts[to]!;) {
      const first = order[index]!
      let blocks = 1
      while (index + blocks < starts[to]! && order[index + blocks] === first + blocks) blocks++
      at = this.readBytes(into, at, first * BLOCK_SIZE, blocks * BLOCK_SIZE)
      index += blocks
    }
    const last = units.length * BLOCK_SIZE + lastRows[from]! * ROW_SIZE
    return this.readBytes(into, at, last, (lastRows[to]! - lastRows[from]!) * ROW_SIZE)
  }

  private readBytes(into: Uint8Array, offset: number, start: number, size: number): number {
    for (let done = 0; done < size;) {
      const read = readSync(this.descriptor, into, offset + done, size - done, start + done)
      if (read === 0) throw new Error(`${this.path} ends too early`)
      done += read
    }
    return offset + size
  }

  close(): void {
    closeSync(this.descriptor)
  }
}
