/**
 * The contract of a format. A format is a value, plain data and a few
 * functions; callers hold the list and may narrow it. What a format cannot do
 * is absent, so that commands find out what there is by looking. The code behind
 * a function loads when it is called, and from then on everything is synchronous.
 */
import type { FileEdit } from '../bytes/edit.ts'
import type { FileSet, Source } from '../bytes/source.ts'
import type { SinkSet } from '../bytes/sink.ts'
import type { Issue } from '../issues/issue.ts'
import type { Json } from '../model/json.ts'
import type { Game, GameRecord, Header, TextDocument } from '../model/record.ts'
import type { SanTexts } from '../rules/chess/index.ts'
import type { ArchiveFormat } from './archive.ts'
import type { Feature } from './feature.ts'
import type { DescribedPlan } from './folder-update.ts'
import type { HashedLine } from './hashed-line.ts'
import type { WriteResult } from './write-result.ts'

/** A file format: what it is called, what it keeps, and how its files are recognised, read and written. */
export interface Format {
  /** Short name on the command line: `pgn`, `xqf`. */
  readonly id: string
  readonly name: string
  readonly games: readonly Game[]
  /** Extensions of files to open, in lower case with their dot, the usual one first. */
  readonly extensions: readonly string[]
  readonly mediaTypes: readonly string[]
  /**
   * Extensions of files that belong to a database of this format beside the
   * one to open. The unit is the database: a part alone is never a bad file.
   */
  readonly parts?: readonly string[]
  /** Archives of a database in one file, which can also be opened and written as the database itself. */
  readonly archive?: ArchiveFormat
  /** Whether all main files of a folder share the parts there, which then have names of their own. */
  readonly sharesParts?: boolean
  /** Whether a file holds many records (a collection) or one. */
  readonly holds: 'one' | 'many'
  /** Whether files joined end to end are one file of all their records. */
  readonly joins?: boolean
  /** Whether its writer goes back to change what it wrote, so that a pipe can only have the file when it is complete. */
  readonly patches?: boolean
  /** What the format can hold; what a record uses beyond it is lost on conversion, and listed. */
  readonly keeps: ReadonlySet<Feature>
  /** Options of its reader and writer, for help texts. */
  readonly options?: readonly FormatOption[]
  /** How certain the first bytes (at least 4 KiB, or the whole file) and the name make it: 0 no to 1 certain. */
  readonly detect: (head: Uint8Array, name: string, size: number) => number
  /** Opens a file or database. Rejects with FormatError. Absent: recognised only. */
  readonly open?: (files: FileSet, options?: ReadOptions) => Promise<Collection>
  /** Starts writing. Absent: cannot be written. */
  readonly write?: (out: SinkSet, options?: WriteOptions) => Promise<Writer>
  /**
   * Starts adding records to a database where it lies; the writer's `finish` commits the edit. Rejects with
   * FormatError for a database that is damaged.
   * @param edit a change of the same files, which the caller undoes when something fails
   */
  readonly append?: (files: FileSet, edit: FileEdit, options?: WriteOptions) => Promise<Writer>
  /**
   * Marks records of a database as deleted, or no longer so, and commits the edit.
   * Rejects with TypeError for an index out of range.
   * @param indexes of the records, from 0
   */
  readonly markDeleted?: (
    files: FileSet,
    edit: FileEdit,
    indexes: readonly number[],
    isDeleted: boolean,
  ) => Promise<void>
  /** Plans how the files of a folder are brought up to those of a newer edition; files of other formats are skipped. */
  readonly planUpdate?: (current: readonly Source[], newer: readonly Source[]) => Promise<DescribedPlan>
}

/** A format whose files can be opened. */
export type ReadableFormat = Format & { readonly open: NonNullable<Format['open']> }

/** A format whose files can be opened and written. */
export type WritableFormat = ReadableFormat & { readonly write: NonNullable<Format['write']> }

/** A format whose databases games can be added to. */
export type AppendableFormat = WritableFormat & { readonly append: NonNullable<Format['append']> }

/** A format whose files have editions. */
export type UpdatableFormat = ReadableFormat & { readonly planUpdate: NonNullable<Format['planUpdate']> }

/** Name of the option with the password of an archive, in every format that has such archives. */
export const PASSWORD_OPTION = 'password'

/** An option of a format, for help texts. */
export interface FormatOption {
  readonly name: string
  readonly description: string
  readonly for: 'reading' | 'writing'
  readonly values?: readonly string[]
}

/** How to read a file. */
export interface ReadOptions {
  /** Text encoding to use instead of the one found. */
  encoding?: string
  /** A format's own options by name. */
  settings?: Readonly<Record<string, string>>
  /** What {@link Collection.starts} returned for the same file, which then need not be scanned again. */
  starts?: Float64Array
}

/** How to write a file. */
export interface WriteOptions {
  encoding?: string
  settings?: Readonly<Record<string, string>>
}

