/** Scans packs of main lines in a worker thread, and returns for each which of its games show what is asked for. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Game } from '../../model/record.ts'
import { packTest, type LineConditions, type LinePack } from '../../patterns/line-test.ts'

/** What a scan looks for. */
export interface ScanJob {
  game: Game
  conditions: LineConditions
}

/** Numbers of games, or why there are none. */
export type ScanAnswer = { found: number[] } | { message: string }

const port = parentPort
if (!port) throw new TypeError('the scan worker runs in a worker thread')

const { game, conditions } = workerData as ScanJob
const test = packTest(game, conditions)

port.on('message', (pack: LinePack) => {
  try {
    port.postMessage({ found: test(pack) } satisfies ScanAnswer)
  } catch (error) {
    port.postMessage({ message: error instanceof Error ? error.message : String(error) } satisfies ScanAnswer)
  }
})
