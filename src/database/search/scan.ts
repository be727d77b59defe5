/**
 * Finds where a pattern or material stands in the main lines of games: windows of the segments are scanned one after
 * the other, on all processors when there are many, without opening a game of the catalogue.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Game } from '../../model/record.ts'
import type { Hits } from '../../patterns/hits.ts'
import type { LineConditions } from '../../patterns/make-scan.ts'
import { HitCollector, scanSegments, scanTasks, type LineScanOptions } from '../../patterns/search.ts'
import { BLOCK_GAMES } from '../../positions/segment-blocks.ts'
import type { Database } from '../database.ts'
import { runOnWorkers } from './scan-pool.ts'

/** Bytes of lines from which on worker threads share a scan. */
const SHARED_BYTES = 8 << 20

/** Where the main lines of games show what is asked for. Games come in no order, the hits of one game together. */
export async function scanLines(
  database: Database,
  game: Game,
  { pattern, material }: LineConditions,
  options: LineScanOptions = {},
): Promise<Hits> {
  const conditions: LineConditions = { ...(pattern && { pattern }), ...(material && { material }) }
  const files = database.segmentFilesOf(game)
  const segments = files.map(({ segment }) => segment)
  const bytes = segments.reduce((sum, { header }) => sum + header.linesSize, 0)
  if (bytes < SHARED_BYTES) return await scanSegments(segments, game, conditions, options, nextTurn)
  const tasks = await scanTasks(segments)
  const collector = new HitCollector(conditions, options, tasks)
  const job = {
    game,
    conditions,
    options: collector.options,
    segments: files.map(({ path, segment }) => ({ path, tombstones: segment.tombstones })),
    tasks,
    ...(options.marks && { marks: options.marks }),
  }
  await runOnWorkers(database, job, (hits, task) => collector.take(hits, task), options.signal)
  return collector.hits
}

/** Marks games by their number, in memory that worker threads share. */
export function markShared(games: ArrayLike<number>): Uint8Array {
  let last = 0
  for (let index = 0; index < games.length; index++) last = Math.max(last, games[index]!)
  const marks = new Uint8Array(new SharedArrayBuffer(last + BLOCK_GAMES))
  for (let index = 0; index < games.length; index++) marks[games[index]!] = 1
  return marks
}
