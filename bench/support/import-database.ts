/**
 * Imports files into a database, each in a separate transaction, and merges their index segments, in a
 * separate process so that only their memory is measured: `node import-database.ts DATABASE FILE...`. Prints
 * what it measured as JSON.
 */
import { Database, importSources } from '../../src/database/index.ts'

/** What an import took; times in seconds, memory in MB. */
export interface ImportMeasurement {
  games: number
  positions: number
  import: Stage
  /** Nothing is to be merged after the import of a single file. */
  merge: Stage
}

interface Stage {
  seconds: number
  processor: number
  /** The greatest memory of the process up to the end of the stage. */
  memory: number
}

async function measureStage<Result>(work: () => Promise<Result>): Promise<{ result: Result; stage: Stage }> {
  const [start, before] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  const stage = {
    seconds: (performance.now() - start) / 1000,
    processor: (user + system) / 1e6,
    memory: process.resourceUsage().maxRSS / 1000,
  }
  return { result, stage }
}

if (import.meta.main) {
  const [folder, ...paths] = process.argv.slice(2)
  const database = await Database.open(folder!)
  const sources = paths.map((path) => ({ path }))
  const imported = await measureStage(async () => importSources(database, sources, { transactionEntries: 1 }))
  const merged = await measureStage(async () => database.compact({ all: true }))
  database.close()
  const { games, postings: positions } = imported.result
  console.log(
    JSON.stringify({ games, positions, import: imported.stage, merge: merged.stage } satisfies ImportMeasurement),
  )
}
