/** Opens databases. */
import type { FileSet } from '../../bytes/source.ts'
import { encodingName } from '../../bytes/text.ts'
import type { Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { CollectionFacts, Collection, Entry, EntryOptions, Listing, ReadOptions, Table } from '../format.ts'
import { notesFor } from '../played-line.ts'
import { settledFiles } from '../parts.ts'
import { ScidDatabase } from './database.ts'
import { EntryReader } from './entry.ts'
import { scid } from './format.ts'
import { defaultFacts } from './index-header.ts'
import { findDatabase } from './parts.ts'
import { nameTables } from './tables.ts'
import { validateDatabase } from './validate.ts'

/**
 * Opens a database from any of its files. Throws FormatError when there is none, and TypeError for an encoding that
 * nobody knows.
 */
export function openScid(files: FileSet, options: ReadOptions = {}): Collection {
  const before = settledFiles(scid, files)
  const database = new ScidDatabase(findDatabase(before.files), knownEncoding(options.encoding))
  database.issues.push(...before.issues)
  return makeCollection(database)
}

/** The name of an encoding. Throws TypeError for one that nobody knows. */
export function knownEncoding(label: string | undefined): string | undefined {
  const encoding = label === undefined ? undefined : encodingName(label)
  if (label !== undefined && encoding === undefined) throw new TypeError(`the encoding ${label} is not known`)
  return encoding
}

function makeCollection(database: ScidDatabase): Collection {
  const entries = new EntryReader(database)
  const { count } = database
  const check = (index: number) => {
    if (!(Number.isInteger(index) && index >= 0 && index < count)) throw new TypeError(`there is no record ${index}`)
  }
  return {
    format: 'scid',
    about: aboutDatabase(database),
    count,
    issues: database.issues,
    listing: (index): Listing => {
      check(index)
      return { index, game: 'chess', kind: 'game', header: entries.header(index) }
    },
    entry: (index) => {
      check(index)
      return entries.entry(index)
    },
    *entries({ from = 0, to = count, playedLine }: EntryOptions = {}): IterableIterator<Entry> {
      const noted = notesFor(playedLine)
      for (let index = Math.max(0, from); index < Math.min(to, count); index++) yield entries.entry(index, noted)
    },
    tables: (): Table[] => nameTables(database),
    validate: (): Iterable<Issue> => validateDatabase(database),
  }
}

/** Names of the facts of a database that its writer takes over. */
export const FACT = { type: 'type', autoload: 'autoload', flags: 'flags' } as const

function aboutDatabase({ version, files, facts, text }: ScidDatabase): CollectionFacts {
  const description = text.read(facts.description)
  const flags: Record<string, Json> = {}
  for (const [index, name] of facts.flagNames.entries()) {
    if (name.length > 0) flags[String(index + 1)] = text.read(name)
  }
  const about: CollectionFacts = { version, title: files.name, encoding: text.encoding }
  if (description !== '') about.comment = description
  const shown: Record<string, Json> = {}
  const usual = defaultFacts()
  if (facts.type !== usual.type) shown[FACT.type] = facts.type
  if (facts.autoload !== usual.autoload) shown[FACT.autoload] = facts.autoload
  if (Object.keys(flags).length > 0) shown[FACT.flags] = flags
  if (Object.keys(shown).length > 0) about.facts = shown
  return about
}
