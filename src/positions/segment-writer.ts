/** Writes a segment from postings that come in order of their keys. */
import type { Sink } from '../bytes/sink.ts'
import { ByteWriter } from '../bytes/writer.ts'
import type { Game } from '../model/record.ts'
import type { GameFacts } from './facts.ts'
import type { Postings } from './postings.ts'
import { encodeHeader } from './segment-header.ts'
import {
  addChecksum,
  bucketBitsFor,
  CHECKSUM_START,
  HEADER_SIZE,
  HEAVY_KEY,
  keyBytesFor,
  postingSize,
  TABLE_ENTRY_SIZE,
  type SegmentHeader,
} from './segment-format.ts'
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
  const { high, low, game, move, count } = sorted
  const writer = new SegmentWriter(sink, { ...plan, postings: count })
  for (let index = 0; index < count; index++) writer.add(high[index]!, low[index]!, game[index]!, move[index]!)
  return writer.finish()
}

/** Bytes of finished buckets gathered before they go to the sink. */
const FLUSH_SIZE = 1 << 20

/** Takes sorted postings one by one; `finish` completes the file. */
export class SegmentWriter {
  private readonly sink: Sink
  private readonly plan: SegmentPlan
  private readonly bucketBits: number
  private readonly restBytes: number
  private readonly table: Uint8Array
  private readonly tableView: DataView
  private readonly body = new ByteWriter(FLUSH_SIZE * 2)
  private readonly statisticsRows = new ByteWriter()
  private readonly ordinary: PostingRows
  private readonly heavy: PostingRows
  private statisticsInBucket = 0
  private bucket = 0
  private bodySize = 0
  private bodyChecksum = CHECKSUM_START
  private postings = 0
  private statistics = 0
  private keys = 0
  // The postings of the key that is being gathered.
  private high = 0
  private low = 0
  private games = new Uint32Array(64)
  private moves = new Uint16Array(64)
  private gathered = 0

  constructor(sink: Sink, plan: SegmentPlan) {
    this.sink = sink
    this.plan = plan
    this.bucketBits = bucketBitsFor(plan.postings)
    this.restBytes = keyBytesFor(this.bucketBits) - 4
    this.ordinary = new PostingRows(this.restBytes)
    this.heavy = new PostingRows(this.restBytes)
    this.table = new Uint8Array(((1 << this.bucketBits) + 1) * TABLE_ENTRY_SIZE)
    this.tableView = new DataView(this.table.buffer)
    sink.append(new Uint8Array(HEADER_SIZE))
  }

  /** Adds a posting. They must come sorted by key, move and game; throws TypeError when a key comes too late. */
  add(high: number, low: number, game: number, move: number): void {
    if (this.gathered > 0 && (high !== this.high || low !== this.low)) {
      if (high < this.high || (high === this.high && low < this.low)) throw new TypeError('postings are not sorted')
      this.endKey()
    }
    this.high = high
    this.low = low
    if (this.gathered === this.games.length) this.growGathered()
    this.games[this.gathered] = game
    this.moves[this.gathered] = move
    this.gathered++
  }

  /** Writes what is left, the table, the facts and the header. */
  finish(): SegmentHeader {
    if (this.gathered > 0) this.endKey()
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
      bodyChecksum: this.bodyChecksum,
      tableChecksum: addChecksum(CHECKSUM_START, this.table),
      factsChecksum: addChecksum(CHECKSUM_START, facts.bytes),
    }
    this.sink.patch(0, encodeHeader(header))
    return header
  }

  private growGathered(): void {
    const games = new Uint32Array(this.games.length * 2)
    const moves = new Uint16Array(this.moves.length * 2)
    games.set(this.games)
    moves.set(this.moves)
    this.games = games
    this.moves = moves
  }

  /** Turns the gathered postings of one key into rows of its bucket. */
  private endKey(): void {
    const bucket = this.high >>> (32 - this.bucketBits)
    if (bucket !== this.bucket) this.goToBucket(bucket)
    const { gathered, low } = this
    const rest = this.restOfHigh()
    const rows = gathered >= HEAVY_KEY ? this.heavy : this.ordinary
    rows.reserve(gathered)
    for (let index = 0; index < gathered; index++) rows.add(low, rest, this.games[index]!, this.moves[index]!)
    if (gathered > 1) this.countMoves()
    this.postings += gathered
    this.keys++
    this.gathered = 0
  }

  /** One statistics row for every move of the gathered key; moves stand together, and a game's repetitions too. */
  private countMoves(): void {
    const { games, moves, gathered } = this
    let row: MoveStatistics | undefined
    for (let index = 0; index < gathered; index++) {
      if (row?.move !== moves[index]) {
        if (row) this.putStatistics(row)
        row = emptyStatistics(moves[index]!)
      } else if (games[index] === games[index - 1]) {
        continue
      }
      addGame(row!, this.plan.facts, games[index]!)
    }
    this.putStatistics(row!)
  }

  private putStatistics(row: MoveStatistics): void {
    const rows = this.statisticsRows
    const rest = this.restOfHigh()
    rows.u32le(this.low)
    for (let byte = 0; byte < this.restBytes; byte++) rows.u8(rest >>> (8 * byte))
    rows.u16le(row.move).u32le(row.games).u32le(row.first).u32le(row.draws).u32le(row.second)
    rows.u48le(row.ratingSum1).u32le(row.rated1).u48le(row.ratingSum2).u32le(row.rated2).u16le(row.lastYear)
    this.statisticsInBucket++
    this.statistics++
  }

  /** Bits of the high half that the bucket does not imply. */
  private restOfHigh(): number {
    return this.high & ((1 << (32 - this.bucketBits)) - 1)
  }

  /** Completes the current bucket and begins a later one; those between stay empty. */
  private goToBucket(bucket: number): void {
    if (this.statisticsInBucket + this.ordinary.count + this.heavy.count > 0) {
      this.body.u32le(this.statisticsInBucket).u32le(this.ordinary.count)
      this.body.put(this.statisticsRows.bytes()).put(this.ordinary.bytes()).put(this.heavy.bytes())
      this.statisticsRows.clear()
      this.ordinary.clear()
      this.heavy.clear()
      this.statisticsInBucket = 0
    }
    const start = this.bodySize + this.body.length
    while (this.bucket < bucket) {
      this.bucket++
      const at = this.bucket * TABLE_ENTRY_SIZE
      this.tableView.setUint32(at, start >>> 0, true)
      this.tableView.setUint16(at + 4, Math.floor(start / 0x1_0000_0000), true)
    }
    if (this.body.length >= FLUSH_SIZE) this.flush()
  }

  private flush(): void {
    const bytes = this.body.bytes()
    this.bodyChecksum = addChecksum(this.bodyChecksum, bytes)
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
