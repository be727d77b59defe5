/**
 * A cursor over bytes that never reads past their end: instead it throws a FormatError with the file, the offset and
 * the number of bytes requested.
 */
import { FormatError } from '../issues/errors.ts'

/** A cursor over bytes. Every read moves on, and throws FormatError instead of reading past the end. */
export class ByteReader {
  /** Offset of the next byte in `bytes`. */
  position = 0
  readonly bytes: Uint8Array
  private readonly view: DataView
  private readonly file: string
  private readonly base: number

  /**
   * @param bytes what to read
   * @param file name of the file, for messages
   * @param base offset of `bytes` in the file, for messages
   */
  constructor(bytes: Uint8Array, file = '', base = 0) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.file = file
    this.base = base
  }

  /** Total number of bytes. */
  get length(): number {
    return this.bytes.length
  }

  /** Number of bytes left to read. */
  get remaining(): number {
    return this.bytes.length - this.position
  }

  /** Advances by `count` bytes and returns where they begin. */
  skip(count: number): number {
    const start = this.position
    if (!(count >= 0) || start + count > this.bytes.length) {
      const params = { left: this.remaining, wanted: count }
      throw new FormatError('data/end', params, { file: this.file, offset: this.base + start })
    }
    this.position = start + count
    return start
  }

  /** Reads an unsigned byte. */
  u8(): number {
    return this.view.getUint8(this.skip(1))
  }

  /** Reads a signed byte. */
  i8(): number {
    return this.view.getInt8(this.skip(1))
  }

  /** Reads an unsigned number of two bytes, little-endian. */
  u16le(): number {
    return this.view.getUint16(this.skip(2), true)
  }

  /** Reads an unsigned number of two bytes, big-endian. */
  u16be(): number {
    return this.view.getUint16(this.skip(2), false)
  }

  /** Reads a signed number of two bytes, little-endian. */
  i16le(): number {
    return this.view.getInt16(this.skip(2), true)
  }

  /** Reads a signed number of two bytes, big-endian. */
  i16be(): number {
    return this.view.getInt16(this.skip(2), false)
  }

  /** Reads an unsigned number of three bytes, little-endian. */
  u24le(): number {
    const start = this.skip(3)
    return this.bytes[start]! | (this.bytes[start + 1]! << 8) | (this.bytes[start + 2]! << 16)
  }

  /** Reads an unsigned number of three bytes, big-endian. */
  u24be(): number {
    const start = this.skip(3)
    return (this.bytes[start]! << 16) | (this.bytes[start + 1]! << 8) | this.bytes[start + 2]!
  }

  /** Reads a signed number of three bytes, big-endian. */
  i24be(): number {
    return (this.u24be() << 8) >> 8
  }

  /** Reads an unsigned number of four bytes, little-endian. */
  u32le(): number {
    return this.view.getUint32(this.skip(4), true)
  }

  /** Reads an unsigned number of four bytes, big-endian. */
  u32be(): number {
    return this.view.getUint32(this.skip(4), false)
  }

  /** Reads a signed number of four bytes, little-endian. */
  i32le(): number {
    return this.view.getInt32(this.skip(4), true)
  }

  /** Reads a signed number of four bytes, big-endian. */
  i32be(): number {
    return this.view.getInt32(this.skip(4), false)
  }

  /** An unsigned number of six bytes. */
  u48le(): number {
    const low = this.u32le()
    return low + this.u16le() * 0x1_0000_0000
  }

  /** An unsigned 64-bit number; values over 2^53 lose their last bits. */
  u64le(): number {
    const low = this.u32le()
    return low + this.u32le() * 0x1_0000_0000
  }

  /** An unsigned 64-bit number; values over 2^53 lose their last bits. */
  u64be(): number {
    const high = this.u32be()
    return high * 0x1_0000_0000 + this.u32be()
  }

  /** A view of the next `count` bytes. */
  take(count: number): Uint8Array {
    const start = this.skip(count)
    return this.bytes.subarray(start, start + count)
  }
}
