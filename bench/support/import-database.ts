/**
 * Imports a file into a database and merges its index, in a process of its
 * own so that the memory measured is theirs: `node import-database.ts FILE DATABASE`.
 * Prints what it measured as JSON.
 */
import { Database, importSources } from '../../src/database/index.ts'

/** What an import took; times in seconds, memory in MB. */
export interface ImportMeasurement {
  games: number
  positions: number
  import: Stage
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
  const [path, folder] = process.argv.slice(2)
  const database = await Database.open(folder!)
  const imported = await measureStage(async () => importSources(database, [{ path: path! }]))
  const merged = await measureStage(async () => database.compact({ all: true }))
  database.close()
  const { games, postings: positions } = imported.result
  console.log(
    JSON.stringify({ games, positions, import: imported.stage, merge: merged.stage } satisfies ImportMeasurement),
  )
}
