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

  /** Number of postings there is memory for. */
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

/** Numbers that a posting takes as a row: high, low, game, move. */
export const ROW_WIDTH = 4

/**
 * Puts postings as rows into parts by some bits of the high half of their keys,
 * in the order they came within each part. Returns where each part begins, and
 * the end.
 * @param lead how many top bits to skip
 * @param bits how many bits choose the part
 */
export function distribute(
  { high, low, game, move, count }: Postings,
  lead: number,
  bits: number,
  rows: Uint32Array,
): Uint32Array {
  const mask = (1 << bits) - 1
  const shift = (32 - lead - bits) & 31
  const starts = new Uint32Array((1 << bits) + 1)
  for (let index = 0; index < count; index++) {
    const part = ((high[index]! >>> shift) & mask) + 1
    starts[part] = starts[part]! + 1
  }
  for (let part = 1; part < starts.length; part++) starts[part] = starts[part]! + starts[part - 1]!
  const next = starts.slice()
  for (let index = 0; index < count; index++) {
    const part = (high[index]! >>> shift) & mask
    const at = next[part]!
    next[part] = at + 1
    rows[at * ROW_WIDTH] = high[index]!
    rows[at * ROW_WIDTH + 1] = low[index]!
    rows[at * ROW_WIDTH + 2] = game[index]!
    rows[at * ROW_WIDTH + 3] = move[index]!
  }
  return starts
}

/** Postings that are sorted together in the caches of the processor, about. */
const PART_POSTINGS = 2048
const MAX_PART_BITS = 12

/**
 * Bits that a pass within a part distributes by, at most, and passes: rows that still have all these bits in common are
 * few.
 */
const PASS_BITS = 8
const MAX_PASSES = 2

/** Runs shorter than this are sorted by insertion. */
const INSERTION_LIMIT = 24

/**
 * Sorts postings by key, move and game, and keeps the memory it needs for the
 * next time. One distribution by the first bits in which keys differ makes
 * parts that fit into the caches; a radix sort of the next bits orders each.
 */
export class PostingSorter {
  private readonly sorted = new Postings(0)
  /** All postings by part. */
  private rows = new Uint32Array(0)
  private keys = new Uint32Array(0)
  private otherKeys = new Uint32Array(0)
  private order = new Uint32Array(0)
  private otherOrder = new Uint32Array(0)
  private readonly counts = new Uint32Array((1 << PASS_BITS) + 1)

  /** The postings in order, good until the next call; the run itself stays as it is. */
  sort(postings: Postings): Postings {
    const { sorted } = this
    const { count } = postings
    sorted.reserve(count)
    sorted.count = count
    const lead = sharedBits(postings)
    const bits = Math.min(MAX_PART_BITS, 32 - lead, Math.max(0, Math.ceil(Math.log2(count / PART_POSTINGS))))
    if (this.rows.length < count * ROW_WIDTH) this.rows = new Uint32Array(count * ROW_WIDTH)
    const starts = distribute(postings, lead, bits, this.rows)
    const passes = Math.min(MAX_PASSES, Math.ceil((32 - lead - bits) / PASS_BITS))
    const passBits = passes === 0 ? 0 : Math.min(PASS_BITS, Math.ceil((32 - lead - bits) / passes))
    const rest = Math.max(0, 32 - lead - bits - passes * passBits)
    for (let part = 0; part < 1 << bits; part++) {
      const [start, end] = [starts[part]!, starts[part + 1]!]
      this.beginPart(start, end)
      for (let pass = 0; pass < passes; pass++) this.pass(end - start, rest + pass * passBits, (1 << passBits) - 1)
      this.gatherPart(start, end)
    }
    const { high } = sorted
    for (let start = 0; start < count;) {
      const top = high[start]! >>> rest
      let end = start + 1
      while (end < count && high[end]! >>> rest === top) end++
      if (end - start > 1) sortGroup(sorted, start, end)
      start = end
    }
    return sorted
  }

  /** The rows of a part in the order they came, with the high halves of their keys. */
  private beginPart(start: number, end: number): void {
    const length = end - start
    if (this.keys.length < length) {
      this.keys = new Uint32Array(length * 2)
      this.otherKeys = new Uint32Array(length * 2)
      this.order = new Uint32Array(length * 2)
      this.otherOrder = new Uint32Array(length * 2)
    }
    const { rows, keys, order } = this
    for (let index = 0; index < length; index++) {
      keys[index] = rows[(start + index) * ROW_WIDTH]!
      order[index] = start + index
    }
  }

  /** Distributes the keys of a part, and their order, by some bits; those with the same bits stay as they are. */
  private pass(length: number, shift: number, mask: number): void {
    const { keys, otherKeys, order, otherOrder, counts } = this
    counts.fill(0, 0, mask + 2)
    for (let index = 0; index < length; index++) {
      const slot = ((keys[index]! >>> shift) & mask) + 1
      counts[slot] = counts[slot]! + 1
    }
    for (let slot = 1; slot <= mask; slot++) counts[slot] = counts[slot]! + counts[slot - 1]!
    for (let index = 0; index < length; index++) {
      const slot = (keys[index]! >>> shift) & mask
      const at = counts[slot]!
      counts[slot] = at + 1
      otherKeys[at] = keys[index]!
      otherOrder[at] = order[index]!
    }
    this.keys = otherKeys
    this.otherKeys = keys
    this.order = otherOrder
    this.otherOrder = order
  }

  private gatherPart(start: number, end: number): void {
    const { rows, order } = this
    const { high, low, game, move } = this.sorted
    for (let at = start; at < end; at++) {
      const row = order[at - start]! * ROW_WIDTH
      high[at] = rows[row]!
      low[at] = rows[row + 1]!
      game[at] = rows[row + 2]!
      move[at] = rows[row + 3]!
    }
  }
}

/** How many top bits of the high halves are the same in all postings. */
function sharedBits({ high, count }: Postings): number {
  let differing = 0
  for (let index = 1; index < count; index++) differing |= high[index]! ^ high[0]!
  return Math.clz32(differing)
}

/** Groups from this size on are sorted as numbers, if they are of one key. */
const LARGE_GROUP = 64

/** Sorts postings whose keys have their top bits in common; those of one key, which are many, as numbers. */
function sortGroup(postings: Postings, start: number, end: number): void {
  if (end - start < LARGE_GROUP || !isOneKey(postings, start, end)) return sortRange(postings, start, end)
  const { game, move } = postings
  const numbers = new Float64Array(end - start)
  for (let index = start; index < end; index++) numbers[index - start] = move[index]! * 2 ** 32 + game[index]!
  numbers.sort()
  for (let index = start; index < end; index++) {
    const number = numbers[index - start]!
    move[index] = number / 2 ** 32
    game[index] = number % 2 ** 32
  }
}

function isOneKey({ high, low }: Postings, start: number, end: number): boolean {
  for (let index = start + 1; index < end; index++) {
    if (high[index] !== high[start] || low[index] !== low[start]) return false
  }
  return true
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
