/** Where the thread of the command begins. */
import { enableCompileCache } from 'node:module'

// Each thread has to ask for what Node compiled before.
enableCompileCache()
await import('./main.ts')
