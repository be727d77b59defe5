/**
 * Random numbers for position keys. The generator and its seed are part of
 * the position index format: changing them changes every stored key.
 */

/**
 * Pairs of 32-bit random numbers (high, low) from a fixed seed: splitmix32,
 * Sebastiano Vigna's public-domain splitmix reduced to 32 bits with the
 * finaliser constants of murmur3.
 * @param first the pair to begin with
 */
export function randomPairs(count: number, seed: number, first = 0): Uint32Array {
  const numbers = new Uint32Array(count * 2)
  // Signed on the way: programs make these tables as they start, and an interpreter allocates numbers from 2^31 on.
  let state = (seed + Math.imul(first * 2, 0x9e3779b9)) | 0
  for (let index = 0; index < numbers.length; index++) {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    numbers[index] = mixed ^ (mixed >>> 16)
  }
  return numbers
}
