/**
 * The interface of a format. A format is a value, plain data and a few functions; callers pass a list of formats, which
 * may be shorter than the full one. Functions for what a format cannot do are absent, so commands can tell what it
 * offers. The code behind a function is loaded when it is called, and from then on everything is synchronous.
 */
import type { FileEdit } from '../bytes/edit.ts'
import type { FileSet, Source } from '../bytes/source.ts'
import type { SinkSet } from '../bytes/sink.ts'
import type { Issue } from '../issues/issue.ts'
import type { Json } from '../model/json.ts'
import type { AnyRecord, LineRecord } from '../model/line-record.ts'
import type { Game, GameRecord, Header, TextDocument } from '../model/record.ts'
import type { SanTexts } from '../rules/chess/index.ts'
import type { ArchiveFormat } from './archive.ts'
import type { Feature } from './feature.ts'
import type { DescribedPlan } from './folder-update.ts'
import type { PlayedLine, PlayedLineParts } from './played-line.ts'
import type { ChessKernel } from './chess-kernel.ts'
import type { WriteResult } from './write-result.ts'

/** A file format: its name, what it keeps, and how its files are recognised, read and written. */
export interface Format {
  /** Short name on the command line: `pgn`, `xqf`. */
  readonly id: string
  readonly name: string
  readonly games: readonly Game[]
  /** Extensions of files to open, in lower case with their dot, the default first. */
  readonly extensions: readonly string[]
  readonly mediaTypes: readonly string[]
  /**
   * Extensions of the other files of a database of this format. They are opened as part of the database and are not
   * errors when found alone.
   */
  readonly parts?: readonly string[]
  /** Archives of a database in one file, which can also be opened and written as the database itself. */
  readonly archive?: ArchiveFormat
  /** Whether all main files in a folder share the parts there, which then have other names. */
  readonly sharesParts?: boolean
  /** The name under which its writer makes the files of a whole folder, which share their parts, and names them itself. */
  readonly folderName?: string
  /** Whether a file holds many records (a collection) or one. */
  readonly holds: 'one' | 'many'
  /** Whether its files are opening books, which hold no games: the room books reads those that can be read. */
  readonly isBook?: boolean
  /**
   * Whether files joined end to end are one file of all their records. A writer of such a format may be finished several
   * times: what is added after that begins the next part.
   */
  readonly joins?: boolean
  /** The most records that a file holds, where there is a limit. */
  readonly most?: number
  /** Whether its writer goes back and changes what it wrote, so that a pipe can only get the complete file. */
  readonly patches?: boolean
  /** Whether SAN that was read saves its writer work with some options. */
  readonly acceptsSan?: (options: WriteOptions) => boolean
  /** The features the format can store; any others that a record uses are lost in a conversion, and listed. */
  readonly keeps: ReadonlySet<Feature>
  /** Options of its reader and writer, for help texts. */
  readonly options?: readonly FormatOption[]
  /**
   * How likely the format is, given the first bytes (at least 4 KiB, or the whole file) and the name: from 0 (no) to 1
   * (certain).
   */
  readonly detect: (head: Uint8Array, name: string, size: number) => number
  /** Opens a file or database. Rejects with FormatError. Absent: recognised only. */
  readonly open?: (files: FileSet, options?: ReadOptions) => Promise<Collection>
  /**
   * What a file takes from the parts that others share with it, as bytes: if they change, it is another file though its own
   * bytes are the same. Rejects with FormatError. Absent: nothing.
   */
  readonly sharedContent?: (files: FileSet, options?: ReadOptions) => Promise<Uint8Array>
  /** Starts writing. Absent: cannot be written. */
  readonly write?: (out: SinkSet, options?: WriteOptions) => Promise<Writer>
  /**
   * Starts writing some of the records of a database, in a thread of their own; the writer of the database takes what
   * was written ({@link Writer.addPart}). Absent: one thread writes all records.
   */
  readonly writePart?: (options?: WriteOptions) => Promise<PartWriter>
  /**
   * Starts adding records to a database in place; the writer's `finish` commits the edit. Rejects with FormatError for
   * a damaged database. @param edit a change of the same files, which the caller undoes if something fails
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
  /** Plans the update of a folder to the files of a newer edition; files of other formats are skipped. */
  readonly planUpdate?: (current: readonly Source[], newer: readonly Source[]) => Promise<DescribedPlan>
}

/** A format whose files can be opened. */
export type ReadableFormat = Format & { readonly open: NonNullable<Format['open']> }

/** A format whose files can be opened and written. */
export type WritableFormat = ReadableFormat & { readonly write: NonNullable<Format['write']> }

/** A format to whose files games can be added, whether they can be opened or not. */
export type AppendingFormat = Format & { readonly append: NonNullable<Format['append']> }

/** A format to whose databases and files games can be added. */
export type AppendableFormat = WritableFormat & AppendingFormat

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
  /** Text encoding to use instead of the detected one. */
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

