/** The order of names in `.sn4` files: docs/formats/scid.md, Names. */

/**
 * Orders names as `.sn4` files do: the first bytes as they are, further ones as signed numbers, so that an accented
 * letter comes before the end of a name, which counts as 0.
 */
export function compareNames(left: Uint8Array, right: Uint8Array): number {
  const length = Math.max(left.length, right.length)
  for (let at = 0; at < length; at++) {
    const order = at === 0 ? (left[0] ?? 0) - (right[0] ?? 0) : signed(left[at] ?? 0) - signed(right[at] ?? 0)
    if (order !== 0) return order
  }
  return 0
}

function signed(byte: number): number {
  return byte >= 0x80 ? byte - 0x100 : byte
}
