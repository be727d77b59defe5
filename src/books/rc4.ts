/** The key stream of RC4, as a source of the numbers that books of ElephantEye make their keys of. */

/** Returns a function that gives the next 32 bits of the key stream of one zero byte, little-endian. */
export function makeKeyStream(): () => number {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (left: number, right: number) => {
    const kept = state[left]!
    state[left] = state[right]!
    state[right] = kept
  }
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + state[index]!) & 0xff
    swap(index, other)
  }
  let index = 0
  let other = 0
  const nextByte = () => {
    index = (index + 1) & 0xff
    other = (other + state[index]!) & 0xff
    swap(index, other)
    return state[(state[index]! + state[other]!) & 0xff]!
  }
  return () => (nextByte() | (nextByte() << 8) | (nextByte() << 16) | (nextByte() << 24)) >>> 0
}
