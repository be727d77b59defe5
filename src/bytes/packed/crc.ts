/** The cyclic checksums of compressed files, over pieces of any length as if they were one. */

/** The table of CRC-32, made when it is first used. */
let table32: Int32Array | undefined

function makeTable32(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 0 ? value >>> 1 : (value >>> 1) ^ 0xedb88320
    return value
  })
}

/**
 * The CRC-32 of gzip, zip and xz (ISO 3309; RFC 1952, section 8).
 * @param before the value for the bytes before these
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  const table = (table32 ??= makeTable32())
  let value = ~before
  for (let at = 0; at < bytes.length; at++) value = (value >>> 8) ^ table[(value ^ bytes[at]!) & 0xff]!
  return ~value >>> 0
}

/** The table of CRC-64, its low and high halves, made when it is first used. */
let table64: readonly [low: Int32Array, high: Int32Array] | undefined

function makeTable64(): [Int32Array, Int32Array] {
  const low = new Int32Array(256)
  const high = new Int32Array(256)
  for (let byte = 0; byte < 256; byte++) {
    let [lowHalf, highHalf] = [byte, 0]
    for (let bit = 0; bit < 8; bit++) {
      const isOdd = (lowHalf & 1) === 1
      lowHalf = (lowHalf >>> 1) | (highHalf << 31)
      highHalf >>>= 1
      if (!isOdd) continue
      lowHalf ^= 0xd787_0f42
      highHalf ^= 0xc96c_5795
    }
    low[byte] = lowHalf
    high[byte] = highHalf
  }
  return [low, high]
}

/** The CRC-64 of xz (ECMA-182; The .xz File Format, section 6). */
export class Crc64 {
  private low = -1
  private high = -1

  /** Takes in the next bytes. */
  add(bytes: Uint8Array): void {
    const [lowTable, highTable] = (table64 ??= makeTable64())
    let { low, high } = this
    for (let at = 0; at < bytes.length; at++) {
      const index = (low ^ bytes[at]!) & 0xff
      low = ((low >>> 8) | (high << 24)) ^ lowTable[index]!
      high = (high >>> 8) ^ highTable[index]!
    }
    this.low = low
    this.high = high
  }

  /** Whether this is the value of eight bytes, the lowest first. */
  isStatedBy(bytes: Uint8Array): boolean {
    const view = new DataView(bytes.buffer, bytes.byteOffset, 8)
    return view.getInt32(0, true) === ~this.low && view.getInt32(4, true) === ~this.high
  }
}
