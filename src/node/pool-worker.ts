/** Where every thread of a pool begins: compiled code is kept between runs, so that a thread need not compile all of it. */
import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import type { PoolWorkerData } from './worker-port.ts'

// The compile cache has to be enabled in each thread, before what it is for is loaded.
enableCompileCache()
await import((workerData as PoolWorkerData).module)
