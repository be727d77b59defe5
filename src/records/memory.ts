/**
 * Texts and bytes to records and back, in one call each. Nothing is skipped or lost without a word: what was met in reading is
 * in `issues`, what the format cannot store in `losses`. Every format has a module of its own, so that a bundler drops the
 * others.
 */
import { MemorySinkSet } from '../bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../bytes/source.ts'
import { Conversion } from '../convert/convert.ts'
import type { Loss } from '../convert/losses.ts'
import type { Collection, Format, Writer } from '../formats/format.ts'
import type { Issue } from '../issues/issue.ts'
import type { GameRecord, TextDocument } from '../model/record.ts'

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

/** A text or bytes as files that formats read. */
export function filesOf(text: string | Uint8Array, name: string): MemoryFileSet {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return new MemoryFileSet(new MemorySource(name, bytes))
}

/** Everything in a collection. */
export function recordsOf(collection: Collection): ParsedRecords {
  const parsed: ParsedRecords = { records: [], documents: [], issues: [...(collection.issues ?? [])] }
  for (const { record, document, issues } of collection.entries()) {
    if (record) parsed.records.push(record)
    if (document) parsed.documents.push(document)
    for (const issue of issues) parsed.issues.push(issue)
  }
  return parsed
}

/** Writes records into files in memory. */
export function write(
  records: Iterable<GameRecord>,
  target: Format,
  sinks: MemorySinkSet,
  writer: Writer,
): FormattedRecords {
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

/** A file of text, as text. */
export function asText({ bytes, written, losses }: FormattedRecords): FormattedText {
  return { text: new TextDecoder().decode(bytes), written, losses }
}
