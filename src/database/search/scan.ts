/**
 * Finds where a pattern or material stands in the main lines of games: windows of the segments are scanned one after
 * the other, on all processors when there are many, without opening a game of the catalogue.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Game } from '../../model/record.ts'
import { depthOf, keepFollowed } from '../../patterns/following.ts'
import { Hits, type HitArrays } from '../../patterns/hits.ts'
import { makeScan, type LineConditions } from '../../patterns/make-scan.ts'
import type { ScanOptions } from '../../patterns/scan.ts'
import { scanBlocks } from '../../patterns/search-lines.ts'
import { BLOCK_GAMES } from '../../positions/segment-blocks.ts'
import type { Segment } from '../../positions/segment-reader.ts'
import type { Database } from '../database.ts'
import { runOnWorkers } from './scan-pool.ts'
import type { ScanTask } from './scan-worker.ts'

/** Bytes of lines from which on worker threads share a scan. */
const SHARED_BYTES = 8 << 20

/** How a scan is run. */
export interface LineScanOptions {
  /** Moves within the pattern that are kept after each hit; 0 by default. */
  depth?: number
  /** Stops at the first hit of each game. */
  isFirstOnly?: boolean
  /** Games that are scanned, a byte 1 for each number; all by default. */
  marks?: Uint8Array
  /** Stops the scan. */
  signal?: AbortSignal
  /** Called with the hits of some games as they are found; those of a game come together. */
  onHits?: (hits: HitArrays) => void
  /** Called from time to time with the share of the games that was scanned, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** Where the main lines of games show what is asked for. Games come in no order, the hits of one game together. */
export async function scanLines(
  database: Database,
  game: Game,
  { pattern, material }: LineConditions,
  { depth = 0, isFirstOnly = false, marks, signal, onHits, onProgress }: LineScanOptions = {},
): Promise<Hits> {
  const conditions: LineConditions = { ...(pattern && { pattern }), ...(material && { material }) }
  const needed = pattern ? depthOf(pattern) : 0
  const options: ScanOptions = {
    depth: Math.max(needed, depth + (pattern?.steps?.length ?? 0)),
    isFirstOnly: isFirstOnly && needed === 0,
  }
  const all = new Hits(options.depth)
  const segments = database.segmentFilesOf(game)
  const tasks = await tasksOf(segments.map(({ segment }) => segment))
  const total = tasks.reduce((sum, { from, to }) => sum + to - from, 0)
  let done = 0
  const take = (found: HitArrays, { from, to }: ScanTask): void => {
    const part = new Hits(options.depth)
    part.append(found)
    if (pattern) keepFollowed(part, pattern)
    if (part.count > 0) onHits?.(part)
    all.append(part)
    done += to - from
    onProgress?.(done / total)
  }
  const bytes = segments.reduce((sum, { segment }) => sum + segment.header.linesSize, 0)
  if (bytes < SHARED_BYTES) {
    const scan = makeScan(game, conditions, options)
    for (const task of scan ? tasks : []) {
      signal?.throwIfAborted()
      await scanBlocks(segments[task.segment]!.segment, scan!, task.from, task.to, marks)
      take(scan!.hits.take(), task)
      scan!.hits.clear()
      await nextTurn()
    }
    return all
  }
  const files = segments.map(({ path, segment }) => ({ path, tombstones: segment.tombstones }))
  const job = { game, conditions, options, segments: files, tasks, ...(marks && { marks }) }
  await runOnWorkers(database, job, take, signal)
  return all
}

/** Windows of all segments. */
async function tasksOf(segments: readonly Segment[]): Promise<ScanTask[]> {
  const tasks: ScanTask[] = []
  for (const [index, segment] of segments.entries()) {
    for (let from = 0; from < segment.lineBlocks;) {
      const to = await segment.lineWindow(from)
      tasks.push({ segment: index, from, to })
      from = to
    }
  }
  return tasks
}

/** Marks games by their number, in memory that worker threads share. */
export function markShared(games: ArrayLike<number>): Uint8Array {
  let last = 0
  for (let index = 0; index < games.length; index++) last = Math.max(last, games[index]!)
  const marks = new Uint8Array(new SharedArrayBuffer(last + BLOCK_GAMES))
  for (let index = 0; index < games.length; index++) marks[games[index]!] = 1
  return marks
}

/** The different games of hits, in order of their numbers. */
export function gamesOf(hits: HitArrays): Uint32Array {
  const sorted = hits.games.slice(0, hits.count).sort()
  let kept = 0
  for (let index = 0; index < sorted.length; index++) {
    if (index === 0 || sorted[index] !== sorted[index - 1]) sorted[kept++] = sorted[index]!
  }
  return sorted.subarray(0, kept)
}
