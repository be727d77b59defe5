/** The games of a file of a server's JSON. */
import { readAll, type FileSet, type Source } from '../../bytes/source.ts'
import { shorten } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import type { Game, Header } from '../../model/record.ts'
import type { Collection, CollectionFacts, Entry, EntryOptions, Listing } from '../format.ts'
import { jsonError, parseExact, type JsonObject } from '../json.ts'
import type { FoundGame, ReadGame } from './json-game.ts'
import { findObjects, type ObjectRanges } from './objects.ts'

/** The largest file that is read. */
const MAX_FILE = 1 << 29

/** What the collection must know of a format. */
export interface ServerFormat {
  readonly id: string
  readonly game: Game
  readonly isGame: (value: JsonObject) => boolean
}

/** Opens a file. Throws FormatError if no game is in it. */
export function openServerGames(format: ServerFormat, { main }: FileSet, read: ReadGame): Collection {
  const collection = new ServerGames(format, main, read)
  if (!collection.hasGame())
    throw new FormatError('servers/not-format', { format: format.id }, { file: main.name, offset: 0 })
  return collection
}

class ServerGames implements Collection {
  readonly format: string
  readonly about: CollectionFacts = { encoding: 'utf-8' }
  readonly issues: Issue[] = []
  readonly count: number
  private readonly kind: ServerFormat
  private readonly file: string
  private readonly bytes: Uint8Array
  private readonly ranges: ObjectRanges
  private readonly read: ReadGame

  constructor(kind: ServerFormat, main: Source, read: ReadGame) {
    this.format = kind.id
    this.kind = kind
    this.file = main.name
    this.read = read
    this.bytes = readAll(main, MAX_FILE)
    this.ranges = findObjects(this.bytes)
    this.count = this.ranges.ends.length
    this.readContainer()
    if (!this.ranges.isCut) return
    const offset = this.ranges.starts.at(this.ranges.starts.length - 1)
    this.issues.push(issue('servers/cut', 'error', {}, { file: this.file, offset }))
  }

  /** What stands around the list of games is a fact about them; anything else is told. */
  private readContainer(): void {
    const { listStart, listEnd, strayAt, isCut } = this.ranges
    const decode = (from: number, to: number) => new TextDecoder().decode(this.bytes.subarray(from, to))
    const tell = (offset: number, text: string) =>
      void this.issues.push(
        issue('text/left-out', 'warning', { text: shorten(text.trim()) }, { file: this.file, offset }),
      )
    if (strayAt >= 0) tell(strayAt, decode(strayAt, strayAt + 100))
    const [before, after] = [decode(0, listStart), decode(listEnd, this.bytes.length)]
    if (before === '' && after === '') return
    try {
      const container = parseExact(`${before}${isCut ? ']}' : after}`)
      if (!isJsonObject(container)) return
      const facts = Object.entries(container).filter(([, value]) => !Array.isArray(value) || value.length > 0)
      if (facts.length > 0) this.about.facts = Object.fromEntries(facts)
    } catch {
      tell(0, `${before.slice(0, 40)} ... ${after}`)
    }
  }

  /** Whether one of the first objects is a game. */
  hasGame(): boolean {
    for (let index = 0; index < Math.min(this.count, 100); index++) {
      const value = this.parse(index)
      if (value !== undefined && isJsonObject(value) && this.kind.isGame(value)) return true
    }
    return false
  }

  listing(index: number): Listing {
    const { record } = this.entry(index)
    const unknown: Header = { players: [], result: { outcome: 'unfinished' } }
    return { index, game: this.kind.game, kind: record ? 'game' : 'broken', header: record?.header ?? unknown }
  }

  entry(index: number): Entry {
    if (!(Number.isInteger(index) && index >= 0 && index < this.count)) {
      throw new TypeError(`the file holds ${this.count} games, there is none with index ${index}`)
    }
    const offset = this.ranges.starts.at(index)
    const { record, issues } = this.readGame(index)
    const place = { file: this.file, offset, record: index }
    const placed = issues.map((each): Issue => ({ ...each, place }))
    if (!record) return { index, issues: placed }
    record.origin = { format: this.format, file: this.file, index, offset, encoding: 'utf-8' }
    return { index, record, issues: placed }
  }

  private readGame(index: number): FoundGame {
    const issues: Issue[] = []
    const value = this.parse(index, issues)
    if (value !== undefined && isJsonObject(value) && this.kind.isGame(value)) return this.read(value)
    if (value !== undefined) issues.push(issue('servers/no-game', 'error', {}))
    return { issues }
  }

  *entries({ from = 0, to = Infinity }: EntryOptions = {}): IterableIterator<Entry> {
    for (let index = Math.max(0, from); index < Math.min(to, this.count); index++) yield this.entry(index)
  }

  private parse(index: number, issues?: Issue[]): Json | undefined {
    const text = new TextDecoder().decode(this.bytes.subarray(this.ranges.starts.at(index), this.ranges.ends.at(index)))
    try {
      return parseExact(text)
    } catch {
      issues?.push(issue('servers/bad-json', 'error', { reason: jsonError(text).reason }))
      return undefined
    }
  }
}
