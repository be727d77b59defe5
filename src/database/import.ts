/**
 * Imports sources. Several small sources, or one large, make a transaction:
 * their segments are written and synced first, then one DuckDB transaction
 * adds the games and lists the segments. An import that is killed leaves the
 * database as it was after the last whole transaction.
 */
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { detectFormat } from '../convert/detect.ts'
import type { Format, ReadOptions } from '../formats/format.ts'
import { FORMATS } from '../formats/index.ts'
import { FormatError } from '../model/issue.ts'
import { stem, type FileSet, type Source } from '../bytes/source.ts'
import { DiskFileSet } from '../node/file-source.ts'
import type { Database } from './database.ts'
import { GamesAppender } from './games-appender.ts'
import type { ImportTask } from './import-task.ts'
import { takeOutSources } from './remove.ts'
import type { RowChunk } from './row-chunk.ts'
import { WorkerPool } from './worker-pool.ts'
import { explainWriteTrouble, WriteTrouble } from './write-trouble.ts'

/** A file or database to import. */
export interface ImportSource {
  path: string
  /** Id of its format, found by its bytes when not given. */
  format?: string
  /** What the database calls it; its path when not given. */
  name?: string
}

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

export interface ImportReport {
  /** Sources imported, already there, and put in place of an older content. */
  imported: number
  skipped: number
  replaced: number
  games: number
  damaged: number
  postings: number
  failures: { path: string; message: string }[]
}

/** Entries of one task of a worker. */
const TASK_ENTRIES = 2048

/** Entries of a transaction, see ImportOptions. */
const TRANSACTION_ENTRIES = 200_000

/** A source that is new, counted and hashed. */
interface Candidate {
  source: ImportSource
  formatId: string
  hash: string
  size: number
  count: number
  /** Where its entries begin, see Collection.starts; shared with the workers. */
  starts?: Float64Array
}

/** Imports sources into a database opened for writing. */
export async function importSources(
  database: Database,
  sources: readonly ImportSource[],
  options: ImportOptions = {},
): Promise<ImportReport> {
  const report: ImportReport = { imported: 0, skipped: 0, replaced: 0, games: 0, damaged: 0, postings: 0, failures: [] }
  const known = await knownSources(database)
  const pool = new WorkerPool(database.folder)
  try {
    let group: Candidate[] = []
    let entries = 0
    for (const source of sources) {
      const candidate = await examine(source, known, options, report)
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

/** What a database has, and what an import has taken in so far. */
interface KnownSources {
  hashes: Set<string>
  /** Numbers of the sources imported from a path. */
  byName: Map<string, number[]>
  /** Entries taken in. */
  entries: number
}

async function knownSources({ catalogue }: Database): Promise<KnownSources> {
  const rows = await catalogue.rows('SELECT id, path, hash FROM sources')
  const byName = new Map<string, number[]>()
  for (const { id, path } of rows) byName.set(String(path), [...(byName.get(String(path)) ?? []), Number(id)])
  return { hashes: new Set(rows.map(({ hash }) => String(hash))), byName, entries: 0 }
}

/** Opens a source to count and recognise it; undefined when it is already there or cannot be read. */
async function examine(
  source: ImportSource,
  known: KnownSources,
  options: ImportOptions,
  report: ImportReport,
): Promise<Candidate | undefined> {
  let files: DiskFileSet | undefined
  try {
    files = new DiskFileSet(source.path)
    const format = formatOf(source, files)
    const { hash, size } = hashFiles(files, format)
    if (known.hashes.has(hash)) {
      report.skipped++
      return undefined
    }
    const collection = await format.open!(files, options.readOptions ?? {})
    const { count } = collection
    const candidate: Candidate = { source, formatId: format.id, hash, size, count }
    if (collection.starts) candidate.starts = share(collection.starts())
    collection.close?.()
    known.hashes.add(hash)
    return candidate
  } catch (error) {
    report.failures.push({ path: source.path, message: error instanceof Error ? error.message : String(error) })
    return undefined
  } finally {
    files?.close()
  }
}

function share(numbers: Float64Array): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(numbers.byteLength))
  shared.set(numbers)
  return shared
}

function nameOf({ path, name = path }: ImportSource): string {
  return name
}

function formatOf({ path, format: id }: ImportSource, files: DiskFileSet): Format {
  const format = FORMATS.find((candidate) => candidate.id === id) ?? detectFormat(files.main)
  if (!format?.open) {
    throw new FormatError('not a game record of any known format', { file: path }, 'a file of a known format')
  }
  return format
}

/** Bytes hashed at once. */
const HASH_WINDOW = 1 << 20

/** One hash over the file and the parts of its database beside it, each with its extension. */
function hashFiles(files: FileSet, format: Format): { hash: string; size: number } {
  const hash = createHash('sha256')
  const own = stem(files.main.name)
  const parts = (format.parts ?? []).map((extension) => files.find(own + extension))
  let size = 0
  const sources: Source[] = [files.main, ...parts.filter((part) => part !== undefined)]
  for (const source of new Set(sources)) {
    hash.update(`${basename(source.name).slice(own.length).toLowerCase()} ${source.size}\n`)
    for (let at = 0; at < source.size; at += HASH_WINDOW) hash.update(source.read(at, at + HASH_WINDOW))
    size += source.size
  }
  return { hash: hash.digest('hex'), size }
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
    const gathered = await pool.read(tasksOf(numbered, options), takeRows, ({ entries, games, damaged }, task) => {
      const count = counts.get(task.source)!
      count.games += games
      count.damaged += damaged
      known.entries += entries
      options.onProgress?.({ done: known.entries, total, path: task.path })
    })
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
    const values = [id, nameOf(source), formatId, hash, BigInt(size), firstGame, count, games, damaged, variations]
    statement.bind(values)
    await statement.run()
  }
  statement.destroySync()
}
