/**
 * Numbers at an offset in bytes, for fixed layouts that are read field by
 * field. A byte beyond the end counts as 0, so these never throw; use ByteReader if a short read matters.
 */

/** An unsigned number of two bytes, big-endian. */
export function u16be(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 8) | bytes[at + 1]!
}

/** An unsigned number of three bytes, big-endian. */
export function u24be(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!
}

/** A signed number of three bytes, big-endian. */
export function i24be(bytes: Uint8Array, at: number): number {
  return (u24be(bytes, at) << 8) >> 8
}

/** A signed number of four bytes, big-endian. */
export function i32be(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
}

/** An unsigned number of four bytes, big-endian. */
export function u32be(bytes: Uint8Array, at: number): number {
  return i32be(bytes, at) >>> 0
}

/** An unsigned 64-bit number; values over 2^53 lose their last bits. */
export function u64be(bytes: Uint8Array, at: number): number {
  return u32be(bytes, at) * 0x1_0000_0000 + u32be(bytes, at + 4)
}

/** An unsigned number of two bytes, little-endian. */
export function u16le(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8)
}

/** A signed number of four bytes, little-endian. */
export function i32le(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
}

/** An unsigned number of four bytes, little-endian. */
export function u32le(bytes: Uint8Array, at: number): number {
  return i32le(bytes, at) >>> 0
}

/** An unsigned 64-bit number; values over 2^53 lose their last bits. */
export function u64le(bytes: Uint8Array, at: number): number {
  return u32le(bytes, at + 4) * 0x1_0000_0000 + u32le(bytes, at)
}

/** A signed number of two bytes, big-endian. */
export function i16be(bytes: Uint8Array, at: number): number {
  return (u16be(bytes, at) << 16) >> 16
}

/** Whether two lists of numbers are the same. For long ones `every` takes ten times as long. */
export function sameNumbers(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  if (one.length !== other.length) return false
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false
  return true
}
