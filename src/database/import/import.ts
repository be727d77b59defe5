/**
 * Imports sources. Several small sources, or one large one, form a transaction: their segments are written and synced
 * first, then one DuckDB transaction adds the games and lists the segments. A killed import leaves the database as it
 * was after the last complete transaction.
 */
import type { ReadOptions } from '../../formats/format.ts'
import { FormatError } from '../../issues/errors.ts'

import { noteComing } from '../collections/identity.ts'
import { LossReport, type Loss } from '../../convert/losses.ts'
import type { BatchCount } from './batch.ts'
import type { Database } from '../database.ts'
import { GamesAppender } from '../catalogue/games-appender.ts'
import {
  examine,
  knownSources,
  nameOf,
  requireUnchanged,
  type Candidate,
  type ImportSource,
  type KnownSources,
} from './import-source.ts'
import type { ImportTask, ReadableSource, SourceCount } from './import-task.ts'
import { takeOutSources } from './remove-sources.ts'
import { UnpackedSources } from './unpacked-sources.ts'
import type { RowChunk } from '../schema/row-chunk.ts'
import { ImportWorkers, UnreadableSource } from './import-workers.ts'
import type { NewSegment } from '../index/segment-job.ts'
import { explainWriteError, tidyUp } from '../catalogue/write-error.ts'

/** How sources are read and indexed. */
export interface ImportOptions {
  readOptions?: ReadOptions
  /** Indexes the positions of variations too, not only of main lines. */
  variations?: boolean
  /** Most bytes that a compressed file or an archive may come to; see UnpackOptions. */
  maxUnpacked?: number | undefined
  /** Entries after which a transaction is committed, once its last source is complete; 200,000 by default. */
  transactionEntries?: number
  /** About the most entries of which a segment of the position index is made: whole tasks of 2,048; 262,144 by default. */
  segmentEntries?: number
  /** Threads that read; by default one, and as many more as there are processors where that much is worth it. */
  workers?: number
  /** Megabytes of memory with which a thread that reads is replaced by a new one; 65 by default. */
  workerMemory?: number
  /** Called after each task of a worker. */
  onProgress?: (progress: ImportProgress) => void
}

/** The progress of an import. */
export interface ImportProgress {
  /** Entries imported so far and entries known to follow. */
  done: number
  total: number
  /** The source being read. */
  path: string
}

/** A source that cannot be read, and why. */
export interface ImportFailure {
  path: string
  error: Error
}

/** What an import did, in numbers of sources, games and postings. */
export interface ImportReport {
  /** Sources imported, already present, and replacing older content. */
  imported: number
  skipped: number
  replaced: number
  games: number
  damaged: number
  /** What readers could not take, or had to guess, with its first places. */
  found: Loss[]
  postings: number
  /** Files in archives that are of no known format. */
  unknownFiles: number
  failures: ImportFailure[]
}

/** Entries of one task of a worker. */
const TASK_ENTRIES = 2048

/** Entries of a transaction, see ImportOptions. */
const TRANSACTION_ENTRIES = 200_000

/**
 * The most entries of which a segment is made. A transaction of more, as of one large source, has several segments, since
 * what is gathered for one takes 200 bytes of memory a game.
 */
const SEGMENT_ENTRIES = 1 << 18

/** Game numbers have 32 bits, in the catalogue and in the position index. */
const MAX_GAME_NUMBER = 0xffff_ffff

/**
 * Imports sources into a database opened for writing. A source that cannot be read, for whatever reason, is a failure
 * in the report, and nothing of it is imported; the others are.
 */
