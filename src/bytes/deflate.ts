/**
 * Packs bytes as DEFLATE data (RFC 1951), in blocks with the fixed codes: simple, and any unpacker reads it. The streams
 * of fflate 0.8.3 are not used: some of what they pack refers to bytes before the first, which every unpacker refuses.
 */

/** How far back a copy reaches. */
const WINDOW = 1 << 15

const SHORTEST = 3
const LONGEST = 258

/** Places with the same beginning that are looked at. */
const MAX_TRIES = 32

const HASH_BITS = 15

const END_OF_BLOCK = 256

/** Lengths and distances have the codes of powers of two with a few bits between (RFC 1951, 3.2.5). */
const FIRST_LENGTH_CODE = 257
const LAST_LENGTH_CODE = 285

/** Packs a stream of bytes. Copies do not reach from one piece into the piece before it. */
export class Deflater {
  private readonly out = new BitWriter()
  private readonly write: (bytes: Uint8Array) => void

  /** @param write takes over the packed bytes as they come */
  constructor(write: (bytes: Uint8Array) => void) {
    this.write = write
  }

  /** Packs a piece; pieces should be long. */
  add(bytes: Uint8Array): void {
    this.out.reserve(bytes.length + (bytes.length >> 3) + 16)
    packBlock(this.out, bytes, false)
    this.write(this.out.takeWhole())
  }

  /** Ends the stream. */
  finish(): void {
    this.out.reserve(4)
    packBlock(this.out, new Uint8Array(0), true)
    this.out.align()
    this.write(this.out.takeWhole())
  }
}

function packBlock(out: BitWriter, bytes: Uint8Array, isLast: boolean): void {
  out.put(isLast ? 1 : 0, 1)
  out.put(1, 2)
  const heads = new Int32Array(1 << HASH_BITS).fill(-1)
  const previous = new Int32Array(bytes.length)
  const remember = (at: number): void => {
    if (at + SHORTEST > bytes.length) return
    const hash = hashAt(bytes, at)
    previous[at] = heads[hash]!
    heads[hash] = at
  }
  for (let at = 0; at < bytes.length;) {
    const { length, distance } = longestMatch(bytes, at, heads, previous)
    if (length < SHORTEST) {
      putSymbol(out, bytes[at]!)
      remember(at++)
      continue
    }
    putLength(out, length)
    putDistance(out, distance)
    for (const end = at + length; at < end; at++) remember(at)
  }
  putSymbol(out, END_OF_BLOCK)
}

function hashAt(bytes: Uint8Array, at: number): number {
  const value = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
  return Math.imul(value, 0x9e3779b1) >>> (32 - HASH_BITS)
}

function longestMatch(
  bytes: Uint8Array,
  at: number,
  heads: Int32Array,
  previous: Int32Array,
): { length: number; distance: number } {
  const best = { length: 0, distance: 0 }
  const most = Math.min(LONGEST, bytes.length - at)
  if (most < SHORTEST) return best
  let from = heads[hashAt(bytes, at)]!
  for (let tries = 0; tries < MAX_TRIES && from >= 0 && at - from <= WINDOW; tries++) {
    let length = 0
    while (length < most && bytes[from + length] === bytes[at + length]) length++
    if (length > best.length) Object.assign(best, { length, distance: at - from })
    from = previous[from]!
  }
  return best
}

/** Bits into bytes, the lowest first; codes go in from their highest bit. */
class BitWriter {
  private buffer = new Uint8Array(0)
  private end = 0
  private held = 0
  private count = 0

  /** Makes room for so many bytes more. */
  reserve(size: number): void {
    this.buffer = new Uint8Array(size)
  }

  put(value: number, bits: number): void {
    this.held |= value << this.count
    this.count += bits
    while (this.count >= 8) {
      this.buffer[this.end++] = this.held
      this.held >>>= 8
      this.count -= 8
    }
  }

  code(code: number, bits: number): void {
    for (let bit = bits - 1; bit >= 0; bit--) this.put((code >> bit) & 1, 1)
  }

  align(): void {
    if (this.count > 0) this.put(0, 8 - this.count)
  }

  /** The whole bytes written since the last call. */
  takeWhole(): Uint8Array {
    const bytes = this.buffer.subarray(0, this.end)
    this.end = 0
    return bytes
  }
}

/** The fixed code of a symbol (RFC 1951, 3.2.6). */
function putSymbol(out: BitWriter, symbol: number): void {
  if (symbol < 144) out.code(0x30 + symbol, 8)
  else if (symbol < 256) out.code(0x190 + symbol - 144, 9)
  else if (symbol < 280) out.code(symbol - 256, 7)
  else out.code(0xc0 + symbol - 280, 8)
}

/** Lengths from 3 on: eight codes of one length each, then four for each number of extra bits. */
function putLength(out: BitWriter, length: number): void {
  if (length === LONGEST) return putSymbol(out, LAST_LENGTH_CODE)
  const value = length - SHORTEST
  const extra = Math.max(0, 29 - Math.clz32(value | 4))
  putSymbol(out, FIRST_LENGTH_CODE + 4 * extra + (value >> extra))
  out.put(value & ((1 << extra) - 1), extra)
}

/** Distances from 1 on: four codes of one distance each, then two for each number of extra bits. */
function putDistance(out: BitWriter, distance: number): void {
  const value = distance - 1
  const extra = Math.max(0, 30 - Math.clz32(value | 2))
  out.code(2 * extra + (value >> extra), 5)
  out.put(value & ((1 << extra) - 1), extra)
}
