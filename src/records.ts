/**
 * Texts and bytes to records and back, in one call each: {@link parsePgn}, {@link parseSgf} and {@link parseRecords} read,
 * {@link formatPgn}, {@link formatSgf} and {@link formatRecords} write. Nothing is skipped or lost without a word: what
 * was met in reading is in `issues`, what the format cannot store in `losses`.
 */
import { MemorySinkSet } from './bytes/sink.ts'
import { MemoryFileSet, MemorySource } from './bytes/source.ts'
import type { Collection, Format, ReadOptions, WriteOptions, Writer } from './formats/format.ts'
import { FORMATS } from './formats/index.ts'
import { pgn } from './formats/pgn/format.ts'
import { openPgn } from './formats/pgn/reader.ts'
import { writePgn } from './formats/pgn/writer.ts'
import { sgf } from './formats/sgf/format.ts'
import { openSgf } from './formats/sgf/reader.ts'
import { writeSgf } from './formats/sgf/writer.ts'
import type { Issue } from './issues/issue.ts'
import type { GameRecord, TextDocument } from './model/record.ts'
import { Conversion } from './convert/convert.ts'
import type { Loss } from './convert/losses.ts'
import { openGames } from './convert/open.ts'

/** What a text or file held. */
export interface ParsedRecords {
  /** Its games, in order. */
  records: GameRecord[]
  /** Texts between them that are not games, in formats that have such: ChessBase, SGF, wei7. */
  documents: TextDocument[]
  /** What was skipped, repaired or guessed in reading; `place.record` is the number of the entry, from 0. */
  issues: Issue[]
}

/** A file in memory, and what it could not store. */
export interface FormattedRecords {
  /** The bytes of the file; of a database with several files those of the main one. */
  bytes: Uint8Array
  /** All files by their names, the main one among them. */
  files: ReadonlyMap<string, Uint8Array>
  /** Records written; those that the format cannot store are left out, and each is among the losses. */
  written: number
  losses: Loss[]
}

/** A text, and what it could not store. */
export interface FormattedText {
  text: string
  /** Records written; those that the format cannot store are left out, and each is among the losses. */
  written: number
  losses: Loss[]
}

/**
 * The games of a PGN text: chess, xiangqi or Othello. Throws FormatError for a text that is not PGN.
 * @param text a string, or the bytes of a file in whatever encoding
 */
export function parsePgn(text: string | Uint8Array, options?: ReadOptions): ParsedRecords {
  return recordsOf(openPgn(filesOf(text, 'text.pgn'), options))
}

/**
 * The games of an SGF text: Go or Othello. Throws FormatError for a text without a game tree.
 * @param text a string, or the bytes of a file in whatever encoding
 */
export function parseSgf(text: string | Uint8Array, options?: ReadOptions): ParsedRecords {
  return recordsOf(openSgf(filesOf(text, 'text.sgf'), options))
}

/**
 * The games of a file of any format.
 * @param name what the file is called: some formats are told by it
 * @param options how to read; `formats` are those to choose from, all by default. Rejects with FormatError if none of them
 * recognises the bytes.
 */
export async function parseRecords(
  bytes: string | Uint8Array,
  name: string,
  options: ReadOptions & { formats?: readonly Format[] } = {},
): Promise<ParsedRecords> {
  const { collection } = await openGames(filesOf(bytes, name), options)
  try {
    return recordsOf(collection)
  } finally {
    collection.close?.()
  }
}

/** Games as PGN, in UTF-8. @param options settings of the format, such as `{ settings: { comments: 'no' } }` */
export function formatPgn(records: Iterable<GameRecord>, options: WriteOptions = {}): FormattedText {
  const sinks = new MemorySinkSet('text.pgn')
  return asText(write(records, pgn, sinks, writePgn(sinks, options)))
}

/** Games as SGF, in UTF-8. @param options settings of the format */
export function formatSgf(records: Iterable<GameRecord>, options: WriteOptions = {}): FormattedText {
  const sinks = new MemorySinkSet('text.sgf')
  return asText(write(records, sgf, sinks, writeSgf(sinks, options)))
}

/**
 * Games as a file of any format that is written, in memory.
 * @param format the format or its id
 * @param name what the main file is called; by default `games` with the first extension of the format
 * Rejects with TypeError for a format that is not written.
 */
export async function formatRecords(
  records: Iterable<GameRecord>,
  format: Format | string,
  { name, ...options }: WriteOptions & { name?: string } = {},
): Promise<FormattedRecords> {
  const target = typeof format === 'string' ? FORMATS.find(({ id }) => id === format) : format
  if (!target?.write)
    throw new TypeError(`there is no format to write named ${typeof format === 'string' ? format : format.id}`)
  const sinks = new MemorySinkSet(name ?? `games${target.extensions[0]}`)
  return write(records, target, sinks, await target.write(sinks, options))
}

function filesOf(text: string | Uint8Array, name: string): MemoryFileSet {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return new MemoryFileSet(new MemorySource(name, bytes))
}

function recordsOf(collection: Collection): ParsedRecords {
  const parsed: ParsedRecords = { records: [], documents: [], issues: [...(collection.issues ?? [])] }
  for (const { record, document, issues } of collection.entries()) {
    if (record) parsed.records.push(record)
    if (document) parsed.documents.push(document)
    for (const issue of issues) parsed.issues.push(issue)
  }
  return parsed
}

function write(records: Iterable<GameRecord>, target: Format, sinks: MemorySinkSet, writer: Writer): FormattedRecords {
  const conversion = new Conversion(target, { keepDeleted: true })
  let index = 0
  for (const record of records) {
    const entry = { index: index++, record, issues: [] }
    if (conversion.accepts(entry)) conversion.copy(entry, writer)
  }
  conversion.finish(writer)
  const { counts, losses } = conversion.snapshot()
  const files = sinks.files
  const bytes = files.get(sinks.name) ?? new Uint8Array(0)
  return { bytes, files, written: counts.written, losses }
}

function asText({ bytes, written, losses }: FormattedRecords): FormattedText {
  return { text: new TextDecoder().decode(bytes), written, losses }
}
