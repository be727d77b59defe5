/** Sorts postings by key, move and game. */
import { resized } from '../../bytes/resize.ts'
import { LargeBins } from './large-bins.ts'
import { Postings, ROW_WIDTH } from './postings.ts'

/** Postings of a bin that are wanted: so few are sorted by insertion at once. */
const BIN_POSTINGS = 2
const MAX_BIN_BITS = 16

/** Bins larger than this are of few keys that have many postings. */
const INSERTION_LIMIT = 24

/**
 * Sorts postings by key, move and game, and keeps the memory it needs for the
 * next time. One distribution by the first bits in which keys differ makes so
 * many bins that most hold a posting or two.
 */
export class PostingSorter {
  private readonly sorted = new Postings(0)
  /** All postings by bin. */
  private rows = new Uint32Array(0)
  /** Where the next row of each bin goes; in the end, where each ends. */
  private bins = new Uint32Array(1 << 10)
  private readonly large = new LargeBins()

  /** The postings in order, good until the next call; the run itself stays as it is. */
  sort({ high, low, game, move, count }: Postings): Postings {
    const { least, shift } = this.planBins(high, 1, count, leastOf(high, count), greatestOf(high, count))
    distribute(high, low, game, move, 1, count, least, shift, this.bins, this.rows)
    return this.sortBins(count)
  }

  /** The same of postings that come as rows. @param first @param last what the high halves of their keys lie between */
  sortRows(unsorted: Uint32Array, count: number, first: number, last: number): Postings {
    const { least, shift } = this.planBins(unsorted, ROW_WIDTH, count, first, last)
    const column = (place: number) => unsorted.subarray(place)
    distribute(unsorted, column(1), column(2), column(3), ROW_WIDTH, count, least, shift, this.bins, this.rows)
    return this.sortBins(count)
  }

  /** Gives the memory of what was sorted back. */
  release(): void {
    this.rows = resized(this.rows, 0)
    this.sorted.release()
  }

  /** Chooses the bins and finds where each begins. @param step from one key to the next */
  private planBins(
    keys: Uint32Array,
    step: number,
    count: number,
    least: number,
    greatest: number,
  ): { least: number; shift: number } {
    if (this.rows.length < count * ROW_WIDTH) this.rows = resized(this.rows, count * ROW_WIDTH)
    const spanBits = 32 - Math.clz32(Math.max(0, greatest - least))
    const binBits = Math.min(spanBits, MAX_BIN_BITS, Math.max(1, Math.ceil(Math.log2(count / BIN_POSTINGS))))
    const shift = spanBits - binBits
    const size = 1 << binBits
    if (this.bins.length < size) this.bins = resized(this.bins, size)
    this.bins.fill(0, 0, size)
    countBins(keys, step, count, least, shift, this.bins)
    beginBins(this.bins, size)
    return { least, shift }
  }

  /** Sorts every bin and lays all out as columns. */
  private sortBins(count: number): Postings {
    const { rows, bins, sorted } = this
    sorted.reserve(count)
    sorted.count = count
    const { high, low, game, move } = sorted
    for (let bin = 0, start = 0; start < count; bin++) {
      const end = bins[bin]!
      if (end - start > INSERTION_LIMIT) {
        this.large.sort(rows, start, end, sorted)
      } else {
        if (end - start > 1) insertRows(rows, start * ROW_WIDTH, end * ROW_WIDTH)
        for (let index = start, row = start * ROW_WIDTH; index < end; index++, row += ROW_WIDTH) {
          high[index] = rows[row]!
          low[index] = rows[row + 1]!
          game[index] = rows[row + 2]!
          move[index] = rows[row + 3]!
        }
      }
      start = end
    }
    return sorted
  }
}

// A loop over all postings is a function of its own: V8 compiles it once, and not again for what stands around it.

function leastOf(keys: Uint32Array, count: number): number {
  let least = 0xffff_ffff
  for (let at = 0; at < count; at++) if (keys[at]! < least) least = keys[at]!
  return least
}

function greatestOf(keys: Uint32Array, count: number): number {
  let greatest = 0
  for (let at = 0; at < count; at++) if (keys[at]! > greatest) greatest = keys[at]!
  return greatest
}

function countBins(
  keys: Uint32Array,
  step: number,
  count: number,
  least: number,
  shift: number,
  bins: Uint32Array,
): void {
  for (let at = 0; at < count * step; at += step) bins[(keys[at]! - least) >>> shift]!++
}

/** Puts where each bin begins in place of how many it has. */
function beginBins(bins: Uint32Array, size: number): void {
  let start = 0
  for (let bin = 0; bin < size; bin++) {
    const length = bins[bin]!
    bins[bin] = start
    start += length
  }
}

/** Puts postings into their bins. @param step from one to the next in what they lie in */
function distribute(
  high: Uint32Array,
  low: Uint32Array,
  game: Uint32Array,
  move: Uint32Array | Uint16Array,
  step: number,
  count: number,
  least: number,
  shift: number,
  bins: Uint32Array,
  rows: Uint32Array,
): void {
  for (let from = 0; from < count * step; from += step) {
    const bin = (high[from]! - least) >>> shift
    const at = bins[bin]!
    bins[bin] = at + 1
    const row = at * ROW_WIDTH
    rows[row] = high[from]!
    rows[row + 1] = low[from]!
    rows[row + 2] = game[from]!
    rows[row + 3] = move[from]!
  }
}

/** Sorts a few rows by insertion. */
function insertRows(rows: Uint32Array, start: number, end: number): void {
  for (let row = start + ROW_WIDTH; row < end; row += ROW_WIDTH) {
    const high = rows[row]!
    const low = rows[row + 1]!
    const game = rows[row + 2]!
    const move = rows[row + 3]!
    let at = row
    for (; at > start; at -= ROW_WIDTH) {
      const before = at - ROW_WIDTH
      const other = rows[before]!
      if (other < high) break
      if (other === high) {
        const otherLow = rows[before + 1]!
        if (otherLow < low) break
        if (otherLow === low) {
          const otherMove = rows[before + 3]!
          if (otherMove < move || (otherMove === move && rows[before + 2]! <= game)) break
        }
      }
      rows[at] = rows[before]!
      rows[at + 1] = rows[before + 1]!
      rows[at + 2] = rows[before + 2]!
      rows[at + 3] = rows[before + 3]!
    }
    if (at === row) continue
    rows[at] = high
    rows[at + 1] = low
    rows[at + 2] = game
    rows[at + 3] = move
  }
}
