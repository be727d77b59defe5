/** A database as a collection of records. */
import type { Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { CollectionFacts, Collection, Entry, EntryOptions, Listing, Table } from '../format.ts'
import { notesFor } from '../played-line.ts'
import { settingsTitle } from '../chessbase/settings.ts'
import type { Cbh2Database } from './database.ts'
import { EntryReader } from './entry.ts'
import { DERIVED_PARTS } from './parts.ts'
import { entityTables } from './tables.ts'
import { validateDatabase } from './validate.ts'

/** Opens an assembled database as a collection. */
export function makeCollection(database: Cbh2Database): Collection {
  const entries = new EntryReader(database)
  const { count } = database
  const check = (index: number) => {
    if (!(Number.isInteger(index) && index >= 0 && index < count)) throw new TypeError(`there is no record ${index}`)
  }
  return {
    format: '2cbh',
    about: aboutDatabase(database),
    count,
    issues: database.issues,
    listing: (index) => {
      check(index)
      return listing(database, entries, index)
    },
    entry: (index) => {
      check(index)
      return entries.entry(index)
    },
    *entries({ from = 0, to = count, playedLine }: EntryOptions = {}): IterableIterator<Entry> {
      const noted = notesFor(playedLine)
      for (let index = Math.max(0, from); index < Math.min(to, count); index++) yield entries.entry(index, noted)
    },
    tables: (): Table[] => entityTables(database),
    validate: (): Iterable<Issue> => validateDatabase(database),
  }
}

function listing(database: Cbh2Database, entries: EntryReader, index: number): Listing {
  const stored = database.record(index)
  if (!stored) {
    return { index, game: 'chess', kind: 'broken', header: { players: [], result: { outcome: 'unfinished' } } }
  }
  const header = entries.header(stored)
  if (stored.kind === 'text') delete header.titles
  return { index, game: 'chess', kind: stored.kind === 'text' ? 'text' : 'game', header }
}

function aboutDatabase(database: Cbh2Database): CollectionFacts {
  const { files, head, text } = database
  const facts: Record<string, Json> = {}
  const searchFiles = DERIVED_PARTS.filter((extension) => files.part(extension))
  if (searchFiles.length > 0) facts['searchFiles'] = [...searchFiles]
  return {
    version: String(head.version),
    title: settingsTitle(files, text) ?? files.name,
    encoding: text.codePage,
    facts,
  }
}
