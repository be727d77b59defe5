/** A Ludograph database: the catalogue and the position index of one folder. */
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBValue } from '@duckdb/node-api'
import { toBase64 } from '../bytes/text.ts'
import { FormatError } from '../model/issue.ts'
import type { Game, GameRecord } from '../model/record.ts'
import { DiskSource } from '../node/file-source.ts'
import type { MergeOptions } from '../positions/merge.ts'
import { MANIFEST_FORMAT, MANIFEST_VERSION, type Manifest } from '../positions/published.ts'
import { encodeHeader } from '../positions/segment-header.ts'
import { Segment } from '../positions/segment-reader.ts'
import { Catalogue, SCHEMA_VERSION } from './catalogue/catalogue.ts'
import {
  CATALOGUE_FILE,
  deleteUnlisted,
  MANIFEST_FILE,
  POSITIONS_FOLDER,
  prepareFolder,
  requireDatabase,
  segmentPath,
} from './catalogue/folder.ts'
import type { NewSegment } from './index/segment-job.ts'
import { mergeIntoOne } from './index/segment-merge.ts'
import { decodeRecord } from './schema/stored-record.ts'
import { explainWriteTrouble } from './catalogue/write-trouble.ts'
import { listValue, MissingDuckDBError } from './catalogue/duckdb.ts'

/** Segments of one game beyond which a merge makes one of them. */
const MAX_SEGMENTS = 4

/** Postings of a segment that is merged with others of its kind whenever a game is saved. */
const SMALL_SEGMENT = 1 << 16

/** What helps when the position index is damaged: the games themselves are in the catalogue. */
export const REMEDY = 'ludograph reindex makes the index anew from the games'

/** Answers that a database remembers. */
const MAX_REMEMBERED = 4

/** An open segment and its file. */
interface OpenSegment {
  file: string
  segment: Segment
  source: DiskSource
}

export interface OpenOptions {
  /** Opens an existing database for reading only: several programs may at once. */
  readOnly?: boolean
  /** Leaves the position index alone, to make it anew when it is damaged. */
  withoutIndex?: boolean
}

export interface CompactOptions {
  /** Merges all segments of a game that has more than one, or games withdrawn from the one it has. */
  all?: boolean
  /** Called from time to time with the number of postings of a game gone through. */
  onProgress?: (postings: number) => void
}

export class Database {
  readonly folder: string
  readonly catalogue: Catalogue
  readonly readOnly: boolean
  private segments = new Map<Game, OpenSegment[]>()
  private readonly remembered = new Map<string, Promise<unknown>>()

  private constructor(folder: string, catalogue: Catalogue, readOnly: boolean) {
    this.folder = folder
    this.catalogue = catalogue
    this.readOnly = readOnly
  }

  /**
   * Opens a database, made when it is not there and not opened read-only.
   * Rejects with FormatError when there is none, when another program writes
   * to it, and when it is damaged or of another version.
   */
  static async open(folder: string, { readOnly = false, withoutIndex = false }: OpenOptions = {}): Promise<Database> {
    if (readOnly) requireDatabase(folder)
    else prepareFolder(folder)
    const catalogue = await openCatalogue(folder, readOnly)
    try {
      requireVersion(folder, await catalogue.version())
      const database = new Database(folder, catalogue, readOnly)
      if (!withoutIndex) await database.loadSegments()
      return database
    } catch (error) {
      catalogue.close()
      throw error
    }
  }

  /** Opens the segments the catalogue lists; forgets files that no transaction listed. */
  async loadSegments(): Promise<void> {
    const rows = await this.catalogue.rows(
      `SELECT segments.file, any_value(segments.game) AS game, list(withdrawn.game) FILTER (withdrawn.game IS NOT NULL) AS withdrawn
       FROM segments LEFT JOIN withdrawn ON withdrawn.file = segments.file GROUP BY segments.file ORDER BY segments.file`,
    )
    const known = new Map([...this.segments.values()].flat().map((open) => [open.file, open]))
    const segments = new Map<Game, OpenSegment[]>()
    for (const row of rows) {
      const file = String(row['file'])
      const open = known.get(file) ?? (await this.openSegment(file))
      known.delete(file)
      const withdrawn = row['withdrawn'] as { items: number[] } | null
      if (withdrawn) open.segment.withdraw(new Set(withdrawn.items))
      const game = row['game'] as Game
      segments.set(game, [...(segments.get(game) ?? []), open])
    }
    this.segments = segments
    if (!this.readOnly) deleteUnlisted(this.folder, new Set(rows.map(({ file }) => String(file))))
    // A question that is being answered may still read what is listed no more; it does so within this turn.
    setImmediate(() => {
      for (const { source } of known.values()) source.close()
    })
  }

