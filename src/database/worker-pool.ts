/** Worker threads that read sources, each one task at a time. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Batch } from './batch.ts'
import type { ImportMessage, ImportTask } from './import-worker.ts'

/** Beside this module, as TypeScript or compiled. */
const WORKER_URL = new URL(`./import-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)

export class WorkerPool {
  private readonly workers: Worker[] = []

  constructor(size = Math.max(1, Math.min(8, availableParallelism()))) {
    for (let index = 0; index < size; index++) this.workers.push(new Worker(WORKER_URL))
  }

  /**
   * Runs tasks on all workers and hands every batch to `take`, one after
   * another. Rejects with the first failure; batches after it are not taken.
   */
  async run(tasks: readonly ImportTask[], take: (batch: Batch, task: ImportTask) => Promise<void>): Promise<void> {
    const waiting = tasks.toReversed()
    // Batches are taken one at a time, whichever worker they come from.
    let taking = Promise.resolve()
    const runWorker = async (worker: Worker): Promise<void> => {
      for (let task = waiting.pop(); task; task = waiting.pop()) {
        const current = task
        await runTask(worker, current, (batch) => {
          taking = taking.then(() => take(batch, current))
          return taking
        })
      }
    }
    try {
      await Promise.all(this.workers.map(runWorker))
    } catch (error) {
      waiting.length = 0
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()))
  }
}

/** Runs one task on a worker; resolves when its last batch is taken. */
function runTask(worker: Worker, task: ImportTask, take: (batch: Batch) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const pending: Promise<void>[] = []
    const stop = (): void => {
      worker.off('message', onMessage)
      worker.off('error', onError)
    }
    const onError = (error: Error): void => {
      stop()
      reject(error)
    }
    const onMessage = (message: ImportMessage): void => {
      if (message.type === 'batch') {
        const taken = take(message.batch)
        taken.catch(onError)
        pending.push(taken)
        return
      }
      stop()
      if (message.type === 'failed') reject(new Error(message.message))
      else Promise.all(pending).then(() => resolve(), reject)
    }
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.postMessage(task)
  })
}
