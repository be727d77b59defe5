/**
 * The main lines in a segment: blocks of 64 game numbers in groups of 64 blocks, and a table of where each part of a
 * block begins, so that the lines of some games are read in one range and all of them in few. What tells which lines
 * have to be read at all stands apart from them.
 *
 * ```text
 * group   signatures of its blocks (segment-signatures.ts), in Go times of stones (segment-times.ts), lines
 * lines   u32 checksum, where the line of each game ends (u32), the lines
 * table   for every block the offsets of its signature, times and lines, u48 each from the start of the first group,
 *         u48 where the last lines end, u32 checksum
 * ```
 */
import type { Game } from '../../model/record.ts'
import { Checksum } from '../../bytes/checksum.ts'
import { FormatError } from '../../issues/errors.ts'
import { blockChecksum, BLOCK_GAMES } from './segment-blocks.ts'
import type { SegmentHeader } from './segment-format.ts'
import { readSignature, signatureSize } from './segment-signatures.ts'
import { BlockTimes, leastTimesSize } from './segment-times.ts'

/** Blocks whose lines stand together. */
export const GROUP_BLOCKS = 64

/** Parts of a block, in the order in which a group has them. */
export const PARTS = 3
export const SIGNATURE = 0
export const TIMES = 1
export const LINES = 2

export const OFFSET_SIZE = 6
export const CHECKSUM_SIZE = 4
export const END_SIZE = 4

/** Bytes of the table of the lines of so many games. */
export function linesTableSize(games: number): number {
  return (Math.ceil(games / BLOCK_GAMES) * PARTS + 1) * OFFSET_SIZE + CHECKSUM_SIZE
}

/** Bytes of the main lines of a segment without what tells which of them to read, at the most: lists of times come to little. */
export function linesAloneSize({ game, linesSize, gameRange }: SegmentHeader): number {
  const blocks = Math.ceil(gameRange / BLOCK_GAMES)
  return linesSize - blocks * signatureSize(game) - (game === 'go' ? leastTimesSize(gameRange) : 0)
}

/** One main line, by the number of its game. */
export interface NumberedLine {
  game: number
  words: Uint16Array
}

/** Whether numbers lie in memory as they do in files, the lowest byte first. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** Puts numbers of 16 bits into bytes, little-endian. */
export function putWords(bytes: Uint8Array, at: number, words: Uint16Array): void {
  bytes.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), at)
  if (!IS_LITTLE_ENDIAN) swapBytes(bytes.subarray(at, at + words.byteLength))
}

/** Numbers of 16 bits, little-endian, as an array; a view where their place allows it. */
export function wordsOf(bytes: Uint8Array): Uint16Array {
  const isView = IS_LITTLE_ENDIAN && bytes.byteOffset % 2 === 0
  const own = isView ? bytes : bytes.slice()
  if (!IS_LITTLE_ENDIAN) swapBytes(own)
  return new Uint16Array(own.buffer, own.byteOffset, own.length >> 1)
}

function swapBytes(bytes: Uint8Array): void {
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const low = bytes[at]!
    bytes[at] = bytes[at + 1]!
    bytes[at + 1] = low
  }
}

/** Where the lines lie in a file, for what is said when they are damaged. */
export interface LinesPlace {
  file: string
  /** Offset of the first block. */
  offset: number
}

/** Bytes from `start` up to `end`. */
export interface Range {
  start: number
  end: number
}

function firstOfGroup(block: number): number {
  return block - (block % GROUP_BLOCKS)
}

/** Where the parts of each block begin and end. */
export class LinesTable {
  readonly blocks: number
  private readonly view: DataView
  private readonly place: LinesPlace
  private readonly game: Game
  /** Parts of blocks that were found whole. */
  private readonly checked: Uint8Array

