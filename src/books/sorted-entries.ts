/** Books whose entries all have one size and are sorted by their keys. */
import { CachedSource } from '../bytes/cached-source.ts'
import type { Source } from '../bytes/source.ts'
import { FormatError } from '../issues/errors.ts'
import { issue, type Issue } from '../issues/issue.ts'

/** About how many entries are looked at from the first on, and then all over the book. */
const SAMPLES = 256

/** The most entries of a position that are read: several times the moves that any position has. */
const MOST_OF_KEY = 1024

/** The entries of a sorted book, found by binary search. */
export class SortedEntries<Key extends number | bigint> {
  readonly count: number
  /** Bytes behind the last whole entry. */
  readonly issues: Issue[] = []
  private readonly source: Source
  private readonly size: number
  private readonly readKey: (entry: Uint8Array) => Key

  /** @param size bytes of an entry */
  constructor(source: Source, size: number, readKey: (entry: Uint8Array) => Key) {
    this.source = new CachedSource(source, 1 << 12, 64)
    this.size = size
    this.readKey = readKey
    this.count = Math.floor(source.size / size)
    const rest = source.size % size
    if (rest > 0) this.issues.push(issue('book/size', 'warning', { rest }, { file: source.name }))
  }

  /** Throws FormatError if the keys of some entries all over the book are not in order: then it is none. */
  requireOrder(code: 'book/not-polyglot' | 'book/not-elephanteye'): void {
    const step = Math.max(1, Math.floor(this.count / SAMPLES))
    let last: Key | undefined
    for (let index = 0; index < this.count; index += index < SAMPLES ? 1 : step) {
      const key = this.readKey(this.entry(index))
      if (last !== undefined && key < last) {
        throw new FormatError(code, {}, { file: this.source.name, offset: index * this.size })
      }
      last = key
    }
  }

  /** The entries with a key, in their order, and how many more there are than any position has moves. */
  withKey(key: Key): { entries: Uint8Array[]; more: number } {
    const start = this.first((other) => other >= key)
    const end = this.first((other) => other > key)
    const last = Math.min(end, start + MOST_OF_KEY)
    const entries = Array.from({ length: last - start }, (_, index) => Uint8Array.from(this.entry(start + index)))
    return { entries, more: end - last }
  }

  /** The first entry whose key something is true of, as it is of all behind it. */
  private first(isMeant: (key: Key) => boolean): number {
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if (isMeant(this.readKey(this.entry(middle)))) high = middle
      else low = middle + 1
    }
    return low
  }

  private entry(index: number): Uint8Array {
    return this.source.read(index * this.size, (index + 1) * this.size)
  }
}
