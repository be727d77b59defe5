/**
 * Postings while they are gathered: in which position which game played which
 * move, in columns of typed arrays, and their sorting by position key.
 */

/** A run of postings that grows. */
export class Postings {
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

  get capacity(): number {
    return this.high.length
  }

  /** Adds a posting. */
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

/** Bits of the high half that each pass of sorting distributes by, from the lowest on. */
const PASSES = [
  { shift: 0, bits: 11 },
  { shift: 11, bits: 11 },
  { shift: 22, bits: 10 },
] as const

/** Runs shorter than this are sorted by insertion. */
const INSERTION_LIMIT = 24

/** Sorts postings by key, move and game, and keeps the memory it needs for the next time. */
export class PostingSorter {
  private sorted = new Postings(0)
  private keys = [new Uint32Array(0), new Uint32Array(0)] as const
  private orders = [new Uint32Array(0), new Uint32Array(0)] as const

  /** The postings in order, good until the next call; the run itself stays as it is. */
  sort(postings: Postings): Postings {
    const { sorted } = this
    const { count } = postings
    const order = this.orderByHigh(postings)
    sorted.reserve(count)
    sorted.count = count
    // A column at a time: fewer places of memory are in use at once.
    gather(postings.high, order, sorted.high)
    gather(postings.low, order, sorted.low)
    gather(postings.game, order, sorted.game)
    gather(postings.move, order, sorted.move)
    const { high } = sorted
    for (let start = 0; start < count;) {
      let end = start + 1
      while (end < count && high[end] === high[start]) end++
      if (end - start > 1) sortRange(sorted, start, end)
      start = end
    }
    return sorted
  }

  /** The order of the postings by the high half of their keys: a radix sort from the lowest bits on. */
  private orderByHigh({ high, count }: Postings): Uint32Array {
    if (this.keys[0].length < count) {
      this.keys = [new Uint32Array(count), new Uint32Array(count)]
      this.orders = [new Uint32Array(count), new Uint32Array(count)]
    }
    let [keys, otherKeys] = this.keys
    let [order, otherOrder] = this.orders
    keys.set(high.subarray(0, count))
    for (let index = 0; index < count; index++) order[index] = index
    for (const { shift, bits } of PASSES) {
      distribute(keys, order, otherKeys, otherOrder, count, shift, (1 << bits) - 1)
      ;[keys, otherKeys] = [otherKeys, keys]
      ;[order, otherOrder] = [otherOrder, order]
    }
    return order.subarray(0, count)
  }
}

/** Distributes keys and what goes with them by some bits of the key; those with the same bits stay in their order. */
function distribute(
  keys: Uint32Array,
  order: Uint32Array,
  toKeys: Uint32Array,
  toOrder: Uint32Array,
  count: number,
  shift: number,
  mask: number,
): void {
  const next = new Uint32Array(mask + 2)
  for (let index = 0; index < count; index++) {
    const slot = ((keys[index]! >>> shift) & mask) + 1
    next[slot] = next[slot]! + 1
  }
  for (let slot = 1; slot <= mask; slot++) next[slot] = next[slot]! + next[slot - 1]!
  for (let index = 0; index < count; index++) {
    const key = keys[index]!
    const slot = (key >>> shift) & mask
    const at = next[slot]!
    next[slot] = at + 1
    toKeys[at] = key
    toOrder[at] = order[index]!
  }
}

function gather<Column extends Uint32Array | Uint16Array>(from: Column, order: Uint32Array, into: Column): void {
  for (let index = 0; index < order.length; index++) into[index] = from[order[index]!]!
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
