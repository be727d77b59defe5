/**
 * Converts one large file on all processors: workers convert ranges of its
 * entries, and what they make is joined in order. Few ranges are ahead of the one that is due, so
 * that memory stays flat.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ConvertedRange, Range, RangeAnswer, SharedConversion } from './convert-task.ts'
import { CommandError, EXIT } from './terminal.ts'

/** Beside this module, as TypeScript or compiled. */
const WORKER_URL = new URL(`./convert-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

const MAX_WORKERS = 8

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
  const workers = Array.from(
    { length: Math.min(MAX_WORKERS, availableParallelism(), ranges.length) },
    () => new Worker(WORKER_URL, { workerData: job }),
  )
  try {
    await runInOrder(workers, ranges, take)
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

async function runInOrder(
  workers: readonly Worker[],
  ranges: readonly Range[],
  take: (converted: ConvertedRange) => void,
): Promise<void> {
  const waiting = new Map<number, ConvertedRange>()
  let begun = 0
  let due = 0
  let onTaken = Promise.withResolvers<void>()
  const takeDue = (): void => {
    for (let next = waiting.get(due); next; next = waiting.get(due)) {
      waiting.delete(due)
      take(next)
      release(next.bytes)
      due++
    }
    onTaken.resolve()
    onTaken = Promise.withResolvers()
  }
  const work = async (worker: Worker): Promise<void> => {
    while (begun < ranges.length) {
      const index = begun++
      if (index - due >= AHEAD * workers.length) takeDue()
      while (index - due >= AHEAD * workers.length) await onTaken.promise
      // The worker has its next range before what it made of the last one is written.
      const converted = ask(worker, ranges[index]!)
      converted.catch(() => {})
      takeDue()
      waiting.set(index, await converted)
    }
    takeDue()
  }
  await Promise.all(workers.map(work))
}

/** Gives memory back at once: this thread makes so little else that its garbage would wait long to be collected. */
function release({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}

function ask(worker: Worker, range: Range): Promise<ConvertedRange> {
  return new Promise((resolve, reject) => {
    worker.removeAllListeners()
    worker.on('error', reject)
    worker.on('exit', () => reject(new CommandError('a worker exited unexpectedly', EXIT.unreadable)))
    worker.on('message', (answer: RangeAnswer) => {
      if ('converted' in answer) resolve(answer.converted)
      else reject(new CommandError(answer.failure, EXIT.unreadable))
    })
    worker.postMessage(range)
  })
}
