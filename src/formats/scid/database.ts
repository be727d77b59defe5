/** One open database: its files, the facts of its whole, and its records. */
import type { Source } from '../../bytes/source.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { SCID5_RECORD_SIZE } from './detect.ts'
import { defaultFacts, HEADER_SIZE, readIndexHeader, VERSION_3, VERSION_4, type DatabaseFacts } from './index-header.ts'
import {
  readScid4Facts,
  readScid4Place,
  readScid4Record,
  readScid5Facts,
  readScid5Place,
  readScid5Record,
  SCID3_RECORD_SIZE,
  SCID4_RECORD_SIZE,
  type GameFacts,
  type GamePlace,
  type IndexRecord,
} from './index-record.ts'
import { NAME_KINDS, noNames, readScid4Names, readScid5Names, type NameKind, type Names } from './names.ts'
import type { DatabaseFiles, Generation } from './parts.ts'
import { TextReader } from './text.ts'

/** Versions by generation. */
const VERSIONS: Readonly<Record<Generation, string>> = { 3: '3', 4: '4', 5: '5' }

export class ScidDatabase {
  readonly files: DatabaseFiles
  readonly generation: Generation
  readonly version: string
  readonly facts: DatabaseFacts
  /** Number of games. */
  readonly count: number
  readonly names: Names
  readonly games: Source | undefined
  readonly text: TextReader
  readonly issues: Issue[] = []
  private readonly recordsAt: number
  private readonly recordSize: number
  private readonly texts = new Map<NameKind, (string | undefined)[]>(NAME_KINDS.map((kind) => [kind, []]))

  /**
   * @param encoding label of the encoding of all texts; without it a text is UTF-8 where it can be. Throws FormatError
   *   when the index is not one.
   */
  constructor(files: DatabaseFiles, encoding?: string) {
    this.files = files
    this.games = files.games
    this.text = new TextReader(encoding)
    const { index } = files
    if (files.generation === 5) {
      this.generation = 5
      this.recordsAt = 0
      this.recordSize = SCID5_RECORD_SIZE
      this.count = this.countRecords(undefined)
      this.names = this.readNames()
      this.facts = this.names.facts ?? defaultFacts()
    } else {
      const header = readIndexHeader(index)
      this.generation = header.version === VERSION_3 ? 3 : 4
      this.recordsAt = HEADER_SIZE[header.version === VERSION_3 ? VERSION_3 : VERSION_4]
      this.recordSize = header.version === VERSION_3 ? SCID3_RECORD_SIZE : SCID4_RECORD_SIZE
      this.count = this.countRecords(header.count)
      this.names = this.readNames()
      this.facts = header
    }
    this.version = VERSIONS[this.generation]
    if (!this.games && this.count > 0) this.missing(`.sg${files.generation}`, 'error')
    this.issues.push(...this.names.issues)
  }

  /** What the index says of a game, by its number from 0. */
  record(index: number): IndexRecord {
    const bytes = this.recordBytes(index)
    return this.generation === 5 ? readScid5Record(bytes) : readScid4Record(bytes, this.generation)
  }

  /** What the index says of a game for people: all that is read of most records. */
  gameFacts(index: number): GameFacts {
    const bytes = this.recordBytes(index)
    return this.generation === 5 ? readScid5Facts(bytes) : readScid4Facts(bytes, this.generation)
  }

  /** Where a game is, and whether the index marks it as one of Chess960: all that its moves need of the record. */
  place(index: number): GamePlace {
    const bytes = this.recordBytes(index)
    return this.generation === 5 ? readScid5Place(bytes) : readScid4Place(bytes, this.generation)
  }

  /** The bytes of a game's record. */
  recordBytes(index: number): Uint8Array {
    const start = this.recordOffset(index)
    return this.files.index.read(start, start + this.recordSize)
  }

  /** Where the record of a game is. */
  recordOffset(index: number): number {
    return this.recordsAt + index * this.recordSize
  }

  /** The bytes of a game, clipped to the file. */
  gameBytes({ offset, length }: GamePlace): Uint8Array {
    return this.games?.read(offset, offset + length) ?? new Uint8Array(0)
  }

  /** A name by its number; undefined for a number that has none. */
  name(kind: NameKind, id: number): string | undefined {
    const texts = this.texts.get(kind)!
    if (texts[id] !== undefined) return texts[id]
    const bytes = this.names.lists[kind].names[id]
    if (bytes === undefined) return undefined
    return (texts[id] = this.text.read(bytes))
  }

  private countRecords(stated: number | undefined): number {
    const { index } = this.files
    const size = Math.max(0, index.size - this.recordsAt)
    const present = Math.floor(size / this.recordSize)
    if (size % this.recordSize !== 0) {
      this.issues.push(issue('scid/index-size', 'warning', { rest: size % this.recordSize }, { file: index.name }))
    }
    if (stated === undefined || stated === present) return present
    const place = { file: index.name, offset: 14 }
    this.issues.push(issue('scid/count', stated > present ? 'error' : 'warning', { stated, found: present }, place))
    // What lies behind the games that are counted was cut off by whoever wrote the count.
    return Math.min(stated, present)
  }

  private readNames(): Names {
    const { names, generation } = this.files
    if (!names) {
      if (this.count > 0) this.missing(`.sn${generation}`, 'error')
      return noNames()
    }
    return generation === 5 ? readScid5Names(names) : readScid4Names(names)
  }

  private missing(extension: string, severity: 'error' | 'warning'): void {
    const name = this.files.name + extension
    this.issues.push(issue('scid/missing-part', severity, { name }, { file: this.files.index.name }))
  }
}

/** What else keeps games from being added: nobody knows which records count. */
const DOUBTS: ReadonlySet<string> = new Set(['scid/index-size', 'scid/count'])

/** Throws FormatError when games could not be added to a database without guessing. */
export function refuseDamaged({ issues, files }: ScidDatabase): void {
  const fault = issues.find(({ id, severity }) => severity === 'error' || DOUBTS.has(id))
  if (!fault) return
  const reason = { id: fault.id, params: fault.params ?? {} }
  throw new FormatError('scid/damaged', { reason }, fault.place ?? { file: files.index.name })
}
