/**
 * The LZMA decoder, with the chunks of LZMA2 as its input. Follows "LZMA specification" (draft of 2015) by
 * I. Pavlov for the symbols and The .xz File Format for the limits: lc + lp is 4 at the most.
 */

const STATES = 12
const LITERAL_STATES = 7
const LENGTH_STATES = 4
const POSITION_STATES = 16
const MIN_MATCH = 2

/** Distances from here on have bits without a model, and from there on a tail of four with one of their own. */
const FIRST_MODELLED = 4
const FIRST_DIRECT = 14
const FULL_DISTANCES = 128
const TAIL_BITS = 4

const PROBABILITY_BITS = 11
const HALF = 1 << (PROBABILITY_BITS - 1)
const MOVE_BITS = 5
const TOP = 1 << 24

/** What has been decoded, as far back as a match may reach, and room for a chunk. */
const LARGEST_CHUNK = 1 << 21

/** Thrown when the input is not LZMA. */
export class LzmaError extends Error {}

/** The models of the length of a match. */
interface LengthModels {
  readonly choice: Uint16Array
  readonly low: Uint16Array
  readonly middle: Uint16Array
  readonly high: Uint16Array
}

/** Decodes chunk after chunk. What is decoded stays as far back as matches may reach. */
export class LzmaDecoder {
  private readonly reach: number
  private readonly window: Uint8Array
  /** Where the next byte goes, and how many before it belong to the data since the last reset. */
  private end = 0
  private known = 0

  private input: Uint8Array = new Uint8Array(0)
  private at = 0
  private range = 0
  private code = 0

  private literalBits = 0
  private literalMask = 0
  private positionMask = 0
  private state = 0
  private recent = [0, 0, 0, 0]

  private literals = new Uint16Array(0)
  private readonly isMatch = new Uint16Array(STATES * POSITION_STATES)
  private readonly isRepeat = new Uint16Array(STATES)
  private readonly isRepeat0 = new Uint16Array(STATES)
  private readonly isRepeat0Long = new Uint16Array(STATES * POSITION_STATES)
  private readonly isRepeat1 = new Uint16Array(STATES)
  private readonly isRepeat2 = new Uint16Array(STATES)
  private readonly slots = new Uint16Array(LENGTH_STATES * 64)
  private readonly distances = new Uint16Array(FULL_DISTANCES)
  private readonly tail = new Uint16Array(1 << TAIL_BITS)
  private readonly matchLength = makeLengthModels()
  private readonly repeatLength = makeLengthModels()

  /** @param reach how far back matches may reach, in bytes */
  constructor(reach: number) {
    this.reach = reach
    this.window = new Uint8Array(reach + Math.max(reach >>> 1, 2 * LARGEST_CHUNK))
  }

  /** Forgets what was decoded. */
  resetDictionary(): void {
    this.known = 0
  }

  /** Forgets what was learnt. Throws LzmaError for a byte of properties that LZMA2 does not allow. */
  resetState(properties?: number): void {
    if (properties !== undefined) {
      const literalContext = properties % 9
      const literalPosition = Math.trunc(properties / 9) % 5
      const position = Math.trunc(properties / 45)
      if (position > 4 || literalContext + literalPosition > 4) throw new LzmaError('properties')
      this.literalBits = literalContext
      this.literalMask = (1 << literalPosition) - 1
      this.positionMask = (1 << position) - 1
      this.literals = new Uint16Array(0x300 << (literalContext + literalPosition))
    }
    this.state = 0
    this.recent = [0, 0, 0, 0]
    const lengths = [this.matchLength, this.repeatLength].flatMap(({ choice, low, middle, high }) => [
      choice,
      low,
      middle,
      high,
    ])
    const repeats = [this.isRepeat, this.isRepeat0, this.isRepeat0Long, this.isRepeat1, this.isRepeat2]
    for (const models of [this.literals, this.isMatch, ...repeats, this.slots, this.distances, this.tail, ...lengths]) {
      models.fill(HALF)
    }
  }

  /** Takes over bytes as they are and returns them as they stand in the window. */
  copy(bytes: Uint8Array): Uint8Array {
    this.makeRoom(bytes.length)
    this.window.set(bytes, this.end)
    this.end += bytes.length
    this.known += bytes.length
    return this.window.subarray(this.end - bytes.length, this.end)
  }

  /**
   * Decodes a chunk and returns its bytes as they stand in the window, good until the next chunk. Throws LzmaError.
   * @param size bytes that the chunk comes to
   */
  decode(chunk: Uint8Array, size: number): Uint8Array {
    if (this.literals.length === 0 || chunk.length < 5 || chunk[0] !== 0) throw new LzmaError('chunk')
    this.makeRoom(size)
    this.input = chunk
    this.range = -1
    this.code = (chunk[1]! << 24) | (chunk[2]! << 16) | (chunk[3]! << 8) | chunk[4]!
    this.at = 5
    const start = this.end
    this.decodeSymbols(start + size)
    if (this.at > chunk.length) throw new LzmaError('end')
    return this.window.subarray(start, this.end)
  }

  private makeRoom(size: number): void {
    if (this.end + size <= this.window.length) return
    const kept = Math.min(this.reach, this.end)
    this.window.copyWithin(0, this.end - kept, this.end)
    this.end = kept
  }

  private decodeSymbols(stop: number): void {
    const { window, positionMask } = this
    while (this.end < stop) {
      const positionState = this.known & positionMask
      const place = this.state * POSITION_STATES + positionState
      if (this.bit(this.isMatch, place) === 0) {
        const byte = this.literal()
        window[this.end++] = byte
        this.known++
        this.state = this.state < 4 ? 0 : this.state < 10 ? this.state - 3 : this.state - 6
        continue
      }
      const length = this.bit(this.isRepeat, this.state) === 0 ? this.match(positionState) : this.repeat(place)
      this.copyMatch(length, stop)
    }
  }

