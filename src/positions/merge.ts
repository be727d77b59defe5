/** Merges sorted runs of postings and whole segments into one new segment, in one sequential pass. */
import type { Sink } from '../bytes/sink.ts'
import type { Game } from '../model/record.ts'
import { GameFacts } from './facts.ts'
import type { SegmentHeader } from './segment-format.ts'
import type { Segment, SortedPostings } from './segment-reader.ts'
import { SegmentWriter } from './segment-writer.ts'

/** Where a merge takes sorted postings from, piece by piece. */
export type PostingStream = AsyncIterator<SortedPostings> | Iterator<SortedPostings>

export interface MergeOptions {
  /** Answers whether a game stays; games of removed sources do not. */
  keeps?: (game: number) => boolean
  /** Called from time to time with the number of postings written. */
  onProgress?: (postings: number) => void
}

/** Postings between two calls of onProgress. */
const PROGRESS_STEP = 1 << 20

/** Merges segments of one game into one. */
export async function mergeSegments(
  sink: Sink,
  segments: readonly Segment[],
  options: MergeOptions = {},
): Promise<SegmentHeader> {
  const headers = segments.map(({ header }) => header)
  const { game, symmetric } = headers[0]!
  if (headers.some((header) => header.game !== game || header.symmetric !== symmetric)) {
    throw new TypeError('segments of one game and one kind of key are needed')
  }
  const facts = mergeFacts(await Promise.all(segments.map((segment) => segment.readFacts())), options.keeps)
  const postings = headers.reduce((sum, header) => sum + header.postings, 0)
  const streams = segments.map((segment) => segment.buckets())
  return await mergeStreams(sink, { game, symmetric, postings, facts }, streams, options)
}

/** Merges sorted streams of postings into one segment. */
export async function mergeStreams(
  sink: Sink,
  plan: { game: Game; symmetric: boolean; postings: number; facts: GameFacts },
  streams: readonly PostingStream[],
  options: MergeOptions = {},
): Promise<SegmentHeader> {
  const writer = new SegmentWriter(sink, plan)
  const cursors: Cursor[] = []
  for (const stream of streams) {
    const cursor = new Cursor(stream)
    if (await cursor.load()) cursors.push(cursor)
  }
  let written = 0
  while (cursors.length > 0) {
    const first = leastCursor(cursors)
    const { piece, index } = first
    const game = piece.game[index]!
    if (options.keeps?.(game) ?? true) {
      writer.add(piece.high[index]!, piece.low[index]!, game, piece.move[index]!)
      if (++written % PROGRESS_STEP === 0) options.onProgress?.(written)
    }
    if (!first.step() && !(await first.load())) cursors.splice(cursors.indexOf(first), 1)
  }
  return writer.finish()
}

/** A stream and the posting it stands at. */
class Cursor {
  piece: SortedPostings = {
    high: new Uint32Array(0),
    low: new Uint32Array(0),
    game: new Uint32Array(0),
    move: new Uint16Array(0),
  }
  index = 0
  private readonly stream: PostingStream

  constructor(stream: PostingStream) {
    this.stream = stream
  }

  /** Goes to the next posting of the piece; false at its end. */
  step(): boolean {
    return ++this.index < this.piece.high.length
  }

  /** Takes the next piece that is not empty; false at the end of the stream. */
  async load(): Promise<boolean> {
    for (;;) {
      const next = await this.stream.next()
      if (next.done === true) return false
      this.piece = next.value
      this.index = 0
      if (this.piece.high.length > 0) return true
    }
  }
}

function leastCursor(cursors: readonly Cursor[]): Cursor {
  let least = cursors[0]!
  for (let at = 1; at < cursors.length; at++) if (comesBefore(cursors[at]!, least)) least = cursors[at]!
  return least
}

function comesBefore(left: Cursor, right: Cursor): boolean {
  const [one, other, i, j] = [left.piece, right.piece, left.index, right.index]
  const order = one.high[i]! - other.high[j]! || one.low[i]! - other.low[j]! || one.move[i]! - other.move[j]!
  return (order || one.game[i]! - other.game[j]!) < 0
}

/** Facts over the whole range of several, without the games that go. */
export function mergeFacts(all: readonly GameFacts[], keeps: (game: number) => boolean = () => true): GameFacts {
  const first = Math.min(...all.map(({ firstGame }) => firstGame))
  const end = Math.max(...all.map(({ firstGame, count }) => firstGame + count))
  const merged = GameFacts.make(first, end - first)
  for (const facts of all) {
    for (let game = facts.firstGame; game < facts.firstGame + facts.count; game++) {
      if (facts.has(game) && keeps(game)) merged.copy(facts, game)
    }
  }
  return merged
}
