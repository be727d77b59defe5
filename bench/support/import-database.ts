/**
 * Imports files into a database, each in a separate transaction, and merges their index segments, in a
 * separate process so that only their memory is measured: `node import-database.ts DATABASE FILE...`. Prints
 * what it measured as JSON. It imports with the built package if there is one: that is what users run, and reading sources in
 * every thread takes a hundred megabytes.
 */
import { existsSync } from 'node:fs'
import type * as Databases from '../../src/database/index.ts'

const BUILT = new URL('../../dist/database/index.js', import.meta.url)
const SOURCES = new URL('../../src/database/index.ts', import.meta.url)

/** What an import took; times in seconds, memory in MB. */
export interface ImportMeasurement {
  /** Whether the built package was measured, and not the sources. */
  isBuilt: boolean
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
  const module = existsSync(BUILT) ? BUILT : SOURCES
  const { Database, importSources } = (await import(module.href)) as typeof Databases
  const database = await Database.open(folder!)
  const sources = paths.map((path) => ({ path }))
  const imported = await measureStage(async () => importSources(database, sources, { transactionEntries: 1 }))
  const merged = await measureStage(async () => database.compact({ all: true }))
  database.close()
  const { games, postings: positions } = imported.result
  console.log(
    JSON.stringify({
      isBuilt: module === BUILT,
      games,
      positions,
      import: imported.stage,
      merge: merged.stage,
    } satisfies ImportMeasurement),
  )
}
