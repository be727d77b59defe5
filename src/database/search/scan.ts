/**
 * Finds where a pattern or material stands in the main lines of games: windows of the segments are scanned one after
 * the other, on all processors when there are many, without opening a game of the catalogue.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Game } from '../../model/record.ts'
import type { Hits } from '../../patterns/answer/hits.ts'
import type { LineConditions } from '../../patterns/scan/make-scan.ts'
import {
  HitCollector,
  joinHits,
  markGames,
  narrowSearch,
  scanSegments,
  scanTasks,
  type LineScanOptions,
} from '../../patterns/search.ts'
import type { Database } from '../database.ts'
import { runOnWorkers } from './scan-pool.ts'

/** Bytes of lines from which on worker threads share a scan. */
const SHARED_BYTES = 8 << 20

/** Games below which they are scanned in this thread. */
const FEW_GAMES = 2000

/** Hits of a search, and whether the position index had any of them (patterns/indexed/corner-search.ts). */
export interface FoundHits {
  hits: Hits
  isFromIndex: boolean
}

/** Where the main lines of games show what is asked for. Games come in no order, the hits of one game together. */
export async function findHits(
  database: Database,
  game: Game,
  { pattern, material }: LineConditions,
  options: LineScanOptions = {},
): Promise<FoundHits> {
  const conditions: LineConditions = { ...(pattern && { pattern }), ...(material && { material }) }
  const { hits, games } = await narrowSearch(database.segmentsOf(game), conditions, options)
  if (hits && !games) return { hits, isFromIndex: true }
  const scanned = await scanLines(database, game, conditions, options, games)
  return { hits: joinHits(hits, scanned), isFromIndex: hits !== undefined }
}

/**
 * Scans main lines for what is asked, and says after how many moves and where it stands.
 * @param games those that are scanned; those that the options mark, or all, when left out
 */
export async function scanLines(
  database: Database,
  game: Game,
  { pattern, material }: LineConditions,
  options: LineScanOptions,
  games?: Uint32Array,
): Promise<Hits> {
  const conditions: LineConditions = { ...(pattern && { pattern }), ...(material && { material }) }
  const files = database.segmentFilesOf(game)
  const segments = files.map(({ segment }) => segment)
  const bytes = segments.reduce((sum, { header }) => sum + header.linesSize, 0)
  const isSmall = bytes < SHARED_BYTES || (games !== undefined && games.length < FEW_GAMES)
  if (isSmall) {
    const own = games ? markGames(games) : options.marks
    return await scanSegments(segments, game, conditions, { ...options, ...(own && { marks: own }) }, nextTurn)
  }
  const marks = games ? markShared(games) : options.marks
  const tasks = await scanTasks(segments)
  const collector = new HitCollector(conditions, options, tasks)
  const job = {
    game,
    conditions,
    options: collector.options,
    segments: files.map(({ path, segment }) => ({ path, tombstones: segment.tombstones })),
    tasks,
    ...(marks && { marks }),
  }
  await runOnWorkers(database, job, (hits, task) => collector.take(hits, task), options.signal)
  return collector.hits
}

/** Marks games by their number, in memory that worker threads share. */
export function markShared(games: ArrayLike<number>): Uint8Array {
  return markGames(games, (length) => new Uint8Array(new SharedArrayBuffer(length)))
}