  /**
   * Throws FormatError when the table is damaged.
   * @param size bytes of all groups
   */
  constructor(game: Game, bytes: Uint8Array, size: number, place: LinesPlace) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.game = game
    this.place = place
    this.blocks = ((bytes.length - CHECKSUM_SIZE) / OFFSET_SIZE - 1) / PARTS
    this.checked = new Uint8Array(this.blocks * PARTS)
    const end = bytes.length - CHECKSUM_SIZE
    if (this.view.getUint32(end, true) !== new Checksum().add(bytes.subarray(0, end)).value) {
      throw new FormatError('index/checksum', {}, { file: place.file, offset: place.offset + size })
    }
    for (let block = 0; block < this.blocks; block++) {
      for (const { start, end: next } of [this.signature(block), this.times(block), this.lines(block)]) {
        if (start <= next && next <= size) continue
        throw new FormatError('index/damaged', {}, { file: place.file, offset: place.offset + size })
      }
    }
  }

  /** Where the signature of a block lies, from the first group. */
  signature(block: number): Range {
    const start = this.offset(block, SIGNATURE)
    return { start, end: start + signatureSize(this.game) }
  }

  /** Where the times of its stones lie; empty but in Go. */
  times(block: number): Range {
    const end = this.isLastOfGroup(block) ? this.offset(firstOfGroup(block), LINES) : this.offset(block + 1, TIMES)
    return { start: this.offset(block, TIMES), end }
  }

  /** Where its lines lie. */
  lines(block: number): Range {
    const next = block + 1 === this.blocks || !this.isLastOfGroup(block) ? LINES : SIGNATURE
    return { start: this.offset(block, LINES), end: this.offset(block + 1, next) }
  }

  /** The block after the last of which the lines stand together with those of a block. */
  groupEnd(block: number): number {
    return Math.min(this.blocks, firstOfGroup(block) + GROUP_BLOCKS)
  }

  private isLastOfGroup(block: number): boolean {
    return block + 1 === this.groupEnd(block)
  }

  /** @param block one more than there are is where the last lines end */
  private offset(block: number, part: number): number {
    const at = (block === this.blocks ? block * PARTS : block * PARTS + part) * OFFSET_SIZE
    return this.view.getUint32(at, true) + this.view.getUint16(at + 4, true) * 0x1_0000_0000
  }

  private placeOf({ start }: Range): LinesPlace {
    return { file: this.place.file, offset: this.place.offset + start }
  }

  private isChecked(block: number, part: number): boolean {
    return this.checked[block * PARTS + part] === 1
  }

  private setChecked(block: number, part: number): void {
    this.checked[block * PARTS + part] = 1
  }

  /** The signature of a block; `bytes` and `isKept` as in {@link decode}. Throws FormatError when it is damaged. */
  decodeSignature(block: number, bytes: Uint8Array, isKept = false): Uint32Array {
    const isKnown = isKept && this.isChecked(block, SIGNATURE)
    const signature = readSignature(block, bytes, this.placeOf(this.signature(block)), isKnown)
    this.setChecked(block, SIGNATURE)
    return signature
  }

  /** The times of its stones; the parameters are those of {@link decode}. Throws FormatError when they are damaged. */
  decodeTimes(block: number, bytes: Uint8Array, games: number, isKept = false): BlockTimes {
    const isKnown = isKept && this.isChecked(block, TIMES)
    const times = new BlockTimes(block, bytes, games, this.placeOf(this.times(block)), isKnown)
    this.setChecked(block, TIMES)
    return times
  }

  /** Whether the lines of a block were found whole before. */
  hasCheckedLines(block: number): boolean {
    return this.isChecked(block, LINES)
  }

  /** Where the ends of the line before one of a block and of its own lie. */
  lineEnds(block: number, index: number): Range {
    const start = this.lines(block).start + CHECKSUM_SIZE
    return { start: start + Math.max(0, index - 1) * END_SIZE, end: start + (index + 1) * END_SIZE }
  }

  /**
   * Where a line lies, by these ends. Throws FormatError when they are damaged.
   * @param games numbers of games that the block has
   */
  line(block: number, ends: Uint8Array, games: number): Range {
    const { start, end } = this.lines(block)
    const view = new DataView(ends.buffer, ends.byteOffset, ends.byteLength)
    const first = start + CHECKSUM_SIZE + games * END_SIZE
    const from = ends.length === END_SIZE ? 0 : view.getUint32(0, true)
    const to = view.getUint32(ends.length - END_SIZE, true)
    if (from > to || first + to * 2 > end) {
      throw new FormatError('index/damaged', {}, this.placeOf(this.lines(block)))
    }
    return { start: first + from * 2, end: first + to * 2 }
  }

  /**
   * The lines of a block. Throws FormatError when it is damaged.
   * @param games numbers of games that the block has
   * @param isKept whether a block that was found whole once need not be checked again: of a file on this machine
   */
  decode(block: number, bytes: Uint8Array, games: number, isKept = false): LineBlock {
    const place = this.placeOf(this.lines(block))
    const head = CHECKSUM_SIZE + games * END_SIZE
    if (bytes.length < head || (bytes.length - head) % 2 !== 0) throw new FormatError('index/damaged', {}, place)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const isKnown = isKept && this.isChecked(block, LINES)
    if (!isKnown && view.getUint32(0, true) !== blockChecksum(block, bytes.subarray(CHECKSUM_SIZE))) {
      throw new FormatError('index/checksum', {}, place)
    }
    this.setChecked(block, LINES)
    const words = wordsOf(bytes.subarray(head))
    const ends = new Uint32Array(games)
    let before = 0
    for (let game = 0; game < games; game++) {
      const end = view.getUint32(CHECKSUM_SIZE + game * END_SIZE, true)
      if (end < before || end > words.length) throw new FormatError('index/damaged', {}, place)
      ends[game] = before = end
    }
    return { ends, words }
  }
}

/** The lines of 64 games or fewer: where each ends, and the numbers of all. */
export interface LineBlock {
  ends: Uint32Array
  words: Uint16Array
}
