import { withRoom } from './resize.ts'

/** A buffer that grows as numbers and bytes are written to it. */
export class ByteWriter {
  private buffer: Uint8Array
  private end = 0

  constructor(capacity = 256) {
    this.buffer = new Uint8Array(capacity)
  }

  /** Bytes written so far. */
  get length(): number {
    return this.end
  }

  /** The bytes written, as a view that later writes may change. */
  bytes(): Uint8Array {
    // A view takes as long to make as the buffer: annotations are millions of a few bytes each.
    return this.end === this.buffer.length ? this.buffer : this.buffer.subarray(0, this.end)
  }

  /** Forgets what was written and keeps the memory. */
  clear(): void {
    this.end = 0
  }

  /** Makes room for `count` bytes and returns where they begin. */
  private grow(count: number): number {
    const start = this.end
    const needed = start + count
    this.buffer = withRoom(this.buffer, needed)
    this.end = needed
    return start
  }

  /** Writes an unsigned byte. */
  u8(value: number): this {
    const at = this.grow(1)
    this.buffer[at] = value
    return this
  }

  /** Writes an unsigned number of two bytes, little-endian. */
  u16le(value: number): this {
    const at = this.grow(2)
    this.buffer[at] = value
    this.buffer[at + 1] = value >>> 8
    return this
  }

  /** Writes an unsigned number of two bytes, big-endian. */
  u16be(value: number): this {
    const at = this.grow(2)
    this.buffer[at] = value >>> 8
    this.buffer[at + 1] = value
    return this
  }

  /** Writes an unsigned number of three bytes, little-endian. */
  u24le(value: number): this {
    return this.u8(value).u16le(value >>> 8)
  }

  /** Writes an unsigned number of three bytes, big-endian. */
  u24be(value: number): this {
    return this.u16be(value >>> 8).u8(value)
  }

  /** Writes an unsigned number of four bytes, little-endian. */
  u32le(value: number): this {
    const at = this.grow(4)
    putU32le(this.buffer, at, value)
    return this
  }

  /** Writes an unsigned number of four bytes, big-endian. */
  u32be(value: number): this {
    const at = this.grow(4)
    putU32be(this.buffer, at, value)
    return this
  }

  /** An unsigned number of six bytes. */
  u48le(value: number): this {
    return this.u32le(value >>> 0).u16le(Math.floor(value / 0x1_0000_0000))
  }

  /** An unsigned 64-bit number up to 2^53. */
  u64le(value: number): this {
    return this.u32le(value >>> 0).u32le(Math.floor(value / 0x1_0000_0000))
  }

  /** An unsigned 64-bit number up to 2^53. */
  u64be(value: number): this {
    return this.u32be(Math.floor(value / 0x1_0000_0000)).u32be(value >>> 0)
  }

  /** Writes bytes as they are. */
  put(bytes: Uint8Array): this {
    const at = this.grow(bytes.length)
    this.buffer.set(bytes, at)
    return this
  }

  /** Writes a text that is ASCII without zeros; false, and nothing is written, if it is not. */
  ascii(text: string): boolean {
    const at = this.grow(text.length)
    const { buffer } = this
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === 0 || code >= 0x80) {
        this.end = at
        return false
      }
      buffer[at + index] = code
    }
    return true
  }

  /** Writes the same byte `count` times. */
  fill(value: number, count: number): this {
    const at = this.grow(count)
    this.buffer.fill(value, at, at + count)
    return this
  }

  /** Writes bytes into a field of fixed width, cut or filled up with zeros. */
  field(bytes: Uint8Array, width: number): this {
    const kept = bytes.length > width ? bytes.subarray(0, width) : bytes
    return this.put(kept).fill(0, width - kept.length)
  }

  /** Overwrites a number written before. */
  patchU32le(offset: number, value: number): void {
    putU32le(this.written(offset, 4), offset, value)
  }

  /** Overwrites a number of four bytes, big-endian, written before. */
  patchU32be(offset: number, value: number): void {
    putU32be(this.written(offset, 4), offset, value)
  }

  /** Overwrites a byte written before. */
  patchU8(offset: number, value: number): void {
    this.written(offset, 1)[offset] = value
  }

  private written(offset: number, width: number): Uint8Array {
    if (offset < 0 || offset + width > this.end) throw new TypeError('patch outside the written bytes')
    return this.buffer
  }
}

function putU32le(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value
  bytes[at + 1] = value >>> 8
  bytes[at + 2] = value >>> 16
  bytes[at + 3] = value >>> 24
}

function putU32be(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24
  bytes[at + 1] = value >>> 16
  bytes[at + 2] = value >>> 8
  bytes[at + 3] = value
}
