/**
 * The main lines in a segment: blocks of 64 game numbers, one after the other, and a table of where each begins, so
 * that the lines of some games are read in one range and all of them in one pass.
 *
 * ```text
 * block   signature (segment-signatures.ts), u32 checksum, where the line of each game ends (u32), the lines
 * table   u48 offset of every block from the start of the lines, u48 their size, u32 checksum
 * ```
 */
import type { Sink } from '../bytes/sink.ts'
import type { Game } from '../model/record.ts'
import { Checksum } from '../bytes/checksum.ts'
import { FormatError } from '../issues/errors.ts'
import { blockChecksum, BLOCK_GAMES } from './segment-blocks.ts'
import { CapturesWriter } from './captures.ts'
import { hasStones } from './main-line.ts'
import { readSignature, SignatureWriter } from './segment-signatures.ts'

const OFFSET_SIZE = 6
const CHECKSUM_SIZE = 4
const END_SIZE = 4

/** Bytes of the table of the lines of so many games. */
export function linesTableSize(games: number): number {
  return (Math.ceil(games / BLOCK_GAMES) + 1) * OFFSET_SIZE + CHECKSUM_SIZE
}

/** One main line, by the number of its game. */
export interface NumberedLine {
  game: number
  words: Uint16Array
}

/** Writes the lines of a segment, game by game in order of their numbers. */
export class LinesWriter {
  private readonly sink: Sink
  private readonly firstGame: number
  private readonly games: number
  private readonly offsets: number[] = [0]
  private size = 0
  /** Lines of the block that is being gathered. */
  private words = new Uint16Array(1 << 14)
  private length = 0
  private readonly ends = new Uint32Array(BLOCK_GAMES)
  private next = 0
  private readonly signatures: SignatureWriter
  /** What leaves the board; games of stones have none of it. */
  private readonly captures: CapturesWriter | undefined

  constructor(sink: Sink, game: Game, firstGame: number, games: number) {
    this.sink = sink
    this.captures = hasStones(game) ? undefined : new CapturesWriter(games)
    this.signatures = new SignatureWriter(game, this.captures)
    this.firstGame = firstGame
    this.games = games
  }

  /** Adds the line of a game. Throws TypeError when the games do not come in order. */
  add({ game, words }: NumberedLine): void {
    const index = game - this.firstGame
    if (index < this.next || index >= this.games) throw new TypeError('lines come in order of their games')
    this.skipTo(index)
    this.signatures.add(index % BLOCK_GAMES, words)
    if (this.length + words.length > this.words.length) {
      const larger = new Uint16Array(Math.max(this.length + words.length, this.words.length * 2))
      larger.set(this.words.subarray(0, this.length))
      this.words = larger
    }
    this.words.set(words, this.length)
    this.length += words.length
    this.ends[this.next % BLOCK_GAMES] = this.length
    this.endGame()
  }

  /** Writes what is left, the table, and what leaves the board. Returns the bytes of the lines and of the last. */
  finish(): { linesSize: number; capturesSize: number } {
    this.skipTo(this.games)
    if (this.next % BLOCK_GAMES > 0) this.writeBlock(this.next % BLOCK_GAMES)
    const table = new Uint8Array(linesTableSize(this.games))
    const view = new DataView(table.buffer)
    for (const [index, offset] of this.offsets.entries()) putOffset(view, index * OFFSET_SIZE, offset)
    const end = table.length - CHECKSUM_SIZE
    view.setUint32(end, new Checksum().add(table.subarray(0, end)).value, true)
    this.sink.append(table)
    const captures = this.captures?.finish() ?? new Uint8Array(0)
    this.sink.append(captures)
    return { linesSize: this.size, capturesSize: captures.length }
  }

  private skipTo(index: number): void {
    while (this.next < index) {
      this.ends[this.next % BLOCK_GAMES] = this.length
      this.endGame()
    }
  }

  private endGame(): void {
    this.captures?.endGame(this.next)
    this.next++
    if (this.next % BLOCK_GAMES === 0) this.writeBlock(BLOCK_GAMES)
  }

