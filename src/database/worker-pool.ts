/** Worker threads that read sources between them. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { BatchCount } from './batch.ts'
import { NEXT_TASK, WAITING_BATCHES, type ImportAnswer, type ImportRequest, type ImportTask } from './import-task.ts'
import type { NewSegment } from './index-builder.ts'
import type { RowChunk } from './row-chunk.ts'

/** Beside this module, as TypeScript or compiled. */
const WORKER_URL = new URL(`./import-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** Workers at the most: each keeps a run of postings in memory. */
const MAX_WORKERS = 8

/** Records live for a moment only; more room for new objects than this takes memory and saves no time. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 16 }

export class WorkerPool {
  private readonly workers: Worker[] = []

  /** @param folder folder of the database, where the workers write segments */
  constructor(folder: string, size = Math.min(MAX_WORKERS, availableParallelism())) {
    for (let index = 0; index < size; index++) {
      this.workers.push(new Worker(WORKER_URL, { workerData: folder, resourceLimits: RESOURCE_LIMITS }))
    }
  }

  /**
   * Runs tasks on all workers, hands over rows and what each task came to as they come, and answers
   * the segments written. Rejects with the first failure; the pool is good for nothing then but to be closed.
   */
  async run(
    tasks: readonly ImportTask[],
    takeRows: (chunk: RowChunk) => void,
    takeCount: (count: BatchCount, task: ImportTask) => void,
  ): Promise<NewSegment[]> {
    const counters = new Int32Array(new SharedArrayBuffer(8))
    const ask = (worker: Worker) =>
      new Promise<NewSegment[]>((resolve, reject) => {
        worker.removeAllListeners()
        worker.on('error', reject)
        worker.on('message', (answer: ImportAnswer) => {
          if (answer.type === 'failed') return reject(new Error(answer.message))
          if (answer.type === 'done') return resolve(answer.segments)
          try {
            if (answer.type === 'rows') return takeRows(answer.chunk)
            takeCount(answer.count, tasks[answer.task]!)
          } catch (error) {
            return reject(error)
          }
          Atomics.sub(counters, WAITING_BATCHES, 1)
          Atomics.notify(counters, WAITING_BATCHES)
        })
        worker.postMessage({ tasks, counters, limit: 2 * this.workers.length + 2 } satisfies ImportRequest)
      })
    try {
      return (await Promise.all(this.workers.map(ask))).flat()
    } catch (error) {
      Atomics.store(counters, NEXT_TASK, tasks.length)
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()))
  }
}
