/**
 * Decompresses bzip2. The format has no specification of its own; this follows "BZIP2: Format Specification" by
 * J. Tsai (github.com/dsnet/compress, doc/bzip2-format.pdf), whose sections the comments name.
 */
import { FormatError } from '../../issues/errors.ts'
import type { Source } from '../source.ts'
import { ByteInput } from './byte-input.ts'

/** The numbers before a block and before the end of a stream: pi and its root, 2.2.2 and 2.2.4. */
const BLOCK = [0x314159, 0x265359] as const
const END = [0x177245, 0x385090] as const

/** Symbols of one Huffman table, 2.2.3: 256 bytes, two for runs, one for the end. */
const MAX_SYMBOLS = 258
const MAX_CODE = 20
const SYMBOLS_PER_SELECTOR = 50
const RUN_A = 0
const RUN_B = 1

/** Bits of a code that a table looks up at once. */
const QUICK = 10

/** Bytes handed on at once. */
const OUTPUT = 1 << 16

/** Most bytes of a block, by the digit of its level. */
const LEVEL = 100_000

/** Decompresses all streams of a source, one behind the other. Throws FormatError where they are damaged. */
export function decompressBzip2(source: Source, write: (bytes: Uint8Array) => void): void {
  const input = new ByteInput(source)
  let streams = 0
  while (!input.isAtEnd) {
    const start = input.at
    const isStream = input.byte() === 0x42 && input.byte() === 0x5a && input.byte() === 0x68
    const level = isStream ? input.byte() - 0x30 : 0
    if (level < 1 || level > 9) {
      // Whatever follows a whole stream is padding.
      if (streams > 0) return
      throw damaged(source, start)
    }
    new Bzip2Stream(source, input, level * LEVEL, write).decode()
    streams++
  }
}

function damaged({ name }: Source, offset: number): FormatError {
  return new FormatError('packed/damaged', {}, { file: name, offset })
}

/** One Huffman table: codes of up to {@link QUICK} bits by lookup, longer ones by the limits of each length. */
interface CodeTable {
  quick: Uint16Array
  limit: Int32Array
  base: Int32Array
  symbols: Uint16Array
  shortest: number
}

class Bzip2Stream {
  private readonly source: Source
  private readonly input: ByteInput
  private readonly write: (bytes: Uint8Array) => void
  /** The block: bytes in the low eight bits, and above them, later, where the next one lies. */
  private readonly block: Uint32Array
  private bits = 0
  private count = 0

  constructor(source: Source, input: ByteInput, size: number, write: (bytes: Uint8Array) => void) {
    this.source = source
    this.input = input
    this.write = write
    this.block = new Uint32Array(size)
  }

  decode(): void {
    let combined = 0
    for (;;) {
      const [high, low] = [this.read(24), this.read(24)]
      const stated = ((this.read(16) << 16) | this.read(16)) >>> 0
      if (high === END[0] && low === END[1]) {
        if (stated !== combined) throw this.damage()
        return
      }
      if (high !== BLOCK[0] || low !== BLOCK[1]) throw this.damage()
      const checksum = this.decodeBlock()
      if (checksum !== stated) throw this.damage()
      combined = (((combined << 1) | (combined >>> 31)) ^ checksum) >>> 0
    }
  }

  private damage(): FormatError {
    return damaged(this.source, this.input.at)
  }

  /** The next bits as a number, at most 24 of them. */
  private read(count: number): number {
    while (this.count < count) this.refill()
    this.count -= count
    return (this.bits >>> this.count) & ((1 << count) - 1)
  }

  private refill(): void {
    this.bits = (this.bits << 8) | this.input.byte()
    this.count += 8
  }

  /** Decodes a block, 2.2.3, and returns the checksum of its bytes. */
  private decodeBlock(): number {
    // Blocks that were scrambled are a thing of versions before 1.0 of 1998.
    if (this.read(1) === 1) throw this.damage()
    const origin = this.read(24)
    const used = this.readSymbolMap()
    const symbols = used.length + 2
    const selectors = this.readSelectors()
    const tables = Array.from({ length: selectors.tables }, () => this.readTable(symbols))
    const length = this.readSymbols(used, symbols - 1, tables, selectors.order)
    if (origin >= length) throw this.damage()
    return this.writeBlock(length, origin)
  }

  private readSymbolMap(): Uint8Array {
    const groups = this.read(16)
    const used: number[] = []
    for (let group = 0; group < 16; group++) {
      if (((groups >>> (15 - group)) & 1) === 0) continue
      const members = this.read(16)
      for (let bit = 0; bit < 16; bit++) if (((members >>> (15 - bit)) & 1) === 1) used.push(group * 16 + bit)
    }
    if (used.length === 0) throw this.damage()
    return Uint8Array.from(used)
  }

  /** Which table each fifty symbols use. */
  private readSelectors(): { tables: number; order: Uint8Array } {
    const tables = this.read(3)
    const order = new Uint8Array(this.read(15))
    if (tables < 2 || tables > 6 || order.length === 0) throw this.damage()
    const recent = [0, 1, 2, 3, 4, 5]
    for (let index = 0; index < order.length; index++) {
      let place = 0
      while (this.read(1) === 1) if (++place >= tables) throw this.damage()
      const [table] = recent.splice(place, 1)
      recent.unshift(table!)
      order[index] = table!
    }
    return { tables, order }
  }

