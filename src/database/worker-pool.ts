/** Worker threads that read sources, each one task at a time. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ImportAnswer, ImportRequest, ImportTask, RowBatch } from './import-worker.ts'
import type { NewSegment } from './index-builder.ts'

/** Beside this module, as TypeScript or compiled. */
const WORKER_URL = new URL(`./import-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

/** Workers at the most: each keeps a run of postings in memory. */
const MAX_WORKERS = 8

export class WorkerPool {
  private readonly workers: Worker[] = []

  /** @param folder folder of the database, where the workers write segments */
  constructor(folder: string, size = Math.min(MAX_WORKERS, availableParallelism())) {
    for (let index = 0; index < size; index++) this.workers.push(new Worker(WORKER_URL, { workerData: folder }))
  }

  /**
   * Runs tasks on all workers, hands rows to `take` as they come, and answers
   * the segments written. Rejects with the first failure.
   */
  async run(tasks: readonly ImportTask[], take: (batch: RowBatch, task: ImportTask) => void): Promise<NewSegment[]> {
    const waiting = tasks.toReversed()
    const runWorker = async (worker: Worker): Promise<NewSegment[]> => {
      for (let task = waiting.pop(); task; task = waiting.pop()) {
        const current = task
        await ask(worker, { type: 'read', task }, (batch) => take(batch, current))
      }
      return await ask(worker, { type: 'finish' })
    }
    try {
      return (await Promise.all(this.workers.map(runWorker))).flat()
    } catch (error) {
      waiting.length = 0
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()))
  }
}

/** Asks a worker for something and answers the segments it wrote; rows on the way go to `take`. */
function ask(
  worker: Worker,
  request: ImportRequest,
  take: (batch: RowBatch) => void = () => {},
): Promise<NewSegment[]> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      worker.off('message', onMessage)
      worker.off('error', onError)
    }
    const onError = (error: Error): void => {
      stop()
      reject(error)
    }
    const onMessage = (answer: ImportAnswer): void => {
      try {
        if (answer.type === 'rows') return take(answer.batch)
      } catch (error) {
        return onError(error as Error)
      }
      if (answer.type === 'failed') return onError(new Error(answer.message))
      stop()
      resolve(answer.segments)
    }
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.postMessage(request)
  })
}