  /** A new match: its distance becomes the most recent one. Returns its length. */
  private match(positionState: number): number {
    const { recent } = this
    const length = this.length(this.matchLength, positionState)
    this.state = this.state < LITERAL_STATES ? 7 : 10
    recent[3] = recent[2]!
    recent[2] = recent[1]!
    recent[1] = recent[0]!
    recent[0] = this.distance(Math.min(length - MIN_MATCH, LENGTH_STATES - 1))
    return length
  }

  /** A match at one of the recent distances, which becomes the most recent. Returns its length. */
  private repeat(place: number): number {
    const { recent, state } = this
    if (this.bit(this.isRepeat0, state) === 0) {
      if (this.bit(this.isRepeat0Long, place) === 0) {
        this.state = state < LITERAL_STATES ? 9 : 11
        return 1
      }
    } else {
      let which = 1
      if (this.bit(this.isRepeat1, state) === 1) which = 2 + this.bit(this.isRepeat2, state)
      const distance = recent[which]!
      recent.copyWithin(1, 0, which)
      recent[0] = distance
    }
    this.state = state < LITERAL_STATES ? 8 : 11
    return this.length(this.repeatLength, place % POSITION_STATES)
  }

  private copyMatch(length: number, stop: number): void {
    const { window } = this
    const distance = this.recent[0]! + 1
    // No match reaches before the data, further than it may, or beyond its chunk.
    if (distance > this.known || distance > this.reach || this.end + length > stop) throw new LzmaError('match')
    const to = this.end + length
    let from = this.end - distance
    for (let at = this.end; at < to; at++) window[at] = window[from++]!
    this.end = to
    this.known += length
  }

  private literal(): number {
    const { window, literals } = this
    const previous = this.known > 0 ? window[this.end - 1]! : 0
    const context = ((this.known & this.literalMask) << this.literalBits) + (previous >>> (8 - this.literalBits))
    const models = 0x300 * context
    let symbol = 1
    if (this.state >= LITERAL_STATES) {
      // After a match, the byte that would have continued it tells much of this one.
      const distance = this.recent[0]! + 1
      if (distance > this.known) throw new LzmaError('literal')
      let expected = window[this.end - distance]!
      do {
        const bit = (expected >>> 7) & 1
        expected <<= 1
        const decoded = this.bit(literals, models + ((1 + bit) << 8) + symbol)
        symbol = (symbol << 1) | decoded
        if (bit !== decoded) break
      } while (symbol < 0x100)
    }
    while (symbol < 0x100) symbol = (symbol << 1) | this.bit(literals, models + symbol)
    return symbol & 0xff
  }

  private length({ choice, low, middle, high }: LengthModels, positionState: number): number {
    if (this.bit(choice, 0) === 0) return MIN_MATCH + this.tree(low, positionState << 3, 3)
    if (this.bit(choice, 1) === 0) return MIN_MATCH + 8 + this.tree(middle, positionState << 3, 3)
    return MIN_MATCH + 16 + this.tree(high, 0, 8)
  }

  private distance(lengthState: number): number {
    const slot = this.tree(this.slots, lengthState * 64, 6)
    if (slot < FIRST_MODELLED) return slot
    const bits = (slot >>> 1) - 1
    let distance = (2 | (slot & 1)) << bits
    if (slot < FIRST_DIRECT) return distance + this.reverseTree(this.distances, distance - slot, bits)
    distance = (distance >>> 0) + this.direct(bits - TAIL_BITS) * (1 << TAIL_BITS)
    return distance + this.reverseTree(this.tail, 0, TAIL_BITS)
  }

  private tree(models: Uint16Array, start: number, bits: number): number {
    let symbol = 1
    for (let bit = 0; bit < bits; bit++) symbol = (symbol << 1) | this.bit(models, start + symbol)
    return symbol - (1 << bits)
  }

  private reverseTree(models: Uint16Array, start: number, bits: number): number {
    let place = 1
    let symbol = 0
    for (let index = 0; index < bits; index++) {
      const bit = this.bit(models, start + place)
      place = (place << 1) | bit
      symbol |= bit << index
    }
    return symbol
  }

  /** Bits without a model. */
  private direct(bits: number): number {
    let value = 0
    for (let left = bits; left > 0; left--) {
      const half = this.range >>> 1
      const isOne = this.code >>> 0 >= half
      if (isOne) this.code = (this.code - half) | 0
      this.range = half
      value = value * 2 + (isOne ? 1 : 0)
      if (half < TOP) this.normalize()
    }
    return value
  }

  private bit(models: Uint16Array, place: number): number {
    const probability = models[place]!
    const bound = Math.imul(this.range >>> PROBABILITY_BITS, probability) >>> 0
    let bit = 0
    if (this.code >>> 0 < bound) {
      this.range = bound | 0
      models[place] = probability + (((1 << PROBABILITY_BITS) - probability) >>> MOVE_BITS)
    } else {
      this.range = (this.range - bound) | 0
      this.code = (this.code - bound) | 0
      models[place] = probability - (probability >>> MOVE_BITS)
      bit = 1
    }
    if (this.range >>> 0 < TOP) this.normalize()
    return bit
  }

  private normalize(): void {
    this.range <<= 8
    this.code = (this.code << 8) | this.input[this.at++]!
  }
}

function makeLengthModels(): LengthModels {
  return {
    choice: new Uint16Array(2),
    low: new Uint16Array(POSITION_STATES << 3),
    middle: new Uint16Array(POSITION_STATES << 3),
    high: new Uint16Array(256),
  }
}
