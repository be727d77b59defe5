/**
 * The prefix code of archives: a table with the path of each byte value, then
 * the paths of the bytes. docs/formats/chessbase.md, Archives, Blocks.
 */
import { u16be } from '../../../bytes/numbers.ts'

/** Bits of a path's length, and the longest path. */
const LENGTH_BITS = 4
const MAX_LENGTH = 15

/** Reads bits from the highest of each byte on; past the end they are 0. */
class BitReader {
  private readonly bytes: Uint8Array
  private at: number
  private held = 0
  private count = 0

  constructor(bytes: Uint8Array, start: number) {
    this.bytes = bytes
    this.at = start
  }

  /** Whether more bits were read than there are. */
  get isExhausted(): boolean {
    return this.at - (this.count >> 3) > this.bytes.length
  }

  /** The next bits, without consuming them. At most 16. */
  peek(count: number): number {
    while (this.count < count) {
      this.held = ((this.held << 8) | (this.bytes[this.at++] ?? 0)) & 0xff_ffff
      this.count += 8
    }
    return (this.held >> (this.count - count)) & ((1 << count) - 1)
  }

  skip(count: number): void {
    this.count -= count
  }

  take(count: number): number {
    const bits = this.peek(count)
    this.skip(count)
    return bits
  }
}

/** For every run of 15 bits, the byte whose path it starts with, and the length of that path; 0 for none. */
const codes = new Uint16Array(1 << MAX_LENGTH)

/**
 * Decodes one block: the length of the result (big-endian), the table, the paths. Undefined when its bytes are invalid.
 */
export function decodeHuffman(bytes: Uint8Array): Uint8Array | undefined {
  const length = u16be(bytes, 0)
  const reader = new BitReader(bytes, 2)
  codes.fill(0)
  let filled = 0
  for (let value = 0; value < 256; value++) {
    const bits = reader.take(LENGTH_BITS)
    if (bits === 0) continue
    const spread = 1 << (MAX_LENGTH - bits)
    const first = reader.take(bits) << (MAX_LENGTH - bits)
    codes.fill((value << LENGTH_BITS) | bits, first, first + spread)
    filled += spread
  }
  if (reader.isExhausted || (length > 0 && filled !== codes.length)) return undefined
  const output = new Uint8Array(length)
  for (let at = 0; at < length; at++) {
    const code = codes[reader.peek(MAX_LENGTH)]!
    // Overlapping paths leave holes elsewhere.
    if (code === 0) return undefined
    output[at] = code >> LENGTH_BITS
    reader.skip(code & MAX_LENGTH)
  }
  return reader.isExhausted ? undefined : output
}
