/**
 * Makes a new database of what can still be read of a damaged one. A game whose stored record is whole comes as it is. Of any
 * other, the header or the main line is taken from the position index, whose files have checksums of their own. Games keep
 * their numbers, so that labels stay with them.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import type { DuckDBValue } from '@duckdb/node-api'
import { FormatError } from '../../issues/errors.ts'
import type { GameRecord } from '../../model/record.ts'
import { findOpening, loadAllOpenings, type OpeningBooks } from '../../openings/index.ts'
import { GamesAppender } from '../catalogue/games-appender.ts'
import { MANIFEST_FILE, requireParts } from '../catalogue/folder.ts'
import { makeTables } from '../collections/tables.ts'
import { Database } from '../database.ts'
import { writeWholeFolder } from '../export/whole-folder.ts'
import { GAMES_TOGETHER, IndexedGames } from '../index/indexed-games.ts'
import { recordColumns } from '../schema/older-versions.ts'
import type { RowChunk } from '../schema/row-chunk.ts'
import { decodeHead, decodeRecord } from '../schema/stored-record.ts'
import { DamagedCatalogue, type CatalogueState } from './damaged-catalogue.ts'
import { IndexedFacts } from './indexed-facts.ts'

/** Games that are asked for together. */
const TOGETHER = 2048

/** What became of a damaged database. */
export interface RecoverReport {
  /** Games whose records are whole. */
  whole: number
  /** Games of which the rest comes from the index: without variations, comments and whatever else it has not. */
  partial: number
  /** Games that are known to have been there, and of which nothing could be read. */
  lost: number
  /** Whether the catalogue could be opened, and how. */
  catalogue: CatalogueState | 'unreadable'
  /** Tables that could not be read. */
  unreadable: string[]
  /** Files of the index that are damaged or missing. */
  damagedIndex: readonly string[]
  /** Labelled games, aliases and saved searches. */
  labels: number
  aliases: number
  searches: number
}

/** The small tables whose rows are taken over as they are. */
const SMALL_TABLES = ['aliases', 'labelled_games', 'labels', 'saved_searches'] as const

/**
 * Rescues what a damaged database holds into a new one. Rejects with FormatError if there is no database, if another program
 * has it open, or if the new folder is not empty or lies in that of the damaged one, and with WriteError if the disk is to
 * blame.
 * @param onGame called with the number of games gone through, and that of all
 */
export async function recoverDatabase(
  folder: string,
  target: string,
  onGame: (done: number, total: number) => void = () => {},
): Promise<RecoverReport> {
  requireParts(folder)
  if (resolve(target).startsWith(resolve(folder) + sep)) {
    throw new FormatError('database/within-damaged', {}, { file: target })
  }
  return await writeWholeFolder(target, async (path) => {
    const scratch = mkdtempSync(join(dirname(path), '.ludograph-recover-'))
    let catalogue: DamagedCatalogue | undefined
    try {
      catalogue = await DamagedCatalogue.open(folder, scratch)
      return await new Recovery(catalogue).run(folder, path, onGame)
    } finally {
      catalogue?.close()
      rmSync(scratch, { recursive: true, force: true })
    }
  })
}

/** The games of a source: their numbers begin with one, and there are so many. */
interface SourceRow extends Record<string, DuckDBValue> {
  id: number
  first_game: number
  entries: number
  /** How many of them are in the database. */
  games: number
}

/** Whether a game is from a source, by its number. */
function isOf({ first_game: first, entries }: SourceRow, game: number): boolean {
  return game >= first && game < first + entries
}

/** How many games sources have. */
function totalOf(sources: readonly SourceRow[]): number {
  return sources.reduce((total, { games }) => total + games, 0)
}

/** How many games the list of segments says there are; 0 if it says nothing. */
function totalListed(folder: string): number {
  try {
    const { games } = JSON.parse(readFileSync(join(folder, MANIFEST_FILE), 'utf8')) as { games?: unknown }
    return Number.isSafeInteger(games) ? (games as number) : 0
  } catch {
    return 0
  }
}