/** How a point that a format leaves open is read in a database: as its data say, by default, or as the user asked. */
export interface Reading {
  outcome: 'decided' | 'undecided' | 'forced'
  reading: string
  /** What speaks for each reading. */
  votes: Record<string, number>
}

/** What is known of a database or file as a whole. */
export interface About {
  /** Version of the format, as people call it. */
  version?: string
  title?: string
  comment?: string
  /** Text encoding found or forced. */
  encoding?: string
  /** How the points are read that the format leaves open, by their names. */
  readings?: Record<string, Reading>
  /** Any further facts worth showing, in order. */
  facts?: Record<string, Json>
}

/** One record of a collection, good or bad, with the issues found while reading it. */
export interface Entry {
  /** Index in the collection, from 0. */
  index: number
  /** Present for games and problems. */
  record?: GameRecord
  /** Present for texts. */
  document?: TextDocument
  issues: Issue[]
  /**
   * The main line with the keys of its positions, as far as its moves could be read. There where
   * it was asked for and the reader has it at hand; good until the next entry.
   */
  line?: HashedLine
  /** How the moves are written in SAN. There where it was asked for and the reader has it at hand; good until the next entry. */
  san?: SanTexts
}

/** A line of a list of games: read without decoding a move. */
export interface Listing {
  index: number
  game: Game
  /** `text` is not a game; `broken` could not be read at all. */
  kind: 'game' | 'text' | 'broken'
  header: Header
}

/** Which entries to read, and what to note on the way. */
export interface EntryOptions {
  /** First index, and the index to stop before. */
  from?: number
  to?: number
  /** Asks for {@link Entry.line}. */
  lines?: boolean
  /** Asks for {@link Entry.san}. */
  san?: boolean
}

/** A main line as the fast path sees it. The object and its arrays are used again for the next game. */
export interface ScannedGame {
  index: number
  game: Game
  /** Start position text when it is not the usual start. */
  setup: string | undefined
  variant: string | undefined
  /** Size of the board when it is not the game's usual one. */
  size?: { columns: number; rows: number }
  /** Moves of the main line; the first `length` are valid. */
  moves: Int32Array
  length: number
  /** Position keys before each move and after the last, two halves each; valid up to `length + 1` pairs. */
  keys: Uint32Array
  /** True when an illegal or unreadable move cut the line short. */
  damaged: boolean
  /** Decodes the header; only valid until the next game. */
  header(): Header
}

/** Random access and streaming over the records of a file or database. */
export interface Collection {
  readonly format: string
  readonly about: About
  /** Number of entries. May need a quick pass over the file the first time. */
  readonly count: number
  /** Issues of the container: headers, counters, missing parts. */
  readonly issues: readonly Issue[]
  /** Header facts without moves. */
  listing(index: number): Listing
  /** One record. Never throws for damaged content; throws TypeError for an index out of range. */
  entry(index: number): Entry
  /** Records in order, streaming; the index need not be known. */
  entries(options?: EntryOptions): IterableIterator<Entry>
  /** Where the records and the end lie in the file, where finding them takes a pass over it. */
  starts?(): Float64Array
  /** What the files hold that nobody can read, none of it empty: for a writer of the same format to copy. */
  readonly unread?: readonly Source[]
  /** Lists of entities as stored: players, tournaments, sources ... */
  tables?(): Table[]
  /** The fast path: main lines as packed integers, no tree. Stops when the visitor returns false. */
  scan?(visitor: (game: ScannedGame) => boolean | void): void
  /** Checks the container beyond what opening it does. */
  validate?(): Iterable<Issue>
  /** Closes the files. */
  close?(): void
}

/** A list of entities in stored order, unused rows included. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly count: number
  /** The rows in stored order. */
  rows(): IterableIterator<Record<string, Json>>
}

/** Takes records one by one. Nothing appears under its final name before `finish`. */
export interface Writer {
  /**
   * Facts of the source database that this format can hold. Called at most once, before the first record.
   * @param source the database itself, of which a writer of the same format copies what nobody can read
   */
  begin?(about: About, source?: Collection): void
  /**
   * Writes a record. Returns whether it was written, and what of it was lost or changed beyond
   * what {@link Format.keeps} says.
   * @param san how the moves are written, for a writer that {@link acceptsSan}; texts of other moves do no harm
   */
  add(record: GameRecord, san?: SanTexts): WriteResult
  /** Whether {@link Entry.san} saves the writer work. */
  readonly acceptsSan?: boolean
  /** Writes a text document. Absent: the format holds none. */
  addDocument?(document: TextDocument): WriteResult
  /** Writes a row of an entity list. Absent: the format holds no lists of their own. */
  put?(table: string, row: Record<string, Json>): WriteResult
  /** Completes and commits the files. Returns issues of the whole. */
  finish(): Issue[]
}
