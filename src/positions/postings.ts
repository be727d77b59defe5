/**
 * Postings while they are gathered: in which position which game played which
 * move, in columns of typed arrays, and their sorting by position key.
 */

/** What takes postings one by one. */
export interface PostingSink {
  /** Adds a posting: the halves of the key of a position, the game that reached it and the code of the move it played. */
  add(high: number, low: number, game: number, move: number): void
}

/** A run of postings that grows. */
export class Postings implements PostingSink {
  /** High and low half of the position key, game number, move code; the first `count` are valid. */
  high: Uint32Array
  low: Uint32Array
  game: Uint32Array
  move: Uint16Array
  count = 0

  constructor(capacity: number) {
    this.high = new Uint32Array(capacity)
    this.low = new Uint32Array(capacity)
    this.game = new Uint32Array(capacity)
    this.move = new Uint16Array(capacity)
  }

  /** Number of postings there is memory for. */
  get capacity(): number {
    return this.high.length
  }

  add(high: number, low: number, game: number, move: number): void {
    const at = this.count
    if (at === this.high.length) this.reserve(at + 1)
    this.high[at] = high
    this.low[at] = low
    this.game[at] = game
    this.move[at] = move
    this.count = at + 1
  }

  /** Makes room for so many postings altogether. */
  reserve(count: number): void {
    if (count <= this.capacity) return
    const larger = new Postings(Math.max(count, this.capacity * 2))
    larger.high.set(this.high)
    larger.low.set(this.low)
    larger.game.set(this.game)
    larger.move.set(this.move)
    this.high = larger.high
    this.low = larger.low
    this.game = larger.game
    this.move = larger.move
  }
}

