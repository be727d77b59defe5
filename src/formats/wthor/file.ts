/** A file of games or puzzles: its header, its records as views of its bytes, and the names beside it. */
import { readAll, type FileSet } from '../../bytes/source.ts'
import { issue, type Issue, type IssueLocation } from '../../issues/issue.ts'
import type { Origin } from '../../model/record.ts'
import {
  GAME_HEADER_SIZE,
  HEADER_SIZE,
  isPlausibleDate,
  LAYOUTS,
  LONG_PRESENCE_SIZE,
  PRESENCE_SIZE,
  readFileHeader,
  type FileHeader,
  type FileKind,
  type Layout,
} from './layout.ts'
import { findNames, type NameTable } from './names.ts'
import { FORMAT_ID } from './native.ts'

/** The shortest part of a record at the end of a truncated file that is read: numbers and scores. */
const MIN_PIECE = GAME_HEADER_SIZE

export class RecordFile {
  readonly name: string
  readonly layout: Layout
  readonly header: FileHeader
  readonly players: NameTable | undefined
  readonly tournaments: NameTable | undefined
  readonly encoding: string
  /** Number of records, including one truncated by the end of the file. */
  readonly count: number
  /** Where the records begin. */
  readonly start: number
  /** The whole file. */
  readonly bytes: Uint8Array

  /** Throws FormatError if the file is too short for a header. */
  constructor(files: FileSet, kind: FileKind, encoding: string) {
    this.name = files.main.name
    this.layout = LAYOUTS[kind]
    this.bytes = readAll(files.main)
    this.header = readFileHeader(this.bytes, this.name)
    this.encoding = encoding
    this.players = findNames(files, 'players', encoding, kind === 'puzzles')
    this.tournaments = findNames(files, 'tournaments', encoding, kind === 'puzzles')
    this.start = HEADER_SIZE + (kind === 'puzzles' ? presenceSize(this.header, this.bytes.length) : 0)
    const body = Math.max(0, this.bytes.length - this.start)
    const whole = Math.floor(body / this.layout.recordSize)
    this.count = whole + (body % this.layout.recordSize >= MIN_PIECE ? 1 : 0)
  }

  /** Where a record begins. */
  offset(index: number): number {
    return this.start + index * this.layout.recordSize
  }

  /** The bytes of a record as a view; a truncated one is padded with zeros. */
  record(index: number): Uint8Array {
    const { recordSize } = this.layout
    const start = this.offset(index)
    const bytes = this.bytes.subarray(start, start + recordSize)
    if (bytes.length === recordSize) return bytes
    const whole = new Uint8Array(recordSize)
    whole.set(bytes)
    return whole
  }

  /** Where the moves of a game begin and end: at its first zero byte, the end of its record, or the end of the file. */
  moves(index: number): [from: number, to: number] {
    const from = this.offset(index) + GAME_HEADER_SIZE
    const last = Math.min(this.offset(index) + this.layout.recordSize, this.bytes.length)
    let to = from
    while (to < last && this.bytes[to] !== 0) to++
    return [from, to]
  }

  /** The largest player and tournament numbers used by games; -1 without games. */
  largestNumbers(): [player: number, tournament: number] {
    let [player, tournament] = [-1, -1]
    for (let index = 0; index < this.count; index++) {
      const [ofTournament, black, white] = this.numbers(index)
      tournament = Math.max(tournament, ofTournament)
      player = Math.max(player, black, white)
    }
    return [player, tournament]
  }

  /** The numbers of the names of a record. */
  numbers(index: number): [tournament: number, black: number, white: number] {
    const at = this.offset(index)
    const number = (offset: number) => (this.bytes[at + offset] ?? 0) | ((this.bytes[at + offset + 1] ?? 0) << 8)
    return this.layout.kind === 'puzzles' ? [number(2), number(4), number(8)] : [number(0), number(2), number(4)]
  }

  origin(index: number): Origin {
    return { format: FORMAT_ID, file: this.name, index, offset: this.offset(index), encoding: this.encoding }
  }

  /** A byte of a record. */
  place(index: number, offset: number): IssueLocation {
    return { file: this.name, offset: this.offset(index) + offset }
  }

  /** What is wrong with the file as a whole. */
  issues(): Issue[] {
    const issues: Issue[] = []
    const at = (offset: number): IssueLocation => ({ file: this.name, offset })
    const { created, records } = this.header
    const rest = (this.bytes.length - this.start) % this.layout.recordSize
    if (records !== this.count) {
      issues.push(issue('wthor/size', 'warning', { stated: records, count: this.count }, at(4)))
    }
    if (rest > 0 && rest < MIN_PIECE) {
      issues.push(issue('wthor/rest', 'warning', { count: rest }, at(this.bytes.length - rest)))
    }
    if (!isPlausibleDate(created)) {
      const date = `${created.year}.${created.month}.${created.day}`
      issues.push(issue('wthor/date', 'warning', { date }, at(0)))
    }
    for (const [table, missing] of [
      [this.players, 'wthor/no-players'],
      [this.tournaments, 'wthor/no-tournaments'],
    ] as const) {
      if (table) issues.push(...table.issues())
      else issues.push(issue(missing, 'warning', {}, at(0)))
    }
    return issues
  }

  /** What is wrong with the extent of a record. */
  recordIssues(index: number): Issue[] {
    const end = this.offset(index) + this.layout.recordSize
    if (end <= this.bytes.length) return []
    const place = { file: this.name, offset: this.bytes.length }
    return [issue('wthor/cut-record', 'error', { count: end - this.bytes.length }, place)]
  }
}

/** The length of the presence table: 256 bytes unless the size of the file says 512. */
function presenceSize({ records }: FileHeader, size: number): number {
  const presence = size - HEADER_SIZE - records * LAYOUTS.puzzles.recordSize
  return presence === LONG_PRESENCE_SIZE ? LONG_PRESENCE_SIZE : PRESENCE_SIZE
}