  private async openSegment(file: string): Promise<OpenSegment> {
    const path = segmentPath(this.folder, file)
    if (!existsSync(path)) {
      throw new FormatError('a file of the position index is missing', { file: path }, `every listed file; ${REMEDY}`)
    }
    const source = new DiskSource(path)
    try {
      const segment = await Segment.open(source)
      await segment.preload()
      return { file, segment, source }
    } catch (error) {
      source.close()
      if (!(error instanceof FormatError)) throw error
      throw new FormatError(error.message, { ...error.place, file: path }, `${error.expected}; ${REMEDY}`)
    }
  }

  /** What was worked out for a question. A database opened for reading keeps the last few answers: nobody changes it. */
  async remember<Answer>(question: string, workOut: () => Promise<Answer>): Promise<Answer> {
    if (!this.readOnly) return await workOut()
    const known = this.remembered.get(question) as Promise<Answer> | undefined
    const answer = known ?? workOut()
    // The question asked last comes last; the first one is forgotten.
    this.remembered.delete(question)
    this.remembered.set(question, answer)
    if (this.remembered.size > MAX_REMEMBERED) this.remembered.delete(this.remembered.keys().next().value!)
    try {
      return await answer
    } catch (error) {
      this.remembered.delete(question)
      throw error
    }
  }

  /** The segments of the position index for a game. */
  segmentsOf(game: Game): Segment[] {
    return (this.segments.get(game) ?? []).map(({ segment }) => segment)
  }

  /** The full record of a game; undefined when there is none with this number. */
  async record(id: number): Promise<GameRecord | undefined> {
    const [row] = await this.catalogue.rows('SELECT head, moves, tree FROM games WHERE id = $1', [id])
    return row && recordOfRow(row)
  }

  /** Lists new segments in the transaction that is open, and old ones no more. */
  async listSegments(added: readonly NewSegment[], removed: readonly string[] = []): Promise<void> {
    for (const { file, header, size } of added) {
      await this.catalogue.rows('INSERT INTO segments VALUES ($1, $2, $3, $4, $5)', [
        file,
        header.game,
        BigInt(header.postings),
        BigInt(header.keys),
        BigInt(size),
      ])
    }
    for (const file of removed) {
      await this.catalogue.rows('DELETE FROM segments WHERE file = $1', [file])
      await this.catalogue.rows('DELETE FROM withdrawn WHERE file = $1', [file])
    }
  }

  /** Withdraws games, in the transaction that is open, from the segments that hold them now. */
  async withdrawGames(ids: readonly number[]): Promise<void> {
    for (const { file, segment } of [...this.segments.values()].flat()) {
      const facts = await segment.readFacts()
      const held = ids.filter((id) => facts.has(id))
      if (held.length === 0) continue
      await this.catalogue.rows('INSERT INTO withdrawn SELECT $1, unnest($2::UINTEGER[])', [file, listValue(held)])
    }
  }

  /**
   * Merges the segments of every game that has more than a few, or all of
   * them when `all` says so. Answers how many segments went into new ones.
   * Rejects with WriteTrouble when there is no room for them.
   */
  async compact({ all = false, onProgress }: CompactOptions = {}): Promise<number> {
    const needsMerge = (open: readonly OpenSegment[]) =>
      open.length > (all ? 1 : MAX_SEGMENTS) || (all && open.some(({ segment }) => segment.withdrawn.size > 0))
    const games = [...this.segments].filter(([, open]) => needsMerge(open)).map(([game]) => game)
    try {
      const { added, removed } = await this.rewriteSegments(games, onProgress ? { onProgress } : {})
      return await this.replaceSegments(added, removed)
    } catch (error) {
      // Segments that were written and are not listed go at once: the disk may be full. The first error tells most.
      await this.loadSegments().catch(() => {})
      throw explainWriteTrouble(error, this.folder)
    }
  }