  private writeBlock(games: number): void {
    const head = CHECKSUM_SIZE + games * END_SIZE
    const block = new Uint8Array(head + this.length * 2)
    const view = new DataView(block.buffer)
    for (let game = 0; game < games; game++) view.setUint32(CHECKSUM_SIZE + game * END_SIZE, this.ends[game]!, true)
    putWords(block, head, this.words.subarray(0, this.length))
    const number = this.offsets.length - 1
    view.setUint32(0, blockChecksum(number, block.subarray(CHECKSUM_SIZE)), true)
    const signature = this.signatures.endBlock(number)
    this.sink.append(signature)
    this.sink.append(block)
    this.size += signature.length + block.length
    this.offsets.push(this.size)
    this.length = 0
  }
}

function putOffset(view: DataView, at: number, offset: number): void {
  view.setUint32(at, offset >>> 0, true)
  view.setUint16(at + 4, Math.floor(offset / 0x1_0000_0000), true)
}

/** Whether numbers lie in memory as they do in files, the lowest byte first. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

function putWords(bytes: Uint8Array, at: number, words: Uint16Array): void {
  bytes.set(new Uint8Array(words.buffer, words.byteOffset, words.byteLength), at)
  if (!IS_LITTLE_ENDIAN) swapBytes(bytes.subarray(at, at + words.byteLength))
}

/** Numbers of 16 bits, little-endian, as an array; a view where their place allows it. */
function wordsOf(bytes: Uint8Array): Uint16Array {
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

/** Where each block of lines begins. */
export class LinesTable {
  readonly blocks: number
  private readonly view: DataView
  private readonly place: LinesPlace
  /** Blocks that were found whole. */
  private readonly checked: Uint8Array
  private readonly checkedSignatures: Uint8Array

  /**
   * Throws FormatError when the table is damaged.
   * @param size bytes of the blocks
   */
  constructor(bytes: Uint8Array, size: number, place: LinesPlace) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.place = place
    this.blocks = (bytes.length - CHECKSUM_SIZE) / OFFSET_SIZE - 1
    this.checked = new Uint8Array(this.blocks)
    this.checkedSignatures = new Uint8Array(this.blocks)
    const end = bytes.length - CHECKSUM_SIZE
    if (this.view.getUint32(end, true) !== new Checksum().add(bytes.subarray(0, end)).value) {
      throw new FormatError('index/checksum', {}, { file: place.file, offset: place.offset + size })
    }
    let before = 0
    for (let block = 0; block <= this.blocks; block++) {
      const offset = this.offset(block)
      if (offset < before || offset > size) {
        throw new FormatError('index/damaged', {}, { file: place.file, offset: place.offset + size })
      }
      before = offset
    }
  }

  /** Where a block begins, from the first one; of one more than there are, where the last ends. */
  offset(block: number): number {
    return (
      this.view.getUint32(block * OFFSET_SIZE, true) +
      this.view.getUint16(block * OFFSET_SIZE + 4, true) * 0x1_0000_0000
    )
  }

  /** The signature of a block; `bytes` and `isKept` as in {@link decode}. Throws FormatError when it is damaged. */
  decodeSignature(block: number, bytes: Uint8Array, isKept = false): Uint32Array {
    const place = { file: this.place.file, offset: this.place.offset + this.offset(block) }
    const signature = readSignature(block, bytes, place, isKept && this.checkedSignatures[block] === 1)
    this.checkedSignatures[block] = 1
    return signature
  }

  /**
   * The lines of a block, without its signature. Throws FormatError when it is damaged.
   * @param games numbers of games that the block has
   * @param isKept whether a block that was found whole once need not be checked again: of a file on this machine
   */
  decode(block: number, bytes: Uint8Array, games: number, isKept = false): LineBlock {
    const at = this.place.offset + this.offset(block)
    const head = CHECKSUM_SIZE + games * END_SIZE
    if (bytes.length < head || (bytes.length - head) % 2 !== 0) {
      throw new FormatError('index/damaged', {}, { file: this.place.file, offset: at })
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const isKnown = isKept && this.checked[block] === 1
    if (!isKnown && view.getUint32(0, true) !== blockChecksum(block, bytes.subarray(CHECKSUM_SIZE))) {
      throw new FormatError('index/checksum', {}, { file: this.place.file, offset: at })
    }
    this.checked[block] = 1
    const words = wordsOf(bytes.subarray(head))
    const ends = new Uint32Array(games)
    let before = 0
    for (let game = 0; game < games; game++) {
      const end = view.getUint32(CHECKSUM_SIZE + game * END_SIZE, true)
      if (end < before || end > words.length) {
        throw new FormatError('index/damaged', {}, { file: this.place.file, offset: at })
      }
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