export async function importSources(
  database: Database,
  sources: readonly ImportSource[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const report: ImportReport = {
    imported: 0,
    skipped: 0,
    replaced: 0,
    games: 0,
    damaged: 0,
    found: [],
    postings: 0,
    unknownFiles: 0,
    failures: [],
  }
  const known = await knownSources(database, sources)
  const unpacked = new UnpackedSources()
  const workers = startWorkers(database, options)
  const run: ImportRun = { database, known, options, report, unpacked, workers }
  try {
    let group: Candidate[] = []
    let entries = 0
    for await (const source of unpackSources(run, sources)) {
      const candidate = await examineFor(run, source)
      if (!candidate) continue
      group.push(candidate)
      entries += candidate.entries
      if (entries < (options.transactionEntries ?? TRANSACTION_ENTRIES)) continue
      await importReadable(run, group)
      group = []
      entries = 0
      run.unpacked.closeOlder()
    }
    await importReadable(run, group)
  } catch (error) {
    throw explainWriteError(error, database.folder)
  } finally {
    await run.workers.close()
    unpacked.close()
    // What the workers were doing when one of them failed.
    if (report.failures.length > 0) await database.deleteUnlisted().catch(() => {})
  }
  await tidyUp(() => database.compact())
  return report
}

/** The workers of an import: one, unless it is told otherwise; there are more when it is known that they pay. */
function startWorkers({ folder }: Database, { workers = 1, workerMemory }: ImportOptions): ImportWorkers {
  return new ImportWorkers(folder, workers, workerMemory)
}

/** A running import. */
interface ImportRun {
  database: Database
  known: KnownSources
  options: ImportOptions
  report: ImportReport
  unpacked: UnpackedSources
  workers: ImportWorkers
}

/** The sources, with those in compressed files and archives in the place of these. */
async function* unpackSources(
  { unpacked, options, report }: ImportRun,
  sources: readonly ImportSource[],
): AsyncGenerator<ImportSource> {
  for (const source of sources) {
    try {
      const within = await unpacked.open(source, options.maxUnpacked)
      if (!within) {
        yield source
        continue
      }
      report.unknownFiles += within.unknownFiles
      report.failures.push(...within.failures)
      yield* within.sources
    } catch (error) {
      report.failures.push(failureOf(source, error))
    }
  }
}

/** Examines a source, and reports one that is there already or cannot be read. */
async function examineFor(run: ImportRun, source: ImportSource): Promise<Candidate | undefined> {
  const { report, known, options } = run
  const count = async (readable: ReadableSource, size: number): Promise<SourceCount> => {
    // A large source is worth all workers, whatever its entries: they start while these are counted.
    if (options.workers === undefined) run.workers.growFor(size)
    return await run.workers.count(readable)
  }
  try {
    const candidate = await examine(source, known, options.readOptions ?? {}, count)
    if (!candidate) report.skipped++
    return candidate
  } catch (error) {
    report.failures.push(failureOf(source, error))
    if (run.workers.haveFailed) await restartWorkers(run)
    return undefined
  }
}

function failureOf({ path }: ImportSource, error: unknown): ImportFailure {
  return { path, error: error instanceof Error ? error : new Error(String(error)) }
}

/** Imports a group of sources, without those that turn out to be unreadable. */
async function importReadable(run: ImportRun, group: readonly Candidate[]): Promise<void> {
  let left = group
  while (left.length > 0) {
    const { entries } = run.known
    try {
      return await importGroup(run, left)
    } catch (error) {
      if (!(error instanceof SourceFailure)) throw error
      const { source: failed } = error
      run.report.failures.push(failureOf(failed, error.cause))
      left = left.filter(({ source }) => source !== failed)
      // Nothing of the group was imported, and the workers may be in the middle of anything.
      run.known.entries = entries
      await restartWorkers(run)
    }
  }
}

function sumOf(group: readonly Candidate[], what: 'size' | 'entries'): number {
  return group.reduce((sum, candidate) => sum + candidate[what], 0)
}

/** Imports whole sources in one transaction. Rejects with SourceFailure if one of them is to blame. */
async function importGroup({ database, known, workers, options, report }: ImportRun, group: readonly Candidate[]) {
  const { catalogue } = database
  const work = async () => {
    const replaced = group.flatMap(({ source }) => known.byName.get(nameOf(source)) ?? [])
    const numbered = await numberSources(database, group)
    const counts = new Map(numbered.map(({ id }) => [id, { games: 0, damaged: 0 }]))
    const found = new LossReport()
    const appender = await GamesAppender.open(catalogue)
    const entries = sumOf(group, 'entries')
    const total = known.entries + entries
    const takeRows = (chunk: RowChunk) => appender.append(chunk)
    const takeCount = (read: BatchCount, task: ImportTask) => {
      const count = counts.get(task.source)!
      count.games += read.games
      count.damaged += read.damaged
      found.merge(read.found ?? [])
      known.entries += read.entries
      options.onProgress?.({ done: known.entries, total, path: task.path })
    }
    const hashed = hashAll(numbered)
    // Resolved once the workers are done: until then they send rows.
    hashed.catch(() => {})
    const portions = intoPortions(tasksOf(numbered, options), options.segmentEntries ?? SEGMENT_ENTRIES)
    if (options.workers === undefined) workers.growFor(sumOf(group, 'size'), entries)
    const segments: NewSegment[] = []
    for (const [index, portion] of portions.entries()) {
      const gathered = await workers.read(portion, takeRows, takeCount).catch((error: unknown) => {
        throw blame(error, numbered)
      })
      const isLast = index === portions.length - 1
      if (isLast) {
        await hashed
        for (const source of numbered) asSourceFailure(source, () => requireUnchanged(source))
      }
      const written = workers.writeSegments(gathered)
      // The workers have begun with the segments when the last rows go into the table.
      if (isLast) await Promise.all([written, closeLater(appender)])
      segments.push(...(await written))
    }
    await database.listSegments(segments)
    if (replaced.length > 0) await takeOutSources(database, replaced)
    await insertSources(database, numbered, counts, options.variations ?? false)
    await noteComing(
      database,
      numbered.map(({ id }) => id),
    )
    return { numbered, counts, segments, replaced, found: found.list() }
  }
  const { numbered, counts, segments, replaced, found } = await catalogue.withFewResources(async () =>
    database.change(work),
  )
  for (const { id, source } of numbered) {
    const { games, damaged } = counts.get(id)!
    known.byName.set(nameOf(source), [id])
    report.games += games
    report.damaged += damaged
  }
  const all = new LossReport()
  all.merge(report.found)
  all.merge(found)
  report.found = all.list()
  report.imported += group.length - replaced.length
  report.replaced += replaced.length
  report.postings += segments.reduce((sum, { header }) => sum + header.postings - header.corners, 0)
}

async function restartWorkers(run: ImportRun): Promise<void> {
  await run.workers.close()
  run.workers = startWorkers(run.database, run.options)
}

/** A source that cannot be read, for any reason. */
class SourceFailure extends Error {
  readonly source: ImportSource

  constructor(source: ImportSource, cause: unknown) {
    super(`${source.path} cannot be read`, { cause })
    this.source = source
  }
}

/** A failure of the workers, attributed to a source if they name one. */
function blame(error: unknown, sources: readonly NumberedSource[]): unknown {
  if (!(error instanceof UnreadableSource)) return error
  const { source } = sources.find(({ id }) => id === error.sourceId)!
  return new SourceFailure(source, error.cause)
}

function asSourceFailure(candidate: Candidate, work: () => void): void {
  try {
    work()
  } catch (error) {
    throw new SourceFailure(candidate.source, error)
  }
}

/** Computes the hashes of sources while they are read. */
async function hashAll(sources: readonly Candidate[]): Promise<void> {
  for (const { source, hash } of sources) {
    try {
      await hash()
    } catch (error) {
      throw new SourceFailure(source, error)
    }
  }
}

async function closeLater(appender: GamesAppender): Promise<void> {
  await Promise.resolve()
  appender.close()
}

/** A candidate with its number and the number of its first entry. */
interface NumberedSource extends Candidate {
  id: number
  firstGame: number
}

async function numberSources(database: Database, group: readonly Candidate[]): Promise<NumberedSource[]> {
  const [row] = await database.catalogue.rows(
    'SELECT coalesce(max(id), 0) AS id, coalesce(max(first_game + entries), 1) AS game FROM sources',
  )
  let id = Number(row!['id'])
  let firstGame = Number(row!['game'])
  const last = firstGame + sumOf(group, 'entries')
  if (last > MAX_GAME_NUMBER) {
    throw new FormatError('database/too-many-games', { most: MAX_GAME_NUMBER }, { file: database.folder })
  }
  return group.map((candidate) => {
    id++
    const numbered = { ...candidate, id, firstGame }
    firstGame += candidate.entries
    return numbered
  })
}

function tasksOf(sources: readonly NumberedSource[], options: ImportOptions): ImportTask[] {
  return sources.flatMap(({ source, formatId, id, firstGame, entries, starts }) => {
    const readOptions = starts ? { ...options.readOptions, starts } : { ...options.readOptions }
    return Array.from({ length: Math.ceil(entries / TASK_ENTRIES) }, (_, part) => ({
      path: source.path,
      files: source.files,
      format: formatId,
      readOptions,
      source: id,
      firstGame,
      from: part * TASK_ENTRIES,
      to: Math.min(entries, (part + 1) * TASK_ENTRIES),
      variations: options.variations ?? false,
    }))
  })
}

/** Tasks in portions of about the same size, none with more entries than given but for those of its last task. */
function intoPortions(tasks: readonly ImportTask[], most: number): ImportTask[][] {
  const entries = tasks.reduce((sum, { from, to }) => sum + to - from, 0)
  const count = Math.max(1, Math.ceil(entries / most))
  const portions: ImportTask[][] = [[]]
  let done = 0
  for (const task of tasks) {
    if (done >= (entries * portions.length) / count) portions.push([])
    portions.at(-1)!.push(task)
    done += task.to - task.from
  }
  return portions
}

/** Lists sources with what was counted in each. */
async function insertSources(
  { catalogue }: Database,
  sources: readonly NumberedSource[],
  counts: ReadonlyMap<number, { games: number; damaged: number }>,
  variations: boolean,
): Promise<void> {
  for (const { id, source, formatId, hash, size, firstGame, entries } of sources) {
    await catalogue.insert('sources', {
      id,
      path: nameOf(source),
      format: formatId,
      hash: await hash(),
      size: BigInt(size),
      imported: new Date().toISOString().replace('T', ' ').replace('Z', ''),
      first_game: firstGame,
      entries,
      ...counts.get(id)!,
      variations,
    })
  }
}
