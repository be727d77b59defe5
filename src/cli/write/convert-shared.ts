/** Converts one large file on all processors: workers convert ranges of its entries, and the results are joined in order. */
import { moduleBeside } from '../../node/module-beside.ts'
import { WorkerPool } from '../../node/worker-pool.ts'
import type { ConvertedRange, SharedConversion } from './convert-task.ts'
import { readersOf, shareRanges, type Range } from '../read/shared-input.ts'

const WORKER = moduleBeside(import.meta.url, './convert-worker')

/**
 * Converts all entries; `take` receives the results in the order of their ranges; their bytes are only valid until it returns. Rejects
 * with the first failure, including one of `take`.
 */
export async function convertShared(
  job: SharedConversion,
  count: number,
  take: (converted: ConvertedRange) => void,
): Promise<void> {
  const workers = new WorkerPool<Range, ConvertedRange>(WORKER, readersOf(job, count))
  await shareRanges(workers, count, (converted) => {
    take(converted)
    if (converted.bytes) release(converted.bytes)
  })
}

/** Frees memory at once: this thread makes little other garbage, so it would take long to be collected. */
function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
