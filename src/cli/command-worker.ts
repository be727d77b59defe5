/** The entry point of the command's thread. */
import { enableCompileCache } from 'node:module'
import { listenToUnfinished } from '../node/unfinished.ts'
import { tellSupervisor } from './supervised.ts'

// The compile cache has to be enabled in each thread.
enableCompileCache()
listenToUnfinished(tellSupervisor)
const { runHere } = await import('./main.ts')
await runHere(process.argv.slice(2))
