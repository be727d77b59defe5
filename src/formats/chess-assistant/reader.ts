/** Opens a database as a collection of records. */
import { decodeText } from '../../bytes/text.ts'
import type { FileSet } from '../../bytes/source.ts'
import type { Collection, Entry, EntryOptions, Listing, ReadOptions } from '../format.ts'
import { notesFor } from '../played-line.ts'
import { KeyedLine } from '../../rules/keyed-line.ts'
import { ChessAssistantDatabase } from './files/database.ts'
import { EntryReader } from './read/entry.ts'
import { settledFiles } from '../parts.ts'
import { chessAssistant } from './format.ts'
import { LISTS } from './files/layout.ts'
import { validateDatabase } from './read/validate.ts'
import { voteOnDatabase } from './read/vote.ts'

/** Opens a database from any of its files. Throws FormatError without its main file and headers, TypeError for bad options. */
export function openChessAssistant(files: FileSet, options: ReadOptions = {}): Collection {
  const before = settledFiles(chessAssistant, files)
  const database = new ChessAssistantDatabase(before.files)
  database.issues.push(...before.issues)
  const votes = voteOnDatabase(database, options.settings, options.encoding)
  const entries = new EntryReader(database, votes)
  const { count } = database
  const check = (index: number) => {
    if (!(Number.isInteger(index) && index >= 0 && index < count)) throw new TypeError(`there is no game ${index}`)
  }
  const about: Collection['about'] = {
    version: database.version,
    title: database.name,
    encoding: votes.encoding,
    readings: votes.votes,
  }
  if (database.comment.length > 0) about.comment = decodeText(database.comment, votes.encoding)
  return {
    format: 'chess-assistant',
    about,
    count,
    issues: database.issues,
    listing(index): Listing {
      check(index)
      return { index, game: 'chess', kind: 'game', header: entries.header(database.header(index)) }
    },
    entry(index): Entry {
      check(index)
      return entries.entry(index)
    },
    *entries({ from = 0, to = count, playedLine }: EntryOptions = {}): IterableIterator<Entry> {
      const line = playedLine?.keys ? new KeyedLine() : undefined
      const noted = notesFor(playedLine)
      for (let index = Math.max(0, from); index < Math.min(to, count); index++) yield entries.entry(index, line, noted)
    },
    get unread() {
      return database.unread()
    },
    tables: () => LISTS.map((list) => database.lists[list].table()),
    validate: () => validateDatabase(database, votes.profile),
  }
}
