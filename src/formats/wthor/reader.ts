/** Opens WTHOR files of every kind as collections. */
import type { FileSet } from '../../bytes/source.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import { formatIsoDate } from '../../model/date.ts'
import { FormatError } from '../../issues/errors.ts'
import type { Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import { OthelloLine, OthelloPosition } from '../../rules/othello/index.ts'
import type { CollectionFacts, Collection, Entry, EntryOptions, Listing, ReadOptions, Table } from '../format.ts'
import { RecordFile } from './file.ts'
import { settledFiles } from '../parts.ts'
import { wthor } from './format.ts'
import { readGame, readGameHeader } from './games.ts'
import {
  isPlausibleDate,
  kindOfName,
  kindOfSize,
  LAYOUTS,
  readFileHeader,
  USUAL_DEPTH,
  USUAL_ENCODING,
  HEADER_SIZE,
  type FileHeader,
  type FileKind,
} from './layout.ts'
import { NameTable, type NamesKind } from './names.ts'
import { FORMAT_ID } from './native.ts'
import { readPuzzle, readPuzzleHeader } from './puzzles.ts'
import { validateFile } from './validate.ts'

/** The dates of the files of names, as facts of a collection. */
export const NAME_FACTS: Readonly<Record<NamesKind, string>> = {
  players: 'players created',
  tournaments: 'tournaments created',
}

/** Opens a file of any kind. Rejects with FormatError if it is not a WTHOR file. */
export async function openWthor(found: FileSet, options: ReadOptions = {}): Promise<Collection> {
  const encoding = options.encoding ?? USUAL_ENCODING
  const { files, issues } = settledFiles(wthor, found)
  const { name } = files.main
  const kind = kindOf(files)
  if (!kind) {
    throw new FormatError('wthor/not-wthor', {}, { file: name, offset: 0 })
  }
  const collection =
    kind === 'players' || kind === 'tournaments'
      ? new NamesCollection(kind, files, encoding)
      : new RecordCollection(openRecords(files, kind, encoding))
  collection.issues.push(...issues)
  return collection
}

/** The fields of the names that the games or puzzles of a file use. */
export function usedNames(found: FileSet): Uint8Array {
  const { files } = settledFiles(wthor, found)
  const kind = kindOf(files)
  const bytes = new ByteWriter()
  if (kind === undefined || kind === 'players' || kind === 'tournaments') return bytes.bytes()
  const file = new RecordFile(files, kind, USUAL_ENCODING)
  const used = { players: new Set<number>(), tournaments: new Set<number>() }
  for (let index = 0; index < file.count; index++) {
    const [tournament, black, white] = file.numbers(index)
    used.tournaments.add(tournament)
    used.players.add(black).add(white)
  }
  for (const table of [file.players, file.tournaments]) {
    if (!table) continue
    for (const number of [...used[table.kind]].toSorted((left, right) => left - right)) {
      if (number < table.count) bytes.u16le(number).put(table.field(number))
    }
  }
  return bytes.bytes()
}

function kindOf({ main }: FileSet): FileKind | undefined {
  return kindOfName(main.name) ?? kindOfSize(readFileHeader(main.read(0, HEADER_SIZE), main.name), main.size)
}

/** Games that are looked at to tell a damaged file from one that is something else. */
const FIRST_GAMES = 100

/**
 * A file of games or puzzles. Throws FormatError if it only has the name of one: its date is no date, and most of its
 * games begin with what is not a legal move.
 */
function openRecords(files: FileSet, kind: FileKind, encoding: string): RecordFile {
  const file = new RecordFile(files, kind, encoding)
  if (kind === 'puzzles' || isPlausibleDate(file.header.created)) return file
  const { side } = file.layout
  const line = new OthelloLine(new OthelloPosition(side, side))
  const keys = new Uint32Array(4)
  let played = 0
  let legal = 0
  for (let index = 0; index < Math.min(file.count, FIRST_GAMES); index++) {
    const [from, to] = file.moves(index)
    if (from === to) continue
    played++
    legal += line.play(file.bytes, from, from + 1, keys)
  }
  if (legal * 2 < played) throw new FormatError('wthor/not-wthor', {}, { file: file.name, offset: 0 })
  return file
}

/** Games or puzzles. */
class RecordCollection implements Collection {
  readonly format = FORMAT_ID
  readonly about: CollectionFacts
  readonly count: number
  readonly issues: Issue[]
  private readonly file: RecordFile

  constructor(file: RecordFile) {
    this.file = file
    this.about = aboutRecords(file)
    this.count = file.count
    this.issues = file.issues()
  }

  listing(index: number): Listing {
    this.check(index)
    const read = this.file.layout.kind === 'puzzles' ? readPuzzleHeader : readGameHeader
    return { index, game: 'othello', kind: 'game', header: read(this.file, index) }
  }

  entry(index: number): Entry {
    this.check(index)
    return this.file.layout.kind === 'puzzles' ? readPuzzle(this.file, index) : readGame(this.file, index)
  }

  *entries({ from = 0, to = this.count }: EntryOptions = {}): Generator<Entry> {
    for (let index = Math.max(0, from); index < Math.min(to, this.count); index++) yield this.entry(index)
  }

  tables(): Table[] {
    return [this.file.players, this.file.tournaments].flatMap((table) => (table ? [table.table()] : []))
  }

  validate(): Iterable<Issue> {
    return validateFile(this.file)
  }

  private check(index: number): void {
    if (!(Number.isInteger(index) && index >= 0 && index < this.count)) {
      throw new TypeError(`there is no record ${index} in ${this.file.name}`)
    }
  }
}

/** A file of names alone: no records, one table. */
class NamesCollection implements Collection {
  readonly format = FORMAT_ID
  readonly about: CollectionFacts
  readonly count = 0
  readonly issues: Issue[]
  private readonly table: NameTable

  constructor(kind: NamesKind, files: FileSet, encoding: string) {
    this.table = new NameTable(kind, files.main, encoding)
    this.about = {
      version: LAYOUTS[kind].title,
      encoding,
      facts: { [NAME_FACTS[kind]]: formatIsoDate(this.table.header.created)! },
    }
    this.issues = [...this.table.issues()]
  }

  listing(index: number): Listing {
    throw new TypeError(`there is no record ${index} in ${this.table.file}`)
  }

  entry(index: number): Entry {
    throw new TypeError(`there is no record ${index} in ${this.table.file}`)
  }

  entries(): IterableIterator<Entry> {
    return [].values()
  }

  tables(): Table[] {
    return [this.table.table()]
  }

  validate(): Iterable<Issue> {
    return this.table.fieldIssues()
  }
}

/** The fact that holds what bytes 12 to 15 of the header say, as the file has it, for a writer to repeat. */
export const HEADER_FACT = 'header'

function headerFact({ parameters: [board, type, depth, reserved] }: FileHeader): Json {
  return { 'board side': board, 'type of file': type, 'depth of scores': depth, reserved }
}

function aboutRecords({ layout, header, encoding, players, tournaments }: RecordFile): CollectionFacts {
  const facts: Record<string, Json> = {
    created: formatIsoDate(header.created)!,
    [HEADER_FACT]: headerFact(header),
  }
  if (header.year > 0) facts['year'] = header.year
  if (layout.kind === 'puzzles') facts['empty squares'] = header.names
  else facts['depth of theoretical scores'] = header.parameters[2] || USUAL_DEPTH
  for (const table of [players, tournaments]) {
    if (table) facts[NAME_FACTS[table.kind]] = formatIsoDate(table.header.created)!
  }
  const about: CollectionFacts = { version: layout.title, encoding, facts }
  if (header.year > 0) about.title = `WTHOR ${header.year}`
  return about
}
