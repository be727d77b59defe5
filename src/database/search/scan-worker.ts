/** Scans windows of main lines in a worker thread, as long as there are any, and returns the hits of each. */
import type { Game } from '../../model/record.ts'
import { DiskSource } from '../../node/file-source.ts'
import { serveRequests, type PostReply } from '../../node/worker-port.ts'
import type { HitArrays } from '../../patterns/answer/hits.ts'
import { makeScan, type LineConditions } from '../../patterns/scan/make-scan.ts'
import type { ScanOptions } from '../../patterns/scan/line-scan.ts'
import type { ScanTask } from '../../patterns/search.ts'
import { scanBlocks } from '../../patterns/scan/search-lines.ts'
import { Segment } from '../../positions/read/segment.ts'

/** What a scan looks for, and where: the same for all workers. */
export interface ScanJob {
  game: Game
  conditions: LineConditions
  options: ScanOptions
  segments: { path: string; tombstones: ReadonlySet<number> }[]
  tasks: readonly ScanTask[]
  /** Games that count, shared; all when left out. */
  marks?: Uint8Array
  /** Shared: the next task to take; beyond the last one when the scan is stopped. */
  counter: Int32Array
}

/** Hits of a task. */
export interface ScanReply {
  task: number
  hits: HitArrays
}

serveRequests<ScanJob, ScanReply>(run)

/** Segments stay open between scans: what was checked once need not be checked again. */
const open = new Map<string, { segment: Segment; source: DiskSource }>()

async function run(job: ScanJob, post: PostReply<ScanReply>): Promise<void> {
  const { game, conditions, options, segments, tasks, marks, counter } = job
  const scan = makeScan(game, conditions, options)!
  closeOthers(new Set(segments.map(({ path }) => path)))
  for (;;) {
    const task = Atomics.add(counter, 0, 1)
    if (task >= tasks.length) return
    const { segment: number, from, to } = tasks[task]!
    const segment = await openSegment(segments[number]!)
    await scanBlocks(segment, scan, from, to, marks)
    const hits = scan.hits.take()
    scan.hits.clear()
    const { games, plies, orientations, places, distances, next } = hits
    const arrays = [games, plies, orientations, places, distances, next]
    post(
      { task, hits },
      arrays.map(({ buffer }) => buffer as ArrayBuffer),
    )
  }
}

async function openSegment({ path, tombstones }: ScanJob['segments'][number]): Promise<Segment> {
  let known = open.get(path)
  if (!known) {
    const source = new DiskSource(path)
    known = { source, segment: await Segment.open(source, true) }
    open.set(path, known)
  }
  known.segment.tombstones = tombstones
  return known.segment
}

/** Closes segments that are not searched any more, since they may have been replaced. */
function closeOthers(paths: ReadonlySet<string>): void {
  for (const [path, { source }] of open) {
    if (paths.has(path)) continue
    source.close()
    open.delete(path)
  }
}
