/**
 * Postings while they are gathered: in which position which game played which
 * move, in columns of typed arrays, and their sorting by position key.
 */

/** A run of postings of fixed capacity. */
export class Postings {
  /** High and low half of the position key, game number, move code; the first `count` are valid. */
  readonly high: Uint32Array
  readonly low: Uint32Array
  readonly game: Uint32Array
  readonly move: Uint16Array
  count = 0

  constructor(capacity: number) {
    this.high = new Uint32Array(capacity)
    this.low = new Uint32Array(capacity)
    this.game = new Uint32Array(capacity)
    this.move = new Uint16Array(capacity)
  }

  get capacity(): number {
    return this.high.length
  }

  /** Adds a posting. Throws RangeError when the run is full. */
  add(high: number, low: number, game: number, move: number): void {
    const at = this.count
    if (at === this.high.length) throw new RangeError('the run of postings is full')
    this.high[at] = high
    this.low[at] = low
    this.game[at] = game
    this.move[at] = move
    this.count = at + 1
  }
}

/** Bits of the key that the first pass of sorting distributes by. */
const RADIX_BITS = 16

/** Runs shorter than this are sorted by insertion. */
const INSERTION_LIMIT = 24

/**
 * Sorts postings by key, move and game: one distribution by the top bits of
 * the key, then quicksort inside each bucket. Answers a new run of the same
 * length, or `into`, which must have room and whose content is replaced.
 */
export function sortPostings(postings: Postings, into?: Postings): Postings {
  const { count, high, low, game, move } = postings
  const sorted = into ?? new Postings(count)
  if (sorted.capacity < count) throw new RangeError('the run to sort into is too small')
  sorted.count = count
  const shift = 32 - RADIX_BITS
  const starts = new Uint32Array((1 << RADIX_BITS) + 1)
  for (let index = 0; index < count; index++) {
    const bucket = (high[index]! >>> shift) + 1
    starts[bucket] = starts[bucket]! + 1
  }
  for (let bucket = 1; bucket < starts.length; bucket++) starts[bucket] = starts[bucket]! + starts[bucket - 1]!
  const next = starts.slice()
  for (let index = 0; index < count; index++) {
    const bucket = high[index]! >>> shift
    const at = next[bucket]!
    next[bucket] = at + 1
    sorted.high[at] = high[index]!
    sorted.low[at] = low[index]!
    sorted.game[at] = game[index]!
    sorted.move[at] = move[index]!
  }
  for (let bucket = 0; bucket < 1 << RADIX_BITS; bucket++) sortRange(sorted, starts[bucket]!, starts[bucket + 1]!)
  return sorted
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
 * answer is greater than one from it on. Both parts are shorter than the whole.
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
