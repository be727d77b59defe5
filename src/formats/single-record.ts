/** Collections for files with one game of Go each. */
import type { Issue } from '../issues/issue.ts'
import type { GameRecord } from '../model/record.ts'
import type { CollectionFacts, Collection, Entry, EntryOptions, Listing } from './format.ts'

/** A game as read. */
export interface SingleRecord {
  record: GameRecord
  issues: Issue[]
}

/** A file with one game, which is read when first needed. */
export class SingleRecordCollection implements Collection {
  readonly format: string
  readonly about: CollectionFacts
  readonly count = 1
  readonly issues: readonly Issue[]
  private readonly read: () => SingleRecord

  constructor(format: string, about: CollectionFacts, issues: readonly Issue[], read: () => SingleRecord) {
    this.format = format
    this.about = about
    this.issues = issues
    this.read = read
  }

  listing(index: number): Listing {
    const { game, header } = this.entry(index).record!
    return { index, game, kind: 'game', header }
  }

  entry(index: number): Entry {
    if (index !== 0) throw new TypeError(`the file holds one game, there is none with index ${index}`)
    return { index, ...this.read() }
  }

  *entries({ from = 0, to = 1 }: EntryOptions = {}): IterableIterator<Entry> {
    if (from <= 0 && to > 0) yield this.entry(0)
  }
}
