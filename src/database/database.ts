/** A Ludograph database: the catalogue and the position index of one folder. */
import { lstatSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { toBase64 } from '../bytes/text.ts'
import { FormatError, messageOf } from '../issues/errors.ts'
import type { Game, GameRecord } from '../model/record.ts'
import { syncFolder } from '../node/disk.ts'
import { DiskSource } from '../node/file-source.ts'
import type { MergeOptions } from '../positions/build/merge.ts'
import { MANIFEST_FORMAT, MANIFEST_VERSION, type Manifest } from '../positions/published/published.ts'
import type { SegmentHeader } from '../positions/segment/segment-format.ts'
import { encodeHeader } from '../positions/segment/segment-header.ts'
import { Segment } from '../positions/read/segment.ts'
import { Catalogue, explainUnreadable } from './catalogue/catalogue.ts'
import {
  CATALOGUE_FILE,
  columnsPath,
  POSITIONS_FOLDER,
  prepareFolder,
  requireDatabase,
  segmentPath,
  unlistedFiles,
  writeManifestFile,
} from './catalogue/folder.ts'
import { ColumnsFile } from './columns/columns-file.ts'
import { LoadedColumns } from './columns/loaded-columns.ts'
import { columnsKept, writeSegmentColumns } from './columns/segment-columns.ts'
import type { NewSegment } from './index/segment-job.ts'
import { planGrowth, planWhole, postingsOf } from './index/merge-plan.ts'
import { mergeIntoOne } from './import/segment-merge.ts'
import { RECORD_COLUMNS, recordOfRow } from './schema/game-row.ts'
import { explainWriteError, WriteError } from './catalogue/write-error.ts'
import { listValue } from './catalogue/duckdb.ts'

/** Segments with fewer postings are merged whenever a game is saved. */
const SMALL_SEGMENT = 1 << 16

/** The number of memoized results, a megabyte each at a million games. */
const MAX_MEMOIZED = 16

/** A result, and the state of the database that it is of. */
interface MemoizedResult {
  changes: number
  columns: LoadedColumns
  result: Promise<unknown>
}

/** An open segment and its files. */
interface OpenSegment {
  file: string
  segment: Segment
  source: DiskSource
  /** The columns of its games. */
  columns: ColumnsFile
  columnsSource: DiskSource
}

/** A segment as the catalogue lists it, open, with its tombstones, the numbers of games that no longer count in it. */
interface ListedSegment extends OpenSegment {
  tombstones: readonly number[]
}

/** How far a migration is. */
export interface MigrationProgress {
  /** The version that the games had, and the one that they get. */
  from: number
  to: number
  /** Games migrated, and all of them. */
  games: number
  total: number
}

/** How a database is opened. */
export interface OpenOptions {
  /** Opens an existing database read-only, which several programs can do at once. */
  readOnly?: boolean
  /** Does not open the position index, so that it can be rebuilt if damaged. */
  withoutIndex?: boolean
  /**
   * Migrates a database of an older version before it is opened, which changes its folder; by default, unless it is opened
   * read-only.
   */
  migrate?: boolean
  /** Called while it is migrated. */
  onMigrate?: (progress: MigrationProgress) => void
  /** Opens a database of an older version as it is, for what reads or changes only what all versions have. @internal */
  anyVersion?: boolean
}

/** Which segments are merged, and how progress is reported. */
export interface CompactOptions {
  /** Merges as many as their largest size allows, and writes those that have tombstones without them. */
  all?: boolean
  /** Called from time to time with the number of postings gone through, and that of all to be merged. */
  onProgress?: (postings: number, total: number) => void
}

/** An open database. One process writes to it at a time; any number may have it open for reading only. */
export class Database {
  /** The folder of the database, as given when it was opened. */
  readonly folder: string
  /** @internal */
  readonly catalogue: Catalogue
  readonly readOnly: boolean
  private segments = new Map<Game, OpenSegment[]>()
  private loaded: LoadedColumns | undefined
  /** Why tidying up after the last change failed, although the change itself is made; the next change tries again. */
  unsettled: WriteError | undefined
  private readonly closers: (() => void)[] = []
  private readonly memoized = new Map<string, MemoizedResult>()

  private constructor(folder: string, catalogue: Catalogue, readOnly: boolean) {
    this.folder = folder
    this.catalogue = catalogue
    this.readOnly = readOnly
  }

  /**
   * Opens a database, creating it if necessary unless opened read-only. Rejects with FormatError if there is none, if
   * another program writes to it, if it is damaged or of a newer version, and if it is of an older one that is not to be
   * or cannot be migrated.
   */
  static async open(folder: string, options: OpenOptions = {}): Promise<Database> {
    const { readOnly = false, withoutIndex = false, migrate = !readOnly, anyVersion = false } = options
    if (readOnly) requireDatabase(folder)
    else prepareFolder(folder)
    // Its lock holds for the whole folder: nothing is read or changed before.
    const path = join(folder, CATALOGUE_FILE)
    const catalogue = await Catalogue.open(path, readOnly, { anyVersion }).catch(async (error: unknown) => {
      if (!migrate || !(error instanceof FormatError) || error.code !== 'database/older-version') throw error
      // Loaded when it is needed.
      const { migrateDatabase } = await import('./upkeep/migrate.ts')
      await migrateDatabase(folder, options.onMigrate && { onProgress: options.onMigrate })
      return await Catalogue.open(path, readOnly)
    })
    const database = new Database(folder, catalogue, readOnly)
    try {
      if (withoutIndex) return database
      database.adopt(await database.openListed())
      if (!readOnly) await database.settle()
      return database
    } catch (error) {
      database.close()
      throw explainUnreadable(error, join(folder, CATALOGUE_FILE))
    }
  }

  /**
   * Makes a change completely or not at all: a transaction of the catalogue, in which `work` may list new segments.
   * They are opened before the transaction is committed; any failure until then undoes everything. Rejects with the
   * error of `work`, or with WriteError if the disk is to blame.
   */
  async change<Result>(work: () => Promise<Result>): Promise<Result> {
    let listed: ListedSegment[] = []
    let result: Result
    try {
      result = await this.catalogue.transaction(async () => {
        const done = await work()
        listed = await this.openListed()
        return done
      })
    } catch (error) {
      this.closeUnless(listed, this.openFiles())
      // Files written but not listed are deleted at once, since the disk may be full. The first error is the most
      // informative.
      await this.deleteUnlisted().catch(() => {})
      throw explainWriteError(error, this.folder)
    }
    this.adopt(listed)
    await this.settle()
    return result
  }

  /**
   * Tidies up after a change is committed, now or after its program ended: updates the list of segments for readers of
   * a published folder, then deletes the files that it no longer names. If the disk does not allow it now ({@link
   * unsettled}), the next change or opening for writing does it; until then the folder is still consistent.
   */
  private async settle(): Promise<void> {
    this.unsettled = undefined
    try {
      writeManifestFile(this.folder, await this.manifest())
      await this.deleteUnlisted()
      await this.catalogue.shortenLog()
    } catch (error) {
      const trouble = explainWriteError(error, this.folder)
      if (!(trouble instanceof WriteError)) throw error
      this.unsettled = trouble
    }
  }

  /** Deletes our own files in the index folder that the catalogue does not list. */
  async deleteUnlisted(): Promise<void> {
    for (const path of await this.unlistedFiles()) rmSync(path, { force: true })
  }

  /** @internal Paths of the files of our own in the folder of the index that the catalogue does not list. */
  async unlistedFiles(): Promise<string[]> {
    const rows = await this.catalogue.rows('SELECT file FROM segments')
    return unlistedFiles(this.folder, new Set(rows.map(({ file }) => String(file))))
  }

  /** Opens the segments that the catalogue lists, except those already open. */
  private async openListed(): Promise<ListedSegment[]> {
    const rows = await this.catalogue.rows(
      `SELECT segments.file, any_value(segments.game) AS game, list(tombstones.game ORDER BY tombstones.game) FILTER (tombstones.game IS NOT NULL) AS tombstones
       FROM segments LEFT JOIN tombstones ON tombstones.file = segments.file GROUP BY segments.file ORDER BY segments.file`,
    )
    const known = this.openFiles()
    const listed: ListedSegment[] = []
    try {
      for (const row of rows) {
        const file = String(row['file'])
        const open = known.get(file) ?? (await this.openSegment(file))
        const tombstones = row['tombstones'] as { items: number[] } | null
        listed.push({ ...open, tombstones: tombstones?.items ?? [] })
        if (open.segment.header.game === row['game']) continue
        throw new FormatError('database/segment-game', { game: row['game'] as Game }, { file })
      }
    } catch (error) {
      this.closeUnless(listed, known)
      throw error
    }
    return listed
  }

  /** Uses these segments from now on. */
  private adopt(listed: readonly ListedSegment[]): void {
    const kept = new Set(listed.map(({ file }) => file))
    const isSame =
      listed.length === this.openFiles().size &&
      listed.every(({ file, segment, tombstones }) => {
        return this.openFiles().has(file) && segment.tombstones.size === tombstones.length
      })
    const gone = [...this.openFiles().values()].filter(({ file }) => !kept.has(file))
    this.segments = Map.groupBy(listed, ({ segment }) => segment.header.game)
    // Labels and aliases change nothing in the columns.
    if (!isSame) this.loaded = undefined
    for (const { segment, tombstones } of listed) if (tombstones.length > 0) segment.setTombstones(new Set(tombstones))
    // A running query may still read segments that are no longer listed; it finishes within this turn.
    setImmediate(() => {
      for (const open of gone) closeSegment(open)
    })
  }

  private openFiles(): Map<string, OpenSegment> {
    return new Map([...this.segments.values()].flat().map((open) => [open.file, open]))
  }

  private closeUnless(segments: readonly OpenSegment[], kept: ReadonlyMap<string, OpenSegment>): void {
    for (const open of segments) if (!kept.has(open.file)) closeSegment(open)
  }

  private async openSegment(file: string): Promise<OpenSegment> {
    const sources: DiskSource[] = []
    const openFile = (path: string): DiskSource => {
      if (!lstatSync(path, { throwIfNoEntry: false })?.isFile()) {
        throw new FormatError('database/segment-missing', {}, { file: path })
      }
      const source = new DiskSource(path)
      sources.push(source)
      return source
    }
    const path = segmentPath(this.folder, file)
    try {
      const source = openFile(path)
      const segment = await Segment.open(source, true)
      const columnsSource = openFile(columnsPath(this.folder, file))
      return { file, segment, source, columns: new ColumnsFile(columnsSource, segment.header), columnsSource }
    } catch (error) {
      for (const source of sources) source.close()
      if (!(error instanceof FormatError) || error.code === 'database/segment-missing') throw error
      const damaged = join(dirname(path), error.place.file ?? file)
      throw new FormatError('database/segment-damaged', { reason: messageOf(error) }, { ...error.place, file: damaged })
    }
  }

  /** The files of these columns. @internal */
  columnsFiles(): ColumnsFile[] {
    return [...this.segments.values()].flat().map(({ columns }) => columns)
  }

  /** The columns by which games are filtered, sorted and listed, as they are after the last change. @internal */
  get columns(): LoadedColumns {
    this.loaded ??= new LoadedColumns(
      [...this.segments.values()].flat().map(({ segment, columns }) => {
        return { game: segment.header.game, columns, tombstones: segment.tombstones }
      }),
    )
    return this.loaded
  }

  /**
   * Remembers the results of the last few questions until the next change. Within a transaction nothing is remembered,
   * since every statement may change what comes next.
   */
  async memoize<Result>(question: string, run: () => Promise<Result>): Promise<Result> {
    const { changes, isInTransaction } = this.catalogue
    if (isInTransaction) return await run()
    const { columns, memoized } = this
    const isCurrent = (one: MemoizedResult) => one.changes === changes && one.columns === columns
    // Results of an earlier state would keep its columns in memory.
    for (const [other, one] of memoized) if (!isCurrent(one)) memoized.delete(other)
    const known = memoized.get(question) ?? { changes, columns, result: run() }
    // The most recent one is kept last; the first one is evicted.
    memoized.delete(question)
    memoized.set(question, known)
    if (memoized.size > MAX_MEMOIZED) memoized.delete(memoized.keys().next().value!)
    try {
      return (await known.result) as Result
    } catch (error) {
      if (memoized.get(question) === known) memoized.delete(question)
      throw error
    }
  }

  /** @internal The segments of the position index for a game. */
  segmentsOf(game: Game): Segment[] {
    return (this.segments.get(game) ?? []).map(({ segment }) => segment)
  }

  /** The same with the path of each, for worker threads that open them. @internal */
  segmentFilesOf(game: Game): { path: string; segment: Segment }[] {
    return (this.segments.get(game) ?? []).map(({ file, segment }) => ({
      path: segmentPath(this.folder, file),
      segment,
    }))
  }

  /** @internal What the header of a segment says, and the size of its file; undefined for one that is not open. */
  headerOf(file: string): (SegmentHeader & { size: number }) | undefined {
    const open = this.openFiles().get(file)
    return open && { ...open.segment.header, size: open.source.size }
  }

  /** The full record of a game; undefined if there is none with this number. */
  async record(id: number): Promise<GameRecord | undefined> {
    const [row] = await this.catalogue.rows(`SELECT ${RECORD_COLUMNS} FROM games WHERE id = $1`, [id])
    return row && recordOfRow(row)
  }

  /**
   * Lists new segments and removes old ones from the list, in the open transaction.
   * @internal
   */
  async listSegments(added: readonly NewSegment[], removed: readonly string[] = []): Promise<void> {
    // Their names must be durable before the catalogue lists them.
    if (added.length > 0) syncFolder(join(this.folder, POSITIONS_FOLDER))
    for (const { file, header, size } of added) {
      await this.catalogue.insert('segments', {
        file,
        game: header.game,
        postings: BigInt(header.postings),
        positions: BigInt(header.keys),
        size: BigInt(size),
      })
    }
    for (const file of removed) {
      await this.catalogue.rows('DELETE FROM segments WHERE file = $1', [file])
      await this.catalogue.rows('DELETE FROM tombstones WHERE file = $1', [file])
    }
  }

  /** Adds tombstones for games to the segments that hold them now, in the open transaction. */
  async addTombstones(ids: readonly number[]): Promise<void> {
    for (const { file, segment } of [...this.segments.values()].flat()) {
      const facts = await segment.readFacts()
      const held = ids.filter((id) => facts.has(id))
      if (held.length === 0) continue
      await this.catalogue.rows('INSERT INTO tombstones SELECT $1, unnest($2::UINTEGER[])', [file, listValue(held)])
    }
  }

  /**
   * Merges the segments of every kind of game that has more than a few small ones, or as many as their largest size
   * allows if `all` is set (merge-plan.ts). Returns how many segments went into new ones. Rejects with WriteError if the
   * disk is full.
   */
  async compact({ all = false, onProgress }: CompactOptions = {}): Promise<number> {
    const plan = all ? planWhole<OpenSegment> : planGrowth<OpenSegment>
    const groups = [...this.segments.values()].flatMap((open) => plan(open))
    return await this.merge(groups, onProgress)
  }

  /** Merges the small segments of a game, such as those of games saved one by one. */
  async compactSmall(game: Game): Promise<void> {
    const small = (this.segments.get(game) ?? []).filter(({ segment }) => segment.header.postings <= SMALL_SEGMENT)
    if (small.length > 1) await this.merge([small])
  }

  private async merge(
    groups: readonly (readonly OpenSegment[])[],
    onProgress?: CompactOptions['onProgress'],
  ): Promise<number> {
    if (groups.length === 0) return 0
    const total = groups.reduce((sum, group) => sum + postingsOf(group), 0)
    let done = 0
    const work = async (): Promise<number> => {
      for (const group of groups) {
        await this.rewriteSegments(
          group,
          onProgress && { onProgress: (postings) => onProgress(done + postings, total) },
        )
        done += postingsOf(group)
      }
      return groups.flat().length
    }
    return await this.catalogue.whileGivingBack(async () => this.change(work))
  }

  /**
   * Rewrites, in the open transaction, the segments of some kinds of game that may have games with numbers in some
   * spans, without these games. Segments added in the transaction are not touched.
   * @param spans the first number of each, and the one after its last
   * @internal
   */
  async rewriteWithout(games: readonly Game[], spans: readonly (readonly [number, number])[]): Promise<void> {
    const keeps = (game: number) => spans.every(([start, end]) => game < start || game >= end)
    for (const open of games.flatMap((game) => this.segments.get(game) ?? [])) {
      const { firstGame, gameRange } = open.segment.header
      const isConcerned = spans.some(([start, end]) => start < firstGame + gameRange && end > firstGame)
      if (isConcerned) await this.rewriteSegments([open], { keeps })
    }
  }

  /**
   * Writes one new segment in place of some of one kind of game, or none if they have no games, in the open transaction;
   * games rejected by `keeps` of the options are dropped.
   */
  private async rewriteSegments(open: readonly OpenSegment[], options: MergeOptions = {}): Promise<void> {
    const { keeps = () => true } = options
    const parts = open.map(({ columns, segment: { tombstones } }) => {
      return columnsKept(columns, (id) => !tombstones.has(id) && keeps(id))
    })
    const removed = open.map(({ file }) => file)
    if (parts.every(({ games }) => games.length === 0)) return await this.listSegments([], removed)
    const merged = await mergeIntoOne(this.folder, open, options)
    // They stay open until the transaction ends, by which time many may have been replaced.
    for (const { segment } of open) segment.forget()
    writeSegmentColumns(this.folder, merged.file, parts)
    await this.listSegments([merged], removed)
  }

  /** The contents of positions.json, the list of segments with their headers for readers of a published folder. */
  async manifest(): Promise<string> {
    const segments = [...this.segments.values()].flat().map(({ file, segment, source }) => ({
      file: `${POSITIONS_FOLDER}/${file}`,
      game: segment.header.game,
      postings: segment.header.postings,
      positions: segment.header.keys,
      size: source.size,
      header: toBase64(encodeHeader(segment.header)),
      ...(segment.tombstones.size > 0 && { tombstones: [...segment.tombstones] }),
    }))
    const [row] = await this.catalogue.rows('SELECT count(*) AS games FROM games')
    const games = Number(row?.['games'] ?? 0)
    const manifest: Manifest = { format: MANIFEST_FORMAT, version: MANIFEST_VERSION, games, segments }
    return `${JSON.stringify(manifest, undefined, 1)}\n`
  }

  /** Has something done when the database is closed. @internal */
  beforeClose(close: () => void): void {
    this.closers.push(close)
  }

  /** Closes all files. Queries that are still running fail. */
  close(): void {
    for (const close of this.closers.splice(0)) close()
    this.closeSegments()
    this.catalogue.close()
  }

  private closeSegments(): void {
    for (const open of this.segments.values()) for (const one of open) closeSegment(one)
    this.segments.clear()
    this.loaded = undefined
  }
}

function closeSegment({ source, columnsSource }: OpenSegment): void {
  source.close()
  columnsSource.close()
}
