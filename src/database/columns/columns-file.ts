/**
 * The file of columns of the games of a segment (layout.ts), written with the segment and deleted with it. Numbers are
 * little-endian, as on every processor that DuckDB's Node package is made for; docs/position-index.md describes it for
 * other implementers.
 *
 * ```text
 * header  signature, u16 version, u16 parts, u32 games, u32 first game number, for every part u32 size and
 *         u32 checksum, u32 checksum of the header
 * parts   the numbers of the games (u32) if some are missing between the first and the last; the columns of numbers
 *         (u16); for every list of texts the list, and its columns
 * list    u32 number of texts, u32 for each where it ends, the texts as UTF-8 in order of their bytes
 * column  for each game the number of its text, from 1, or 0 for none: u8, u16 or u32, as the list needs
 * ```
 */
import { Checksum } from '../../bytes/checksum.ts'
import { ByteReader } from '../../bytes/reader.ts'
import type { Sink } from '../../bytes/sink.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import { FormatError, messageOf } from '../../issues/errors.ts'
import type { SegmentHeader } from '../../positions/segment/segment-format.ts'
import { NUMBER_NAMES, TEXT_COLUMNS, TEXT_LISTS, type NumberColumn, type TextColumn, type TextList } from './layout.ts'
import { Texts } from './texts.ts'

const MAGIC = 'LUDOCOLS'
const VERSION = 1

/** The names of all parts in order; those of lists of texts are followed by `.texts`. */
const PARTS: readonly string[] = [
  'id',
  ...NUMBER_NAMES,
  ...TEXT_LISTS.flatMap((list) => [`${list}.texts`, ...TEXT_COLUMNS[list]]),
]
const HEADER_SIZE = MAGIC.length + 12 + PARTS.length * 8 + 4

/** Numbers of texts, in as few bytes as the greatest needs. */
export type TextNumbers = Uint8Array | Uint16Array | Uint32Array

/** A kind of array of numbers. */
interface NumbersType<Numbers extends TextNumbers> {
  new (length: number): Numbers
  new (buffer: ArrayBuffer, offset: number, length: number): Numbers
  BYTES_PER_ELEMENT: number
}

function numbersType(texts: number): NumbersType<TextNumbers> {
  if (texts < 0x100) return Uint8Array
  return texts < 0x10000 ? Uint16Array : Uint32Array
}

/** Makes numbers for so many games, of so many texts. */
export function makeTextNumbers(games: number, texts: number): TextNumbers {
  return new (numbersType(texts))(games)
}

/** Numbers for so many games, of so many texts, at the beginning of memory that has room for 32 bits each. */
export function textNumbersIn(memory: ArrayBuffer, games: number, texts: number): TextNumbers {
  return new (numbersType(texts))(memory, 0, games)
}

/** The numbers of all games between the first and the last are there, or these. */
export interface GameNumbers {
  first: number
  count: number
  ids: Uint32Array | undefined
}

/** Writes the parts of a file in their order. */
export class ColumnsWriter {
  private readonly sink: Sink
  private readonly games: GameNumbers
  private readonly table = new ByteWriter(PARTS.length * 8)
  private next = 0

  constructor(sink: Sink, games: GameNumbers) {
    this.sink = sink
    this.games = games
    sink.append(new Uint8Array(HEADER_SIZE))
    this.put('id', games.ids ?? new Uint32Array(0))
  }

  /** Adds a column of numbers. */
  addNumbers(name: NumberColumn, numbers: Uint16Array): void {
    this.put(name, numbers)
  }

  /** Adds a list of texts; its columns follow, in their order. */
  addTexts(list: TextList, texts: Texts): void {
    this.put(`${list}.texts`, ...texts.pieces())
  }

  /** Adds a column of a list. */
  addTextNumbers(name: TextColumn, numbers: TextNumbers): void {
    this.put(name, numbers)
  }

  private put(name: string, ...pieces: (Uint8Array | Uint16Array | Uint32Array)[]): void {
    if (PARTS[this.next++] !== name) throw new TypeError(`${name} comes out of order`)
    let size = 0
    const checksum = new Checksum()
    for (const { buffer, byteOffset, byteLength } of pieces) {
      const bytes = new Uint8Array(buffer, byteOffset, byteLength)
      size += byteLength
      checksum.add(bytes)
      this.sink.append(bytes)
    }
    this.table.u32le(size).u32le(checksum.value)
  }

  /** Completes the file. */
  finish(): void {
    if (this.next !== PARTS.length) throw new TypeError('columns are missing')
    const { first, count } = this.games
    const header = new ByteWriter(HEADER_SIZE).put(new TextEncoder().encode(MAGIC))
    header.u16le(VERSION).u16le(PARTS.length).u32le(count).u32le(first).put(this.table.bytes())
    this.sink.patch(0, header.u32le(new Checksum().add(header.bytes()).value).bytes())
  }
}

/** A file that is read at once. */
interface ReadSource {
  readonly name: string
  readonly size: number
  read(start: number, end: number): Uint8Array
}

