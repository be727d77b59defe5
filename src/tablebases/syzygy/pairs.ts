/**
 * The values of a table by their number: blocks of symbols in a canonical Huffman code, a symbol being a value or a pair of symbols.
 * Source: Fathom, https://github.com/jdart1/Fathom (MIT).
 */
import type { Source } from '../../bytes/source.ts'
import { damagedTable, type HeadReader } from './header.ts'

/** The flag of a part with the same value everywhere. */
const IS_CONSTANT = 0x80

/** Bits of the longest code and stride, and of the largest block: those of real tables are far below. */
const MOST_BITS = 32
const MOST_BLOCK_BITS = 20

/** Values that one symbol stands for, at most. */
const MOST_VALUES = 256

/** The second half of a symbol that is a value. */
const NO_PAIR = 0xfff

/** Bytes of a pair of symbols, and of an entry of the index of blocks. */
const PAIR = 3
const INDEX_ENTRY = 6

/** The values of one part of a table. */
export interface Values {
  readonly flags: number
  /** Takes the place of its index, of its block sizes, and of its blocks, in the order in which all parts have them. */
  readonly places: readonly ((head: HeadReader) => void)[]
  /** The value with a number below the size of the part. */
  get(number: number): number
}

/**
 * Reads the head of a part.
 * @param size how many values it has
 * @param constant whether a constant part says its value; otherwise it is 0
 */
export function readValues(source: Source, head: HeadReader, size: number, constant: boolean): Values {
  const start = head.at
  const flags = head.byte(start)
  if (flags & IS_CONSTANT) {
    const value = constant ? head.byte(start + 1) : 0
    head.at += 2
    return { flags, places: [() => {}, () => {}, () => {}], get: () => value }
  }
  return new PairedValues(source, head, flags, size)
}

class PairedValues implements Values {
  readonly flags: number
  readonly places: Values['places']
  private readonly source: Source
  private readonly blockSize: number
  private readonly stride: number
  private readonly blocks: number
  private readonly shortest: number
  /** By length of code, from the shortest: the lowest code, and its symbol. */
  private readonly lowest: number[] = []
  private readonly firstSymbols: number[] = []
  private readonly symbols: Uint8Array
  /** Values of each symbol, less one. */
  private readonly lengths: Uint8Array
  private indexAt = 0
  private sizesAt = 0
  private blocksAt = 0

  constructor(source: Source, head: HeadReader, flags: number, size: number) {
    const start = head.at
    this.source = source
    this.flags = flags
    this.blockSize = 2 ** head.byte(start + 1)
    this.stride = 2 ** head.byte(start + 2)
    const stored = head.long(start + 4)
    this.blocks = stored + head.byte(start + 3)
    const [longest, shortest] = [head.byte(start + 8), head.byte(start + 9)]
    const isLarge = this.stride > 2 ** MOST_BITS || this.blockSize > 2 ** MOST_BLOCK_BITS || longest > MOST_BITS
    if (isLarge || shortest < 1 || shortest > longest) throw head.damaged(start)
    if (this.stride < 2) throw head.damaged(start)
    this.shortest = shortest
    const lengths = longest - shortest + 1
    for (let index = 0; index < lengths; index++) this.firstSymbols.push(head.word(start + 10 + 2 * index))
    this.findLowest(head)
    const count = head.word(start + 10 + 2 * lengths)
    const symbolsAt = start + 12 + 2 * lengths
    this.symbols = head.part(symbolsAt, symbolsAt + PAIR * count)
    this.lengths = measureSymbols(this.symbols, () => head.damaged(symbolsAt))
    head.at = symbolsAt + PAIR * count + (count & 1)
    const indexSize = Math.ceil(size / this.stride) * INDEX_ENTRY
    this.places = [
      (at) => {
        this.indexAt = at.at
        at.at += indexSize
      },
      (at) => {
        this.sizesAt = at.at
        at.at += 2 * this.blocks
      },
      (at) => {
        at.align(64)
        this.blocksAt = at.at
        at.at += stored * this.blockSize
      },
    ]
  }

