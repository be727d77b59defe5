/** Makes entries of the stored records: games with their trees and annotations, and guiding texts. */
import { toBase64 } from '../../bytes/text.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { lineRecord, withNodes, type AnyRecord } from '../../model/line-record.ts'
import type { Json } from '../../model/json.ts'
import type { GameRecord, Header, Origin, TextDocument } from '../../model/record.ts'
import { chess960Number } from '../../rules/chess/index.ts'
import type { Entry } from '../format.ts'
import type { ChessKernel } from '../chess-kernel.ts'
import { playedLineOf, type ReadGame } from '../played-line.ts'
import { attachAnnotations } from './annotations/attach.ts'
import { readAnnotationRecord } from './annotations/items.ts'
import { chess960OfOpening } from './codes.ts'
import type { ChessBaseDatabase } from './database.ts'
import { readGuidingText, readTextTitles } from './guiding-text.ts'
import type { StoredGame, StoredRecord, StoredText } from './header-records.ts'
import { HeaderReader } from './headers.ts'
import { readMediaList } from './media-list.ts'
import { MoveDecoder } from './moves/decoder.ts'
import { decodeMoves, decodePlainMoves, readMovesRecord, type DecodedMoves } from './moves/record.ts'
import { MoveTreeSink, type Noted } from './moves/tree.ts'
import { setupOf } from './moves/usual-start.ts'

/** The largest number of unreadable move bytes kept with a record. */
const MAX_UNREAD = 1 << 12

export class EntryReader {
  private readonly database: ChessBaseDatabase
  private readonly headers: HeaderReader
  private readonly decoder = new MoveDecoder()

  constructor(database: ChessBaseDatabase) {
    this.database = database
    this.headers = new HeaderReader(database)
  }

  /** Only the header; for a text, also its first title. */
  header(index: number, stored: StoredRecord): Header {
    const header = this.headers.header(index, stored)
    if (stored.kind === 'text' && this.database.moves) {
      const offset = this.database.movesOffset(index, stored)
      const [title] = readTextTitles(this.database.moves, offset, this.database.text)
      if (title) header.title = title.text
    }
    return header
  }

  /**
   * Everything about one game or text.
   * @param isBare leaves the nodes of a line of moves until somebody asks for them
   * @param kernel reads the moves of plain games
   */
  entry(index: number, noted: Noted = {}, isBare = false, kernel?: ChessKernel): Entry<AnyRecord> {
    const stored = this.database.record(index)
    if (!stored) {
      return { index, issues: this.placed(index, [issue('chessbase/empty-record', 'error', {})]) }
    }
    if (!this.database.moves) {
      const id = stored.kind === 'game' ? 'chessbase/missing-moves' : 'chessbase/missing-text'
      return { index, issues: this.placed(index, [issue(id, 'error', {})]) }
    }
    return stored.kind === 'game' ? this.game(index, stored, noted, isBare, kernel) : this.text(index, stored)
  }

  private game(
    index: number,
    stored: StoredGame,
    noted: Noted,
    isBare: boolean,
    kernel: ChessKernel | undefined,
  ): Entry<AnyRecord> {
    const { database } = this
    const issues: Issue[] = []
    const header = this.headers.header(index, stored, issues)
    const native = this.headers.native(index, stored) ?? {}
    const offset = database.movesOffset(index, stored)
    noted.moves?.forget()
    noted.line?.clear()
    const read = this.readMoves(header, offset, native, issues, noted, isBare, kernel)
    const { playedLine } = read
    let { record } = read
    if (database.annotations && stored.annotations !== 0) {
      record = withNodes(record)
      this.readAnnotations(index, stored, record, issues)
    }
    keepChess960Number(stored.eco, record, native)
    if (Object.keys(native).length > 0) record.native = { chessbase: native }
    record.origin = this.origin(index, offset)
    return { index, record, issues: this.placed(index, issues), playedLine }
  }

