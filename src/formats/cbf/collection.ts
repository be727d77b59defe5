/** A database as a collection of records. */
import { issue, type Issue } from '../../issues/issue.ts'
import { mainLine } from '../../model/tree.ts'
import { stem } from '../../bytes/source.ts'
import type { Collection, Entry, EntryOptions, Listing } from '../format.ts'
import type { CbfDatabase } from './database.ts'
import { EntryReader } from './entry.ts'
import type { Votes } from './vote.ts'

/** Opens a database as a collection. */
export function makeCollection(database: CbfDatabase, { profile, page, votes }: Votes): Collection {
  const entries = new EntryReader(database, profile, page)
  const { count } = database
  const check = (index: number) => {
    if (!(Number.isInteger(index) && index >= 0 && index < count)) throw new TypeError(`there is no record ${index}`)
  }
  return {
    format: 'cbf',
    about: { title: stem(database.games.name), encoding: page, readings: votes },
    count,
    issues: database.issues,
    listing(index): Listing {
      check(index)
      const header = entries.header(index)
      const none = { players: [], result: { outcome: 'unfinished' as const } }
      return { index, game: 'chess', kind: header ? 'game' : 'broken', header: header ?? none }
    },
    entry(index) {
      check(index)
      return entries.entry(index)
    },
    *entries({ from = 0, to = count }: EntryOptions = {}): IterableIterator<Entry> {
      for (let index = Math.max(0, from); index < Math.min(to, count); index++) yield entries.entry(index)
    },
    validate: () => validateDatabase(database, entries),
  }
}

/** Checks what the headers say against the games, and that records lie one behind the other. */
function* validateDatabase(database: CbfDatabase, entries: EntryReader): IterableIterator<Issue> {
  for (let index = 0; index < database.count; index++) {
    const place = { file: database.index.name, record: index }
    if (database.offset(index + 1) < database.offset(index)) yield issue('cbf/order', 'warning', {}, place)
    const { record, issues } = entries.entry(index)
    const stored = database.game(index)?.header
    if (!record || !stored || issues.some(({ severity }) => severity === 'error')) continue
    const plies = mainLine(record.nodes).length
    const isBlackFirst = record.setup?.split(' ')[1] === 'b'
    const expected = Math.ceil((plies + (isBlackFirst ? 1 : 0)) / 2) & 0xff
    if (Math.abs(expected - stored.moveCount) > 1) {
      yield issue(
        'cbf/move-count',
        'info',
        { stated: stored.moveCount, count: expected },
        { ...place, file: database.games.name },
      )
    }
  }
}
