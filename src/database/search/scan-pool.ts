/** Worker threads that scan main lines, kept while a database is open: starting them takes longer than most scans. */
import { moduleBeside } from '../../node/module-beside.ts'
import { WorkerPool } from '../../node/worker-pool.ts'
import type { HitArrays } from '../../patterns/answer/hits.ts'
import type { Database } from '../database.ts'
import type { ScanTask } from '../../patterns/search.ts'
import type { ScanReply, ScanJob } from './scan-worker.ts'

const WORKER = moduleBeside(import.meta.url, './scan-worker')

const pools = new WeakMap<Database, WorkerPool<ScanJob, ScanReply>>()

/**
 * Runs a scan on all processors, and hands over the hits of each task as they come. Rejects when a worker fails, or
 * with the reason of the signal when that stops it.
 */
export async function runOnWorkers(
  database: Database,
  job: Omit<ScanJob, 'counter'>,
  take: (hits: HitArrays, task: ScanTask) => void,
  signal?: AbortSignal,
): Promise<void> {
  const counter = new Int32Array(new SharedArrayBuffer(4))
  const stop = () => Atomics.store(counter, 0, job.tasks.length)
  signal?.addEventListener('abort', stop)
  const pool = poolOf(database)
  try {
    await pool.askAll({ ...job, counter }, ({ task, hits }) => take(hits, job.tasks[task]!))
    signal?.throwIfAborted()
  } catch (error) {
    // After a failure a pool can only be closed.
    if (!signal?.aborted) dropPool(database, pool)
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

function poolOf(database: Database): WorkerPool<ScanJob, ScanReply> {
  const known = pools.get(database)
  if (known) return known
  const pool = new WorkerPool<ScanJob, ScanReply>(WORKER)
  pools.set(database, pool)
  database.beforeClose(() => dropPool(database, pool))
  return pool
}

function dropPool(database: Database, pool: WorkerPool<ScanJob, ScanReply>): void {
  if (pools.get(database) === pool) pools.delete(database)
  void pool.close()
}