  /** The record with its moves. */
  private readMoves(
    header: Header,
    offset: number,
    native: Record<string, Json>,
    issues: Issue[],
    { line, moves }: Noted,
    isBare: boolean,
    kernel: ChessKernel | undefined,
  ): ReadGame {
    const stored = readMovesRecord(this.database.moves!, offset)
    const file = this.database.moves!.name
    const plain = kernel && decodePlainMoves(stored, kernel, moves)
    if (plain) {
      for (const found of plain.issues) issues.push({ ...found, place: { file, offset: offset + plain.ending!.at } })
      return { record: lineRecord('chess', header, kernel.moves(), isBare), playedLine: kernel.noted(line, moves) }
    }
    const noted = stored.hasStart ? { line } : { line, moves }
    let sink: MoveTreeSink | undefined
    const decoded = decodeMoves(stored, this.decoder, (start) => (sink = new MoveTreeSink(noted, start)))
    // The wrong table yields moves that are legal by chance: none of them is kept.
    const isRead = decoded.issues.every(({ id }) => id !== 'chessbase/unknown-mode')
    if (!isRead) line?.clear()
    const bareLine = isBare && isRead ? sink?.bareLine : undefined
    const nodes = (isRead && !bareLine && sink?.nodes) || [{ parent: -1 }]
    const record: AnyRecord = bareLine ? { game: 'chess', header, moves: bareLine } : { game: 'chess', header, nodes }
    const setup = setupOf(decoded)
    if (setup !== undefined) record.setup = setup
    if (decoded.isChess960) record.variant = 'chess960'
    keepUnread(stored.bytes, decoded, isRead, native)
    const at = isRead ? (decoded.ending?.at ?? 0) : 0
    const node = decoded.ending?.fault === undefined || !isRead ? {} : { node: bareLine?.length ?? nodes.length - 1 }
    for (const found of decoded.issues) issues.push({ ...found, place: { file, offset: offset + at, ...node } })
    return { record, playedLine: playedLineOf(line, moves) }
  }

  private readAnnotations(index: number, stored: StoredGame, record: GameRecord, issues: Issue[]): void {
    const { database } = this
    const offset = database.annotationsOffset(index, stored.annotations)
    const { fault, game, items } = readAnnotationRecord(database.annotations!, offset)
    const place = { file: database.annotations!.name, offset }
    if (fault !== undefined) {
      issues.push(issue('chessbase/annotations-record', 'error', { reason: fault }, place))
    } else if (game !== ((index + 1) & 0xff_ffff)) {
      issues.push(issue('chessbase/annotations-game', 'info', { number: game }, place))
    }
    for (const found of attachAnnotations(items, record, database.text, this.decoder)) {
      issues.push({ ...found, place: { ...place, ...found.place } })
    }
  }

  private text(index: number, stored: StoredText): Entry {
    const { database } = this
    const issues: Issue[] = []
    const header = this.headers.header(index, stored, issues)
    const offset = database.movesOffset(index, stored)
    const document: TextDocument = { header, titles: [], bodies: [] }
    const native = this.headers.native(index, stored) ?? {}
    if (database.moves) {
      const text = readGuidingText(database.moves, offset, database.text)
      document.titles = text.titles
      document.bodies = text.bodies
      if (text.titles[0]) header.title = text.titles[0].text
      if (text.objects.length > 0) document.objects = text.objects
      Object.assign(native, text.native)
      issues.push(...text.issues)
    }
    const media = database.extendedRecord(index)?.media ?? -1
    const files = media >= 0 && database.media ? readMediaList(database.media, media, database.text) : undefined
    if (files) document.media = files
    if (stored.flags !== 0) native['flags'] = stored.flags
    if (Object.keys(native).length > 0) document.native = { chessbase: native }
    document.origin = this.origin(index, offset)
    return { index, document, issues: this.placed(index, issues) }
  }

  private origin(index: number, offset: number): Origin {
    return {
      format: 'chessbase',
      version: String(this.database.head.version),
      file: this.database.files.headers.name,
      index,
      offset,
      encoding: this.database.text.codePage,
    }
  }

  private placed(index: number, issues: readonly Issue[]): Issue[] {
    const file = this.database.files.headers.name
    return issues.map((found) => ({ ...found, place: { file, ...found.place, record: index } }))
  }
}

/** Keeps the bytes of moves that could not be read. */
function keepUnread(bytes: Uint8Array, decoded: DecodedMoves, isRead: boolean, native: Record<string, Json>): void {
  if (decoded.ending && decoded.ending.fault === undefined && isRead) return
  const rest = bytes.subarray(isRead ? (decoded.ending?.at ?? 0) : 0)
  if (rest.length > 0) native['unread'] = toBase64(rest.subarray(0, MAX_UNREAD))
}

/**
 * Keeps the number of a Chess960 start position found in place of the opening, unless it matches the actual start of
 * the game.
 */
function keepChess960Number(eco: number, { setup, variant }: AnyRecord, native: Record<string, Json>): void {
  const number = chess960OfOpening(eco)
  if (number === undefined) return
  const isOwn = variant !== undefined && setup !== undefined && chess960Number(firstRow(setup)) === number
  if (!isOwn) native['eco'] = eco
}

/** White's back rank in a position text, with digits for empty squares expanded to spaces. */
function firstRow(setup: string): string {
  const row = setup.split(' ')[0]!.split('/').at(-1)!
  return row.replaceAll(/[1-8]/g, (count) => ' '.repeat(Number(count)))
}
