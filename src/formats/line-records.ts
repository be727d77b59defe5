/** Files with a record a line, of any size: where the lines are is known, and each is read when it is asked for. */
import { CachedSource } from '../bytes/cached-source.ts'
import { OffsetList } from '../bytes/offset-list.ts'
import type { Source } from '../bytes/source.ts'
import { FormatError } from '../issues/errors.ts'
import type { Issue } from '../issues/issue.ts'
import type { Game, GameRecord, Header } from '../model/record.ts'
import type { Collection, CollectionFacts, Entry, EntryOptions, Listing } from './format.ts'
import { firstLine, readLines } from './jsonl/lines.ts'

/** The longest line: those of positions and puzzles have some hundred bytes. */
const MAX_LINE = 1 << 20

/** Lines of which one must be a record. */
const FIRST_LINES = 100

/** A line that was read; without a record the issues say why. */
export interface LineRead {
  record?: GameRecord
  issues: Issue[]
}

/** How the lines of a format are read. */
export interface LineFormat {
  readonly id: string
  readonly game: Game
  /** Whether a line says something about the others, or nothing. */
  readonly isBeside: (line: string) => boolean
  readonly read: (line: string) => LineRead
}

/** The records of a file. */
export class LineRecords implements Collection {
  readonly format: string
  readonly about: CollectionFacts = { encoding: 'utf-8' }
  readonly issues: Issue[] = []
  private readonly kind: LineFormat
  private readonly source: Source
  private readonly offsets = new OffsetList()
  private readonly numbers = new OffsetList()

  constructor(source: Source, kind: LineFormat) {
    this.format = kind.id
    this.kind = kind
    this.source = new CachedSource(source)
    for (const { bytes, offset, number } of readLines(source, MAX_LINE)) {
      if (bytes && this.kind.isBeside(decode(bytes, offset))) continue
      this.offsets.push(offset)
      this.numbers.push(number)
    }
  }

  get count(): number {
    return this.offsets.length
  }

  /** Throws FormatError with a code of the format if none of the first lines is a record. */
  refuseUnlessRead(): this {
    for (let index = 0; index < Math.min(this.count, FIRST_LINES); index++) if (this.entry(index).record) return this
    throw new FormatError('servers/not-format', { format: this.format }, { file: this.source.name, offset: 0 })
  }

  listing(index: number): Listing {
    const { record } = this.entry(index)
    const unknown: Header = { players: [], result: { outcome: 'unfinished' } }
    return { index, game: this.kind.game, kind: record ? 'game' : 'broken', header: record?.header ?? unknown }
  }

  entry(index: number): Entry {
    if (!(Number.isInteger(index) && index >= 0 && index < this.count)) {
      throw new TypeError(`the file holds ${this.count} records, there is none with index ${index}`)
    }
    const { name: file, size } = this.source
    const offset = this.offsets.at(index)
    const end = Math.min(index + 1 < this.count ? this.offsets.at(index + 1) : size, offset + MAX_LINE)
    const { record, issues } = this.kind.read(decode(firstLine(this.source.read(offset, end)), offset))
    const place = { file, offset, line: this.numbers.at(index), record: index }
    const placed = issues.map((each): Issue => ({ ...each, place }))
    if (!record) return { index, issues: placed }
    record.origin = { format: this.format, file, index, offset, encoding: 'utf-8' }
    return { index, record, issues: placed }
  }

  *entries({ from = 0, to = Infinity }: EntryOptions = {}): IterableIterator<Entry> {
    for (let index = Math.max(0, from); index < Math.min(to, this.count); index++) yield this.entry(index)
  }
}

function decode(bytes: Uint8Array, offset: number): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: offset > 0 }).decode(bytes)
  return text.trim()
}
