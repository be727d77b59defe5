/** Unpacks DEFLATE data (RFC 1951) in flat memory: what zip archives and zlib streams hold. */
import type { Source } from './source.ts'

/** How far back a copy reaches. */
const WINDOW = 1 << 15

/** Bytes gathered before they are handed on. */
const GATHERED = 1 << 16

/** Bytes of the source that are read at a time. */
const CHUNK = 1 << 16

/** Bits of the longest code. */
const MAX_BITS = 15

const END_OF_BLOCK = 256

/** Shortest length of every length code from 257 on and its extra bits; likewise for distances (RFC 1951, 3.2.5). */
const LENGTHS = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
] as const
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0] as const
const DISTANCES = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
] as const
const DISTANCE_BITS = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
] as const

/** The order in which the lengths of the codes for code lengths come. */
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] as const

/** What became of packed data. */
export interface Inflated {
  /** Offset after the last byte used. */
  end: number
  /** Bytes handed on. */
  size: number
  /** Why it ended too early: the data end, are not DEFLATE, or are longer than the limit. */
  fault?: 'cut' | 'invalid' | 'too-long'
}

/** Codes of a block: for every run of bits the symbol, and the bits of its code below. */
interface Codes {
  table: Uint16Array
  bits: number
}

/** Thrown inside only. */
class Fault {
  readonly reason: NonNullable<Inflated['fault']>

  constructor(reason: NonNullable<Inflated['fault']>) {
    this.reason = reason
  }
}

/**
 * Unpacks the data from `start` up to at most `end` of a source, piece by piece. Never throws for its contents.
 * @param limit most bytes that are handed on
 * @param write given bytes of its own
 */
export function inflate(
  source: Source,
  start: number,
  end: number,
  limit: number,
  write: (bytes: Uint8Array) => void,
): Inflated {
  const input = new BitReader(source, start, Math.min(end, source.size))
  const output = new Window(limit, write)
  let fault: Inflated['fault']
  try {
    for (let isLast = false; !isLast;) {
      isLast = input.take(1) === 1
      const kind = input.take(2)
      if (kind === 0) copyStored(input, output)
      else if (kind === 1) unpackBlock(input, output, FIXED_LENGTHS, FIXED_DISTANCES)
      else if (kind === 2) unpackBlock(input, output, ...readCodes(input))
      else throw new Fault('invalid')
    }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    fault = error.reason
  }
  output.flush()
  return { end: input.position, size: output.total, ...(fault !== undefined && { fault }) }
}

/** Bits of a source, the lowest of each byte first. */
class BitReader {
  private readonly source: Source
  private readonly end: number
  private chunk: Uint8Array = new Uint8Array(0)
  private chunkStart: number
  private at = 0
  private held = 0
  private count = 0

  constructor(source: Source, start: number, end: number) {
    this.source = source
    this.chunkStart = start
    this.end = end
  }

  /** Offset of the next byte of which no bit was used. */
  get position(): number {
    return this.chunkStart + this.at - (this.count >> 3)
  }

  take(bits: number): number {
    while (this.count < bits) if (!this.fill()) throw new Fault('cut')
    const value = this.held & ((1 << bits) - 1)
    this.held >>>= bits
    this.count -= bits
    return value
  }

  /** The next symbol of a code. */
  symbol({ table, bits }: Codes): number {
    while (this.count < bits && this.fill());
    const entry = table[this.held & ((1 << bits) - 1)]!
    const length = entry & 15
    if (length === 0) throw new Fault(this.count < bits ? 'cut' : 'invalid')
    if (length > this.count) throw new Fault('cut')
    this.held >>>= length
    this.count -= length
    return entry >> 4
  }

  /** Leaves the rest of the byte at hand. */
  align(): void {
    this.take(this.count & 7)
  }

  private fill(): boolean {
    if (this.at === this.chunk.length) {
      const next = this.chunkStart + this.at
      if (next >= this.end) return false
      this.chunk = this.source.read(next, Math.min(next + CHUNK, this.end))
      this.chunkStart = next
      this.at = 0
      if (this.chunk.length === 0) return false
    }
    this.held |= this.chunk[this.at++]! << this.count
    this.count += 8
    return true
  }
}

/** Gathers unpacked bytes, keeps as many as copies may need, and hands them on in pieces. */
class Window {
  total = 0
  private readonly buffer = new Uint8Array(WINDOW + GATHERED)
  private end = 0
  /** First byte of the buffer that was not handed on yet. */
  private pending = 0
  private readonly limit: number
  private readonly write: (bytes: Uint8Array) => void

