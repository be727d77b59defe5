/** The entry point of the command's thread. */
import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { listenToUnfinished } from '../../node/unfinished.ts'
import { streams, type Streams } from '../show/standard-streams.ts'
import { REST, superviseWith, tellSupervisor } from '../supervised.ts'

// The compile cache has to be enabled in each thread.
enableCompileCache()
Object.assign(streams, workerData as Streams)
superviseWith((message) => parentPort!.postMessage(message))
listenToUnfinished(tellSupervisor)
parentPort!.on('message', (message) => {
  if (message === REST) void rest()
})
// Waiting for it keeps nobody from ending.
parentPort!.unref()
const { runHere } = await import('./main.ts')
await runHere(process.argv.slice(2))

/** Does nothing from now on: the main thread cleans up, and ends the program. */
async function rest(): Promise<void> {
  const { dropLocks } = await import('../../node/file-lock.ts')
  // They would keep the main thread from undoing what is unfinished.
  dropLocks()
  tellSupervisor('at rest')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