/** Numbers that a posting takes as a row: high, low, game, move. */
export const ROW_WIDTH = 4

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
    const { least, shift } = this.planBins(high, 1, count)
    const { rows, bins } = this
    for (let index = 0; index < count; index++) {
      const bin = (high[index]! - least) >>> shift
      const at = bins[bin]!
      bins[bin] = at + 1
      const row = at * ROW_WIDTH
      rows[row] = high[index]!
      rows[row + 1] = low[index]!
      rows[row + 2] = game[index]!
      rows[row + 3] = move[index]!
    }
    return this.sortBins(count)
  }

  /** The same of postings that come as rows. */
  sortRows(unsorted: Uint32Array, count: number): Postings {
    const { least, shift } = this.planBins(unsorted, ROW_WIDTH, count)
    const { rows, bins } = this
    for (let from = 0; from < count * ROW_WIDTH; from += ROW_WIDTH) {
      const bin = (unsorted[from]! - least) >>> shift
      const at = bins[bin]!
      bins[bin] = at + 1
      const row = at * ROW_WIDTH
      rows[row] = unsorted[from]!
      rows[row + 1] = unsorted[from + 1]!
      rows[row + 2] = unsorted[from + 2]!
      rows[row + 3] = unsorted[from + 3]!
    }
    return this.sortBins(count)
  }

  /** Chooses the bins and finds where each begins. @param step from one key to the next */
  private planBins(keys: Uint32Array, step: number, count: number): { least: number; shift: number } {
    if (this.rows.length < count * ROW_WIDTH) this.rows = new Uint32Array(count * ROW_WIDTH)
    let least = 0xffff_ffff
    let greatest = 0
    for (let at = 0; at < count * step; at += step) {
      const key = keys[at]!
      if (key < least) least = key
      if (key > greatest) greatest = key
    }
    const spanBits = 32 - Math.clz32(Math.max(0, greatest - least))
    const binBits = Math.min(spanBits, MAX_BIN_BITS, Math.max(1, Math.ceil(Math.log2(count / BIN_POSTINGS))))
    const shift = spanBits - binBits
    const size = 1 << binBits
    if (this.bins.length < size) this.bins = new Uint32Array(size)
    const { bins } = this
    bins.fill(0, 0, size)
    for (let at = 0; at < count * step; at += step) bins[(keys[at]! - least) >>> shift]!++
    let start = 0
    for (let bin = 0; bin < size; bin++) {
      const length = bins[bin]!
      bins[bin] = start
      start += length
    }
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

/** Different keys of a large bin, and different moves of a key, at most, that are told apart one by one. */
const MAX_KEYS = 16
const MAX_MOVES = 256

/**
 * Sorts bins of many postings, which are of a position that many games reached and a few others: keys, and then the
 * moves of each, are told apart in the order in which they come, so that the games of a move, which come in order but
 * for the runs that they come from, are nearly sorted.
 */
class LargeBins {
  private readonly keyHigh = new Uint32Array(MAX_KEYS)
  private readonly keyLow = new Uint32Array(MAX_KEYS)
  private readonly keyCounts = new Uint32Array(MAX_KEYS)
  /** Where the postings of a move go, by its number. */
  private readonly moveStarts = new Uint32Array(1 << 16)
  private readonly moves = new Uint16Array(MAX_MOVES)
  private games = new Uint32Array(256)

  /** Puts the rows of a bin into columns, in order. */
  sort(rows: Uint32Array, start: number, end: number, into: Postings): void {
    const keys = this.findKeys(rows, start, end)
    if (keys < 0) {
      copyRows(rows, start, end, into)
      sortRange(into, start, end)
      return
    }
    for (let key = 0, from = start; key < keys; key++) {
      const high = this.keyHigh[key]!
      const low = this.keyLow[key]!
      const to = from + this.keyCounts[key]!
      into.high.fill(high, from, to)
      into.low.fill(low, from, to)
      this.sortKey(rows, start, end, high, low, into, from)
      from = to
    }
  }

  /** Finds the keys of a bin, in order, and how many postings each has; -1 if there are too many. */
  private findKeys(rows: Uint32Array, start: number, end: number): number {
    const { keyHigh, keyLow, keyCounts } = this
    let keys = 0
    for (let row = start * ROW_WIDTH; row < end * ROW_WIDTH; row += ROW_WIDTH) {
      const high = rows[row]!
      const low = rows[row + 1]!
      let key = 0
      while (key < keys && (keyHigh[key] !== high || keyLow[key] !== low)) key++
      if (key === keys) {
        if (keys === MAX_KEYS) return -1
        keyHigh[key] = high
        keyLow[key] = low
        keyCounts[key] = 0
        keys++
      }
      keyCounts[key]!++
    }
    for (let key = 1; key < keys; key++) {
      for (let at = key; at > 0 && (keyHigh[at - 1]! - keyHigh[at]! || keyLow[at - 1]! - keyLow[at]!) > 0; at--) {
        for (const list of [keyHigh, keyLow, keyCounts]) [list[at - 1], list[at]] = [list[at]!, list[at - 1]!]
      }
    }
    return keys
  }

  private sortKey(
    rows: Uint32Array,
    start: number,
    end: number,
    high: number,
    low: number,
    { game, move }: Postings,
    to: number,
  ): void {
    const { moveStarts, moves } = this
    let different = 0
    for (let row = start * ROW_WIDTH; row < end * ROW_WIDTH; row += ROW_WIDTH) {
      if (rows[row + 1] !== low || rows[row] !== high) continue
      const code = rows[row + 3]!
      if (moveStarts[code]!++ === 0 && different < MAX_MOVES) moves[different++] = code
    }
    const known = moves.subarray(0, different).sort()
    let next = to
    for (const code of known) {
      const count = moveStarts[code]!
      move.fill(code, next, next + count)
      moveStarts[code] = next
      next += count
    }
    for (let row = start * ROW_WIDTH; row < end * ROW_WIDTH; row += ROW_WIDTH) {
      if (rows[row + 1] !== low || rows[row] !== high) continue
      game[moveStarts[rows[row + 3]!]!++] = rows[row + 2]!
    }
    let from = to
    for (const code of known) {
      this.sortGames(game, from, moveStarts[code]!)
      from = moveStarts[code]!
      moveStarts[code] = 0
    }
  }

  private sortGames(game: Uint32Array, from: number, to: number): void {
    let at = from + 1
    while (at < to && game[at - 1]! <= game[at]!) at++
    if (at >= to) return
    const middle = at
    for (at++; at < to && game[at - 1]! <= game[at]!; at++);
    if (at < to) {
      game.subarray(from, to).sort()
      return
    }
    // Two runs: the first makes room for the merge.
    const length = middle - from
    if (this.games.length < length) this.games = new Uint32Array(length * 2)
    const { games } = this
    games.set(game.subarray(from, middle))
    let left = 0
    let right = middle
    for (let index = from; left < length; index++) {
      game[index] = right < to && game[right]! < games[left]! ? game[right++]! : games[left++]!
    }
  }
}

function copyRows(rows: Uint32Array, start: number, end: number, { high, low, game, move }: Postings): void {
  for (let index = start, row = start * ROW_WIDTH; index < end; index++, row += ROW_WIDTH) {
    high[index] = rows[row]!
    low[index] = rows[row + 1]!
    game[index] = rows[row + 2]!
    move[index] = rows[row + 3]!
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

/** Sorts the postings from `start` up to `end` in place, without recursion on the longer part. */
function sortRange(postings: Postings, start: number, end: number): void {
  while (end - start > INSERTION_LIMIT) {
    const middle = partition(postings, start, end)
    if (middle - start < end - middle) {
      sortRange(postings, start, middle)
      start = middle
    } else {
      sortRange(postings, middle, end)
      end = middle
    }
  }
  for (let index = start + 1; index < end; index++) {
    for (let at = index; at > start && compare(postings, at - 1, at) > 0; at--) swap(postings, at - 1, at)
  }
}

/**
 * Splits a range around its middle element (Hoare): no element before the
 * returned index is greater than one from it on. Both parts are shorter than
 * the whole.
 */
function partition(postings: Postings, start: number, end: number): number {
  const pivot = start + ((end - start) >> 1)
  const high = postings.high[pivot]!
  const low = postings.low[pivot]!
  const move = postings.move[pivot]!
  const game = postings.game[pivot]!
  let left = start - 1
  let right = end
  for (;;) {
    do left++
    while (compareTo(postings, left, high, low, move, game) < 0)
    do right--
    while (compareTo(postings, right, high, low, move, game) > 0)
    if (left >= right) return right + 1
    swap(postings, left, right)
  }
}

function compareTo(postings: Postings, index: number, high: number, low: number, move: number, game: number): number {
  return (
    postings.high[index]! - high ||
    postings.low[index]! - low ||
    postings.move[index]! - move ||
    postings.game[index]! - game
  )
}

function compare(postings: Postings, left: number, right: number): number {
  return compareTo(
    postings,
    left,
    postings.high[right]!,
    postings.low[right]!,
    postings.move[right]!,
    postings.game[right]!,
  )
}

function swap({ high, low, game, move }: Postings, left: number, right: number): void {
  const [h, l, g, m] = [high[left]!, low[left]!, game[left]!, move[left]!]
  high[left] = high[right]!
  low[left] = low[right]!
  game[left] = game[right]!
  move[left] = move[right]!
  high[right] = h
  low[right] = l
  game[right] = g
  move[right] = m
}