/** An open file of columns. Every part is read when it is asked for, and compared with its checksum. */
export class ColumnsFile {
  readonly count: number
  readonly first: number
  private readonly source: ReadSource
  /** Where each part begins, its bytes and its checksum. */
  private readonly parts = new Map<string, { start: number; size: number; checksum: number }>()

  private readonly lastGame: number

  /**
   * Reads the header. Throws FormatError if this is not a file of columns of the games of a segment.
   * @param segment the numbers that its games may have
   */
  constructor(source: ReadSource, { firstGame, gameRange }: Pick<SegmentHeader, 'firstGame' | 'gameRange'>) {
    this.source = source
    this.lastGame = firstGame + gameRange - 1
    const file = source.name
    const bytes = source.read(0, HEADER_SIZE)
    const reader = new ByteReader(bytes, file)
    if (bytes.length < HEADER_SIZE || new TextDecoder().decode(reader.take(MAGIC.length)) !== MAGIC) {
      throw new FormatError('index/header', {}, { file, offset: 0 })
    }
    const version = reader.u16le()
    if (version !== VERSION) throw new FormatError('index/version', { version, expected: VERSION }, { file, offset: 8 })
    const parts = reader.u16le()
    this.count = reader.u32le()
    this.first = reader.u32le()
    let start = HEADER_SIZE
    for (const name of PARTS) {
      const [size, checksum] = [reader.u32le(), reader.u32le()]
      this.parts.set(name, { start, size, checksum })
      start += size
    }
    const end = HEADER_SIZE - 4
    if (parts !== PARTS.length || reader.u32le() !== new Checksum().add(bytes.subarray(0, end)).value) {
      throw new FormatError('index/header', {}, { file, offset: end })
    }
    if (start !== source.size) {
      throw new FormatError('index/size', { size: source.size, expected: start }, { file, offset: source.size })
    }
    // Room is made for all numbers between the first game and the last.
    const last = this.parts.get('id')!.size === 0 ? this.first + this.count - 1 : this.first
    if (this.count > gameRange || (this.count > 0 && (this.first < firstGame || last > this.lastGame))) {
      throw new FormatError('index/header', {}, { file, offset: MAGIC.length })
    }
  }

  /** The numbers of the games in order; undefined if they follow each other from the first. */
  ids(): Uint32Array | undefined {
    const { size } = this.parts.get('id')!
    if (size === 0) return undefined
    const ids = this.numbersOf('id', Uint32Array)
    for (let index = 1; index < ids.length; index++) if (ids[index]! <= ids[index - 1]!) throw this.damaged('id')
    if (ids[0] !== this.first || ids.at(-1)! > this.lastGame) throw this.damaged('id')
    return ids
  }

  numbers(name: NumberColumn): Uint16Array {
    return this.numbersOf(name, Uint16Array)
  }

  texts(list: TextList): Texts {
    const name = `${list}.texts`
    return Texts.decode(this.read(name), this.placeOf(name))
  }

  /** A column of a list of so many texts. */
  textNumbers(name: TextColumn, texts: number): TextNumbers {
    const numbers = this.numbersOf<TextNumbers>(name, numbersType(texts))
    for (let index = 0; index < numbers.length; index++) if (numbers[index]! > texts) throw this.damaged(name)
    return numbers
  }

  /** Reads every part. Throws FormatError if one is damaged. */
  verify(): void {
    this.ids()
    for (const name of NUMBER_NAMES) this.numbers(name)
    for (const list of TEXT_LISTS) {
      const { count } = this.texts(list)
      for (const name of TEXT_COLUMNS[list]) this.textNumbers(name, count)
    }
  }

  private numbersOf<Numbers extends TextNumbers>(name: string, Numbers: NumbersType<Numbers>): Numbers {
    const bytes = this.read(name)
    if (bytes.length !== this.count * Numbers.BYTES_PER_ELEMENT) throw this.damaged(name)
    return new Numbers(bytes.buffer, bytes.byteOffset, this.count)
  }

  /** The bytes of a part, in memory of their own. */
  private read(name: string): Uint8Array<ArrayBuffer> {
    const { start, size, checksum } = this.parts.get(name)!
    const read = this.source.read(start, start + size)
    const bytes = (read.byteOffset % 4 === 0 ? read : read.slice()) as Uint8Array<ArrayBuffer>
    if (new Checksum().add(bytes).value !== checksum) throw new FormatError('index/checksum', {}, this.placeOf(name))
    return bytes
  }

  private damaged(name: string): FormatError {
    return new FormatError('index/damaged', {}, this.placeOf(name))
  }

  private placeOf(name: string): { file: string; offset: number } {
    return { file: this.source.name, offset: this.parts.get(name)!.start }
  }
}

/** Reads from files of columns. Throws FormatError that says how to mend them where they are damaged. */
export function readingColumns<Result>(from: () => Result): Result {
  try {
    return from()
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw new FormatError('database/segment-damaged', { reason: messageOf(error) }, error.place)
  }
}
