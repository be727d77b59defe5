/** The buckets of a segment: the table that says where each lies, its parts, and what they hold of a position. */
import { ByteReader } from '../../bytes/reader.ts'
import { FormatError } from '../../issues/errors.ts'
import type { PostingList } from '../segment/postings.ts'
import { BLOCK_BUCKETS, blockChecksum, BucketTable, TABLE_BLOCK_SIZE, tableSize } from '../segment/segment-blocks.ts'
import { BUCKET_HEAD_SIZE, HEADER_SIZE, HEAVY_HEAD_SIZE, postingSize } from '../segment/segment-format.ts'
import { findStatistics } from '../segment/statistics-rows.ts'
import type { MoveStatistics } from '../statistics.ts'
import type { SegmentFile } from './segment-file.ts'

/** First bytes read of a bucket: nearly every bucket is whole within them. */
const BUCKET_WINDOW = 8192

/** Buckets whose places are read at once where they are kept, or all buckets are gone through: 25 kB. */
const PIECE_BUCKETS = 64 * BLOCK_BUCKETS

/** Bytes of the checksum that a bucket begins with. */
const CHECKSUM_SIZE = 4

/** A bucket as its parts, and the file offsets of its start and of its heavy postings. */
export interface Bucket {
  number: number
  start: number
  statistics: Uint8Array
  ordinary: Uint8Array
  heavyStart: number
  heavyEnd: number
}

/** The buckets of a segment. */
export class Buckets {
  private readonly file: SegmentFile
  /** Pieces of the table, of a segment on this machine those that were read. */
  private readonly table: BucketTable[] = []
  /** Buckets whose heavy postings were read and found whole. */
  private readonly checkedHeavy = new Set<number>()

  constructor(file: SegmentFile) {
    this.file = file
  }

  /** Gives back what is kept of a segment on this machine: it is read again when it is asked for. */
  forget(): void {
    this.table.length = 0
  }

  /** The bucket of a key, by its high half; undefined when it is empty. */
  async read(high: number): Promise<Bucket | undefined> {
    const { header, isLocal, tableStart } = this.file
    const number = high >>> (32 - header.bucketBits)
    const piece = isLocal
      ? (this.table[Math.floor(number / PIECE_BUCKETS)] ?? (await this.piece(number)))
      : await this.readTable(number, BLOCK_BUCKETS)
    const [start, end] = piece.range(number)
    if (start === end) return undefined
    if (start > end || end > header.bodySize || end - start < BUCKET_HEAD_SIZE) throw this.file.damaged(tableStart)
    return await this.readParts(number, HEADER_SIZE + start, HEADER_SIZE + end)
  }

  /** The piece of the table that has a bucket. */
  async piece(bucket: number): Promise<BucketTable> {
    const number = Math.floor(bucket / PIECE_BUCKETS)
    const piece = this.table[number] ?? (await this.readTable(number * PIECE_BUCKETS, PIECE_BUCKETS))
    if (this.file.isLocal) this.table[number] = piece
    return piece
  }

  /** The postings of heavy keys of a bucket. Of a segment on this machine they are checked once: they may be many. */
  async readHeavy({ number, heavyStart, heavyEnd }: Bucket): Promise<Uint8Array> {
    const { file } = this
    const bytes = await file.read(heavyStart, heavyEnd)
    const rows = bytes.subarray(HEAVY_HEAD_SIZE)
    if (this.checkedHeavy.has(number)) return rows
    const expected = new ByteReader(bytes, file.source.name, heavyStart).u32le()
    if (blockChecksum(number, rows) !== expected || rows.length % postingSize(file.header.keyBytes) !== 0) {
      throw file.damaged(heavyStart)
    }
    if (file.isLocal) this.checkedHeavy.add(number)
    return rows
  }

