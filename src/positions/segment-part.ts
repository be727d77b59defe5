/**
 * Turns sorted postings of a range of keys into buckets: the part of a
 * segment that they make. Parts are made apart, by several workers at once,
 * and joined in order (segment-writer.ts).
 */
import { numberedChecksum } from '../bytes/checksum.ts'
import { isCornerMove } from './corner-move.ts'
import type { GameFacts } from './facts.ts'
import type { Postings } from './postings.ts'
import { BUCKET_HEAD_SIZE, HEAVY_HEAD_SIZE, HEAVY_KEY, keyBytesFor, postingSize } from './segment-format.ts'
import { LARGEST_MOVE_STATISTICS, StatisticsWriter } from './statistics-rows.ts'

/** Some consecutive buckets of a segment. */
export interface SegmentPart {
  /** The first bucket that has postings. */
  firstBucket: number
  /** Where each bucket ends in `body`, from the first to the last that has postings. */
  ends: Uint32Array
  body: Uint8Array
  postings: number
  /** Moves with statistics. */
  statistics: number
  /** Different positions. */
  keys: number
  /** Postings of corners, which are no positions. */
  corners: number
}

/** Makes parts of one segment, in the same memory again and again. */
export class PartWriter {
  private readonly bucketBits: number
  private readonly statistics: StatisticsWriter
  private readonly rowSize: number
  /** Bytes and bits of the high half of a key that rows hold. */
  private readonly restBytes: number
  private readonly restMask: number
  private body = new Uint8Array(1 << 16)
  private view = new DataView(this.body.buffer)
  private ends = new Uint32Array(256)
  /** Where each key of the bucket ends that is being written, among the postings. */
  private keyEnds = new Uint32Array(256)

  /** @param facts of every game that a posting names */
  constructor(bucketBits: number, facts: GameFacts) {
    this.bucketBits = bucketBits
    this.restBytes = keyBytesFor(bucketBits) - 4
    this.rowSize = postingSize(keyBytesFor(bucketBits))
    this.restMask = 0xffff_ffff >>> bucketBits
    this.statistics = new StatisticsWriter(this.restBytes, this.restMask, facts)
  }

  /**
   * The part that postings make, good until the next call. There must be some, sorted by key, move and
   * game, and all postings of their buckets. Throws TypeError when a key comes after a greater one.
   */
  write(sorted: Postings): SegmentPart {
    const { high, count } = sorted
    const shift = 32 - this.bucketBits
    const firstBucket = high[0]! >>> shift
    const buckets = (high[count - 1]! >>> shift) - firstBucket + 1
    if (buckets < 1) throw new TypeError('postings are not sorted')
    if (this.ends.length < buckets) this.ends = new Uint32Array(buckets * 2)
    const part: SegmentPart = {
      firstBucket,
      ends: this.ends.subarray(0, buckets),
      body: this.body,
      postings: count,
      statistics: 0,
      keys: 0,
      corners: 0,
    }
    this.statistics.moves = 0
    let size = 0
    let start = 0
    for (let bucket = 0; bucket < buckets; bucket++) {
      let end = start
      while (end < count && high[end]! >>> shift === firstBucket + bucket) end++
      if (end > start) size = this.writeBucket(part, sorted, firstBucket + bucket, start, end, size)
      part.ends[bucket] = size
      start = end
    }
    if (start < count) throw new TypeError('postings are not sorted')
    part.body = this.body.subarray(0, size)
    part.statistics = this.statistics.moves
    return part
  }

  /** Writes the postings of a bucket at an offset of the body, and returns where it ends. */
  private writeBucket(
    part: SegmentPart,
    sorted: Postings,
    bucket: number,
    start: number,
    end: number,
    offset: number,
  ): number {
    const keys = this.findKeys(sorted, start, end)
    this.reserve(offset, end - start, countMoves(sorted, start, end))
    const { body, view, keyEnds, statistics } = this
    let at = offset + BUCKET_HEAD_SIZE
    let ordinary = 0
    for (let key = 0, from = start; key < keys; key++) {
      const to = keyEnds[key]!
      if (to - from < HEAVY_KEY) ordinary += to - from
      if (isCornerMove(sorted.move[from]!)) {
        part.corners += to - from
      } else {
        part.keys++
        if (to - from > 1) at = statistics.write(body, at, sorted, from, to)
      }
      from = to
    }
    view.setUint32(offset + 4, at - offset - BUCKET_HEAD_SIZE, true)
    view.setUint32(offset + 8, ordinary, true)
    for (let key = 0, from = start; key < keys; key++) {
      const to = keyEnds[key]!
      if (to - from < HEAVY_KEY) at = this.putRows(sorted, from, to, at)
      from = to
    }
    view.setUint32(offset, numberedChecksum(bucket, view, offset + 4, at), true)
    if (ordinary === end - start) return at
    const heavy = at
    at += HEAVY_HEAD_SIZE
    for (let key = 0, from = start; key < keys; key++) {
      const to = keyEnds[key]!
      if (to - from >= HEAVY_KEY) at = this.putRows(sorted, from, to, at)
      from = to
    }
    view.setUint32(heavy, numberedChecksum(bucket, view, heavy + HEAVY_HEAD_SIZE, at), true)
    return at
  }

  /** Finds where the keys of a bucket end, and returns how many there are. */
  private findKeys({ high, low }: Postings, start: number, end: number): number {
    if (this.keyEnds.length < end - start) this.keyEnds = new Uint32Array((end - start) * 2)
    const { keyEnds } = this
    let keys = 0
    for (let index = start + 1; index < end; index++) {
      const isSameHigh = high[index] === high[index - 1]
      if (isSameHigh && low[index] === low[index - 1]) continue
      if (high[index]! < high[index - 1]! || (isSameHigh && low[index]! < low[index - 1]!)) {
        throw new TypeError('postings are not sorted')
      }
      keyEnds[keys++] = index
    }
    keyEnds[keys++] = end
    return keys
  }

  /** Makes room for a bucket of so many postings and moves. */
  private reserve(offset: number, postings: number, moves: number): void {
    const needed =
      offset + BUCKET_HEAD_SIZE + HEAVY_HEAD_SIZE + postings * this.rowSize + moves * LARGEST_MOVE_STATISTICS
    if (needed <= this.body.length) return
    const larger = new Uint8Array(Math.max(needed, this.body.length * 2))
    larger.set(this.body.subarray(0, offset))
    this.body = larger
    this.view = new DataView(larger.buffer)
  }

  /** Puts the rows of a key at an offset of the body, and returns where they end. */
  private putRows({ high, low, game, move }: Postings, start: number, end: number, offset: number): number {
    const { body, view, restBytes, rowSize } = this
    const keyLow = low[start]!
    const rest = high[start]! & this.restMask
    let at = offset
    for (let index = start; index < end; index++, at += rowSize) {
      view.setUint32(at, keyLow, true)
      body[at + 4] = rest
      if (restBytes > 1) body[at + 5] = rest >>> 8
      if (restBytes > 2) body[at + 6] = rest >>> 16
      view.setUint32(at + rowSize - 6, game[index]!, true)
      view.setUint16(at + rowSize - 2, move[index]!, true)
    }
    return at
  }
}

/** The moves of postings, those of every key counted apart. */
function countMoves({ high, low, move }: Postings, start: number, end: number): number {
  let moves = 1
  for (let index = start + 1; index < end; index++) {
    const before = index - 1
    if (move[index] !== move[before] || low[index] !== low[before] || high[index] !== high[before]) moves++
  }
  return moves
}
