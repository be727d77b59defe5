/**
 * The checksum of segments and journals: MurmurHash3 with 32 bits and seed 0, computed over pieces of any length as if
 * they were one (Austin Appleby, MurmurHash3_x86_32; github.com/aappleby/smhasher, public domain).
 */
export class Checksum {
  private hash = 0
  private length = 0
  /** Bytes of an incomplete word, lowest first, and how many there are. */
  private word = 0
  private waiting = 0

  /** Adds bytes. */
  add(bytes: Uint8Array): this {
    this.length += bytes.length
    let at = 0
    while (at < bytes.length && this.waiting > 0) this.addByte(bytes[at++]!)
    const words = (bytes.length - at) >> 2
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, words * 4)
    let { hash } = this
    for (let index = 0; index < words; index++) hash = addTo(hash, view.getInt32(index * 4, true))
    this.hash = hash
    for (at += words * 4; at < bytes.length; at++) this.addByte(bytes[at]!)
    return this
  }

  /** Adds a 32-bit number as its bytes, lowest first. */
  addWord(word: number): this {
    this.length += 4
    if (this.waiting > 0) {
      for (let byte = 0; byte < 4; byte++) this.addByte((word >>> (8 * byte)) & 0xff)
      return this
    }
    this.hash = addTo(this.hash, word)
    return this
  }

  private addByte(byte: number): void {
    this.word |= byte << (8 * this.waiting)
    if (++this.waiting < 4) return
    this.hash = addTo(this.hash, this.word)
    this.word = 0
    this.waiting = 0
  }

  /** The checksum of everything added so far, from 0 to 2^32 - 1. */
  get value(): number {
    return finish(this.hash ^ (this.waiting > 0 ? scramble(this.word) : 0), this.length)
  }
}

/** The checksum of a 32-bit number and the bytes of a view from `from` up to `to`, in one go. */
export function numberedChecksum(number: number, view: DataView, from: number, to: number): number {
  let hash = addTo(0, number)
  let at = from
  for (; at + 4 <= to; at += 4) hash = addTo(hash, view.getInt32(at, true))
  let rest = 0
  for (let shift = 0; at < to; at++, shift += 8) rest |= view.getUint8(at) << shift
  // No bytes left are a word of 0, which scrambles to 0.
  return finish(hash ^ scramble(rest), 4 + to - from)
}

/** The hash after one more word. */
function addTo(hash: number, word: number): number {
  const mixed = hash ^ scramble(word)
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0
}

function finish(state: number, length: number): number {
  let hash = state ^ length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function scramble(word: number): number {
  const product = Math.imul(word, 0xcc9e2d51)
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593)
}
