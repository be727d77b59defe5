/**
 * Writes WTHOR files: one for each year of games, one for each number of empty squares of puzzles, and the names of
 * players and tournaments.
 */
import type { Sink, SinkSet } from '../../bytes/sink.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import { isRealDate, parseDate, type PartialDate } from '../../model/date.ts'
import { PositionError, messageOf } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import { boardSize, playerOf, type GameRecord } from '../../model/record.ts'
import { positionAfter } from '../../rules/replay.ts'
import { othello, OthelloPosition } from '../../rules/othello/index.ts'
import type { CollectionFacts, Writer, WriteOptions } from '../format.ts'
import { notWritten, written, type WriteResult } from '../write-result.ts'
import { encodeGame } from './game-writer.ts'
import { NameList } from './names-writer.ts'
import { encodePuzzle } from './puzzle-writer.ts'
import {
  FOLDER_NAME,
  GAMES_STEM,
  HEADER_SIZE,
  kindOfName,
  LAYOUTS,
  LONG_PRESENCE_SIZE,
  PRESENCE_SIZE,
  USUAL_DEPTH,
  USUAL_ENCODING,
  type FileKind,
} from './layout.ts'
import { NameTable, type NamesKind } from './names.ts'
import { FORMAT_ID, nativeOf, type Native } from './native.ts'
import { HEADER_FACT, NAME_FACTS } from './reader.ts'

/** A file of games or puzzles being written. */
interface OutputFile {
  kind: FileKind
  sink: Sink
  records: number
  /** Year of the games; empty squares of the puzzles. */
  group: number
  /** Empty squares from which theoretical scores are computed; unknown before the first. */
  depth: number | undefined
  /** Games without a theoretical score. */
  withoutDepth: number
  /** Parameters of the header to repeat. */
  parameters: readonly number[] | undefined
}

/** The depth of files without theoretical scores: with one square left the score is the theoretical one. */
const SCORES_ALONE = 1

const NAME_KINDS: readonly NamesKind[] = ['players', 'tournaments']

export class WthorWriter implements Writer {
  private readonly out: SinkSet
  private readonly settings: Readonly<Record<string, string>>
  /** The date of the files. */
  private readonly asked: PartialDate | undefined
  private readonly lists: Readonly<Record<NamesKind, NameList>>
  /** The files of names: existing ones or new ones. */
  private readonly nameFiles: Readonly<Record<NamesKind, string>>
  private readonly mainKind: FileKind
  /** Bytes of the presence table of a file of puzzles. */
  private readonly presenceSize: number
  private readonly files = new Map<string, OutputFile>()
  /** Whether the file named by the user has been created. */
  private hasMain = false
  private facts: Readonly<Record<string, Json>> = {}
  /** The facts of each file that was read, by its kind and its year or number of empty squares. */
  private readonly factsOf = new Map<string, Readonly<Record<string, Json>>>()

  constructor(out: SinkSet, options: WriteOptions = {}) {
    this.out = out
    this.settings = options.settings ?? {}
    const { created } = this.settings
    this.asked = created === undefined ? undefined : parseDay(created)
    if (created !== undefined && !this.asked) throw new TypeError(`created=${created} is no day like 2001-12-31`)
    this.presenceSize = presenceSize(this.settings['presence-table'])
    const encoding = options.encoding ?? USUAL_ENCODING
    this.lists = { players: new NameList('players', encoding), tournaments: new NameList('tournaments', encoding) }
    this.mainKind = kindOfName(out.name) ?? 'games'
    this.nameFiles = {
      players: this.loadNames('players', encoding),
      tournaments: this.loadNames('tournaments', encoding),
    }
  }

  begin({ version, facts }: CollectionFacts): void {
    // Facts from other formats do not count.
    if (!facts || !Object.values(LAYOUTS).some(({ title }) => title === version)) return
    this.facts = facts
    const group = facts[version === LAYOUTS.puzzles.title ? 'empty squares' : 'year']
    if (typeof group === 'number' && version !== undefined) this.factsOf.set(`${version} ${group}`, facts)
  }

  put(table: string, row: Record<string, Json>): WriteResult {
    const kind = NAME_KINDS.find((candidate) => candidate === table)
    return kind ? written(this.lists[kind].put(row)) : notWritten()
  }

  add(record: GameRecord): WriteResult {
    const issues: Issue[] = []
    const position = startOf(record, issues)
    if (!position) return notWritten(...issues)
    const native = nativeOf(record)
    const names = this.namesOf(record, native, issues)
    if (!names) return notWritten(...issues)
    if (record.header.kind === 'problem') this.addPuzzle(record, native, position, names, issues)
    else this.addGame(record, native, position, names, issues)
    return written(issues)
  }

