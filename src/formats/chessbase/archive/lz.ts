/**
 * The dictionary coder of archives: groups of a control word and up to
 * sixteen tokens. docs/formats/chessbase.md, Archives, Blocks.
 */

/** The smallest and largest distance of a copy. */
export const MIN_DISTANCE = 3
export const MAX_DISTANCE = 0xff * 16 + 15 + MIN_DISTANCE

/** Shortest and longest of the tokens, by the high half of their first byte. */
export const SHORT_RUN = { tag: 0, min: 3, max: 18 } as const
export const LONG_RUN = { tag: 1, min: 19, max: 0xff * 16 + 15 + 19 } as const
export const LONG_COPY = { tag: 2, min: 16, max: 0xff + 16 } as const
export const SHORT_COPY = { min: 3, max: 15 } as const

/** Where decoded bytes go. A copy reads earlier bytes, from whatever block. */
export interface LzOutput {
  literal(byte: number): void
  run(byte: number, length: number): void
  /** Returns false if the distance is too large. */
  copy(distance: number, length: number): boolean
}

/** Decodes one block. Returns false when its bytes are invalid. */
export function decodeLz(bytes: Uint8Array, output: LzOutput): boolean {
  let at = 0
  while (at < bytes.length) {
    // A single byte cannot be a control word: it is a literal.
    if (at + 1 === bytes.length) {
      output.literal(bytes[at]!)
      return true
    }
    const control = bytes[at]! | (bytes[at + 1]! << 8)
    at += 2
    for (let bit = 15; bit >= 0 && at < bytes.length; bit--) {
      if (((control >> bit) & 1) === 0) {
        output.literal(bytes[at++]!)
        continue
      }
      const tag = bytes[at]! >> 4
      const low = bytes[at]! & 15
      const second = bytes[at + 1]
      const third = bytes[at + 2]
      if (second === undefined) return false
      if (tag === SHORT_RUN.tag) {
        output.run(second, low + SHORT_RUN.min)
        at += 2
      } else if (tag > LONG_COPY.tag) {
        if (!output.copy((second << 4) + low + MIN_DISTANCE, tag)) return false
        at += 2
      } else {
        if (third === undefined) return false
        if (tag === LONG_RUN.tag) output.run(third, low + (second << 4) + LONG_RUN.min)
        else if (!output.copy((second << 4) + low + MIN_DISTANCE, third + LONG_COPY.min)) return false
        at += 3
      }
    }
  }
  return true
}

/** Number of bytes hashed to find possible matches. */
const HASH_BYTES = 3
const HASH_BITS = 14

/** Encodes blocks. */
export class LzEncoder {
  /** Where the bytes of each hash last occurred. */
  private readonly latest = new Int32Array(1 << HASH_BITS)

  /**
   * Encodes `bytes[start]` up to `end`, also with copies from before `start`. The result may be longer than the input;
   * then it is better to store the block.
   */
  encode(bytes: Uint8Array, start: number, end: number): Uint8Array {
    this.latest.fill(-1)
    for (let at = 0; at < start; at++) this.remember(bytes, at)
    const output = new Uint8Array((end - start) * 2 + 32)
    let length = 0
    let controlAt = 0
    let control = 0
    let bit = -1
    let at = start
    while (at < end) {
      if (bit < 0) {
        controlAt = length
        length += 2
        control = 0
        bit = 15
      }
      const run = this.runLength(bytes, at, end)
      const match = run >= LONG_RUN.min ? 0 : this.findMatch(bytes, at, end)
      const matchLength = match & 0xffff
      const distance = match >>> 16
      let covered = 1
      if (run >= SHORT_RUN.min && run >= matchLength) {
        control |= 1 << bit
        covered = run
        if (run <= SHORT_RUN.max) output[length++] = run - SHORT_RUN.min
        else {
          output[length++] = (LONG_RUN.tag << 4) | ((run - LONG_RUN.min) & 15)
          output[length++] = (run - LONG_RUN.min) >> 4
        }
        output[length++] = bytes[at]!
      } else if (matchLength >= SHORT_COPY.min) {
        control |= 1 << bit
        covered = matchLength
        const isShort = matchLength <= SHORT_COPY.max
        const back = distance - MIN_DISTANCE
        output[length++] = ((isShort ? matchLength : LONG_COPY.tag) << 4) | (back & 15)
        output[length++] = back >> 4
        if (!isShort) output[length++] = matchLength - LONG_COPY.min
      } else {
        output[length++] = bytes[at]!
      }
      for (const next = at + covered; at < next; at++) this.remember(bytes, at)
      bit--
      output[controlAt] = control & 0xff
      output[controlAt + 1] = control >> 8
    }
    return output.subarray(0, length)
  }

  private runLength(bytes: Uint8Array, at: number, end: number): number {
    const limit = Math.min(end, at + LONG_RUN.max)
    let next = at + 1
    while (next < limit && bytes[next] === bytes[at]) next++
    return next - at
  }

  /** The length of an earlier match for the bytes at `at`, with its distance in the high half; 0 if none. */
  private findMatch(bytes: Uint8Array, at: number, end: number): number {
    if (at + HASH_BYTES > end) return 0
    const from = this.latest[hash(bytes, at)]!
    const distance = at - from
    if (from < 0 || distance < MIN_DISTANCE || distance > MAX_DISTANCE) return 0
    const limit = Math.min(end - at, LONG_COPY.max)
    let length = 0
    while (length < limit && bytes[from + length] === bytes[at + length]) length++
    return length < SHORT_COPY.min ? 0 : (distance << 16) | length
  }

  private remember(bytes: Uint8Array, at: number): void {
    if (at + HASH_BYTES <= bytes.length) this.latest[hash(bytes, at)] = at
  }
}

function hash(bytes: Uint8Array, at: number): number {
  const value = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16)
  return Math.imul(value, 0x9e3779b1) >>> (32 - HASH_BITS)
}