/** A game that was rescued, and whether all of it was. */
interface Rescued {
  record: GameRecord
  errors: number
  isWhole: boolean
}

class Recovery {
  private readonly catalogue: DamagedCatalogue | undefined
  private readonly report: RecoverReport

  constructor(catalogue: DamagedCatalogue | undefined) {
    this.catalogue = catalogue
    this.report = {
      whole: 0,
      partial: 0,
      lost: 0,
      catalogue: catalogue?.state ?? 'unreadable',
      unreadable: [],
      damagedIndex: [],
      labels: 0,
      aliases: 0,
      searches: 0,
    }
  }

  async run(folder: string, target: string, onGame: (done: number, total: number) => void): Promise<RecoverReport> {
    const indexed = await IndexedFacts.open(folder, await this.listedFiles())
    const database = await Database.open(target)
    try {
      this.report.damagedIndex = indexed.damaged
      const known = await this.gameNumbers()
      const games = this.withIndexed(known, indexed.games())
      const sources = await this.sources(folder, games)
      // How many there were is known even where nobody knows which.
      if (!known) this.report.lost = Math.max(0, (totalOf(sources) || totalListed(folder)) - games.length)
      await this.writeGames(database, games, sources, indexed, onGame)
      await database.change(async () => this.writeSmallTables(database, sources))
      return this.report
    } finally {
      database.close()
      indexed.close()
    }
  }

  /** All rows of a table; undefined if it cannot be read, which is reported, or does not exist. */
  private async table(name: string, columns = '*'): Promise<Record<string, DuckDBValue>[] | undefined> {
    if (!this.catalogue) return undefined
    const rows = await this.catalogue.rows(`SELECT ${columns} FROM ${name}`)
    // A table that was never made is not damaged, if that can be told.
    if (!rows && (!this.isOptional(name) || (await this.catalogue.columnsOf(name)).size > 0)) {
      this.report.unreadable.push(name)
    }
    return rows
  }

  private isOptional(name: string): boolean {
    return name === 'games_before' || SMALL_TABLES.some((table) => table === name && table !== 'aliases')
  }

  /** Whether the catalogue is that of the last change: otherwise the index may have games that it has not. */
  private get isLatest(): boolean {
    return this.report.catalogue === 'opened'
  }

  /** The files of the index with their tombstones; undefined if the catalogue cannot tell. */
  private async listedFiles(): Promise<{ file: string; tombstones: number[] }[] | undefined> {
    if (!this.isLatest) return undefined
    const files = await this.table('segments', 'file')
    const tombstones = await this.table('tombstones', 'file, game')
    if (!files || !tombstones) return undefined
    return files.map(({ file }) => ({
      file: String(file),
      tombstones: tombstones.filter((row) => row['file'] === file).map(({ game }) => Number(game)),
    }))
  }

  /** The tables that have games: two while a migration is not finished. */
  private async gameTables(): Promise<string[]> {
    if (!this.catalogue) return []
    return (await this.catalogue.columnsOf('games_before')).size > 0 ? ['games_before'] : ['games']
  }

  /** The numbers of all games; undefined if the catalogue cannot tell. */
  private async gameNumbers(): Promise<number[] | undefined> {
    const [table] = await this.gameTables()
    const rows = table === undefined ? undefined : await this.table(table, 'id')
    return rows?.map(({ id }) => Number(id))
  }

  /** The numbers of all games in order. @param indexed those in the index */
  private withIndexed(known: readonly number[] | undefined, indexed: Uint32Array): Uint32Array {
    if (!known) return indexed
    return Uint32Array.from(this.isLatest ? known : new Set([...known, ...indexed])).sort()
  }