  constructor(limit: number, write: (bytes: Uint8Array) => void) {
    this.limit = limit
    this.write = write
  }

  put(byte: number): void {
    if (this.total === this.limit) throw new Fault('too-long')
    if (this.end === this.buffer.length) this.flush()
    this.buffer[this.end++] = byte
    this.total++
  }

  copy(distance: number, length: number): void {
    if (distance > this.total) throw new Fault('invalid')
    for (let left = length; left > 0; left--) {
      if (this.end === this.buffer.length) this.flush()
      this.put(this.buffer[this.end - distance]!)
    }
  }

  flush(): void {
    if (this.end > this.pending) this.write(this.buffer.slice(this.pending, this.end))
    const kept = Math.min(this.end, WINDOW)
    this.buffer.copyWithin(0, this.end - kept, this.end)
    this.end = kept
    this.pending = kept
  }
}

function copyStored(input: BitReader, output: Window): void {
  input.align()
  const length = input.take(16)
  if ((length ^ input.take(16)) !== 0xffff) throw new Fault('invalid')
  for (let left = length; left > 0; left--) output.put(input.take(8))
}

function unpackBlock(input: BitReader, output: Window, lengths: Codes, distances: Codes): void {
  for (;;) {
    const symbol = input.symbol(lengths)
    if (symbol < END_OF_BLOCK) output.put(symbol)
    else if (symbol === END_OF_BLOCK) return
    else {
      const code = symbol - END_OF_BLOCK - 1
      if (code >= LENGTHS.length) throw new Fault('invalid')
      const length = LENGTHS[code]! + input.take(LENGTH_BITS[code]!)
      const far = input.symbol(distances)
      if (far >= DISTANCES.length) throw new Fault('invalid')
      output.copy(DISTANCES[far]! + input.take(DISTANCE_BITS[far]!), length)
    }
  }
}

/** The codes of a block that brings its own. */
function readCodes(input: BitReader): [lengths: Codes, distances: Codes] {
  const lengthCount = input.take(5) + 257
  const distanceCount = input.take(5) + 1
  const codeLengths = new Uint8Array(CODE_ORDER.length)
  for (let left = input.take(4) + 4, index = 0; index < left; index++) codeLengths[CODE_ORDER[index]!] = input.take(3)
  const codes = makeCodes(codeLengths)
  const lengths = new Uint8Array(lengthCount + distanceCount)
  for (let index = 0; index < lengths.length;) {
    const symbol = input.symbol(codes)
    if (symbol < 16) {
      lengths[index++] = symbol
      continue
    }
    if (symbol === 16 && index === 0) throw new Fault('invalid')
    const value = symbol === 16 ? lengths[index - 1]! : 0
    const repeat = symbol === 16 ? 3 + input.take(2) : symbol === 17 ? 3 + input.take(3) : 11 + input.take(7)
    if (index + repeat > lengths.length) throw new Fault('invalid')
    lengths.fill(value, index, (index += repeat))
  }
  return [makeCodes(lengths.subarray(0, lengthCount)), makeCodes(lengths.subarray(lengthCount))]
}

/** The canonical code with these lengths (RFC 1951, 3.2.2). Some runs of bits of an incomplete one stand for nothing. */
function makeCodes(lengths: Uint8Array): Codes {
  const bits = Math.max(1, ...lengths)
  const counts = new Uint16Array(MAX_BITS + 1)
  for (const length of lengths) counts[length]!++
  const next = new Uint16Array(MAX_BITS + 2)
  let code = 0
  counts[0] = 0
  for (let length = 1; length <= MAX_BITS; length++) {
    code = (code + counts[length - 1]!) << 1
    next[length] = code
    if (code + counts[length]! > 1 << length) throw new Fault('invalid')
  }
  const table = new Uint16Array(1 << bits)
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue
    const first = reversed(next[length]!++, length)
    for (let at = first; at < table.length; at += 1 << length) table[at] = (symbol << 4) | length
  }
  return { table, bits }
}

/** The bits of a code from the last to the first. */
function reversed(code: number, length: number): number {
  let result = 0
  for (let bit = 0; bit < length; bit++) if ((code >> bit) & 1) result |= 1 << (length - 1 - bit)
  return result
}

/** The codes of blocks that bring none (RFC 1951, 3.2.6). */
const FIXED_LENGTHS = makeCodes(
  Uint8Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
)
const FIXED_DISTANCES = makeCodes(new Uint8Array(30).fill(5))
