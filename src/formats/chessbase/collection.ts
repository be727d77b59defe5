/** A database as a collection of records. */
import type { Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { CollectionFacts, Collection, Entry, EntryOptions, Listing, Table } from '../format.ts'
import { KeyedLine } from '../../rules/keyed-line.ts'
import { notesFor } from '../played-line.ts'
import type { ChessBaseDatabase } from './database.ts'
import { EntryReader } from './entry.ts'
import { SEARCH_INDEX_FILES } from './parts.ts'
import { settingsTitle } from './settings.ts'
import { entityTables } from './tables.ts'
import { validateDatabase } from './validate.ts'

/** Opens an assembled database as a collection. */
export function makeCollection(database: ChessBaseDatabase): Collection {
  const entries = new EntryReader(database)
  const { count } = database
  const check = (index: number) => {
    if (!(Number.isInteger(index) && index >= 0 && index < count)) throw new TypeError(`there is no record ${index}`)
  }
  return {
    format: 'chessbase',
    about: aboutDatabase(database),
    count,
    issues: database.issues,
    listing: (index) => {
      check(index)
      return listing(database, entries, index)
    },
    entry: (index) => {
      check(index)
      return entries.entry(index) as Entry
    },
    *entries({ from = 0, to = count, ...wanted }: EntryOptions = {}): IterableIterator<Entry> {
      const noted = { line: wanted.playedLine?.keys ? new KeyedLine() : undefined, moves: notesFor(wanted.playedLine) }
      const isBare = wanted.bare ?? false
      for (let index = Math.max(0, from); index < Math.min(to, count); index++) {
        // Records are without nodes only where that is asked for.
        yield entries.entry(index, noted, isBare, wanted.kernel) as Entry
      }
    },
    tables: (): Table[] => entityTables(database),
    validate: (): Iterable<Issue> => validateDatabase(database),
  }
}

function listing(database: ChessBaseDatabase, entries: EntryReader, index: number): Listing {
  const stored = database.record(index)
  if (!stored) {
    return { index, game: 'chess', kind: 'broken', header: { players: [], result: { outcome: 'unfinished' } } }
  }
  return { index, game: 'chess', kind: stored.kind, header: entries.header(index, stored) }
}

function aboutDatabase(database: ChessBaseDatabase): CollectionFacts {
  const { files, head, text } = database
  const facts: Record<string, Json> = {}
  if (database.extended) facts['extendedHeaders'] = `version ${database.extended.version}`
  const searchIndexFiles = SEARCH_INDEX_FILES.filter((extension) => files.part(extension))
  if (searchIndexFiles.length > 0) facts['searchFiles'] = [...searchIndexFiles]
  return {
    version: String(head.version),
    title: settingsTitle(files, text) ?? files.name,
    encoding: text.codePage,
    facts,
  }
}