  /** The lowest code of each length: codes of a length follow those of the longer ones. */
  private findLowest(head: HeadReader): void {
    const { firstSymbols, lowest } = this
    lowest[firstSymbols.length - 1] = 0
    for (let index = firstSymbols.length - 2; index >= 0; index--) {
      lowest[index] = (lowest[index + 1]! + firstSymbols[index]! - firstSymbols[index + 1]!) / 2
      if (lowest[index]! < 0 || !Number.isInteger(lowest[index])) throw head.damaged()
    }
  }

  get(number: number): number {
    const [block, within] = this.findBlock(number)
    const start = this.blocksAt + block * this.blockSize
    const bytes = this.source.read(start, start + this.blockSize)
    let left = within
    for (let bit = 0; bit < bytes.length * 8;) {
      let length = 0
      let code = 0
      for (; length < this.shortest; length++) code = code * 2 + bitOf(bytes, bit + length)
      let index = 0
      for (; code < this.lowest[index]!; index++) code = code * 2 + bitOf(bytes, bit + length++)
      const symbol = this.firstSymbols[index]! + code - this.lowest[index]!
      const values = this.lengths[symbol]
      if (values === undefined) break
      if (left <= values) return this.valueOf(symbol, left)
      left -= values + 1
      bit += length
    }
    throw damagedTable(this.source, start)
  }

  /** The block of a value, and how many values are before it there. */
  private findBlock(number: number): [block: number, within: number] {
    const at = this.indexAt + Math.floor(number / this.stride) * INDEX_ENTRY
    const entry = this.source.read(at, at + INDEX_ENTRY)
    if (entry.length < INDEX_ENTRY) throw damagedTable(this.source, at)
    let block = entry[0]! + (entry[1]! << 8) + (entry[2]! << 16) + entry[3]! * 0x100_0000
    let within = (number % this.stride) - this.stride / 2 + (entry[4]! | (entry[5]! << 8))
    while (within < 0) within += this.sizeOf(--block) + 1
    for (let size = this.sizeOf(block); within > size; size = this.sizeOf(++block)) within -= size + 1
    return [block, within]
  }

  /** Values of a block, less one. */
  private sizeOf(block: number): number {
    const at = this.sizesAt + 2 * block
    const bytes = block >= 0 && block < this.blocks ? this.source.read(at, at + 2) : []
    if (bytes.length < 2) throw damagedTable(this.source, at)
    return bytes[0]! | (bytes[1]! << 8)
  }

  /** The value at an index within a symbol. */
  private valueOf(symbol: number, index: number): number {
    let [found, left] = [symbol, index]
    while (this.lengths[found]! > 0) {
      const [first, second] = halvesOf(this.symbols, found)
      const values = this.lengths[first]! + 1
      if (left < values) found = first
      else {
        left -= values
        found = second
      }
    }
    return halvesOf(this.symbols, found)[0]
  }
}

function bitOf(bytes: Uint8Array, bit: number): number {
  return ((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1
}

/** The symbols of a pair; of a value the value itself. */
function halvesOf(symbols: Uint8Array, symbol: number): [first: number, second: number] {
  const [low, middle, high] = [symbols[PAIR * symbol]!, symbols[PAIR * symbol + 1]!, symbols[PAIR * symbol + 2]!]
  return [low | ((middle & 15) << 8), (high << 4) | (middle >> 4)]
}

/** How many values each symbol stands for, less one. Symbols that contain themselves, or too much, are damage. */
function measureSymbols(symbols: Uint8Array, damaged: () => Error): Uint8Array {
  const count = symbols.length / PAIR
  const lengths = new Uint8Array(count)
  const isKnown = new Uint8Array(count)
  const measure = (symbol: number, depth: number): number => {
    if (symbol >= count || depth > MOST_VALUES) throw damaged()
    if (isKnown[symbol]) return lengths[symbol]!
    const [first, second] = halvesOf(symbols, symbol)
    const length = second === NO_PAIR ? 0 : measure(first, depth + 1) + measure(second, depth + 1) + 1
    if (length >= MOST_VALUES) throw damaged()
    lengths[symbol] = length
    isKnown[symbol] = 1
    return length
  }
  for (let symbol = 0; symbol < count; symbol++) measure(symbol, 0)
  return lengths
}