  finish(): Issue[] {
    const issues: Issue[] = []
    const isNames = this.mainKind === 'players' || this.mainKind === 'tournaments'
    if (!isNames && this.files.size === 0) this.file(this.mainKind, this.mainGroup() ?? 0)
    for (const file of this.files.values()) {
      file.sink.patch(0, this.header(file))
      if (file.withoutDepth > 0 && file.depth !== undefined) {
        issues.push(issue('wthor/no-theoretical', 'warning', { count: file.withoutDepth }))
      }
    }
    for (const kind of NAME_KINDS) this.writeNames(kind)
    this.out.commit()
    return issues
  }

  private addGame(record: GameRecord, native: Native, position: OthelloPosition, names: Names, issues: Issue[]): void {
    const kind = boardSize(record).columns === 10 ? 'large-games' : 'games'
    const { year: dated = 0, month } = record.header.date ?? {}
    const year = dated > 0 && dated <= 9999 ? dated : this.usualYear(issues)
    const file = this.file(kind, year)
    if (month !== undefined) {
      issues.push(issue('wthor/date-cut', 'warning', {}))
    }
    // A game from WTHOR is not changed.
    const usual = record.origin?.format === FORMAT_ID ? 'keep' : 'turn'
    const turnsFirstMove = (this.settings['first-move'] ?? usual) === 'turn'
    const { moves, score } = encodeGame(record, native, LAYOUTS[kind], turnsFirstMove, position, issues)
    const bytes = new ByteWriter(LAYOUTS[kind].recordSize)
      .u16le(names.tournament)
      .u16le(names.black)
      .u16le(names.white)
      .u8(score)
      .u8(this.theoreticalScore(record, native, file, score, issues))
      .put(moves)
    file.sink.append(bytes.bytes())
    file.records++
  }

  private addPuzzle(
    record: GameRecord,
    native: Native,
    position: OthelloPosition,
    names: Names,
    issues: Issue[],
  ): void {
    const [black, white] = position.count()
    const file = this.file('puzzles', native.empties ?? 64 - black - white)
    file.sink.append(encodePuzzle(record, native, position, names, issues))
    file.records++
  }

  private namesOf({ header }: GameRecord, native: Native, issues: Issue[]): Names | undefined {
    const { players, tournaments } = this.lists
    const tournament = tournaments.numberOf(header.event?.name, native.tournament, issues)
    const black = players.numberOf(playerOf(header, 1)?.name, native.black, issues)
    const white = players.numberOf(playerOf(header, 2)?.name, native.white, issues)
    if (tournament === undefined || black === undefined || white === undefined) return undefined
    return { tournament, black, white }
  }

  /** The theoretical score at the depth of the file; the real score if the record has none. */
  private theoreticalScore(
    { header: { perfectScore } }: GameRecord,
    native: Native,
    file: OutputFile,
    score: number,
    issues: Issue[],
  ): number {
    if (native.perfectScore !== undefined && !perfectScore) return native.perfectScore
    const { score: known, emptySquares } = perfectScore ?? { score: -1, emptySquares: 0 }
    // The depth is one byte of the header, whatever a damaged file has there.
    if (!isWithin(known, LAYOUTS[file.kind].side ** 2) || !isWithin(emptySquares, 255)) {
      file.withoutDepth++
      return score
    }
    file.depth ??= emptySquares
    if (file.depth === emptySquares) return known
    issues.push(issue('wthor/depth', 'warning', { empty: emptySquares, depth: file.depth }))
    return score
  }

  /** The file for a kind and a year or number of empty squares, created when first needed. */
  private file(kind: FileKind, group: number): OutputFile {
    const key = `${kind} ${group}`
    let file = this.files.get(key)
    if (!file) {
      const isNamed = this.out.name !== FOLDER_NAME
      const isMain = isNamed && !this.hasMain && kind === this.mainKind && group === (this.mainGroup() ?? group)
      this.hasMain ||= isMain
      const sink = this.out.create(isMain ? this.out.name : fileName(kind, group))
      sink.append(new Uint8Array(HEADER_SIZE + (kind === 'puzzles' ? this.presenceSize : 0)))
      const facts = this.factsFor(kind, group)
      const fact = (isMain ? (facts ?? this.facts) : facts)?.[HEADER_FACT]
      const parameters = isJsonObject(fact) ? Object.values(fact).map(Number) : undefined
      const depth = parameters ? parameters[2] || USUAL_DEPTH : undefined
      file = { kind, sink, records: 0, group, depth, withoutDepth: 0, parameters }
      this.files.set(key, file)
    }
    return file
  }

  private factsFor(kind: FileKind, group: number): Readonly<Record<string, Json>> | undefined {
    return this.factsOf.get(`${LAYOUTS[kind].title} ${group}`)
  }

  /** The year or number of empty squares according to the name of the output, or the source, if any. */
  private mainGroup(): number | undefined {
    const named = (this.mainKind === 'puzzles' ? /_([0-9]{1,2})\./ : /([0-9]{4})/).exec(this.out.name)
    if (named) return Number(named[1])
    const fact = this.facts[this.mainKind === 'puzzles' ? 'empty squares' : 'year']
    return typeof fact === 'number' ? fact : undefined
  }

