/** A buffer that grows as numbers and bytes are written to it. */
export class ByteWriter {
  private buffer: Uint8Array
  private view: DataView
  private end = 0

  constructor(capacity = 256) {
    this.buffer = new Uint8Array(capacity)
    this.view = new DataView(this.buffer.buffer)
  }

  /** Bytes written so far. */
  get length(): number {
    return this.end
  }

  /** The bytes written, as a view that later writes may change. */
  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.end)
  }

  /** Forgets what was written and keeps the memory. */
  clear(): void {
    this.end = 0
  }

  /** Makes room for `count` bytes and returns where they begin. */
  private grow(count: number): number {
    const start = this.end
    const needed = start + count
    if (needed > this.buffer.length) {
      const larger = new Uint8Array(Math.max(needed, this.buffer.length * 2))
      larger.set(this.buffer.subarray(0, start))
      this.buffer = larger
      this.view = new DataView(larger.buffer)
    }
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
    this.view.setUint16(at, value, true)
    return this
  }

  /** Writes an unsigned number of two bytes, big-endian. */
  u16be(value: number): this {
    const at = this.grow(2)
    this.view.setUint16(at, value, false)
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
    this.view.setUint32(at, value, true)
    return this
  }

  /** Writes an unsigned number of four bytes, big-endian. */
  u32be(value: number): this {
    const at = this.grow(4)
    this.view.setUint32(at, value, false)
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
    this.patchAt(offset, 4).setUint32(offset, value, true)
  }

  /** Overwrites a number of four bytes, big-endian, written before. */
  patchU32be(offset: number, value: number): void {
    this.patchAt(offset, 4).setUint32(offset, value, false)
  }

  /** Overwrites a byte written before. */
  patchU8(offset: number, value: number): void {
    this.patchAt(offset, 1).setUint8(offset, value)
  }

  private patchAt(offset: number, width: number): DataView {
    if (offset < 0 || offset + width > this.end) throw new TypeError('patch outside the written bytes')
    return this.view
  }
}