  /** Statistics of every move played in a position, in order of their codes; empty for one that was met once. */
  statistics({ statistics, start }: Bucket, high: number, low: number): MoveStatistics[] {
    const { keyBytes, bucketBits } = this.file.header
    try {
      return findStatistics(statistics, keyBytes - 4, low, high & (0xffffffff >>> bucketBits))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw this.file.damaged(start + BUCKET_HEAD_SIZE)
    }
  }

  /** The postings of a key among rows of a bucket. */
  find(bytes: Uint8Array, high: number, low: number): PostingList {
    const { keyBytes } = this.file.header
    const size = postingSize(keyBytes)
    const first = this.findRow(bytes, size, (at) => this.compareKey(bytes, at, high, low) >= 0)
    const end = this.findRow(bytes, size, (at) => this.compareKey(bytes, at, high, low) > 0)
    const games = new Uint32Array(end - first)
    const moves = new Uint16Array(end - first)
    // Of the start position there is a posting for every game: bytes are read faster one by one.
    for (let row = 0, at = first * size + keyBytes; row < games.length; row++, at += size) {
      games[row] = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
      moves[row] = bytes[at + 4]! | (bytes[at + 5]! << 8)
    }
    return { games, moves }
  }

  /** The first row from which on a condition holds. */
  private findRow(bytes: Uint8Array, size: number, holds: (at: number) => boolean): number {
    let from = 0
    let to = bytes.length / size
    while (from < to) {
      const middle = (from + to) >> 1
      if (holds(middle * size)) to = middle
      else from = middle + 1
    }
    return from
  }

  /** Compares the rest of a row's key with that of a key of the same bucket. */
  private compareKey(bytes: Uint8Array, at: number, high: number, low: number): number {
    const { bucketBits } = this.file.header
    const wanted = high & (0xffffffff >>> bucketBits)
    const rest = this.restOf(bytes, at)
    if (rest !== wanted) return rest - wanted
    const rowLow = (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
    return rowLow - low
  }

  /** The bits of the key's high half that a row holds. */
  private restOf(bytes: Uint8Array, at: number): number {
    let rest = 0
    for (let byte = this.file.header.keyBytes - 1; byte >= 4; byte--) rest = (rest << 8) | bytes[at + byte]!
    return rest
  }

  /** Reads the blocks of the table that have so many buckets from one on. */
  private async readTable(bucket: number, buckets: number): Promise<BucketTable> {
    const { file } = this
    const block = Math.floor(bucket / BLOCK_BUCKETS)
    const offset = file.tableStart + block * TABLE_BLOCK_SIZE
    const end = Math.min(offset + tableSize(buckets), file.factsStart)
    return new BucketTable(await file.read(offset, end), block, file.placeOf(offset))
  }

  private async readParts(number: number, start: number, end: number): Promise<Bucket> {
    const { file } = this
    const { keyBytes } = file.header
    let bytes = await file.read(start, Math.min(end, start + BUCKET_WINDOW))
    const head = new ByteReader(bytes, file.source.name, start)
    const checksum = head.u32le()
    const statisticsEnd = BUCKET_HEAD_SIZE + head.u32le()
    const ordinaryEnd = statisticsEnd + head.u32le() * postingSize(keyBytes)
    const heavy = end - start - ordinaryEnd
    if (heavy < 0 || (heavy > 0 && heavy <= HEAVY_HEAD_SIZE)) throw file.damaged(start)
    if (ordinaryEnd > bytes.length) bytes = await file.read(start, start + ordinaryEnd)
    if (blockChecksum(number, bytes.subarray(CHECKSUM_SIZE, ordinaryEnd)) !== checksum) {
      throw new FormatError('index/checksum', {}, file.placeOf(start))
    }
    return {
      number,
      start,
      statistics: bytes.subarray(BUCKET_HEAD_SIZE, statisticsEnd),
      ordinary: bytes.subarray(statisticsEnd, ordinaryEnd),
      heavyStart: start + ordinaryEnd,
      heavyEnd: end,
    }
  }
}