  /** The year of a game whose date is not known. */
  private usualYear(issues: Issue[]): number {
    const year = Number(this.settings['year'] ?? this.mainGroup() ?? 0)
    if (year > 0) issues.push(issue('wthor/no-date', 'warning', { year }))
    return year
  }

  private header({ kind, records, group, depth, parameters }: OutputFile): Uint8Array {
    const isPuzzles = kind === 'puzzles'
    const writer = new ByteWriter(HEADER_SIZE + this.presenceSize)
    putDate(writer, this.created('created', this.factsFor(kind, group)))
    writer.u32le(records)
    writer.u16le(isPuzzles ? group : 0)
    writer.u16le(isPuzzles ? 0 : group)
    const usual = [LAYOUTS[kind].side, isPuzzles ? 1 : 0, isPuzzles ? 0 : (depth ?? SCORES_ALONE), 0]
    for (const parameter of parameters ?? usual) writer.u8(parameter)
    // The presence table: the number of puzzles in the entry for their empty squares, counted from 1.
    if (isPuzzles) for (let entry = 1; entry <= 64; entry++) writer.u32le(entry === group ? records : 0)
    return writer.bytes()
  }

  private writeNames(kind: NamesKind): void {
    const list = this.lists[kind]
    if (!list.isChanged && this.mainKind !== kind) return
    const writer = new ByteWriter()
    putDate(writer, this.created(NAME_FACTS[kind]))
    writer.u32le(0).u16le(list.count).u16le(0).u32le(0).put(list.bytes())
    this.out.create(this.nameFiles[kind]).append(writer.bytes())
  }

  /** Reads the existing names in the output folder. Returns the name of the file to write. */
  private loadNames(kind: NamesKind, encoding: string): string {
    const { extension } = LAYOUTS[kind]
    if (this.mainKind === kind) return this.out.name
    const wanted = `${this.settings['names'] ?? 'WTHOR'}${extension.toUpperCase()}`
    for (const name of [wanted, `WTHOR${extension}`, `WTH${extension}`]) {
      const source = this.out.existing?.(name)
      if (!source || source.size < HEADER_SIZE) continue
      this.lists[kind].load(new NameTable(kind, source, encoding))
      return source.name
    }
    return wanted
  }

  /** The date of a file: as requested, as in the source, or today. */
  private created(fact: string, facts = this.facts): PartialDate {
    const known = facts[fact]
    const date = this.asked ?? (typeof known === 'string' ? parseDay(known) : undefined)
    if (date) return date
    const now = new Date()
    return { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1, day: now.getUTCDate() }
  }
}

interface Names {
  tournament: number
  black: number
  white: number
}

/** The position before the first move; undefined, with an issue, if WTHOR cannot store it. */
function startOf(record: GameRecord, issues: Issue[]): OthelloPosition | undefined {
  const refuse = (refusal: Issue) => void issues.push(refusal)
  const { columns, rows } = boardSize(record)
  const isProblem = record.header.kind === 'problem'
  if (columns !== rows || (columns !== 8 && (columns !== 10 || isProblem))) {
    return refuse(issue(isProblem ? 'wthor/puzzle-size' : 'wthor/board-size', 'error', { columns, rows }))
  }
  const [root] = record.nodes
  if (record.setup === undefined && !root?.edits && !root?.turn) return new OthelloPosition(columns, rows)
  try {
    const position = positionAfter(othello, record, [])
    if (isProblem || othello.format(position) === othello.format(new OthelloPosition(columns, rows))) return position
    return refuse(issue('wthor/other-start', 'error', {}))
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    return refuse(issue('wthor/setup', 'error', { reason: messageOf(error) }))
  }
}

/** Throws TypeError for a size that is not of a presence table. */
function presenceSize(setting: string = String(PRESENCE_SIZE)): number {
  const size = [PRESENCE_SIZE, LONG_PRESENCE_SIZE].find((known) => String(known) === setting)
  if (size === undefined)
    throw new TypeError(`presence-table is ${PRESENCE_SIZE} or ${LONG_PRESENCE_SIZE}, not ${setting}`)
  return size
}

function isWithin(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= most
}

function fileName(kind: FileKind, group: number): string {
  const { extension } = LAYOUTS[kind]
  return kind === 'puzzles'
    ? `Solitaires_${group}${extension}`
    : `${GAMES_STEM}_${String(group).padStart(4, '0')}${extension}`
}

/** Reads a whole day; undefined for anything else. */
function parseDay(text: string): PartialDate | undefined {
  const date = parseDate(text)
  return date?.day !== undefined && isRealDate(date) ? date : undefined
}

function putDate(writer: ByteWriter, { year, month, day }: PartialDate): void {
  writer
    .u8(Math.floor(year! / 100))
    .u8(year! % 100)
    .u8(month!)
    .u8(day!)
}
