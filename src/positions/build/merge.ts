/**
 * Merges segments into one new segment, in one sequential pass: the keys are
 * cut into ranges, and the postings that all segments have in a range are
 * sorted together.
 */
import type { Sink } from '../../bytes/sink.ts'
import { isCornerMove } from '../corner-move.ts'
import { GameFacts } from '../facts.ts'
import { PostingSorter } from '../segment/posting-sorter.ts'
import { Postings } from '../segment/postings.ts'
import type { NumberedLine } from '../segment/segment-lines.ts'
import type { SegmentHeader } from '../segment/segment-format.ts'
import type { Segment } from '../read/segment.ts'
import { SegmentWriter } from './segment-writer.ts'

/** Which games a merge keeps, and how progress is reported. */
export interface MergeOptions {
  /** Returns whether a game stays; games of removed sources do not. */
  keeps?: (game: number) => boolean
  /** Called from time to time with the number of postings gone through. */
  onProgress?: (postings: number) => void
  /** Waited for after every range, so that others get their turn. */
  pause?: () => Promise<void>
}

/** Main lines after which others get their turn. */
const LINES_BETWEEN_PAUSES = 1024

/** Postings of a range of keys, about. */
const RANGE_POSTINGS = 1 << 18

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
  const writer = new SegmentWriter(sink, { game, symmetric, postings, facts })
  const sorter = new PostingSorter()
  let done = 0
  for await (const range of keyRanges(segments)) {
    done += range.count
    const { keeps } = options
    if (keeps) keepOnly(range, (row) => keeps(range.game[row]!))
    writer.add(sorter.sort(range))
    options.onProgress?.(done)
    await options.pause?.()
  }
  const lines = writer.beginLines()
  for await (const line of mergeLines(segments, options.keeps)) {
    lines.add(line)
    if (line.game % LINES_BETWEEN_PAUSES === 0) await options.pause?.()
  }
  return writer.finish()
}

/** The main lines of segments of one game, in order of the games. */
export async function* mergeLines(
  segments: readonly Segment[],
  keeps: (game: number) => boolean = () => true,
): AsyncGenerator<NumberedLine> {
  const readers = segments.map((segment) => segment.lines.each(segment.tombstones))
  const heads = await Promise.all(readers.map((reader) => reader.next()))
  for (;;) {
    let first = -1
    for (const [index, head] of heads.entries()) {
      if (!head.done && (first < 0 || head.value.game < (heads[first]!.value as NumberedLine).game)) first = index
    }
    if (first < 0) return
    const line = heads[first]!.value as NumberedLine
    if (keeps(line.game)) yield line
    heads[first] = await readers[first]!.next()
  }
}

/**
 * The postings of segments of one game, a range of keys at a time, not sorted within the range. The
 * run is used again for the next range.
 */
export async function* keyRanges(segments: readonly Segment[]): AsyncGenerator<Postings> {
  const postings = segments.reduce((sum, { header }) => sum + header.postings, 0)
  // A range must end where a bucket of every segment does.
  const finest = Math.min(...segments.map(({ header }) => header.bucketBits))
  const bits = Math.min(finest, Math.max(0, Math.ceil(Math.log2(postings / RANGE_POSTINGS))))
  const scans = segments.map((segment) => segment.scan())
  const range = new Postings(RANGE_POSTINGS)
  for (let part = 1; part <= 2 ** bits; part++) {
    range.count = 0
    for (const scan of scans) await scan.readTo(part * 2 ** (32 - bits), range)
    if (range.count > 0) yield range
  }
}

/** Removes the postings of corners, which are no positions. */
export function keepPositions(postings: Postings): void {
  keepOnly(postings, (row) => !isCornerMove(postings.move[row]!))
}

/** Removes repetitions from sorted postings: a game that comes back to a position and plays the same move again. */
export function keepDistinct(postings: Postings): void {
  const { high, low, game, move } = postings
  let [lastHigh, lastLow, lastGame, lastMove] = [-1, -1, -1, -1]
  keepOnly(postings, (row) => {
    const isNew = high[row] !== lastHigh || low[row] !== lastLow || game[row] !== lastGame || move[row] !== lastMove
    lastHigh = high[row]!
    lastLow = low[row]!
    lastGame = game[row]!
    lastMove = move[row]!
    return isNew
  })
}

/** Keeps the postings in rows that pass a test. */
export function keepOnly(postings: Postings, keeps: (row: number) => boolean): void {
  const { high, low, game, move, count } = postings
  let kept = 0
  for (let index = 0; index < count; index++) {
    if (!keeps(index)) continue
    high[kept] = high[index]!
    low[kept] = low[index]!
    game[kept] = game[index]!
    move[kept] = move[index]!
    kept++
  }
  postings.count = kept
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
