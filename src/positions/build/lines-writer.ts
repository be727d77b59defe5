/** Writes the main lines of a segment (segment-lines.ts) and what tells which of them to read. */
import { withRoom } from '../../bytes/resize.ts'
import { Checksum } from '../../bytes/checksum.ts'
import type { Sink } from '../../bytes/sink.ts'
import type { Game } from '../../model/record.ts'
import { CapturesWriter } from '../segment/captures.ts'
import { hasStones } from '../main-line.ts'
import { blockChecksum, BLOCK_GAMES } from '../segment/segment-blocks.ts'
import {
  CHECKSUM_SIZE,
  END_SIZE,
  GROUP_BLOCKS,
  LINES,
  linesTableSize,
  OFFSET_SIZE,
  PARTS,
  putWords,
  SIGNATURE,
  TIMES,
  type NumberedLine,
} from '../segment/segment-lines.ts'
import { SignatureWriter } from '../segment/segment-signatures.ts'
import { TimesWriter } from '../segment/segment-times.ts'

/** Writes the lines of a segment, game by game in order of their numbers. */
export class LinesWriter {
  private readonly sink: Sink
  private readonly firstGame: number
  private readonly games: number
  /** Offsets of the parts of all blocks that were written. */
  private readonly offsets: number[] = []
  private size = 0
  /** Parts of the group that is being gathered, in the order of its blocks. */
  private readonly group: Uint8Array[][] = [[], [], []]
  private blocks = 0
  /** Lines of the block that is being gathered. */
  private words = new Uint16Array(1 << 14)
  private length = 0
  private readonly ends = new Uint32Array(BLOCK_GAMES)
  private next = 0
  private readonly signatures: SignatureWriter
  private readonly times: TimesWriter | undefined
  /** What leaves the board; games of stones have none of it. */
  private readonly captures: CapturesWriter | undefined

  constructor(sink: Sink, game: Game, firstGame: number, games: number) {
    this.sink = sink
    this.captures = hasStones(game) ? undefined : new CapturesWriter(games)
    this.signatures = new SignatureWriter(game, this.captures)
    this.times = game === 'go' ? new TimesWriter() : undefined
    this.firstGame = firstGame
    this.games = games
  }

  /** Adds the line of a game. Throws TypeError when the games do not come in order. */
  add({ game, words }: NumberedLine): void {
    const index = game - this.firstGame
    if (index < this.next || index >= this.games) throw new TypeError('lines come in order of their games')
    this.skipTo(index)
    this.signatures.add(index % BLOCK_GAMES, words)
    this.times?.add(index % BLOCK_GAMES, words)
    this.words = withRoom(this.words, this.length + words.length)
    this.words.set(words, this.length)
    this.length += words.length
    this.ends[this.next % BLOCK_GAMES] = this.length
    this.endGame()
  }

  /** Writes what is left, the table, and what leaves the board. Returns the bytes of the lines and of the last. */
  finish(): { linesSize: number; capturesSize: number } {
    this.skipTo(this.games)
    if (this.next % BLOCK_GAMES > 0) this.endBlock(this.next % BLOCK_GAMES)
    this.writeGroup()
    this.offsets.push(this.size)
    const table = new Uint8Array(linesTableSize(this.games))
    const view = new DataView(table.buffer)
    for (const [index, offset] of this.offsets.entries()) putOffset(view, index * OFFSET_SIZE, offset)
    const end = table.length - CHECKSUM_SIZE
    view.setUint32(end, new Checksum().add(table.subarray(0, end)).value, true)
    this.sink.append(table)
    let capturesSize = 0
    for (const piece of this.captures?.finish() ?? []) {
      this.sink.append(piece)
      capturesSize += piece.length
    }
    return { linesSize: this.size, capturesSize }
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
    if (this.next % BLOCK_GAMES === 0) this.endBlock(BLOCK_GAMES)
  }

  private endBlock(games: number): void {
    const head = CHECKSUM_SIZE + games * END_SIZE
    const lines = new Uint8Array(head + this.length * 2)
    const view = new DataView(lines.buffer)
    for (let game = 0; game < games; game++) view.setUint32(CHECKSUM_SIZE + game * END_SIZE, this.ends[game]!, true)
    putWords(lines, head, this.words.subarray(0, this.length))
    const number = this.blocks++
    view.setUint32(0, blockChecksum(number, lines.subarray(CHECKSUM_SIZE)), true)
    this.group[SIGNATURE]!.push(this.signatures.endBlock(number))
    this.group[TIMES]!.push(this.times?.endBlock(number, games) ?? new Uint8Array(0))
    this.group[LINES]!.push(lines)
    this.length = 0
    if (this.blocks % GROUP_BLOCKS === 0) this.writeGroup()
  }

  private writeGroup(): void {
    const first = this.offsets.length
    for (const [part, blocks] of this.group.entries()) {
      for (const [index, bytes] of blocks.entries()) {
        this.sink.append(bytes)
        this.offsets[first + index * PARTS + part] = this.size
        this.size += bytes.length
      }
      blocks.length = 0
    }
  }
}

function putOffset(view: DataView, at: number, offset: number): void {
  view.setUint32(at, offset >>> 0, true)
  view.setUint16(at + 4, Math.floor(offset / 0x1_0000_0000), true)
}
