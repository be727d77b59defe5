/** Writes a segment from postings that come in order of their keys. */
import type { Sink } from '../bytes/sink.ts'
import { ByteWriter } from '../bytes/writer.ts'
import type { Game } from '../model/record.ts'
import { Checksum } from './checksum.ts'
import type { GameFacts } from './facts.ts'
import type { Postings } from './postings.ts'
import { encodeHeader } from './segment-header.ts'
import {
  bucketBitsFor,
  HEADER_SIZE,
  HEAVY_KEY,
  keyBytesFor,
  postingSize,
  TABLE_ENTRY_SIZE,
  type SegmentHeader,
} from './segment-format.ts'
import { StatisticsRows } from './statistics-rows.ts'
import { addGame, emptyStatistics, type MoveStatistics } from './statistics.ts'

export interface SegmentPlan {
  game: Game
  /** Whether the keys are the least over the symmetries of the board. */
  symmetric: boolean
  /** Postings to come, at the most; fixes the number of buckets. */
  postings: number
  /** Facts of every game that a posting names. */
  facts: GameFacts
}

/** A segment from one sorted run. */
export function writeSegment(sink: Sink, plan: Omit<SegmentPlan, 'postings'>, sorted: Postings): SegmentHeader {
  const writer = new SegmentWriter(sink, { ...plan, postings: sorted.count })
  writer.add(sorted)
  return writer.finish()
}

/** Bytes of finished buckets gathered before they go to the sink. */
const FLUSH_SIZE = 1 << 20

/** Takes sorted postings; `finish` completes the file. */
export class SegmentWriter {
  private readonly sink: Sink
  private readonly plan: SegmentPlan
  private readonly bucketBits: number
  private readonly restBytes: number
  private readonly table: Uint8Array
  private readonly tableView: DataView
  private readonly body = new ByteWriter(FLUSH_SIZE * 2)
  private readonly statisticsRows: StatisticsRows
  private readonly ordinary: PostingRows
  private readonly heavy: PostingRows
  private bucket = 0
  private bodySize = 0
  private readonly bodyChecksum = new Checksum()
  private postings = 0
  private statistics = 0
  private keys = 0
  /** The last key added. */
  private high = -1
  private low = -1

  constructor(sink: Sink, plan: SegmentPlan) {
    this.sink = sink
    this.plan = plan
    this.bucketBits = bucketBitsFor(plan.postings)
    this.restBytes = keyBytesFor(this.bucketBits) - 4
    this.statisticsRows = new StatisticsRows(this.restBytes)
    this.ordinary = new PostingRows(this.restBytes)
    this.heavy = new PostingRows(this.restBytes)
    this.table = new Uint8Array(((1 << this.bucketBits) + 1) * TABLE_ENTRY_SIZE)
    this.tableView = new DataView(this.table.buffer)
    sink.append(new Uint8Array(HEADER_SIZE))
  }

  /**
   * Adds postings sorted by key, move and game, all postings of a key in one call.
   * Throws TypeError when a key comes after a greater one, or once more.
   */
  add(sorted: Postings): void {
    const { high, low, count } = sorted
    const shift = 32 - this.bucketBits
    for (let start = 0; start < count;) {
      const keyHigh = high[start]!
      const keyLow = low[start]!
      if (keyHigh < this.high || (keyHigh === this.high && keyLow <= this.low)) {
        throw new TypeError('postings are not sorted')
      }
      this.high = keyHigh
      this.low = keyLow
      let end = start + 1
      while (end < count && low[end] === keyLow && high[end] === keyHigh) end++
      const bucket = keyHigh >>> shift
      if (bucket !== this.bucket) this.goToBucket(bucket)
      this.addKey(sorted, start, end)
      start = end
    }
    this.postings += count
  }

  /** Writes what is left, the table, the facts and the header. */
  finish(): SegmentHeader {
    this.goToBucket(1 << this.bucketBits)
    this.flush()
    const facts = this.plan.facts
    this.sink.append(this.table)
    this.sink.append(facts.bytes)
    const header: SegmentHeader = {
      game: this.plan.game,
      symmetric: this.plan.symmetric,
      bucketBits: this.bucketBits,
      keyBytes: this.restBytes + 4,
      postings: this.postings,
      statistics: this.statistics,
      keys: this.keys,
      bodySize: this.bodySize,
      firstGame: facts.firstGame,
      gameRange: facts.count,
      games: countPresent(facts),
      bodyChecksum: this.bodyChecksum.value,
      tableChecksum: new Checksum().add(this.table).value,
      factsChecksum: new Checksum().add(facts.bytes).value,
    }
    this.sink.patch(0, encodeHeader(header))
    return header
  }

  /** Turns the postings of one key into rows of its bucket. */
  private addKey({ high, low, game, move }: Postings, start: number, end: number): void {
    const rest = high[start]! & ((1 << (32 - this.bucketBits)) - 1)
    const rows = end - start >= HEAVY_KEY ? this.heavy : this.ordinary
    rows.reserve(end - start)
    for (let index = start; index < end; index++) rows.add(low[index]!, rest, game[index]!, move[index]!)
    if (end - start > 1) this.countMoves(low[start]!, rest, game, move, start, end)
    this.keys++
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
    const { facts } = this.plan
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

  /** Completes the current bucket and begins a later one; those between stay empty. */
  private goToBucket(bucket: number): void {
    const { body, statisticsRows, ordinary, heavy } = this
    if (ordinary.count + heavy.count > 0) {
      body.u32le(statisticsRows.length).u32le(ordinary.count)
      body.put(statisticsRows.bytes()).put(ordinary.bytes()).put(heavy.bytes())
      statisticsRows.clear()
      ordinary.clear()
      heavy.clear()
    }
    const start = this.bodySize + body.length
    while (this.bucket < bucket) {
      this.bucket++
      const at = this.bucket * TABLE_ENTRY_SIZE
      this.tableView.setUint32(at, start >>> 0, true)
      this.tableView.setUint16(at + 4, Math.floor(start / 0x1_0000_0000), true)
    }
    if (body.length >= FLUSH_SIZE) this.flush()
  }

  private flush(): void {
    const bytes = this.body.bytes()
    this.bodyChecksum.add(bytes)
    this.sink.append(bytes)
    this.bodySize += bytes.length
    this.body.clear()
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

function countPresent(facts: GameFacts): number {
  let count = 0
  for (let game = facts.firstGame; game < facts.firstGame + facts.count; game++) if (facts.has(game)) count++
  return count
}
