/**
 * Makes segments from the postings of an import, or from other segments: the keys are divided into ranges, the postings in
 * each range are sorted and become a part of the segment, and the parts are joined in order. Workers make parts in
 * parallel.
 */
import { rmSync } from 'node:fs'
import { resized } from '../../bytes/resize.ts'
import type { NewFile } from '../../node/folder-change.ts'
import { DiskSource } from '../../node/file-source.ts'
import type { Game } from '../../model/record.ts'
import { FACT_SIZE, GameFacts } from '../../positions/facts.ts'
import { mergeFacts, mergeLines } from '../../positions/build/merge.ts'
import { PostingSorter } from '../../positions/segment/posting-sorter.ts'
import { Postings, ROW_WIDTH } from '../../positions/segment/postings.ts'
import { bucketBitsFor, type SegmentHeader } from '../../positions/segment/segment-format.ts'
import { PartWriter, type SegmentPart } from '../../positions/segment/segment-part.ts'
import { Segment } from '../../positions/read/segment.ts'
import type { SegmentScan } from '../../positions/segment/segment-scan.ts'
import { SegmentWriter } from '../../positions/build/segment-writer.ts'
import { rulesOf } from '../../rules/index.ts'
import { createSegmentFile } from '../catalogue/folder.ts'
import { buffersOfColumns, columnsOfKind, type GatheredColumns } from '../columns/row-columns.ts'
import { writeSegmentColumns } from '../columns/segment-columns.ts'
import { buffersOfPositions, type GatheredPositions } from './index-builder.ts'
import { joinLines, type LineRuns } from './line-runs.ts'
import { BlockReader, countByUnit, UNITS, type PostingBlocks } from './posting-blocks.ts'

/** The approximate number of postings in a range of keys, which are sorted at once: rows that the caches can hold. */
const RANGE_POSTINGS = 1 << 16

/** Postings for which memory is kept from one range to the next: a common position alone may have many times as many. */
const KEPT_POSTINGS = 4 * RANGE_POSTINGS

/** A segment written and synced, not yet listed in the catalogue; its columns stand beside it. */
export interface NewSegment {
  file: string
  header: SegmentHeader
  size: number
}

/** What one thread gathered of games: their positions by kind of game, and the columns of all. */
export interface GatheredGames {
  positions: GatheredPositions[]
  columns: GatheredColumns
}

/** What the parts of one segment are made of: plain data, sent to workers. */
export interface PartJob {
  game: Game
  postings: number
  files: { path: string; blocks: PostingBlocks }[]
  segments: { path: string; tombstones: ReadonlySet<number> }[]
  firstGame: number
  /** Facts of the games by number, in shared memory. */
  facts: Uint8Array<SharedArrayBuffer>
  /** Units of the key at which ranges begin, and the end. */
  ranges: number[]
}

/** The input of one segment. */
export interface SegmentJob extends PartJob {
  /** Main lines that were gathered. */
  lines: { games: Uint32Array; lines: LineRuns }[]
}

/** What workers need of a job. */
export function partJobOf({ game, postings, files, segments, firstGame, facts, ranges }: SegmentJob): PartJob {
  return { game, postings, files, segments, firstGame, facts, ranges }
}

/** One job for each kind of game collected. */
export function planSegments(gathered: readonly GatheredPositions[]): SegmentJob[] {
  const byGame = Map.groupBy(
    gathered.filter(({ games }) => games.length > 0),
    ({ game }) => game,
  )
  return [...byGame].map(([game, parts]) => ({
    game,
    postings: parts.reduce((sum, { postings }) => sum + postings, 0),
    files: parts.map(({ path, blocks }) => ({ path, blocks })),
    segments: [],
    lines: parts.map(({ games, lines }) => ({ games, lines })),
    ...spreadFacts(parts),
    ranges: cutRanges(parts.map(({ blocks }) => countByUnit(blocks))),
  }))
}

/** Facts that follow each other as facts by the numbers of their games. */
function spreadFacts(parts: readonly GatheredPositions[]): Pick<SegmentJob, 'firstGame' | 'facts'> {
  let first = Infinity
  let last = 0
  for (const { games } of parts) {
    for (const game of games) {
      first = Math.min(first, game)
      last = Math.max(last, game)
    }
  }
  const facts = new Uint8Array(new SharedArrayBuffer((last - first + 1) * FACT_SIZE))
  const words = new Uint32Array(facts.buffer)
  for (const part of parts) {
    const partWords = new Uint32Array(part.facts.buffer, part.facts.byteOffset, (part.games.length * FACT_SIZE) / 4)
    for (let index = 0; index < part.games.length; index++) {
      const to = 2 * (part.games[index]! - first)
      words[to] = partWords[2 * index]!
      words[to + 1] = partWords[2 * index + 1]!
    }
  }
  return { firstGame: first, facts }
}

