/** Scans windows of main lines in a worker thread, as long as there are any, and returns the hits of each. */
import type { Game } from '../../model/record.ts'
import { DiskSource } from '../../node/file-source.ts'
import { serveRequests, type PostAnswer } from '../../node/worker-port.ts'
import type { HitArrays } from '../../patterns/hits.ts'
import { makeScan, type LineConditions } from '../../patterns/make-scan.ts'
import type { ScanOptions } from '../../patterns/scan.ts'
import { scanBlocks } from '../../patterns/search-lines.ts'
import { Segment } from '../../positions/segment-reader.ts'

/** Blocks of a segment that are scanned at once. */
export interface ScanTask {
  segment: number
  from: number
  to: number
}

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
export interface ScanAnswer {
  task: number
  hits: HitArrays
}

serveRequests<ScanJob, ScanAnswer>(run)

async function run(job: ScanJob, post: PostAnswer<ScanAnswer>): Promise<void> {
  const { game, conditions, options, segments, tasks, marks, counter } = job
  const scan = makeScan(game, conditions, options)!
  const open = new Map<number, { segment: Segment; source: DiskSource }>()
  try {
    for (;;) {
      const task = Atomics.add(counter, 0, 1)
      if (task >= tasks.length) return
      const { segment: number, from, to } = tasks[task]!
      const { path, tombstones } = segments[number]!
      let known = open.get(number)
      if (!known) {
        const source = new DiskSource(path)
        known = { source, segment: await Segment.open(source) }
        known.segment.tombstones = tombstones
        open.set(number, known)
      }
      await scanBlocks(known.segment, scan, from, to, marks)
      const hits = scan.hits.take()
      scan.hits.clear()
      const { games, plies, orientations, places, distances, next } = hits
      const arrays = [games, plies, orientations, places, distances, next]
      post(
        { task, hits },
        arrays.map(({ buffer }) => buffer as ArrayBuffer),
      )
    }
  } finally {
    for (const { source } of open.values()) source.close()
  }
}
