/**
 * Rows in ClickHouse's RowBinary: numbers little-endian in the width of their type, texts behind their length in bytes
 * as LEB128 (https://clickhouse.com/docs/interfaces/formats/RowBinary).
 */

/** Collects rows, the values of their columns one after another. */
export class RowBlock {
  private bytes = Buffer.alloc(1 << 16)
  /** Bytes collected. */
  length = 0
  /** Rows collected, counted by {@link endRow}. */
  rows = 0

  private reserve(size: number): void {
    if (this.length + size <= this.bytes.length) return
    const larger = Buffer.alloc(Math.max(this.bytes.length * 2, this.length + size))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }

  u8(value: number): void {
    this.reserve(1)
    this.length = this.bytes.writeUInt8(value, this.length)
  }

  u16(value: number): void {
    this.reserve(2)
    this.length = this.bytes.writeUInt16LE(value, this.length)
  }

  u32(value: number): void {
    this.reserve(4)
    this.length = this.bytes.writeUInt32LE(value, this.length)
  }

  /** A whole number up to 2^53. */
  u64(value: number): void {
    this.halves(Math.floor(value / 2 ** 32), value % 2 ** 32)
  }

  /** 64 bits as two unsigned halves, signed or not. */
  halves(high: number, low: number): void {
    this.u32(low)
    this.u32(high)
  }

  text(value: string): void {
    this.blob(Buffer.from(value, 'utf8'))
  }

  /** Bytes of a column of texts, which need not be UTF-8. */
  blob(value: Uint8Array): void {
    let rest = value.length
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.u8((rest % 0x80) | 0x80)
    this.u8(rest)
    this.reserve(value.length)
    this.bytes.set(value, this.length)
    this.length += value.length
  }

  endRow(): void {
    this.rows++
  }

  /** The rows collected so far, which are forgotten. */
  take(): Uint8Array {
    const taken = Uint8Array.from(this.bytes.subarray(0, this.length))
    this.length = 0
    this.rows = 0
    return taken
  }
}
