/** The entry point of the command's thread. */
import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { listenToUnfinished } from '../node/unfinished.ts'
import { streams, type Streams } from './standard-streams.ts'
import { superviseWith, tellSupervisor } from './supervised.ts'

// The compile cache has to be enabled in each thread.
enableCompileCache()
Object.assign(streams, workerData as Streams)
superviseWith((message) => parentPort!.postMessage(message))
listenToUnfinished(tellSupervisor)
const { runHere } = await import('./main.ts')
await runHere(process.argv.slice(2))
