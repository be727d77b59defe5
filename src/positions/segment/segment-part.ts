/**
 * Turns sorted postings of a range of keys into buckets: the part of a
 * segment that they make. Parts are made apart, by several workers at once,
 * and joined in order (segment-writer.ts).
 */
import { numberedChecksum } from '../../bytes/checksum.ts'
import { resized } from '../../bytes/resize.ts'
import { isCornerMove } from '../corner-move.ts'
import type { GameFacts } from '../facts.ts'
import type { Postings } from './postings.ts'
import { BUCKET_HEAD_SIZE, HEAVY_HEAD_SIZE, HEAVY_KEY, keyBytesFor, postingSize } from './segment-format.ts'
import { LARGEST_MOVE_STATISTICS, StatisticsWriter } from './statistics-rows.ts'

/** Postings of a bucket that are not worth counting their moves: there is room if each has one of its own. */
const FEW_POSTINGS = 256

/** Bytes of buckets for which memory is kept from one part to the next. */
const KEPT_BODY = 1 << 22

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
    if (this.body.length > KEPT_BODY) this.makeBody(KEPT_BODY)
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
    const postings = end - start
    this.reserve(offset, postings, postings > FEW_POSTINGS ? countMoves(sorted, start, end) : postings)
    const { body, view, statistics } = this
    const { move } = sorted
    let at = offset + BUCKET_HEAD_SIZE
    let ordinary = 0
    for (let from = start; from < end;) {
      const to = endOfKey(sorted, from, end)
      if (to - from < HEAVY_KEY) ordinary += to - from
      if (isCornerMove(move[from]!)) {
        part.corners += to - from
      } else {
        part.keys++
        if (to - from > 1) at = statistics.write(body, at, sorted, from, to)
      }
      from = to
    }
    view.setUint32(offset + 4, at - offset - BUCKET_HEAD_SIZE, true)
    view.setUint32(offset + 8, ordinary, true)
    at = ordinary === postings ? this.putRows(sorted, start, end, at) : this.putSome(sorted, start, end, at, false)
    view.setUint32(offset, numberedChecksum(bucket, view, offset + 4, at), true)
    if (ordinary === postings) return at
    const heavy = at
    at = this.putSome(sorted, start, end, heavy + HEAVY_HEAD_SIZE, true)
    view.setUint32(heavy, numberedChecksum(bucket, view, heavy + HEAVY_HEAD_SIZE, at), true)
    return at
  }

  /** Makes room for a bucket of so many postings and moves. */
  private reserve(offset: number, postings: number, moves: number): void {
    const needed =
      offset + BUCKET_HEAD_SIZE + HEAVY_HEAD_SIZE + postings * this.rowSize + moves * LARGEST_MOVE_STATISTICS
    if (needed <= this.body.length) return
    this.makeBody(Math.max(needed, this.body.length * 2))
  }

  private makeBody(size: number): void {
    this.body = resized(this.body, size)
    this.view = new DataView(this.body.buffer)
  }

  /** Puts the rows of the keys that are heavy, or of those that are not, as {@link putRows} does. */
  private putSome(sorted: Postings, start: number, end: number, offset: number, areHeavy: boolean): number {
    let at = offset
    for (let from = start; from < end;) {
      const to = endOfKey(sorted, from, end)
      if (to - from >= HEAVY_KEY === areHeavy) at = this.putRows(sorted, from, to, at)
      from = to
    }
    return at
  }

  /** Puts rows at an offset of the body, and returns where they end. */
  private putRows({ high, low, game, move }: Postings, start: number, end: number, offset: number): number {
    const { body, view, restBytes, restMask, rowSize } = this
    let at = offset
    for (let index = start; index < end; index++, at += rowSize) {
      const rest = high[index]! & restMask
      view.setUint32(at, low[index]!, true)
      body[at + 4] = rest
      if (restBytes > 1) body[at + 5] = rest >>> 8
      if (restBytes > 2) body[at + 6] = rest >>> 16
      view.setUint32(at + rowSize - 6, game[index]!, true)
      view.setUint16(at + rowSize - 2, move[index]!, true)
    }
    return at
  }
}

/** Where the postings end that have the key of the one at `start`. Throws TypeError when a smaller key comes next. */
function endOfKey({ high, low }: Postings, start: number, end: number): number {
  const keyHigh = high[start]!
  const keyLow = low[start]!
  let at = start + 1
  while (at < end && low[at] === keyLow && high[at] === keyHigh) at++
  if (at < end && (high[at]! < keyHigh || (high[at] === keyHigh && low[at]! < keyLow))) {
    throw new TypeError('postings are not sorted')
  }
  return at
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
