/**
 * Imports sources. Several small sources, or one large, make a transaction:
 * their segments are written and synced first, then one DuckDB transaction
 * adds the games and lists the segments. An import that is killed leaves the
 * database as it was after the last whole transaction.
 */
import type { ReadOptions } from '../../formats/format.ts'

import type { BatchCount } from './batch.ts'
import type { Database } from '../database.ts'
import { GamesAppender } from '../schema/games-appender.ts'
import {
  examine,
  knownSources,
  nameOf,
  requireUnchanged,
  type Candidate,
  type ImportSource,
  type KnownSources,
} from './import-source.ts'
import type { ImportTask } from './import-task.ts'
import { takeOutSources } from '../upkeep/remove.ts'
import type { RowChunk } from '../schema/row-chunk.ts'
import { WorkerPool } from './worker-pool.ts'
import { explainWriteTrouble, WriteTrouble } from '../catalogue/write-trouble.ts'

export interface ImportOptions {
  readOptions?: ReadOptions
  /** Indexes the positions of variations too, not only of main lines. */
  variations?: boolean
  /** Entries after which a transaction is committed, once its last source is whole; 200,000 unless said. */
  transactionEntries?: number
  onProgress?: (progress: ImportProgress) => void
}

export interface ImportProgress {
  /** Entries taken in so far and entries known to come. */
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

export interface ImportReport {
  /** Sources imported, already there, and put in place of an older content. */
  imported: number
  skipped: number
  replaced: number
  games: number
  damaged: number
  postings: number
  failures: ImportFailure[]
}

/** Entries of one task of a worker. */
const TASK_ENTRIES = 2048

/** Entries of a transaction, see ImportOptions. */
const TRANSACTION_ENTRIES = 200_000

/** Imports sources into a database opened for writing. */
export async function importSources(
  database: Database,
  sources: readonly ImportSource[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const report: ImportReport = { imported: 0, skipped: 0, replaced: 0, games: 0, damaged: 0, postings: 0, failures: [] }
  const known = await knownSources(database, sources)
  const pool = new WorkerPool(database.folder)
  try {
    let group: Candidate[] = []
    let entries = 0
    for (const source of sources) {
      const candidate = await examineFor(report, source, known, options)
      if (!candidate) continue
      group.push(candidate)
      entries += candidate.count
      if (entries < (options.transactionEntries ?? TRANSACTION_ENTRIES)) continue
      await importGroup(database, group, known, pool, options, report)
      group = []
      entries = 0
    }
    if (group.length > 0) await importGroup(database, group, known, pool, options, report)
  } catch (error) {
    await pool.close()
    // Segments that were written and are not listed go at once: the disk may be full. The first error tells most.
    await database.loadSegments().catch(() => {})
    throw explainWriteTrouble(error, database.folder)
  }
  await pool.close()
  try {
    await database.compact()
  } catch (error) {
    // The games are in; without room to merge their segments they stay as they are for now.
    if (!(error instanceof WriteTrouble)) throw error
    await database.writeManifest()
  }
  return report
}

/** Examines a source, and reports one that is there already or cannot be read. */
async function examineFor(
  report: ImportReport,
  source: ImportSource,
  known: KnownSources,
  options: ImportOptions,
): Promise<Candidate | undefined> {
  try {
    const candidate = await examine(source, known, options.readOptions ?? {})
    if (!candidate) report.skipped++
    return candidate
  } catch (error) {
    if (!(error instanceof Error)) throw error
    report.failures.push({ path: source.path, error })
    return undefined
  }
}

/** Imports whole sources in one transaction. */
async function importGroup(
  database: Database,
  group: readonly Candidate[],
  known: KnownSources,
  pool: WorkerPool,
  options: ImportOptions,
  report: ImportReport,
): Promise<void> {
  const { catalogue } = database
  const work = async () => {
    const replaced = group.flatMap(({ source }) => known.byName.get(nameOf(source)) ?? [])
    const numbered = await numberSources(database, group)
    const counts = new Map(numbered.map(({ id }) => [id, { games: 0, damaged: 0 }]))
    const appender = await GamesAppender.open(catalogue)
    const total = known.entries + group.reduce((sum, { count }) => sum + count, 0)
    const takeRows = (chunk: RowChunk) => appender.append(chunk)
    const takeCount = ({ entries, games, damaged }: BatchCount, task: ImportTask) => {
      const count = counts.get(task.source)!
      count.games += games
      count.damaged += damaged
      known.entries += entries
      options.onProgress?.({ done: known.entries, total, path: task.path })
    }
    const hashed = hashAll(numbered)
    // Told once the workers are done: until then they send rows.
    hashed.catch(() => {})
    const gathered = await pool.read(tasksOf(numbered, options), takeRows, takeCount)
    await hashed
    for (const source of numbered) requireUnchanged(source)
    // The workers have begun with the segments when the last rows go into the table.
    const [segments] = await Promise.all([pool.writeSegments(gathered), closeLater(appender)])
    await database.listSegments(segments)
    if (replaced.length > 0) await takeOutSources(database, replaced)
    for (const source of numbered) {
      const { games, damaged } = counts.get(source.id)!
      known.byName.set(nameOf(source.source), [source.id])
      report.games += games
      report.damaged += damaged
    }
    await insertSources(database, numbered, counts, options.variations ?? false)
    report.imported += group.length - replaced.length
    report.replaced += replaced.length
    report.postings += segments.reduce((sum, { header }) => sum + header.postings, 0)
  }
  await catalogue.withLittleMemory(async () => catalogue.transaction(work))
  await database.loadSegments()
}

/** Works out the hashes of sources, while they are read. */
async function hashAll(sources: readonly Candidate[]): Promise<void> {
  for (const { hash } of sources) await hash()
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
  return group.map((candidate) => {
    id++
    const numbered = { ...candidate, id, firstGame }
    firstGame += candidate.count
    return numbered
  })
}

function tasksOf(sources: readonly NumberedSource[], options: ImportOptions): ImportTask[] {
  return sources.flatMap(({ source, formatId, id, firstGame, count, starts }) => {
    const readOptions = starts ? { ...options.readOptions, starts } : { ...options.readOptions }
    return Array.from({ length: Math.ceil(count / TASK_ENTRIES) }, (_, part) => ({
      path: source.path,
      format: formatId,
      readOptions,
      source: id,
      firstGame,
      from: part * TASK_ENTRIES,
      to: Math.min(count, (part + 1) * TASK_ENTRIES),
      variations: options.variations ?? false,
    }))
  })
}

/** Lists sources with what was counted in each. */
async function insertSources(
  { catalogue }: Database,
  sources: readonly NumberedSource[],
  counts: ReadonlyMap<number, { games: number; damaged: number }>,
  variations: boolean,
): Promise<void> {
  const statement = await catalogue.connection.prepare(
    'INSERT INTO sources VALUES ($1, $2, $3, $4, $5, now()::TIMESTAMP, $6, $7, $8, $9, $10)',
  )
  for (const { id, source, formatId, hash, size, firstGame, count } of sources) {
    const { games, damaged } = counts.get(id)!
    const values = [
      id,
      nameOf(source),
      formatId,
      await hash(),
      BigInt(size),
      firstGame,
      count,
      games,
      damaged,
      variations,
    ]
    statement.bind(values)
    await statement.run()
  }
  statement.destroySync()
}
