/** The entry point of the command's thread. */
import { enableCompileCache } from 'node:module'

// The compile cache has to be enabled in each thread.
enableCompileCache()
await import('./main.ts')
