/**
 * Random numbers for position keys. The generator and its seed are part of
 * the position index format: changing them changes every stored key.
 */

/**
 * Pairs of 32-bit random numbers (high, low) from a fixed seed: splitmix32,
 * Sebastiano Vigna's public-domain splitmix reduced to 32 bits with the
 * finaliser constants of murmur3.
 */
export function randomPairs(count: number, seed: number): Uint32Array {
  const numbers = new Uint32Array(count * 2)
  let state = seed >>> 0
  for (let index = 0; index < numbers.length; index++) {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    numbers[index] = (mixed ^ (mixed >>> 16)) >>> 0
  }
  return numbers
}
