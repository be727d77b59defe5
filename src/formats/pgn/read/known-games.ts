/** Iterates over games whose offsets in a file are known, in windows, as `Splitter` does over those it has to find. */
import type { OffsetList } from '../../../bytes/offset-list.ts'
import type { Source } from '../../../bytes/source.ts'
import type { ChessKernel } from '../../chess-kernel.ts'
import { MAX_GAME, WINDOW, type Region } from './split.ts'

export class KnownGames {
  /** The current game; the object is reused for the next. */
  readonly region: Region = { bytes: new Uint8Array(0), start: 0, end: 0, offset: 0, isCut: false }
  /** Memory for what is read: that of an earlier pass, then that of the last window. */
  window: Uint8Array | undefined
  private readonly source: Source
  private readonly offsets: OffsetList
  private readonly kernel: ChessKernel | undefined
  private index: number
  /** Where the last game ends that is wanted. */
  private readonly last: number
  /** Offset of the window in the file. */
  private base = 0

  /**
   * @param offsets where the games begin, and where the last one ends
   * @param from the game to begin with
   * @param to the game before which the last window ends
   * @param kernel what reads the games
   */
  constructor(source: Source, offsets: OffsetList, from: number, to: number, kernel?: ChessKernel) {
    this.source = source
    this.kernel = kernel
    this.offsets = offsets
    this.index = from
    this.last = offsets.at(Math.max(0, Math.min(to, offsets.length - 1)))
  }

  /** Moves to the next game; false after the last one. */
  next(): boolean {
    const { offsets, region } = this
    if (this.index + 1 >= offsets.length) return false
    const offset = offsets.at(this.index++)
    const end = offsets.at(this.index)
    if (end > this.base + region.bytes.length) {
      region.bytes = this.source.read(offset, Math.max(end, Math.min(offset + WINDOW, this.last)), this.window)
      this.window = region.bytes
      this.kernel?.hold(region.bytes)
      this.base = offset
    }
    region.start = offset - this.base
    // The file may have shrunk since the games were found.
    region.end = Math.min(end - this.base, region.bytes.length)
    region.offset = offset
    region.isCut = end - offset === MAX_GAME
    return region.start < region.end
  }
}