/** Cuts the units into ranges. @param counts the postings in each unit, file by file */
function cutRanges(counts: readonly Uint32Array[]): number[] {
  const ranges = [0]
  let size = 0
  for (let unit = 0; unit < UNITS; unit++) {
    const postings = counts.reduce((sum, byUnit) => sum + byUnit[unit]!, 0)
    if (size > 0 && size + postings > RANGE_POSTINGS) {
      ranges.push(unit)
      size = 0
    }
    size += postings
  }
  return [...ranges, UNITS]
}

/** The job that merges segments of one game. */
export async function planMerge(open: readonly { path: string; segment: Segment }[]): Promise<SegmentJob> {
  const segments = open.map(({ segment }) => segment)
  const merged = mergeFacts(await Promise.all(segments.map((segment) => segment.readFacts())))
  const facts = new Uint8Array(new SharedArrayBuffer(merged.bytes.length))
  facts.set(merged.bytes)
  const postings = segments.reduce((sum, { header }) => sum + header.postings, 0)
  // A range must end where a bucket of every segment does.
  const finest = Math.min(...segments.map(({ header }) => header.bucketBits))
  const bucket = Math.max(1, UNITS / 2 ** finest)
  const step = bucket * Math.ceil(Math.max(1, Math.floor((RANGE_POSTINGS * UNITS) / postings)) / bucket)
  return {
    game: segments[0]!.header.game,
    postings,
    files: [],
    segments: open.map(({ path, segment }) => ({ path, tombstones: segment.tombstones })),
    lines: [],
    firstGame: merged.firstGame,
    facts,
    ranges: [...Array.from({ length: Math.ceil(UNITS / step) }, (_, range) => range * step), UNITS],
  }
}

/** High half of the first key of a unit. */
const startOfUnit = (unit: number): number => unit * (2 ** 32 / UNITS)

/** What parts are made in, used for one job after another. */
export class PartMemory {
  /** Postings of a range: those of files as rows, those of segments as columns. */
  rows = new Uint32Array(0)
  readonly postings = new Postings(0)
  readonly sorter = new PostingSorter()

  /** Gives back what a large range has taken. */
  releaseLarge(): void {
    if (Math.max(this.rows.length / ROW_WIDTH, this.postings.capacity) > KEPT_POSTINGS) this.release()
  }

  /** Gives all of it back. */
  release(): void {
    this.rows = resized(this.rows, 0)
    this.postings.release()
    this.sorter.release()
  }
}

/** Makes the parts of a job. */
export class PartMaker {
  private readonly job: PartJob
  private readonly readers: BlockReader[]
  private readonly sources: DiskSource[]
  private scans: Promise<SegmentScan[]> | undefined
  private readonly writer: PartWriter
  private readonly memory: PartMemory

  /** @param memory what makers may share of which one works at a time */
  constructor(job: PartJob, memory: PartMemory) {
    this.job = job
    this.memory = memory
    this.readers = job.files.map(({ path, blocks }) => new BlockReader(path, blocks))
    this.sources = job.segments.map(({ path }) => new DiskSource(path))
    this.writer = new PartWriter(bucketBitsFor(job.postings), new GameFacts(job.firstGame, job.facts))
  }

  /** The part for a range of keys, valid until the next call; undefined if it is empty. */
  async make(range: number): Promise<SegmentPart | undefined> {
    this.memory.releaseLarge()
    const [from, to] = [this.job.ranges[range]!, this.job.ranges[range + 1]!]
    const sorted = this.readers.length > 0 ? this.sortFiles(from, to) : await this.sortSegments(from, to)
    return sorted.count === 0 ? undefined : this.writer.write(sorted)
  }

  private sortFiles(from: number, to: number): Postings {
    const count = this.readers.reduce((sum, reader) => sum + reader.count(from, to), 0)
    const { memory } = this
    if (memory.rows.length < count * ROW_WIDTH) memory.rows = resized(memory.rows, count * ROW_WIDTH)
    const bytes = new Uint8Array(memory.rows.buffer)
    let end = 0
    for (const reader of this.readers) end = reader.read(from, to, bytes, end)
    return memory.sorter.sortRows(memory.rows, count, startOfUnit(from), startOfUnit(to) - 1)
  }

