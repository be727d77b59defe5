/** Small Syzygy tables made by hand after docs/tablebases.md. */

/** A part of a table in which every value has a code of the same length, and some codes stand for two values. */
export function encodeValues(
  values: readonly number[],
  { flags = 0, blockBits = 6, strideBits = 4 } = {},
): {
  head: Uint8Array
  index: Uint8Array
  sizes: Uint8Array
  blocks: Uint8Array
} {
  const kinds = [...new Set(values)].sort((left, right) => left - right)
  // Every kind of value, and twice the first kind as a pair.
  const symbols = [...kinds.map((kind) => [kind & 255, (kind >> 8) | 0xf0, 0xff]), [0, 0, 0]]
  const pair = kinds.length
  const length = Math.max(1, Math.ceil(Math.log2(symbols.length)))
  const perBlock = Math.floor((8 << blockBits) / length)
  const bits: string[] = []
  const counts: number[] = []
  for (let at = 0; at < values.length;) {
    let text = ''
    const begin = at
    for (let code = 0; code < perBlock && at < values.length; code++) {
      const isPair = values[at] === kinds[0] && values[at + 1] === kinds[0]
      text += (isPair ? pair : kinds.indexOf(values[at]!)).toString(2).padStart(length, '0')
      at += isPair ? 2 : 1
    }
    bits.push(text.padEnd(8 << blockBits, '0'))
    counts.push(at - begin)
  }
  const stride = 1 << strideBits
  const index = Array.from({ length: Math.ceil(values.length / stride) }, (_, entry) => {
    let [block, within] = [0, entry * stride + stride / 2]
    while (block < counts.length - 1 && within >= counts[block]!) within -= counts[block++]!
    return [block, 0, 0, 0, within & 255, within >> 8]
  })
  const head = [flags, blockBits, strideBits, 0, counts.length & 255, counts.length >> 8, 0, 0, length, length, 0, 0]
  head.push(symbols.length & 255, symbols.length >> 8, ...symbols.flat(), ...(symbols.length & 1 ? [0] : []))
  return {
    head: Uint8Array.from(head),
    index: Uint8Array.from(index.flat()),
    sizes: Uint8Array.from(counts.flatMap((count) => [(count - 1) & 255, (count - 1) >> 8])),
    blocks: Uint8Array.from(bits.join('').match(/.{8}/g)!, (octet) => Number.parseInt(octet, 2)),
  }
}

/** Men of White are their kind, those of Black 8 more: king 6, queen 5. */
const KINGS_AND_QUEEN = [6, 5, 14]

/**
 * King and queen against king, where every position is won and the distance is always the same, stored for one side to
 * move.
 */
export function queenTables(distance = 7, side: 'white' | 'black' = 'white'): Record<string, Uint8Array> {
  const men = KINGS_AND_QUEEN.map((man) => man | (man << 4))
  // Both sides to move, each with one value: 4 is a win, 0 a loss.
  const results = [0x71, 0xe8, 0x23, 0x5d, 1, 0, ...men, 0, 0x80, 4, 0x80, 0]
  // Positions of one side, all with one value that is mapped to the distance, half of which is stored.
  const flags = side === 'white' ? 0x82 : 0x83
  const distances = [0xd7, 0x66, 0x0c, 0xa5, 0, 0, ...KINGS_AND_QUEEN, 0, flags, 0, 1, distance, 1, 0, 1, 0, 1, 0]
  return { 'KQvK.rtbw': padded(results), 'KQvK.rtbz': padded(distances) }
}

function padded(bytes: readonly number[]): Uint8Array {
  const whole = new Uint8Array(80)
  whole.set(bytes)
  return whole
}