  /** Merges the small segments of a game, such as those of games saved one by one. */
  async compactSmall(game: Game): Promise<void> {
    const small = (this.segments.get(game) ?? []).filter(({ segment }) => segment.header.postings <= SMALL_SEGMENT)
    if (small.length < 2) return await this.writeManifest()
    const { added, removed } = await this.rewriteSegments([game], {}, new Set(small.map(({ file }) => file)))
    await this.replaceSegments(added, removed)
  }

  private async replaceSegments(added: readonly NewSegment[], removed: readonly string[]): Promise<number> {
    if (removed.length > 0) {
      await this.catalogue.transaction(async () => this.listSegments(added, removed))
      await this.loadSegments()
    }
    await this.writeManifest()
    return removed.length
  }

  /**
   * Writes one new segment for each of some games, of those it has, or of some of its files alone; games that
   * `keeps` of the options refuses are left out. Lists nothing.
   */
  async rewriteSegments(
    games: readonly Game[],
    options: MergeOptions = {},
    files?: ReadonlySet<string>,
  ): Promise<{ added: NewSegment[]; removed: string[] }> {
    const added: NewSegment[] = []
    const removed: string[] = []
    for (const game of games) {
      const open = (this.segments.get(game) ?? []).filter(({ file }) => !files || files.has(file))
      added.push(await mergeIntoOne(this.folder, open, options))
      removed.push(...open.map((one) => one.file))
    }
    return { added, removed }
  }

  /** Writes positions.json, the list of segments with their headers for readers of a published folder. */
  async writeManifest(): Promise<void> {
    const segments = [...this.segments.values()].flat().map(({ file, segment, source }) => ({
      file: `${POSITIONS_FOLDER}/${file}`,
      game: segment.header.game,
      postings: segment.header.postings,
      positions: segment.header.keys,
      size: source.size,
      header: toBase64(encodeHeader(segment.header)),
      ...(segment.withdrawn.size > 0 && { withdrawn: [...segment.withdrawn] }),
    }))
    const [row] = await this.catalogue.rows('SELECT count(*) AS games FROM games')
    const manifest: Manifest = {
      format: MANIFEST_FORMAT,
      version: MANIFEST_VERSION,
      games: Number(row?.['games'] ?? 0),
      segments,
    }
    const path = join(this.folder, MANIFEST_FILE)
    writeFileSync(`${path}.part`, `${JSON.stringify(manifest, undefined, 1)}\n`)
    renameSync(`${path}.part`, path)
  }

  close(): void {
    this.closeSegments()
    this.catalogue.close()
  }

  private closeSegments(): void {
    for (const open of this.segments.values()) for (const { source } of open) source.close()
    this.segments.clear()
  }
}

/** A record from the columns head, moves and tree. */
export function recordOfRow(row: Record<string, DuckDBValue>): GameRecord {
  const { bytes } = row['moves'] as { bytes: Uint8Array }
  return decodeRecord({ head: String(row['head']), moves: bytes, tree: row['tree'] as string | null })
}

/** Throws FormatError when a catalogue has other tables than those known here. */
function requireVersion(folder: string, version: string | undefined): void {
  if (version === String(SCHEMA_VERSION)) return
  if (version === undefined) {
    const message = `${CATALOGUE_FILE} has the tables of something else`
    throw new FormatError(message, { file: folder }, 'a database of Ludograph')
  }
  const [made, remedy] =
    Number(version) > SCHEMA_VERSION
      ? ['a newer Ludograph', 'a newer Ludograph opens it']
      : ['an older Ludograph', 'its files imported again make one']
  const message = `the database is of version ${version}, made by ${made}`
  throw new FormatError(message, { file: folder }, `version ${SCHEMA_VERSION}; ${remedy}`)
}

async function openCatalogue(folder: string, readOnly: boolean): Promise<Catalogue> {
  const path = join(folder, CATALOGUE_FILE)
  try {
    return await Catalogue.open(path, readOnly)
  } catch (error) {
    if (error instanceof MissingDuckDBError) throw error
    const message = error instanceof Error ? error.message : String(error)
    if (/lock/i.test(message)) {
      throw new FormatError(
        `the database ${folder} is in use by another program that writes to it`,
        { file: path },
        'no import, serve --write or other writer at the same time',
      )
    }
    const explained = readOnly ? error : explainWriteTrouble(error, folder)
    if (explained instanceof FormatError) throw explained
    throw new FormatError(`the catalogue cannot be opened: ${message}`, { file: path }, 'a catalogue of Ludograph')
  }
}
