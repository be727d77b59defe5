/** A program that takes a lock and keeps it: `node lock-child.ts FOLDER KEY`. It says `held` once it has it. */
import { lockFile } from '../../src/node/file-lock.ts'

const [folder, key] = process.argv.slice(2) as [string, string]
const lock = lockFile(folder, key, { patience: 60_000 })
process.stdout.write('held\n')
// A lock that nobody refers to any more would be released.
setInterval(() => lock, 1000)
