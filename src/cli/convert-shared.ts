/**
 * Converts one large file on all processors: workers convert ranges of its entries, and the results are joined in
 * order. Only a few ranges are ahead of the one that is due, so memory stays constant.
 */
import { moduleBeside } from '../node/module-beside.ts'
import { askInOrder, workerCount, WorkerPool } from '../node/worker-pool.ts'
import type { ConvertedRange, Range, SharedConversion } from './convert-task.ts'

const WORKER = moduleBeside(import.meta.url, './convert-worker')

/** Entries of a range. */
const RANGE = 1000

/** The number of entries from which starting workers is worthwhile. */
export const WORTH_SHARING = 10_000

/**
 * Megabytes for what was just made, a fifth of what V8 takes by default: hardly anything in a worker outlives its game,
 * so that collecting it more often takes no longer.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 9 }

/** Finished ranges per worker that may be waiting. */
const AHEAD = 3

/**
 * Converts all entries; `take` receives the ranges in order; their bytes are only valid until it returns. Rejects
 * with the first failure, including one of `take`.
 */
export async function convertShared(
  job: SharedConversion,
  count: number,
  take: (converted: ConvertedRange) => void,
): Promise<void> {
  const ranges: Range[] = []
  for (let from = 0; from < count; from += RANGE) ranges.push({ from, to: Math.min(count, from + RANGE) })
  const size = Math.min(workerCount(), ranges.length)
  const pool = new WorkerPool<Range, ConvertedRange>(WORKER, { size, data: job, resourceLimits: RESOURCE_LIMITS })
  try {
    await askInOrder(pool, ranges, AHEAD, (converted) => {
      take(converted)
      if (converted.bytes) release(converted.bytes)
    })
  } finally {
    await pool.close()
  }
}

/** Frees memory at once: this thread makes little other garbage, so it would take long to be collected. */
function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