  private async sortSegments(from: number, to: number): Promise<Postings> {
    const { postings, sorter } = this.memory
    postings.count = 0
    this.scans ??= this.beginScans()
    for (const scan of await this.scans) {
      scan.skipTo(startOfUnit(from))
      await scan.readTo(startOfUnit(to), postings)
    }
    return sorter.sort(postings)
  }

  private async beginScans(): Promise<SegmentScan[]> {
    const segments = await openSegments(this.job, this.sources)
    return segments.map((segment) => segment.scan())
  }

  close(): void {
    for (const reader of this.readers) reader.close()
    for (const source of this.sources) source.close()
  }
}

/** Opens the segments of a job, which lie in `sources`. */
async function openSegments({ segments }: PartJob, sources: readonly DiskSource[]): Promise<Segment[]> {
  const opened = segments.map(async ({ tombstones }, index) => {
    const segment = await Segment.open(sources[index]!)
    segment.setTombstones(tombstones)
    return segment
  })
  return await Promise.all(opened)
}

/** The file of a new segment while its parts are joined. */
export class SegmentFile {
  private readonly file: NewFile
  private readonly writer: SegmentWriter
  private readonly job: SegmentJob

  constructor(folder: string, job: SegmentJob) {
    const { game, postings, firstGame, facts } = job
    this.job = job
    this.file = createSegmentFile(folder, game)
    const symmetric = rulesOf(game).canonicalKey !== undefined
    this.writer = new SegmentWriter(this.file, { game, symmetric, postings, facts: new GameFacts(firstGame, facts) })
  }

  /** Adds the next part. */
  append(part: SegmentPart): void {
    this.writer.append(part)
  }

  /** Adds the main lines; completes and syncs the file. */
  async commit(): Promise<NewSegment> {
    await this.addLines()
    const header = this.writer.finish()
    this.file.complete()
    return { file: this.file.name, header, size: this.file.size }
  }

  abort(): void {
    this.file.discard()
  }

  private async addLines(): Promise<void> {
    const into = this.writer.beginLines()
    for (const line of joinLines(this.job.lines)) into.add(line)
    const sources = this.job.segments.map(({ path }) => new DiskSource(path))
    try {
      for await (const line of mergeLines(await openSegments(this.job, sources))) into.add(line)
    } finally {
      for (const source of sources) source.close()
    }
  }
}

/** Completes files one after another. Discards all of them when one cannot be. */
export async function commitAll(files: readonly SegmentFile[]): Promise<NewSegment[]> {
  try {
    const segments: NewSegment[] = []
    for (const file of files) segments.push(await file.commit())
    return segments
  } catch (error) {
    for (const file of files) file.abort()
    throw error
  }
}

/** Makes segments from what was gathered, one after another in this thread, with their columns, and deletes the files of it. */
export async function writeSegments(folder: string, { positions, columns }: GatheredGames): Promise<NewSegment[]> {
  try {
    const segments: NewSegment[] = []
    for (const job of planSegments(positions)) segments.push(await writeSegment(folder, job))
    writeGatheredColumns(folder, segments, [columns])
    return segments
  } finally {
    removeGathered([{ positions, columns }])
  }
}

/** Writes gathered columns beside the segments of their games. */
export function writeGatheredColumns(
  folder: string,
  segments: readonly NewSegment[],
  gathered: readonly GatheredColumns[],
): void {
  for (const { file, header } of segments) {
    const parts = gathered.map((columns) => columnsOfKind(columns, header.game))
    writeSegmentColumns(folder, file, parts)
  }
}

async function writeSegment(folder: string, job: SegmentJob): Promise<NewSegment> {
  const maker = new PartMaker(job, new PartMemory())
  const file = new SegmentFile(folder, job)
  try {
    for (let range = 0; range < job.ranges.length - 1; range++) {
      const part = await maker.make(range)
      if (part) file.append(part)
    }
    return await file.commit()
  } catch (error) {
    file.abort()
    throw error
  } finally {
    maker.close()
  }
}

/** Deletes the files of postings and lines, and gives the memory of the rest back. */
export function removeGathered(gathered: readonly GatheredGames[]): void {
  for (const games of gathered) {
    for (const { path, lines } of games.positions) {
      rmSync(path, { force: true })
      rmSync(lines.path, { force: true })
    }
    for (const buffer of buffersOfGathered(games)) buffer.transfer(0)
  }
}

/** The memory of what was gathered, to be handed over to another thread. */
export function buffersOfGathered({ positions, columns }: GatheredGames): ArrayBuffer[] {
  return [...buffersOfPositions(positions), ...buffersOfColumns(columns)]
}