  /** The sources; if the catalogue cannot tell, one that holds all games. */
  private async sources(folder: string, games: Uint32Array): Promise<SourceRow[]> {
    const rows = ((await this.table('sources')) ?? []) as SourceRow[]
    const isKnown = (game: number): boolean => rows.some((source) => isOf(source, game))
    if (games.every(isKnown)) return rows
    // The source of games that are only in the index is not known; these have one of their own.
    return [
      ...rows,
      {
        id: rows.reduce((last, { id }) => Math.max(last, id), 0) + 1,
        path: folder,
        format: 'jsonl',
        hash: 'recovered',
        size: 0n,
        imported: new Date().toISOString().replace('T', ' ').replace('Z', ''),
        first_game: games[0]!,
        entries: games.at(-1)! - games[0]! + 1,
        games: 0,
        damaged: 0,
        variations: false,
      },
    ]
  }

  private async writeGames(
    database: Database,
    games: Uint32Array,
    sources: readonly SourceRow[],
    indexed: IndexedFacts,
    onGame: (done: number, total: number) => void,
  ): Promise<void> {
    const books = await loadAllOpenings()
    const counts = new Map(sources.map(({ id }) => [id, { games: 0, damaged: 0 }]))
    const sourceOf = (game: number): SourceRow | undefined => sources.find((source) => isOf(source, game))
    for (let from = 0; from < games.length; from += GAMES_TOGETHER) {
      const portion = games.subarray(from, from + GAMES_TOGETHER)
      await database.change(async () => {
        const writer = await RescuedGames.open(database, books, sources)
        for (let start = 0; start < portion.length; start += TOGETHER) {
          const ids = [...portion.subarray(start, start + TOGETHER)]
          const rescued = await this.rescue(ids, indexed)
          for (const [index, id] of ids.entries()) {
            const source = sourceOf(id)
            const game = rescued[index]
            if (!game || !source) {
              this.report.lost++
              continue
            }
            const count = counts.get(source.id)!
            count.games++
            if (game.errors > 0) count.damaged++
            if (game.isWhole) this.report.whole++
            else this.report.partial++
            writer.add(id, source, game)
          }
          await writer.flush()
          onGame(from + start + ids.length, games.length)
        }
        await writer.finish()
      })
    }
    for (const source of sources) Object.assign(source, counts.get(source.id))
  }

  /** What can be read of some games, in their order. */
  private async rescue(ids: readonly number[], indexed: IndexedFacts): Promise<(Rescued | undefined)[]> {
    const values = await this.storedValues(ids)
    return await Promise.all(
      ids.map(async (id) => {
        const [head, moves, numbers, tree, errors] = values.map((column) => column.get(id))
        const count = Number(errors ?? 0)
        const whole = wholeRecord(head, moves, numbers, tree)
        if (whole) return { record: whole, errors: count, isWhole: true }
        const record =
          (await indexed.record(id, headOf(head)).catch(() => undefined)) ?? recordOfMoves(headOf(head), moves)
        return record && { record, errors: count, isWhole: false }
      }),
    )
  }

  /** The columns `head`, `moves`, `numbers`, `tree` and `errors` of some games, as far as they can be read. */
  private async storedValues(ids: readonly number[]): Promise<Map<number, DuckDBValue>[]> {
    const [table] = await this.gameTables()
    if (!this.catalogue || table === undefined) return Array.from({ length: 5 }, () => new Map<number, DuckDBValue>())
    const known = await this.catalogue.columnsOf(table)
    const columns = [...recordColumns(known).split(', '), 'errors'].map((name) => name.replace(/ AS .*/, ''))
    const values: Map<number, DuckDBValue>[] = []
    for (const name of columns) values.push(await this.catalogue.column(table, name, ids))
    return values
  }