/** How an open point of a format is read in a database: according to its data, by default, or as requested by the user. */
export interface Reading {
  outcome: 'decided' | 'undecided' | 'forced'
  reading: string
  /** The evidence for each reading. */
  votes: Record<string, number>
}

/** Facts about a database or file as a whole. */
export interface CollectionFacts {
  /** Version of the format, as people call it. */
  version?: string
  title?: string
  comment?: string
  /** Text encoding, detected or forced. */
  encoding?: string
  /** How the open points of the format are read, by name. */
  readings?: Record<string, Reading>
  /** Any further facts worth showing, in order. */
  facts?: Record<string, Json>
}

/** One record of a collection, good or bad, with the issues found while reading it. */
export interface Entry<Read extends AnyRecord = GameRecord> {
  /** Index in the collection, from 0. */
  index: number
  /** Present for games and problems. */
  record?: Read
  /** Present for texts. */
  document?: TextDocument
  issues: Issue[]
  /** What the reader knew when it played the moves, as far as it was asked for. Valid until the next entry. */
  playedLine?: PlayedLine | undefined
}

/** A line of a list of games, read without decoding moves. */
export interface Listing {
  index: number
  game: Game
  /** `text` is not a game; `broken` could not be read at all. */
  kind: 'game' | 'text' | 'broken'
  header: Header
}

/** Which entries to read, and what else to provide. */
export interface EntryOptions {
  /** First index, and the index after the last. */
  from?: number
  to?: number
  /** Requests parts of {@link Entry.playedLine}, which come where they are readily available. */
  playedLine?: PlayedLineParts | undefined
  /** Gives games that are a line of moves with nothing on them as a {@link LineRecord}, where that is readily available. */
  bare?: boolean
  /** Reads plain games of chess faster. What it provides with an entry is valid until it reads again. */
  kernel?: ChessKernel | undefined
}

/** Random access and streaming over the records of a file or database. */
export interface Collection {
  readonly format: string
  readonly about: CollectionFacts
  /** Number of entries. May need a quick pass over the file the first time. */
  readonly count: number
  /** Issues of the container: headers, counters, missing parts. */
  readonly issues: readonly Issue[]
  /** Header facts without moves. */
  listing(index: number): Listing
  /** One record. Never throws for damaged content; throws TypeError for an index out of range. */
  entry(index: number): Entry
  /** Records in order, streaming; the index need not be known. */
  entries(options?: EntryOptions & { bare?: false }): IterableIterator<Entry>
  /** The same, where games that are a line of moves alone may come without nodes. */
  entries(options: EntryOptions): IterableIterator<Entry<AnyRecord>>
  /**
   * Offsets of the records and of the end, if finding them takes a pass over the file. In memory that threads share,
   * where they can. @param kernel passes over plain lines of the file faster
   */
  starts?(kernel?: ChessKernel): Float64Array
  /** The non-empty contents of the files that nobody can read, for a writer of the same format to copy. */
  readonly unread?: readonly Source[]
  /** Lists of entities as stored: players, tournaments, sources ... */
  tables?(): Table[]
  /** Checks the container beyond opening it. */
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

/** Receives records one by one. */
export interface RecordWriter {
  /**
   * Writes a record. Returns whether it was written, and what was lost or changed beyond what {@link Format.keeps}
   * implies. @param san the SAN of the moves, for a writer that {@link Writer.acceptsSan}; SAN of other moves is harmless
   */
  add(record: GameRecord, san?: SanTexts): WriteResult
  /** Writes a record without nodes. Absent if the format needs them. */
  addLine?(record: LineRecord, san?: SanTexts): WriteResult
  /** Writes a text document. Absent if the format has none. */
  addDocument?(document: TextDocument): WriteResult
}

/** Receives the records of a file. Nothing appears under its final name before `finish`. */
export interface Writer extends RecordWriter {
  /**
   * Facts of the source database that this format can store. Called at most once, before the first record. @param
   * source the database itself; a writer of the same format copies what nobody can read
   */
  begin?(about: CollectionFacts, source?: Collection): void
  /** Whether `begin` stores the comment on the whole database. */
  readonly keepsComment?: boolean
  /** Whether SAN that was read saves the writer work. */
  readonly acceptsSan?: boolean
  /**
   * Adds the records of a part after those before it, as if they had been added here one by one: what is written is the
   * same. For writers of a format that has {@link Format.writePart}.
   */
  addPart?(part: WrittenPart): void
  /** Writes a row of an entity list. Absent if the format has no separate lists. */
  put?(table: string, row: Record<string, Json>): WriteResult
  /** Completes and commits the files. Returns issues of the whole. */
  finish(): Issue[]
}

/** Some of the records of a database as a thread wrote them: plain data that only the format itself understands. */
export type WrittenPart = object

/** Receives the records of a part of a database. */
export interface PartWriter extends RecordWriter {
  /** What was written. Nothing can be added after that. */
  part(): WrittenPart
}
