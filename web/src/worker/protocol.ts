/** The calls of the page to the worker, the results, and the worker's events. */
import type { BookPosition } from '../../../src/books/book.ts'
import type { Loss } from '../../../src/convert/losses.ts'
import type { Entry, Listing } from '../../../src/formats/format.ts'
import type { ErrorData, Issue } from '../../../src/issues/index.ts'
import type { Move } from '../../../src/model/move.ts'
import type { Exploration } from '../../../src/positions/exploration.ts'
import type { Game, GameRecord } from '../../../src/model/record.ts'

/** A file to open. */
export interface IncomingFile {
  file: File
  /** Folders and name, with `/` between them. */
  path: string
  /** Chosen individually rather than found in a folder: an unknown format is an error, not a reason to skip the file. */
  isNamed: boolean
  /** Gives access to it on disk later, where the browser has that. */
  handle?: FileSystemFileHandle
}

/** A file or database that is open, by its place in the list of all games. */
export interface OpenedFile {
  name: string
  /** The id of its format. */
  format: string
  /** Index of its first game in the list of all open games. */
  start: number
  count: number
  issues: Issue[]
}

/** A file that could not be opened, or not completely, and why. */
export interface RefusedFile {
  name: string
  reason: 'unknown' | 'recognised' | 'part' | 'blank' | 'empty' | 'unreadable' | 'locked' | 'lacking'
  /** The files that a database lacks. */
  missing?: string
  /** The id of the format, if known. */
  format?: string
  /** Why it could not be read. */
  error?: ErrorData
}

/** An opening book that is open. */
export interface OpenedBook {
  game: Game
}

export interface OpenResult {
  opened: OpenedFile[]
  /** Opening books, which hold no games: each is opened in a worker of its own. */
  books: { file: File; format: string }[]
  refused: RefusedFile[]
  /** Files in folders that are not game records. */
  skippedCount: number
  /** Games in all open files. */
  count: number
}

/** A line of the list of games. */
export interface Line extends Listing {
  /** What a game is called that has neither players nor a title: by the file it is in. */
  name?: string
  /** How many plies its main line has, where that is known without reading the moves. */
  plies?: number
}

/** What the list of games can be ordered by; `number` is the order of the files. */
export type SortKey =
  | 'number'
  | 'first'
  | 'second'
  | 'firstRating'
  | 'secondRating'
  | 'event'
  | 'date'
  | 'result'
  | 'opening'

/** Which games the list shows, and in what order. */
export interface Arrangement {
  /** Words that must all be found among names, event, date and result, and conditions such as `eco:B90`. */
  filter: string
  sort: SortKey
  isDescending: boolean
}

/** A format that a record can be saved in. */
export interface SaveTarget {
  id: string
  name: string
  extension: string
  games: readonly Game[]
  holds: 'one' | 'many'
  /** Whether the games can be opened again from such a file; a table only says which there are. */
  isReadable: boolean
  /** Whether the file can be compressed: not an archive, and written from its start to its end. */
  isCompressible: boolean
}

/** The file in which games are saved together. */
export interface SaveForm {
  format: string
  /** Whether a single file is compressed with gzip. */
  isCompressed: boolean
  /** Name of the file without its extension. */
  name: string
}

/** Games of the open files to be saved together. */
export interface SaveOrder extends SaveForm {
  /** The games in the list as it is arranged, or all that are open. */
  which: 'shown' | 'all'
  /** Records that were changed, by the index of their game. */
  changed: ReadonlyMap<number, GameRecord>
}

/** The result of writing games. */
export interface SaveOutcome {
  written: number
  /** Games that the format cannot store; the losses say why. */
  refused: number
  losses: Loss[]
  /** The file to download: an archive if the format needs several. Absent if no game could be written. */
  file?: { name: string; blob: Blob; files: number }
}

/** What was played in a position in the open files, as far as they have been read. */
export interface FilesExploration {
  facts: Exploration
  /** Games of the strongest players. */
  samples: {
    id: number
    move: Move | undefined
    players: readonly [string, string]
    ratings: readonly [number | undefined, number | undefined]
    result: string
    year: number | undefined
  }[]
  /** Games that have been read. */
  read: number
  /** Whether all have been that are counted. */
  isDone: boolean
}

/** The calls that the worker handles; each becomes a message and a reply. */
export interface Decoder {
  /** Opens files, each with those of its folder beside it. */
  open(files: readonly IncomingFile[], passwords: ReadonlyMap<string, string>): Promise<OpenResult>
  /** Lines of the arranged list of games, from an index up to but not including another. */
  listings(from: number, to: number): Line[]
  /** How many plies games have, by their index among all open games. */
  lengths(games: readonly number[]): number[]
  /** A game by its index among all open games. */
  entry(index: number): Entry
  /**
   * Arranges the list; returns how many games are in it. @param changed records that were changed since the last time,
   * undefined for one that is again as it was read
   */
  arrange(arrangement: Arrangement, changed: ReadonlyMap<number, GameRecord | undefined>): Promise<number>
  /** The index of a game in the list, -1 if it is not shown. */
  placeOf(index: number): number
  /** The formats in which games can be saved. */
  saveTargets(): Promise<SaveTarget[]>
  /** Writes one record to a file for download. */
  save(record: GameRecord, format: string, name: string, isCompressed: boolean): Promise<SaveOutcome>
  /** Writes many games of the open files to a file for download; undefined if cancelled. */
  saveGames(order: SaveOrder): Promise<SaveOutcome | undefined>
  /**
   * Writes the file that begins with a game again, with changed records in place of those it has; undefined if its format
   * cannot be written as one file. @param changed by the index of their game
   */
  saveFile(start: number, changed: ReadonlyMap<number, GameRecord>): Promise<SaveOutcome | undefined>
  /** Begins to write games that `saveMore` gives, that many in all. */
  beginSaving(form: SaveForm, count: number): Promise<void>
  /** Writes the next games; false if saving was cancelled. */
  saveMore(records: readonly GameRecord[]): Promise<boolean>
  /** Ends what `beginSaving` began: the file for download; undefined if cancelled. */
  finishSaving(): Promise<SaveOutcome | undefined>
  /** Cancels `saveGames`, and what `beginSaving` began. */
  cancelSaving(): void
  /** What was played in a position, given as text, in the open files. */
  explore(game: Game, position: string): Promise<FilesExploration>
  /** Opens an opening book, the only one of the worker. */
  openBook(file: File): Promise<OpenedBook>
  /** What the book has in a position, given as text. */
  lookUpInBook(position: string): Promise<BookPosition>
}

/** The first games of a long file, reported before the rest is read. */
export interface FirstGames {
  name: string
  lines: Line[]
  entry: Entry
}

/** The current task and its progress. */
export interface Progress {
  task: 'reading' | 'arranging' | 'saving'
  /** 0 to 1. */
  share: number
}

export interface Request {
  id: number
  name: keyof Decoder
  parameters: unknown[]
}

export type Reply = { id: number; value: unknown } | { id: number; error: ErrorData }

/** Events of the worker. */
export type Notice = { progress: Progress } | { first: FirstGames }