  /** Takes over the sources, and what people wrote. */
  private async writeSmallTables(database: Database, sources: readonly SourceRow[]): Promise<void> {
    for (const source of sources) await insertRow(database, 'sources', source)
    const { catalogue } = database
    const tables = new Map<string, Record<string, DuckDBValue>[]>()
    for (const name of SMALL_TABLES) tables.set(name, (await this.table(name)) ?? [])
    const rowsOf = (name: (typeof SMALL_TABLES)[number]) => tables.get(name)!
    this.report.aliases = rowsOf('aliases').length
    const labelled = new Set(rowsOf('labels').map(({ key }) => key))
    this.report.labels = rowsOf('labelled_games').filter(({ key }) => labelled.has(key)).length
    this.report.searches = rowsOf('saved_searches').length
    const isAny = SMALL_TABLES.some((name) => name !== 'aliases' && rowsOf(name).length > 0)
    if (isAny) await makeTables(catalogue)
    for (const [name, rows] of tables) for (const row of rows) await insertRow(database, name, row)
    if (!isAny) return
    // What was written about a lost game stays, among the labels of games that left the database.
    await catalogue.rows(
      `UPDATE labelled_games SET id = NULL, path = coalesce((SELECT any_value(sources.path) FROM sources
         WHERE labelled_games.id >= first_game AND labelled_games.id < first_game + sources.entries), ''),
         entry = 0, moves = '', header = '', description = 'game ' || labelled_games.id
       WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM games)`,
    )
  }
}

/** A record, if everything that it is made of is there: beside its tree, nothing else says anything about its moves. */
function wholeRecord(...stored: (DuckDBValue | undefined)[]): GameRecord | undefined {
  const [head, moves, numbers, tree] = stored
  if (typeof head !== 'string' || typeof tree !== 'string') return undefined
  if (tree === '' && (moves === undefined || numbers === undefined)) return undefined
  const bytes = moves === undefined ? new Uint8Array(0) : bytesOf(moves)
  try {
    return decodeRecord({ head, moves: bytes, numbers: String(numbers ?? ''), tree })
  } catch {
    // Not what Ludograph writes.
    return undefined
  }
}

function bytesOf(value: DuckDBValue): Uint8Array {
  return (value as { bytes: Uint8Array }).bytes
}

/** A record without its nodes, if its JSON is whole. */
function headOf(head: DuckDBValue | undefined): Omit<GameRecord, 'nodes'> | undefined {
  try {
    return typeof head === 'string' ? decodeHead(head) : undefined
  } catch {
    return undefined
  }
}

/** A record of its head and its main line alone. */
function recordOfMoves(
  head: Omit<GameRecord, 'nodes'> | undefined,
  moves: DuckDBValue | undefined,
): GameRecord | undefined {
  if (!head || moves === undefined) return undefined
  return decodeRecord({ head: JSON.stringify(head), moves: bytesOf(moves), numbers: '', tree: '' })
}

async function insertRow({ catalogue }: Database, table: string, row: Record<string, DuckDBValue>): Promise<void> {
  const names = Object.keys(row)
  const places = names.map((_, index) => `$${index + 1}`)
  await catalogue.rows(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
    names.map((name) => row[name]!),
  )
}

/** Writes games into the open transaction of a database. */
class RescuedGames {
  private readonly database: Database
  private readonly books: OpeningBooks
  private readonly appender: GamesAppender
  private readonly chunks: RowChunk[] = []
  private readonly indexed: IndexedGames

  private constructor(database: Database, books: OpeningBooks, sources: readonly SourceRow[], appender: GamesAppender) {
    this.database = database
    this.books = books
    this.appender = appender
    const spans = sources
      .filter(({ variations }) => variations === true)
      .map(({ first_game: first, entries }) => [first, entries] as const)
    this.indexed = new IndexedGames(database.folder, spans, (chunk) => this.chunks.push(chunk))
  }

  static async open(database: Database, books: OpeningBooks, sources: readonly SourceRow[]): Promise<RescuedGames> {
    return new RescuedGames(database, books, sources, await GamesAppender.open(database.catalogue))
  }

  add(id: number, source: SourceRow, { record, errors }: Rescued): void {
    const opening = findOpening(record, this.books)
    const place = { source: source.id, entry: id - source.first_game }
    this.indexed.add({ id, ...place, record, line: undefined, errors, opening })
  }

  /** Brings full chunks into the table. */
  async flush(): Promise<void> {
    for (const chunk of this.chunks.splice(0)) await this.appender.append(chunk)
  }

  async finish(): Promise<void> {
    this.indexed.finishRows()
    await this.flush()
    this.appender.close()
    await this.database.listSegments(await this.indexed.write())
  }
}
