/** What the page may ask of the worker that decodes, what comes back, and what the worker reports by itself. */
import type { Loss } from '../../../src/convert/losses.ts'
import type { Entry, Listing } from '../../../src/formats/format.ts'
import type { ErrorData, Issue } from '../../../src/issues/index.ts'
import type { Game, GameRecord } from '../../../src/model/record.ts'

/** A file to open. */
export interface IncomingFile {
  file: File
  /** Folders and name, with `/` between them. */
  path: string
  /** Chosen by itself, not met in a folder: being unknown is an error, not a file to skip. */
  isNamed: boolean
}

/** A file or database that is open, by its place in the list of all games. */
export interface OpenedFile {
  name: string
  format: string
  /** Index of its first game in the list of all open games. */
  start: number
  count: number
  issues: Issue[]
}

/** A file that could not be opened, and why. */
export interface RefusedFile {
  name: string
  reason: 'unknown' | 'recognised' | 'part' | 'empty' | 'unreadable' | 'locked'
  /** The format, where it is known. */
  format?: string
  /** Why it could not be read. */
  error?: ErrorData
}

export interface OpenResult {
  opened: OpenedFile[]
  refused: RefusedFile[]
  /** Files in folders that are no game records. */
  passedOver: number
  /** Games in all open files. */
  count: number
}

/** What the list of games can be ordered by; `number` is the order of the files. */
export type SortKey = 'number' | 'first' | 'second' | 'event' | 'date' | 'result'

/** Which games the list shows, and in which order. */
export interface Arrangement {
  /** Words that all have to be found among the names, the event, the date and the result; conditions as `eco:B90`. */
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
}

/** Games to be saved together. */
export interface SaveOrder {
  format: string
  /** Name of the file without its extension. */
  name: string
  /** The games in the list as it is arranged, or all that are open. */
  which: 'shown' | 'all'
  /** Records that were changed, by the index of their game. */
  changed: ReadonlyMap<number, GameRecord>
}

/** What became of games that were written. */
export interface SaveOutcome {
  written: number
  /** Games that the format cannot take; the losses say why. */
  refused: number
  losses: Loss[]
  /** The one file to download: an archive where the format makes several. Absent when no game could be written. */
  file?: { name: string; blob: Blob; files: number }
}

/** The calls that the worker handles; each becomes a message and a reply. */
export interface Decoder {
  /** Opens files, each with those of its folder beside it. */
  open(files: readonly IncomingFile[], passwords: ReadonlyMap<string, string>): Promise<OpenResult>
  /** Lines of the list of games as it is arranged, from a place up to and without another. */
  listings(from: number, to: number): Listing[]
  /** A game by its index among all open games. */
  entry(index: number): Entry
  /** Arranges the list; returns how many games are in it. */
  arrange(arrangement: Arrangement): Promise<number>
  /** The place in the list of a game, -1 when it is not shown. */
  placeOf(index: number): number
  /** The formats in which games can be saved. */
  saveTargets(): SaveTarget[]
  /** Writes one record to a file that is then there to be downloaded. */
  save(record: GameRecord, format: string, name: string): Promise<SaveOutcome>
  /** Writes many games to a file that is then there to be downloaded; undefined when it was cancelled. */
  saveGames(order: SaveOrder): Promise<SaveOutcome | undefined>
  /** Ends what `saveGames` is doing. */
  cancelSaving(): void
}

/** The first games of a long file, told before it has been read to its end. */
export interface FirstGames {
  name: string
  lines: Listing[]
  entry: Entry
}

/** What is being done, and of its progress. */
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

/** What the worker reports by itself. */
export type Notice = { progress: Progress } | { first: FirstGames }
