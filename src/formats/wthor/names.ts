/** The names of players (JOU) and tournaments (TRN), which games refer to by number, from 0. */
import { findSibling, readAll, stem, type FileSet, type Source } from '../../bytes/source.ts'
import { decodeText, encodeText, toBase64 } from '../../bytes/text.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { Table } from '../format.ts'
import { HEADER_SIZE, LAYOUTS, readFileHeader, type FileHeader } from './layout.ts'

export type NamesKind = 'players' | 'tournaments'

/** Stems of the official files, the older first. Puzzles may have separate names. */
const STEMS = ['WTHOR', 'WTH']
const PUZZLE_STEM = 'Solitaires'

/** A file of names. */
export class NameTable {
  readonly kind: NamesKind
  readonly file: string
  readonly header: FileHeader
  readonly count: number
  private readonly bytes: Uint8Array
  private readonly encoding: string
  /** Names decoded so far. */
  private readonly names: string[] = []
  /** First number of each name; made when first needed. */
  private numbers: Map<string, number> | undefined

  /** Throws FormatError if the source is too short for a header. */
  constructor(kind: NamesKind, source: Source, encoding: string) {
    this.kind = kind
    this.file = source.name
    this.bytes = readAll(source)
    this.encoding = encoding
    this.header = readFileHeader(this.bytes, source.name)
    this.count = Math.floor((this.bytes.length - HEADER_SIZE) / this.recordSize)
  }

  /** A field of the file: the name, a zero byte, and more zeros. */
  field(number: number): Uint8Array {
    const start = HEADER_SIZE + number * this.recordSize
    return this.bytes.subarray(start, start + this.recordSize)
  }

  /** The name with a number, undefined if there is none. */
  name(number: number): string | undefined {
    if (!(number >= 0 && number < this.count)) return undefined
    return (this.names[number] ??= this.decode(this.field(number)))
  }

  private decode(field: Uint8Array): string {
    const end = field.indexOf(0)
    return decodeText(end < 0 ? field : field.subarray(0, end), this.encoding)
  }

  /** The first number that has a name. */
  numberOf(name: string): number | undefined {
    if (!this.numbers) {
      this.numbers = new Map()
      for (let number = this.count - 1; number >= 0; number--) this.numbers.set(this.name(number)!, number)
    }
    return this.numbers.get(name)
  }

  /** What is wrong with the file as a whole. */
  *issues(): Generator<Issue> {
    const place = { file: this.file, offset: 8 }
    if (this.header.names !== this.count || this.count * this.recordSize + HEADER_SIZE !== this.bytes.length) {
      yield issue('wthor/names-size', 'warning', { stated: this.header.names, count: this.count }, place)
    }
  }

  /** What is wrong with the fields: no zero byte at the end, or other bytes after one. */
  *fieldIssues(): Generator<Issue> {
    for (let number = 0; number < this.count; number++) {
      const start = HEADER_SIZE + number * this.recordSize
      const last = start + this.recordSize - 1
      let end = start
      while (end < last && this.bytes[end] !== 0) end++
      while (end < last && this.bytes[end] === 0) end++
      if (end === last && this.bytes[last] === 0) continue
      yield issue('wthor/name-field', 'warning', { number }, { file: this.file, offset: start })
    }
  }

  /** All rows, for {@link Table}. `bytes` is a field that cannot be restored from the name alone. */
  table(): Table {
    return { name: this.kind, columns: ['number', 'name', 'bytes'], count: this.count, rows: () => this.rows() }
  }

  private *rows(): Generator<Record<string, Json>> {
    for (let number = 0; number < this.count; number++) {
      const row: Record<string, Json> = { number, name: this.name(number)! }
      if (!this.isPlain(number)) row['bytes'] = toBase64(this.field(number))
      yield row
    }
  }

  private isPlain(number: number): boolean {
    const field = this.field(number)
    const { bytes } = encodeText(this.name(number)!, this.encoding)
    return bytes.length < field.length && field.every((byte, index) => byte === (bytes[index] ?? 0))
  }

  private get recordSize(): number {
    return LAYOUTS[this.kind].recordSize
  }
}

/**
 * Finds the names that belong to a file: beside it with its own stem, with that before its year (`LOGISTELLO.JOU` of
 * `LOGISTELLO_2001.WTB`, as Cassio has the distributions of other programs), with an official one, or the only such file.
 */
export function findNames(
  files: FileSet,
  kind: NamesKind,
  encoding: string,
  forPuzzles: boolean,
): NameTable | undefined {
  const { extension } = LAYOUTS[kind]
  const stems = forPuzzles ? [PUZZLE_STEM, ...STEMS] : STEMS
  const others = files.names().filter((name) => name.toLowerCase().endsWith(extension))
  const source =
    findSibling(files, extension) ??
    files.find(stem(files.main.name).replace(/[_-]?[0-9]{1,4}$/, '') + extension) ??
    stems.map((name) => files.find(name + extension)).find((found) => found !== undefined) ??
    (others.length === 1 ? files.find(others[0]!) : undefined)
  return source && source.size >= HEADER_SIZE ? new NameTable(kind, source, encoding) : undefined
}
