/** The file of a segment: its header, where its parts begin, and its bytes in ranges. */
import { FormatError } from '../../issues/errors.ts'
import { factsSize, tableSize } from '../segment/segment-blocks.ts'
import { HEADER_SIZE, type SegmentHeader } from '../segment/segment-format.ts'
import { linesTableSize } from '../segment/segment-lines.ts'

/** Bytes that can be read in ranges, at once or later. Every Source is one. */
export interface RangeSource {
  readonly name: string
  readonly size: number
  /** The bytes from `start` up to `end`, clipped to the file. @param into see Source.read */
  read(start: number, end: number, into?: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** The file of a segment whose header is known. */
export class SegmentFile {
  readonly source: RangeSource
  readonly header: SegmentHeader
  /**
   * Whether the file lies on this machine: what is read of the table and the facts is then kept, and main lines are checked
   * once while it is open, not at each scan.
   */
  readonly isLocal: boolean
  /** Where the table of buckets begins, the facts, the main lines, and what leaves the board. */
  readonly tableStart: number
  readonly factsStart: number
  readonly linesStart: number
  readonly capturesStart: number

  constructor(source: RangeSource, header: SegmentHeader, isLocal: boolean) {
    this.source = source
    this.header = header
    this.isLocal = isLocal
    this.tableStart = HEADER_SIZE + header.bodySize
    this.factsStart = this.tableStart + tableSize(2 ** header.bucketBits)
    this.linesStart = this.factsStart + factsSize(header.gameRange)
    this.capturesStart = this.linesStart + header.linesSize + linesTableSize(header.gameRange)
  }

  /** The bytes of a range, all of them. Rejects with FormatError when the file is cut. @param into see Source.read */
  async read(start: number, end: number, into?: Uint8Array): Promise<Uint8Array> {
    const bytes = await this.source.read(start, end, into)
    if (bytes.length !== end - start) throw new FormatError('index/cut', {}, this.placeOf(start))
    return bytes
  }

  placeOf(offset: number): { file: string; offset: number } {
    return { file: this.source.name, offset }
  }

  damaged(offset: number): FormatError {
    return new FormatError('index/damaged', {}, this.placeOf(offset))
  }
}
