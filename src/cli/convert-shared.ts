/**
 * Converts one large file on all processors: workers convert ranges of its
 * entries, and what they make is joined in order. Few ranges are ahead of the one that is due, so
 * that memory stays flat.
 */
import { moduleBeside } from '../node/module-beside.ts'
import { askInOrder, workerCount, WorkerPool } from '../node/worker-pool.ts'
import type { ConvertedRange, Range, SharedConversion } from './convert-task.ts'

const WORKER = moduleBeside(import.meta.url, './convert-worker')

/** Entries of a range. */
const RANGE = 1000

/** Entries from which on starting workers is worth its while. */
export const WORTH_SHARING = 10_000

/** Ranges for each worker that may wait to be taken. */
const AHEAD = 3

/**
 * Converts all entries; `take` gets the ranges in order, their bytes only until it returns.
 * Rejects with the first failure, also one of `take`.
 */
export async function convertShared(
  job: SharedConversion,
  count: number,
  take: (converted: ConvertedRange) => void,
): Promise<void> {
  const ranges: Range[] = []
  for (let from = 0; from < count; from += RANGE) ranges.push({ from, to: Math.min(count, from + RANGE) })
  const size = Math.min(workerCount(), ranges.length)
  const pool = new WorkerPool<Range, ConvertedRange>(WORKER, { size, data: job })
  try {
    await askInOrder(pool, ranges, AHEAD, (converted) => {
      take(converted)
      release(converted.bytes)
    })
  } finally {
    await pool.close()
  }
}

/** Gives memory back at once: this thread makes so little else that its garbage would wait long to be collected. */
function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
