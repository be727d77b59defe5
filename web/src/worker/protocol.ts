/** What the page may ask of the worker that decodes, and what comes back. */
import type { Loss } from '../../../src/convert/losses.ts'
import type { Entry, Listing } from '../../../src/formats/format.ts'
import type { Issue } from '../../../src/model/issue.ts'
import type { Game, GameRecord } from '../../../src/model/record.ts'

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
  reason: 'unknown' | 'recognised' | 'part' | 'empty' | 'unreadable'
  /** The format, where it is known. */
  format?: string
  /** What the reader said. */
  details?: string
}

export interface OpenResult {
  opened: OpenedFile[]
  refused: RefusedFile[]
  /** Games in all open files. */
  count: number
}

/** A format that a record can be saved in. */
export interface SaveTarget {
  id: string
  name: string
  extension: string
}

/** A record as it would be saved: what is lost, and the files. */
export interface SavePreview {
  losses: Loss[]
  /** Absent when the format cannot take the record; the losses say why. */
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[]
}

/** The calls the worker answers; each becomes a message and a reply. */
export interface Decoder {
  /** Opens files, each with the others beside it; what was open before is closed. */
  open(files: readonly File[]): Promise<OpenResult>
  /** Lines of the list of games, from an index up to and without another. */
  listings(from: number, to: number): Listing[]
  entry(index: number): Entry
  /** The formats in which records of a game can be saved. */
  saveTargets(game: Game): SaveTarget[]
  /** Writes a record in a format, as files by a name without extension. */
  save(record: GameRecord, format: string, name: string): Promise<SavePreview>
}

export interface Request {
  id: number
  name: keyof Decoder
  parameters: unknown[]
}

export type Reply = { id: number; value: unknown } | { id: number; error: string }
