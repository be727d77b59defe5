/**
 * Worker threads that handle requests. The other side is `serveRequests` of worker-port.ts: a worker handles its
 * requests one after another and sends any number of responses to each.
 */
import { availableParallelism } from 'node:os'
import { Worker, type ResourceLimits, type WorkerOptions } from 'node:worker_threads'
import { CodedError, errorOf } from '../issues/errors.ts'
import { moduleBeside } from './module-beside.ts'
import type { PoolWorkerData, WorkerMessage } from './worker-port.ts'

const ENTRY = moduleBeside(import.meta.url, './pool-worker')

/** The largest number of workers: more need memory and hardly save time. */
const MAX_WORKERS = 8

/** How many workers a pool should have: one for each processor that is not busy otherwise. */
export function workerCount(busyProcessors = 0): number {
  return Math.max(1, Math.min(MAX_WORKERS, availableParallelism() - busyProcessors))
}

export interface WorkerPoolOptions {
  /** How many workers; by default one for each processor. */
  size?: number
  /** What every worker gets ({@link dataOfPool}). */
  data?: unknown
  resourceLimits?: ResourceLimits
}

/** A place for a thread, which has none after {@link WorkerPool.renew} until it is asked again. */
interface PoolWorker<Reply> {
  thread: Worker | undefined
  pending: Pending<Reply>[]
}

interface Pending<Reply> {
  take: (reply: Reply) => void
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * The threads of one task. After the first failure (of a request, a thread, or a handler of responses) no more
 * responses are delivered and every request rejects with that failure; the pool can then only be closed.
 */
export class WorkerPool<Request, Reply> {
  private readonly workers: PoolWorker<Reply>[] = []
  private readonly options: WorkerOptions
  private failure: { error: unknown } | undefined

  constructor(module: URL, { size = workerCount(), data, resourceLimits }: WorkerPoolOptions = {}) {
    const workerData: PoolWorkerData = { module: module.href, data }
    this.options = { workerData, ...(resourceLimits && { resourceLimits }) }
    this.growTo(size)
  }

  get size(): number {
    return this.workers.length
  }

  /** Whether it can only be closed. */
  get hasFailed(): boolean {
    return this.failure !== undefined
  }

  /** Starts workers until there are as many; those that there are stay. */
  growTo(size: number): void {
    while (this.workers.length < size) {
      const worker: PoolWorker<Reply> = { thread: undefined, pending: [] }
      this.workers.push(worker)
      this.start(worker)
    }
  }

  /**
   * Ends the thread of a worker that has nothing to do, with all memory of it; its next request starts another.
   * @param worker number of the worker, from 0
   */
  async renew(worker: number): Promise<void> {
    const place = this.workers[worker]!
    const { thread } = place
    place.thread = undefined
    await thread?.terminate()
  }

  private start(worker: PoolWorker<Reply>): Worker {
    const thread = new Worker(ENTRY, this.options)
    worker.thread = thread
    // What becomes of a thread that was replaced is no failure of the pool.
    const fail = (error: unknown): void => {
      if (worker.thread === thread) this.fail(error)
    }
    thread.on('message', (message: WorkerMessage<Reply>) => this.receive(worker.pending, message))
    thread.on('error', fail)
    thread.on('messageerror', fail)
    thread.on('exit', () => fail(new CodedError('worker/exited', {})))
    return thread
  }

  /**
   * Sends a request to one worker. Resolves when the worker has handled it.
   * @param worker number of the worker, from 0
   * @param take receives the responses @param moved buffers transferred to the worker
   */
  async ask(
    worker: number,
    request: Request,
    take: (reply: Reply) => void,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<void> {
    if (this.failure) throw this.failure.error
    const place = this.workers[worker]!
    const thread = place.thread ?? this.start(place)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    place.pending.push({ take, resolve, reject })
    thread.postMessage(request, moved)
    await promise
  }

  /** Sends the same request to all workers. Resolves when all have handled it. */
  async askAll(request: Request, take: (reply: Reply) => void): Promise<void> {
    await Promise.all(this.workers.map((_, worker) => this.ask(worker, request, take)))
  }

  /** The worker with the fewest pending requests, and their number. */
  idlest(): { worker: number; waiting: number } {
    const counts = this.workers.map(({ pending }, worker) => ({ worker, waiting: pending.length }))
    return counts.reduce((one, other) => (other.waiting < one.waiting ? other : one))
  }

  /** Stops all workers, whatever they are doing; unhandled requests reject. */
  async close(): Promise<void> {
    this.fail(new CodedError('worker/exited', {}))
    await Promise.all(this.workers.flatMap(({ thread }) => (thread ? [thread.terminate()] : [])))
  }

  private receive(pending: Pending<Reply>[], message: WorkerMessage<Reply>): void {
    const request = pending[0]
    if (this.failure || !request) return
    if (message.type === 'failed') return this.fail(errorOf(message.error))
    if (message.type === 'done') {
      pending.shift()
      return request.resolve()
    }
    try {
      request.take(message.reply)
    } catch (error) {
      this.fail(error)
    }
  }

  private fail(error: unknown): void {
    this.failure ??= { error }
    for (const { pending } of this.workers) {
      for (const { reject } of pending.splice(0)) reject(this.failure.error)
    }
  }
}

/**
 * Handles all requests, each with one response, and delivers the responses in the order of the requests. @param ahead
 * how many requests per worker may be in progress or waiting for an earlier one @returns when all are delivered;
 * rejects with the first failure, including one of `take`
 */
export async function askInOrder<Request, Reply>(
  pool: WorkerPool<Request, Reply>,
  requests: readonly Request[],
  ahead: number,
  take: (reply: Reply) => void,
): Promise<void> {
  const waiting = new Map<number, Reply>()
  let begun = 0
  let due = 0
  let onTaken = Promise.withResolvers<void>()
  const takeDue = (): void => {
    for (; waiting.has(due); due++) {
      const reply = waiting.get(due)!
      waiting.delete(due)
      take(reply)
    }
    onTaken.resolve()
    onTaken = Promise.withResolvers()
  }
  const work = async (worker: number): Promise<void> => {
    while (begun < requests.length) {
      const index = begun++
      if (index - due >= ahead * pool.size) takeDue()
      while (index - due >= ahead * pool.size) await onTaken.promise
      // The worker gets its next request before the response to the last one is delivered.
      const handled = pool.ask(worker, requests[index]!, (reply) => waiting.set(index, reply))
      handled.catch(() => {})
      takeDue()
      await handled
    }
    takeDue()
  }
  await Promise.all(Array.from({ length: pool.size }, (_, worker) => work(worker)))
}
