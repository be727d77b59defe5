/** Scans packs of main lines in a worker thread, and returns for each which of its games show what is asked for. */
import { workerData } from 'node:worker_threads'
import type { Game } from '../../model/record.ts'
import { serveRequests } from '../../node/worker-port.ts'
import { packTest, type LineConditions, type LinePack } from '../../patterns/line-test.ts'

/** What a scan looks for. */
export interface ScanJob {
  game: Game
  conditions: LineConditions
}

const { game, conditions } = workerData as ScanJob
const test = packTest(game, conditions)

serveRequests<LinePack, number[]>((pack, post) => post(test(pack)))
