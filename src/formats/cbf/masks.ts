/** The masks over headers, names and moves: docs/formats/cbf.md, Masks. */

/** Bytes of a header. */
export const HEADER_SIZE = 14

/** Byte of a header with a second mask: the size of all before the moves. */
const TWICE_MASKED = 11

/** Takes a mask off, from the last byte to the first; returns a copy. */
function unmask(bytes: Uint8Array, key: number, factor: number): Uint8Array {
  const plain = bytes.slice()
  let mask = key & 0xff
  for (let at = plain.length - 1; at >= 0; at--) {
    plain[at]! ^= mask
    mask = (mask * factor) & 0xff
  }
  return plain
}

/** A header as it was before it was masked. */
export function unmaskHeader(bytes: Uint8Array): Uint8Array {
  const plain = unmask(bytes, 101, 3)
  plain[TWICE_MASKED]! ^= (HEADER_SIZE + (plain[4]! & 63) + (plain[5]! & 63)) & 0xff
  return plain
}

/** The texts of players and source, which have one mask together. */
export function unmaskNames(bytes: Uint8Array): Uint8Array {
  return unmask(bytes, 3 * bytes.length, 3)
}

/** The moves, of which the first and the last byte have no mask. */
export function unmaskMoves(bytes: Uint8Array): Uint8Array {
  const plain = bytes.slice()
  if (bytes.length > 2) plain.set(unmask(bytes.subarray(1, -1), 49 * bytes.length, 7), 1)
  return plain
}
