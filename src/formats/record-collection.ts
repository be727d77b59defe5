/** Collections of records of one kind of game that are read one by one when they are asked for. */
import type { Issue, IssueLocation } from '../issues/issue.ts'
import type { Game, GameRecord, Header } from '../model/record.ts'
import type { CollectionFacts, Collection, Entry, EntryOptions, Listing } from './format.ts'

/** What an entry was read as; without a record it could not be read, and the issues say why. */
export interface ReadEntry {
  record?: GameRecord | undefined
  issues: Issue[]
}

/** How the entries of a file are read. */
export interface EntryReader {
  readonly count: number
  readonly read: (index: number) => ReadEntry
  /** The header alone, where it can be read without the moves; undefined for an entry that cannot be read. */
  readonly readHeader?: (index: number) => Header | undefined
  /** Checks the container beyond what opening it does. */
  readonly validate?: () => Iterable<Issue>
}

/** The records of a file. */
export class RecordCollection implements Collection {
  readonly format: string
  readonly about: CollectionFacts
  readonly issues: readonly Issue[]
  readonly validate?: () => Iterable<Issue>
  private readonly game: Game
  private readonly reader: EntryReader

  constructor(format: string, game: Game, about: CollectionFacts, reader: EntryReader, issues: readonly Issue[] = []) {
    this.format = format
    this.game = game
    this.about = about
    this.issues = issues
    this.reader = reader
    if (reader.validate) this.validate = reader.validate
  }

  get count(): number {
    return this.reader.count
  }

  listing(index: number): Listing {
    this.check(index)
    const { readHeader, read } = this.reader
    const header = readHeader ? readHeader(index) : read(index).record?.header
    const unknown: Header = { players: [], result: { outcome: 'unfinished' } }
    return { index, game: this.game, kind: header ? 'game' : 'broken', header: header ?? unknown }
  }

  entry(index: number): Entry {
    this.check(index)
    const { record, issues } = this.reader.read(index)
    return record ? { index, record, issues } : { index, issues }
  }

  *entries({ from = 0, to = Infinity }: EntryOptions = {}): IterableIterator<Entry> {
    for (let index = Math.max(0, from); index < Math.min(to, this.count); index++) yield this.entry(index)
  }

  private check(index: number): void {
    if (Number.isInteger(index) && index >= 0 && index < this.count) return
    throw new TypeError(`the file holds ${this.count} records, there is none with index ${index}`)
  }
}

/** An entry as read, its issues with the place where it stands. */
export function withPlace({ record, issues }: ReadEntry, place: IssueLocation): ReadEntry {
  return { record, issues: issues.map((each): Issue => ({ ...each, place })) }
}
