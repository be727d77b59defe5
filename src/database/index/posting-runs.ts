/**
 * Postings on disk during an import: runs, each partitioned by units of the key, so that the postings of all runs in
 * some units can be read and sorted together. Rows of four numbers (positions/postings.ts) in the byte order of this
 * machine, since no run outlives its import.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { distribute, ROW_WIDTH, type Postings } from '../../positions/postings.ts'

/**
 * Bits of the key that select a unit: enough for a range not to be much larger than intended even with a hundred
 * million postings. Segments with fewer buckets than units are made from one range.
 */
const UNIT_BITS = 10
export const UNITS = 1 << UNIT_BITS

const ROW_SIZE = ROW_WIDTH * Uint32Array.BYTES_PER_ELEMENT

/** Where a run is in its file. */
export interface PostingRun {
  /** Rows of the file before it. */
  offset: number
  /** Row of the run at which each unit begins, and the end. */
  starts: Uint32Array
}

/** Writes runs into a separate file, one after another. */
export class RunWriter {
  readonly runs: PostingRun[] = []
  private readonly descriptor: number
  private rows = new Uint32Array(0)
  private offset = 0

  constructor(path: string) {
    this.descriptor = openSync(path, 'wx')
  }

  write(postings: Postings): void {
    const { count } = postings
    if (this.rows.length < count * ROW_WIDTH) this.rows = new Uint32Array(count * ROW_WIDTH)
    this.runs.push({ offset: this.offset, starts: distribute(postings, 0, UNIT_BITS, this.rows) })
    const bytes = new Uint8Array(this.rows.buffer, 0, count * ROW_SIZE)
    for (let written = 0; written < bytes.length;) {
      written += writeSync(this.descriptor, bytes, written, bytes.length - written, this.offset * ROW_SIZE + written)
    }
    this.offset += count
  }

  close(): void {
    closeSync(this.descriptor)
  }
}

/** Reads the postings of a file's runs in ranges of units. */
export class RunReader {
  private readonly descriptor: number
  private readonly path: string
  private readonly runs: readonly PostingRun[]
  private rows = new Uint32Array(0)

  constructor(path: string, runs: readonly PostingRun[]) {
    this.path = path
    this.runs = runs
    this.descriptor = openSync(path, 'r')
  }

  /** Adds the postings of the units from `from` up to `to`. */
  read(from: number, to: number, into: Postings): void {
    for (const { offset, starts } of this.runs) {
      const count = starts[to]! - starts[from]!
      if (this.rows.length < count * ROW_WIDTH) this.rows = new Uint32Array(count * ROW_WIDTH)
      const bytes = new Uint8Array(this.rows.buffer, 0, count * ROW_SIZE)
      for (let done = 0; done < bytes.length;) {
        const start = (offset + starts[from]!) * ROW_SIZE
        const read = readSync(this.descriptor, bytes, done, bytes.length - done, start + done)
        if (read === 0) throw new Error(`${this.path} ends too early`)
        done += read
      }
      addRows(this.rows, count, into)
    }
  }

  close(): void {
    closeSync(this.descriptor)
  }
}

function addRows(rows: Uint32Array, count: number, into: Postings): void {
  into.reserve(into.count + count)
  const { high, low, game, move } = into
  let at = into.count
  for (let row = 0; row < count * ROW_WIDTH; row += ROW_WIDTH) {
    high[at] = rows[row]!
    low[at] = rows[row + 1]!
    game[at] = rows[row + 2]!
    move[at++] = rows[row + 3]!
  }
  into.count = at
}