  private readTable(symbols: number): CodeTable {
    const lengths = new Uint8Array(symbols)
    let length = this.read(5)
    for (let symbol = 0; symbol < symbols; symbol++) {
      for (;;) {
        if (length < 1 || length > MAX_CODE) throw this.damage()
        if (this.read(1) === 0) break
        length += this.read(1) === 0 ? 1 : -1
      }
      lengths[symbol] = length
    }
    return makeTable(lengths)
  }

  /** Reads the symbols of a block into the low bytes of {@link block} and returns how many bytes they are. */
  private readSymbols(used: Uint8Array, end: number, tables: readonly CodeTable[], order: Uint8Array): number {
    const { block } = this
    const recent = used.slice()
    let length = 0
    let run = 0
    let weight = 1
    for (let group = 0; group < order.length; group++) {
      const table = tables[order[group]!]!
      for (let left = SYMBOLS_PER_SELECTOR; left > 0; left--) {
        const symbol = this.readSymbol(table)
        if (symbol === RUN_A || symbol === RUN_B) {
          run += symbol === RUN_A ? weight : 2 * weight
          weight *= 2
          if (run > block.length) throw this.damage()
          continue
        }
        if (run > 0) {
          if (length + run > block.length) throw this.damage()
          block.fill(recent[0]!, length, length + run)
          length += run
          run = 0
          weight = 1
        }
        if (symbol === end) return length
        if (length === block.length) throw this.damage()
        const place = symbol - 1
        const byte = recent[place]!
        recent.copyWithin(1, 0, place)
        recent[0] = byte
        block[length++] = byte
      }
    }
    throw this.damage()
  }

  private readSymbol(table: CodeTable): number {
    while (this.count < MAX_CODE) {
      // The last code may be shorter than what is wanted here.
      if (this.input.isAtEnd) return this.readLastSymbol(table)
      this.refill()
    }
    const quick = table.quick[(this.bits >>> (this.count - QUICK)) & ((1 << QUICK) - 1)]!
    if (quick !== 0) {
      this.count -= quick >>> 9
      return quick & 0x1ff
    }
    const longest = (this.bits >>> (this.count - MAX_CODE)) & ((1 << MAX_CODE) - 1)
    for (let length = Math.max(QUICK, table.shortest); length <= MAX_CODE; length++) {
      const code = longest >>> (MAX_CODE - length)
      if (code > table.limit[length]!) continue
      this.count -= length
      return table.symbols[table.base[length]! + code]!
    }
    throw this.damage()
  }

  private readLastSymbol(table: CodeTable): number {
    let code = 0
    for (let length = 1; length <= MAX_CODE; length++) {
      code = (code << 1) | this.read(1)
      if (length >= table.shortest && code <= table.limit[length]!) return table.symbols[table.base[length]! + code]!
    }
    throw this.damage()
  }

  /** Undoes the Burrows-Wheeler transform and the first run-length encoding, 2.1, and returns the checksum. */
  private writeBlock(length: number, origin: number): number {
    const { block } = this
    const starts = new Uint32Array(256)
    for (let at = 0; at < length; at++) starts[block[at]! & 0xff]!++
    for (let byte = 0, sum = 0; byte < 256; byte++) {
      const count = starts[byte]!
      starts[byte] = sum
      sum += count
    }
    for (let at = 0; at < length; at++) {
      const byte = block[at]! & 0xff
      block[starts[byte]!]! |= at << 8
      starts[byte]!++
    }
    let checksum = 0xffff_ffff
    let out = new Uint8Array(OUTPUT)
    let filled = 0
    let place = block[origin]! >>> 8
    let last = -1
    let same = 0
    for (let at = 0; at < length; at++) {
      const entry = block[place]!
      place = entry >>> 8
      const byte = entry & 0xff
      // Four bytes alike are followed by how often the byte comes again.
      const isCount = same === 4
      const times = isCount ? byte : 1
      const value = isCount ? last : byte
      same = isCount ? 0 : byte === last ? same + 1 : 1
      last = isCount ? -1 : byte
      for (let time = 0; time < times; time++) {
        checksum = (checksum << 8) ^ CRC[((checksum >>> 24) ^ value) & 0xff]!
        out[filled++] = value
        if (filled < OUTPUT) continue
        this.write(out)
        out = new Uint8Array(OUTPUT)
        filled = 0
      }
    }
    if (filled > 0) this.write(out.subarray(0, filled))
    return ~checksum >>> 0
  }
}

/** Makes canonical codes of the lengths of the symbols' codes. */
function makeTable(lengths: Uint8Array): CodeTable {
  const counts = new Int32Array(MAX_CODE + 2)
  for (const length of lengths) counts[length]!++
  const symbols = new Uint16Array(MAX_SYMBOLS)
  const limit = new Int32Array(MAX_CODE + 1).fill(-1)
  const base = new Int32Array(MAX_CODE + 1)
  const quick = new Uint16Array(1 << QUICK)
  let code = 0
  let index = 0
  let shortest = MAX_CODE
  for (let length = 1; length <= MAX_CODE; length++) {
    base[length] = index - code
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue
      shortest = Math.min(shortest, length)
      symbols[index++] = symbol
      if (length <= QUICK && code < 1 << length) {
        const from = code << (QUICK - length)
        quick.fill((length << 9) | symbol, from, from + (1 << (QUICK - length)))
      }
      code++
    }
    if (counts[length]! > 0) limit[length] = code - 1
    code <<= 1
  }
  return { quick, limit, base, symbols, shortest }
}

/** The table of the checksum, whose highest bit comes first, 2.2.3. */
const CRC = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24
  for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value
})
