/**
 * Turns sorted postings of a range of keys into buckets: the part of a
 * segment that they make. Parts are made apart, by several workers at once,
 * and joined in order (segment-writer.ts).
 */
import { ByteWriter } from '../bytes/writer.ts'
import { Checksum } from '../bytes/checksum.ts'
import type { GameFacts } from './facts.ts'
import type { Postings } from './postings.ts'
import { isCornerMove } from './corner-move.ts'
import { blockChecksum } from './segment-blocks.ts'
import { HEAVY_KEY, keyBytesFor, postingSize } from './segment-format.ts'
import { StatisticsRows } from './statistics-rows.ts'
import { addGame, emptyStatistics, type MoveStatistics } from './statistics.ts'

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
  private readonly facts: GameFacts
  private readonly body = new ByteWriter(1 << 16)
  private ends = new Uint32Array(256)
  private readonly statisticsRows: StatisticsRows
  private readonly ordinary: PostingRows
  private readonly heavy: PostingRows
  private statistics = 0

  /** @param facts of every game that a posting names */
  constructor(bucketBits: number, facts: GameFacts) {
    this.bucketBits = bucketBits
    this.facts = facts
    const restBytes = keyBytesFor(bucketBits) - 4
    this.statisticsRows = new StatisticsRows(restBytes)
    this.ordinary = new PostingRows(restBytes)
    this.heavy = new PostingRows(restBytes)
  }

  /**
   * The part that postings make, good until the next call. There must be some, sorted by key, move and
   * game, and all postings of their buckets. Throws TypeError when a key comes after a greater one.
   */
  write(sorted: Postings): SegmentPart {
    const { high, low, count } = sorted
    const shift = 32 - this.bucketBits
    const firstBucket = high[0]! >>> shift
    const buckets = (high[count - 1]! >>> shift) - firstBucket + 1
    if (buckets < 1) throw new TypeError('postings are not sorted')
    if (this.ends.length < buckets) this.ends = new Uint32Array(buckets * 2)
    this.body.clear()
    this.statistics = 0
    let keys = 0
    let corners = 0
    let bucket = 0
    for (let start = 0; start < count;) {
      const zobristHigh = high[start]!
      const zobristLow = low[start]!
      let end = start + 1
      while (end < count && low[end] === zobristLow && high[end] === zobristHigh) end++
      if (end < count && (high[end]! < zobristHigh || (high[end] === zobristHigh && low[end]! < zobristLow))) {
        throw new TypeError('postings are not sorted')
      }
      const next = (zobristHigh >>> shift) - firstBucket
      if (next !== bucket) {
        this.endBucket(firstBucket + bucket)
        while (bucket < next) this.ends[bucket++] = this.body.length
      }
      const isCorner = isCornerMove(sorted.move[start]!)
      this.addKey(sorted, start, end, isCorner)
      if (isCorner) corners += end - start
      else keys++
      start = end
    }
    this.endBucket(firstBucket + bucket)
    this.ends[bucket] = this.body.length
    return {
      firstBucket,
      ends: this.ends.subarray(0, buckets),
      body: this.body.bytes(),
      postings: count,
      statistics: this.statistics,
      keys,
      corners,
    }
  }

  /** Turns the postings of one key into rows of its bucket. */
  private addKey({ high, low, game, move }: Postings, start: number, end: number, isCorner: boolean): void {
    const rest = high[start]! & ((1 << (32 - this.bucketBits)) - 1)
    const rows = end - start >= HEAVY_KEY ? this.heavy : this.ordinary
    rows.reserve(end - start)
    for (let index = start; index < end; index++) rows.add(low[index]!, rest, game[index]!, move[index]!)
    if (end - start > 1 && !isCorner) this.countMoves(low[start]!, rest, game, move, start, end)
  }

  /** Statistics of every move of a key; moves stand together, and a game's repetitions too. */
  private countMoves(
    low: number,
    rest: number,
    games: Uint32Array,
    moves: Uint16Array,
    start: number,
    end: number,
  ): void {
    const { facts } = this
    let different = 1
    for (let index = start + 1; index < end; index++) if (moves[index] !== moves[index - 1]) different++
    this.statisticsRows.addKey(low, rest, different)
    this.statistics += different
    let row: MoveStatistics = emptyStatistics(moves[start]!)
    for (let index = start; index < end; index++) {
      if (index > start && row.move !== moves[index]) {
        this.statisticsRows.addMove(row)
        row = emptyStatistics(moves[index]!)
      } else if (index > start && games[index] === games[index - 1]) {
        continue
      }
      addGame(row, facts, games[index]!)
    }
    this.statisticsRows.addMove(row)
  }

  /** Writes the bucket that was gathered, if it has any postings. */
  private endBucket(bucket: number): void {
    const { body, statisticsRows, ordinary, heavy } = this
    if (ordinary.count + heavy.count === 0) return
    const [statistics, postings] = [statisticsRows.bytes(), ordinary.bytes()]
    const checksum = new Checksum().addWord(bucket).addWord(statistics.length).addWord(ordinary.count)
    body.u32le(checksum.add(statistics).add(postings).value)
    body.u32le(statistics.length).u32le(ordinary.count).put(statistics).put(postings)
    if (heavy.count > 0) body.u32le(blockChecksum(bucket, heavy.bytes())).put(heavy.bytes())
    statisticsRows.clear()
    ordinary.clear()
    heavy.clear()
  }
}

/** Rows of postings of one bucket, put byte by byte: this is where the time of writing a segment goes. */
class PostingRows {
  count = 0
  private readonly restBytes: number
  private readonly size: number
  private buffer = new Uint8Array(4096)

  constructor(restBytes: number) {
    this.restBytes = restBytes
    this.size = postingSize(restBytes + 4)
  }

  /** Makes room for so many rows more. */
  reserve(rows: number): void {
    const needed = (this.count + rows) * this.size
    if (needed <= this.buffer.length) return
    const larger = new Uint8Array(Math.max(needed, this.buffer.length * 2))
    larger.set(this.buffer)
    this.buffer = larger
  }

  /** Adds a row, for which there must be room. */
  add(low: number, rest: number, game: number, move: number): void {
    const { buffer } = this
    let at = this.count++ * this.size
    buffer[at++] = low
    buffer[at++] = low >>> 8
    buffer[at++] = low >>> 16
    buffer[at++] = low >>> 24
    buffer[at++] = rest
    if (this.restBytes > 1) buffer[at++] = rest >>> 8
    if (this.restBytes > 2) buffer[at++] = rest >>> 16
    buffer[at++] = game
    buffer[at++] = game >>> 8
    buffer[at++] = game >>> 16
    buffer[at++] = game >>> 24
    buffer[at++] = move
    buffer[at] = move >>> 8
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.count * this.size)
  }

  clear(): void {
    this.count = 0
  }
}
