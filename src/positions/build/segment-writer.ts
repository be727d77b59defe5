/** Writes a segment from postings that come in order of their keys, or from the parts that they make. */
import type { Sink } from '../../bytes/sink.ts'
import type { Game } from '../../model/record.ts'
import type { GameFacts } from '../facts.ts'
import type { Postings } from '../segment/postings.ts'
import { packFacts, TableWriter } from '../segment/segment-blocks.ts'
import { encodeHeader } from '../segment/segment-header.ts'
import { LinesWriter } from './lines-writer.ts'
import type { NumberedLine } from '../segment/segment-lines.ts'
import { bucketBitsFor, HEADER_SIZE, keyBytesFor, type SegmentHeader } from '../segment/segment-format.ts'
import { PartWriter, type SegmentPart } from '../segment/segment-part.ts'

/** What is known of a segment before it is written. */
export interface SegmentPlan {
  game: Game
  /** Whether the keys are the least over the symmetries of the board. */
  symmetric: boolean
  /** Postings to come, at most; fixes the number of buckets. */
  postings: number
  /** Facts of every game that a posting names. */
  facts: GameFacts
}

/** A segment from one sorted run. */
export function writeSegment(
  sink: Sink,
  plan: Omit<SegmentPlan, 'postings'>,
  sorted: Postings,
  lines: Iterable<NumberedLine> = [],
): SegmentHeader {
  const writer = new SegmentWriter(sink, { ...plan, postings: sorted.count })
  writer.add(sorted)
  const into = writer.beginLines()
  for (const line of lines) into.add(line)
  return writer.finish()
}

/** Takes sorted postings, or parts made of them; `finish` completes the file. */
export class SegmentWriter {
  private readonly sink: Sink
  private readonly plan: SegmentPlan
  private readonly bucketBits: number
  private readonly parts: PartWriter
  private readonly table: TableWriter
  /** The first bucket that is still to come. */
  private bucket = 0
  private bodySize = 0
  private postings = 0
  private statistics = 0
  private keys = 0
  private corners = 0
  private lines: LinesWriter | undefined

  constructor(sink: Sink, plan: SegmentPlan) {
    this.sink = sink
    this.plan = plan
    this.bucketBits = bucketBitsFor(plan.postings)
    this.parts = new PartWriter(this.bucketBits, plan.facts)
    this.table = new TableWriter(1 << this.bucketBits)
    this.table.put(0, 0)
    sink.append(new Uint8Array(HEADER_SIZE))
  }

  /**
   * Adds postings sorted by key, move and game, all postings of a bucket in one call.
   * Throws TypeError when a key comes after a greater one, or a bucket once more.
   */
  add(sorted: Postings): void {
    if (sorted.count > 0) this.append(this.parts.write(sorted))
  }

  /** Adds a part, made for as many buckets. Throws TypeError when it does not come after those before. */
  append({ firstBucket, ends, body, postings, statistics, keys, corners }: SegmentPart): void {
    if (firstBucket < this.bucket) throw new TypeError('postings are not sorted')
    this.leaveEmpty(firstBucket)
    for (const end of ends) this.endBucket(this.bodySize + end)
    this.sink.append(body)
    this.bodySize += body.length
    this.postings += postings
    this.statistics += statistics
    this.keys += keys
    this.corners += corners
  }

  /** Writes the table and the facts when all postings are there. The main lines come next, game by game in order. */
  beginLines(): LinesWriter {
    const { facts } = this.plan
    this.leaveEmpty(1 << this.bucketBits)
    this.sink.append(this.table.finish())
    this.sink.append(packFacts(facts.bytes))
    this.lines = new LinesWriter(this.sink, this.plan.game, facts.firstGame, facts.count)
    return this.lines
  }

  /** Completes the lines and writes the header. */
  finish(): SegmentHeader {
    const { linesSize, capturesSize } = (this.lines ?? this.beginLines()).finish()
    const { facts } = this.plan
    const header: SegmentHeader = {
      game: this.plan.game,
      symmetric: this.plan.symmetric,
      bucketBits: this.bucketBits,
      keyBytes: keyBytesFor(this.bucketBits),
      postings: this.postings,
      statistics: this.statistics,
      keys: this.keys,
      corners: this.corners,
      bodySize: this.bodySize,
      linesSize,
      capturesSize,
      firstGame: facts.firstGame,
      gameRange: facts.count,
      games: facts.countPresent(),
    }
    this.sink.patch(0, encodeHeader(header))
    return header
  }

  /** The buckets before this one that did not come have no bytes. */
  private leaveEmpty(bucket: number): void {
    while (this.bucket < bucket) this.endBucket(this.bodySize)
  }

  /** Says in the table where a bucket ends and the next begins. */
  private endBucket(end: number): void {
    this.bucket++
    this.table.put(this.bucket, end)
  }
}
