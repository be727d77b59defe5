/**
 * Scans the postings of a segment in order of their keys, for merging and for
 * exports. Buckets are decoded from windows of the file; the caller says how
 * far to go, so that several segments advance together.
 */
import { FormatError } from '../../issues/errors.ts'
import type { Postings } from './postings.ts'
import { blockChecksum, type BucketTable } from './segment-blocks.ts'
import { BUCKET_HEAD_SIZE, HEADER_SIZE, HEAVY_HEAD_SIZE, postingSize, type SegmentHeader } from './segment-format.ts'

/** Bytes read at once. */
const SCAN_WINDOW = 1 << 20

/** Reads a range of the file; rejects when it is not there. @param into see Source.read */
export type ReadRange = (start: number, end: number, into?: Uint8Array) => Promise<Uint8Array>

/** How the parts of a segment are read. */
export interface ReadSegment {
  range: ReadRange
  /** The table of some buckets, one of which is given. */
  table: (bucket: number) => Promise<BucketTable>
}

/** Reads a whole segment in order, for merging and checking. */
export class SegmentScan {
  private readonly header: SegmentHeader
  private readonly name: string
  private readonly tombstones: ReadonlySet<number>
  private readonly read: ReadSegment
  private table: BucketTable | undefined
  private readonly size: number
  private window: Uint8Array = new Uint8Array(0)
  private windowStart = 0
  private bucket = 0

  /** @param tombstones games to leave out */
  constructor(header: SegmentHeader, name: string, tombstones: ReadonlySet<number>, read: ReadSegment) {
    this.header = header
    this.name = name
    this.tombstones = tombstones
    this.read = read
    this.size = postingSize(header.keyBytes)
  }

  /** Skips all buckets before a high half at which one begins. */
  skipTo(high: number): void {
    this.bucket = high / 2 ** (32 - this.header.bucketBits)
  }

  /**
   * Adds the postings of all buckets before a high half to a run. They come bucket by bucket, those of
   * heavy keys after the others of their bucket.
   * @param end a high half at which a bucket begins, or 2^32 for the rest
   */
  async readTo(end: number, into: Postings): Promise<void> {
    const { bucketBits, bodySize } = this.header
    const last = end / 2 ** (32 - bucketBits)
    for (; this.bucket < last; this.bucket++) {
      if (!this.table?.has(this.bucket)) this.table = await this.read.table(this.bucket)
      const [start, stop] = this.table.range(this.bucket)
      if (stop < start || stop > bodySize) throw this.damaged(start)
      if (stop === start) continue
      if (start < this.windowStart || stop > this.windowStart + this.window.length) {
        const windowEnd = Math.min(bodySize, Math.max(stop, start + SCAN_WINDOW))
        this.window = await this.read.range(HEADER_SIZE + start, HEADER_SIZE + windowEnd, this.window)
        this.windowStart = start
      }
      this.addBucket(this.window.subarray(start - this.windowStart, stop - this.windowStart), start, into)
    }
  }

  private addBucket(bytes: Uint8Array, start: number, into: Postings): void {
    const { size, bucket } = this
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const first = bytes.length < BUCKET_HEAD_SIZE ? Infinity : BUCKET_HEAD_SIZE + view.getUint32(4, true)
    const end = first + (bytes.length < BUCKET_HEAD_SIZE ? 0 : view.getUint32(8, true) * size)
    const heavy = end + HEAVY_HEAD_SIZE
    const isWhole = end === bytes.length || (heavy < bytes.length && (bytes.length - heavy) % size === 0)
    if (!isWhole) throw this.damaged(start)
    if (view.getUint32(0, true) !== blockChecksum(bucket, bytes.subarray(4, end))) {
      throw this.wrongChecksum(start)
    }
    this.addRows(bytes, view, first, end, into)
    if (end === bytes.length) return
    if (view.getUint32(end, true) !== blockChecksum(bucket, bytes.subarray(heavy))) {
      throw this.wrongChecksum(start + end)
    }
    this.addRows(bytes, view, heavy, bytes.length, into)
  }

  private addRows(bytes: Uint8Array, view: DataView, start: number, end: number, into: Postings): void {
    const { size, bucket } = this
    const { keyBytes, bucketBits } = this.header
    const top = (bucket << (32 - bucketBits)) >>> 0
    const hasTombstones = this.tombstones.size > 0
    let { count } = into
    into.reserve(count + (end - start) / size)
    const { high, low, game, move } = into
    for (let at = start; at < end; at += size) {
      const number = view.getUint32(at + keyBytes, true)
      if (hasTombstones && this.tombstones.has(number)) continue
      let rest = bytes[at + 4]!
      if (keyBytes > 5) rest |= bytes[at + 5]! << 8
      if (keyBytes > 6) rest |= bytes[at + 6]! << 16
      high[count] = top | rest
      low[count] = view.getUint32(at, true)
      game[count] = number
      move[count++] = view.getUint16(at + keyBytes + 4, true)
    }
    into.count = count
  }

  /** @param start where it is in the body */
  private damaged(start: number): FormatError {
    return new FormatError('index/damaged', {}, { file: this.name, offset: HEADER_SIZE + start })
  }

  private wrongChecksum(start: number): FormatError {
    return new FormatError('index/checksum', {}, { file: this.name, offset: HEADER_SIZE + start })
  }
}
