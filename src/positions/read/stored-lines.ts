/** The main lines of a segment, and what was noted of them to find them sooner: signatures, times of stones, captures. */
import { readCaptures, type Captures } from '../segment/captures.ts'
import { BLOCK_GAMES } from '../segment/segment-blocks.ts'
import {
  LinesTable,
  linesTableSize,
  wordsOf,
  type LineBlock,
  type NumberedLine,
  type Range,
} from '../segment/segment-lines.ts'
import type { BlockTimes } from '../segment/segment-times.ts'
import type { SegmentFile } from './segment-file.ts'

/** Bytes of main lines that are read at once, about. */
const LINES_WINDOW = 1 << 20

/** The main lines of a segment, those of tombstones included, in blocks of {@link BLOCK_GAMES} numbers each. */
export class StoredLines {
  private readonly file: SegmentFile
  private linesTable: LinesTable | undefined
  private kept: Captures | undefined

  constructor(file: SegmentFile) {
    this.file = file
  }

  /** How many blocks there are. */
  get blocks(): number {
    return Math.ceil(this.file.header.gameRange / BLOCK_GAMES)
  }

  /** Gives back what is kept of a segment on this machine: it is read again when it is asked for. */
  forget(): void {
    this.kept = undefined
  }

  /** Blocks up to which a window that begins at a block reaches, one at the least. */
  async window(from: number, most = this.blocks): Promise<number> {
    const table = await this.table()
    const end = Math.min(most, table.groupEnd(from))
    let to = from + 1
    while (to < end && table.lines(to).end - table.lines(from).start <= LINES_WINDOW) to++
    return to
  }

  /** The main lines of some blocks of one window, read in one range. */
  async read(from: number, to: number): Promise<LineBlock[]> {
    const table = await this.table()
    return this.decode(from, await this.readParts(from, to, (block) => table.lines(block)), table)
  }

  /** The main line of a game: of a block on this machine that was found whole, without reading the others. */
  async line(block: number, index: number): Promise<Uint16Array> {
    const table = await this.table()
    if (!this.file.isLocal || !table.hasCheckedLines(block)) {
      const [{ ends, words }] = (await this.read(block, block + 1)) as [LineBlock]
      return words.subarray(index === 0 ? 0 : ends[index - 1], ends[index])
    }
    const ends = await this.readRange(table.lineEnds(block, index))
    return wordsOf(await this.readRange(table.line(block, ends, this.gamesOf(block))))
  }

  /** The main lines of all games that have one, in order of their numbers; good until the next. @param leavesOut games that do not count */
  async *each(leavesOut: ReadonlySet<number>): AsyncGenerator<NumberedLine> {
    const { firstGame } = this.file.header
    const table = await this.table()
    let parts: Uint8Array[] = []
    for (let from = 0; from < this.blocks;) {
      const to = await this.window(from)
      parts = await this.readParts(from, to, (block) => table.lines(block), parts[0])
      for (const [index, { ends, words }] of this.decode(from, parts, table).entries()) {
        const first = firstGame + (from + index) * BLOCK_GAMES
        for (let game = 0; game < ends.length; game++) {
          const start = game === 0 ? 0 : ends[game - 1]!
          if (ends[game] === start || leavesOut.has(first + game)) continue
          yield { game: first + game, words: words.subarray(start, ends[game]) }
        }
      }
      from = to
    }
  }

  /** The signatures of some blocks of one window (segment-signatures.ts). */
  async signatures(from: number, to: number): Promise<Uint32Array[]> {
    const table = await this.table()
    const parts = await this.readParts(from, to, (block) => table.signature(block))
    return parts.map((bytes, index) => table.decodeSignature(from + index, bytes, this.file.isLocal))
  }

  /** The times of stones in the games of some blocks of Go of one window (segment-times.ts). */
  async times(from: number, to: number): Promise<BlockTimes[]> {
    const table = await this.table()
    const parts = await this.readParts(from, to, (block) => table.times(block))
    return parts.map((bytes, index) => {
      return table.decodeTimes(from + index, bytes, this.gamesOf(from + index), this.file.isLocal)
    })
  }

  /** What leaves the board in every game (captures.ts). */
  async captures(): Promise<Captures> {
    if (this.kept) return this.kept
    const { capturesStart, header, isLocal } = this.file
    const bytes = await this.file.read(capturesStart, capturesStart + header.capturesSize)
    const captures = readCaptures(bytes, header.gameRange, this.file.placeOf(capturesStart))
    if (isLocal) this.kept = captures
    return captures
  }

  /** Where the main lines lie: read once, before any of them. */
  async table(): Promise<LinesTable> {
    if (this.linesTable) return this.linesTable
    const { header, linesStart } = this.file
    const start = linesStart + header.linesSize
    const bytes = await this.file.read(start, start + linesTableSize(header.gameRange))
    this.linesTable = new LinesTable(header.game, bytes, header.linesSize, this.file.placeOf(linesStart))
    return this.linesTable
  }

  /** Bytes of the main lines. @param into see Source.read */
  async readRange({ start, end }: Range, into?: Uint8Array): Promise<Uint8Array> {
    const { linesStart } = this.file
    return await this.file.read(linesStart + start, linesStart + end, into)
  }

  /** How many games a block may have. */
  gamesOf(block: number): number {
    return Math.min(BLOCK_GAMES, this.file.header.gameRange - block * BLOCK_GAMES)
  }

  private decode(from: number, parts: readonly Uint8Array[], table: LinesTable): LineBlock[] {
    return parts.map((bytes, index) => {
      return table.decode(from + index, bytes, this.gamesOf(from + index), this.file.isLocal)
    })
  }

  /** A part of each of some blocks of one window, read in one range. @param into see Source.read */
  private async readParts(
    from: number,
    to: number,
    rangeOf: (block: number) => Range,
    into?: Uint8Array,
  ): Promise<Uint8Array[]> {
    const { start } = rangeOf(from)
    const bytes = await this.readRange({ start, end: rangeOf(to - 1).end }, into)
    return Array.from({ length: to - from }, (_, index) => {
      const own = rangeOf(from + index)
      return bytes.subarray(own.start - start, own.end - start)
    })
  }
}
