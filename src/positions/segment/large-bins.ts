/** Sorts those bins of a distribution of postings (posting-sorter.ts) that are too large for an insertion of each. */
import { resized } from '../../bytes/resize.ts'
import { ROW_WIDTH, type Postings } from './postings.ts'

/** Different keys of a large bin, at most, that are told apart one by one. */
const MAX_KEYS = 16

/** Different moves of a key that are too many for an insertion of each. */
const MANY_MOVES = 64

/** How many codes of moves there are. */
const MOVE_CODES = 1 << 16

/**
 * Sorts bins of many postings, which are of a position that many games reached and a few others: keys, and then the
 * moves of each, are told apart in the order in which they come, so that the games of a move, which come in order but
 * for the runs that they come from, are nearly sorted.
 */
export class LargeBins {
  private readonly keyHigh = new Uint32Array(MAX_KEYS)
  private readonly keyLow = new Uint32Array(MAX_KEYS)
  private readonly keyCounts = new Uint32Array(MAX_KEYS)
  /** Where the postings of a move go, by its number. */
  private readonly moveStarts = new Uint32Array(MOVE_CODES)
  /** The different moves of a key. */
  private readonly moves = new Uint16Array(MOVE_CODES)
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
    this.sortKeys(keys)
    return keys
  }

  private sortKeys(keys: number): void {
    const { keyHigh, keyLow } = this
    for (let key = 1; key < keys; key++) {
      for (let at = key; at > 0 && (keyHigh[at - 1]! - keyHigh[at]! || keyLow[at - 1]! - keyLow[at]!) > 0; at--) {
        for (const list of [keyHigh, keyLow, this.keyCounts]) [list[at - 1], list[at]] = [list[at]!, list[at - 1]!]
      }
    }
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
    const last = end * ROW_WIDTH
    let different = 0
    for (let row = start * ROW_WIDTH; row < last; row += ROW_WIDTH) {
      if (rows[row + 1] !== low || rows[row] !== high) continue
      const code = rows[row + 3]!
      if (moveStarts[code]!++ === 0) moves[different++] = code
    }
    this.sortMoves(different)
    for (let at = 0, next = to; at < different; at++) {
      const code = moves[at]!
      const count = moveStarts[code]!
      move.fill(code, next, next + count)
      moveStarts[code] = next
      next += count
    }
    for (let row = start * ROW_WIDTH; row < last; row += ROW_WIDTH) {
      if (rows[row + 1] !== low || rows[row] !== high) continue
      game[moveStarts[rows[row + 3]!]!++] = rows[row + 2]!
    }
    for (let at = 0, from = to; at < different; at++) {
      const code = moves[at]!
      this.sortGames(game, from, moveStarts[code]!)
      from = moveStarts[code]!
      moveStarts[code] = 0
    }
  }

  /** Sorts the different moves, nearly always by insertion. */
  private sortMoves(count: number): void {
    const { moves } = this
    if (count > MANY_MOVES) {
      moves.subarray(0, count).sort()
      return
    }
    for (let index = 1; index < count; index++) {
      const code = moves[index]!
      let at = index
      for (; at > 0 && moves[at - 1]! > code; at--) moves[at] = moves[at - 1]!
      moves[at] = code
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
    if (this.games.length < length) this.games = resized(this.games, length * 2)
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

/** Ranges shorter than this are sorted by insertion. */
const INSERTION_LIMIT = 24

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
