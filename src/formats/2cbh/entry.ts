/** Makes entries of the stored records: games with their trees and annotations, and guiding texts. */
import { u16le } from '../../bytes/numbers.ts'
import { toBase64 } from '../../bytes/text.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { GameRecord, Header, Origin, TextDocument } from '../../model/record.ts'
import { chess960Number, type PlayedMoves } from '../../rules/chess/index.ts'
import { chess960OfOpening } from '../chessbase/codes.ts'
import { MoveTreeSink } from '../chessbase/moves/tree.ts'
import { setupOf } from '../chessbase/moves/usual-start.ts'
import type { Entry } from '../format.ts'
import { playedLineOf } from '../played-line.ts'
import { attachAnnotations } from './annotations/attach.ts'
import { readAnnotationItems } from './annotations/items.ts'
import type { Cbh2Database } from './database.ts'
import { readFrame, TAG } from './frames.ts'
import { readGuidingText } from './guiding-text.ts'
import type { StoredAnalysis, StoredGame, StoredRecord, StoredText } from './header-records.ts'
import { HeaderReader } from './headers.ts'
import { MoveDecoder } from './moves/decoder.ts'
import { decodeMoves, type DecodedMoves } from './moves/record.ts'
import { WORD } from './moves/words.ts'

/** Most bytes of moves that could not be read that are kept with a record. */
const MAX_UNREAD = 1 << 12

export class EntryReader {
  private readonly database: Cbh2Database
  private readonly headers: HeaderReader
  private readonly decoder = new MoveDecoder()

  constructor(database: Cbh2Database) {
    this.database = database
    this.headers = new HeaderReader(database)
  }

  header(stored: StoredRecord): Header {
    return this.headers.header(stored)
  }

  /**
   * Everything about one game or text.
   * @param notes receives the moves
   */
  entry(index: number, notes?: PlayedMoves): Entry {
    const stored = this.database.record(index)
    if (!stored) return { index, issues: this.placed(index, [issue('chessbase/empty-record', 'error', {})]) }
    if (!this.database.moves) {
      const id = stored.kind === 'text' ? 'chessbase/missing-text' : 'chessbase/missing-moves'
      return { index, issues: this.placed(index, [issue(id, 'error', {})]) }
    }
    return stored.kind === 'text' ? this.text(index, stored) : this.game(index, stored, notes)
  }

  private game(index: number, stored: StoredGame | StoredAnalysis, notes: PlayedMoves | undefined): Entry {
    const { database } = this
    const issues = this.headers.issues(stored)
    const native = this.headers.native(stored)
    const record: GameRecord = { game: 'chess', header: this.headers.header(stored), nodes: [{ parent: -1 }] }
    notes?.forget()
    const isFree = this.readMoves(record, stored.moves, native, issues, notes)
    if (database.annotations) this.readAnnotations(stored.annotations, record, issues)
    if (stored.kind === 'game') keepChess960Number(stored.eco, record, native)
    if (Object.keys(native).length > 0) record.native = { '2cbh': native }
    record.origin = this.origin(index, stored.moves)
    const playedLine = isFree ? undefined : playedLineOf(undefined, notes)
    return { index, record, issues: this.placed(index, issues), playedLine }
  }

  /** Reads the moves; returns whether they are on a position that the rules do not know. */
  private readMoves(
    record: GameRecord,
    offset: number,
    native: Record<string, Json>,
    issues: Issue[],
    notes: PlayedMoves | undefined,
  ): boolean {
    const source = this.database.moves!
    const frame = readFrame(source, offset)
    const place = { file: source.name, offset }
    if (frame.hasWrongTrailer) issues.push(issue('2cbh/trailer', 'warning', {}, place))
    if (frame.hasWrongChecksum) issues.push(issue('2cbh/checksum', 'warning', {}, place))
    // Texts of moves are noted for games from the usual start alone.
    const noted = u16le(frame.content, 0) === WORD.start ? undefined : notes
    let sink = new MoveTreeSink()
    const decoded = decodeMoves(frame, this.decoder, () => (sink = new MoveTreeSink({ moves: noted })))
    record.nodes = decoded.freeNodes ?? sink.nodes
    const setup = setupOf(decoded)
    if (setup !== undefined) record.setup = setup
    if (decoded.isChess960) record.variant = 'chess960'
    keepUnread(frame.content, decoded, native)
    const isDamaged = decoded.ending?.fault !== undefined
    const node = isDamaged && record.nodes.length > 1 ? { node: record.nodes.length - 1 } : {}
    for (const found of decoded.issues) issues.push({ ...found, place: { ...place, ...node } })
    return decoded.freeNodes !== undefined
  }

  private readAnnotations(offset: number, record: GameRecord, issues: Issue[]): void {
    const source = this.database.annotations!
    const place = { file: source.name, offset }
    const frame = readFrame(source, offset)
    const report = (found: Issue) => issues.push({ ...found, place: { ...place, ...found.place } })
    if (frame.fault) report(issue('chessbase/annotations-record', 'error', { reason: frame.fault }))
    if (frame.size === 0) return
    if (frame.tag !== TAG.annotations) {
      report(issue('2cbh/unknown-tag', 'error', { tag: frame.tag.toString(16).padStart(4, '0') }))
      return
    }
    if (frame.hasWrongTrailer) report(issue('2cbh/trailer', 'warning', {}))
    if (frame.hasWrongChecksum) report(issue('2cbh/checksum', 'warning', {}))
    const read = readAnnotationItems(frame.content)
    if (read.fault && !frame.fault) report(issue('chessbase/annotations-record', 'error', { reason: read.fault }))
    const makeStart = () => this.decoder.initialPosition()
    for (const found of attachAnnotations(read, record, this.database.text, makeStart)) report(found)
  }

  private text(index: number, stored: StoredText): Entry {
    const issues = this.headers.issues(stored)
    const header = this.headers.header(stored)
    const native = this.headers.native(stored)
    const read = readGuidingText(this.database.moves!, stored.moves, this.database.text)
    const document: TextDocument = { header, titles: this.headers.titles(stored.title), bodies: read.bodies }
    // What a text is called stands in its titles.
    delete header.titles
    Object.assign(native, read.native)
    issues.push(...read.issues)
    if (Object.keys(native).length > 0) document.native = { '2cbh': native }
    document.origin = this.origin(index, stored.moves)
    return { index, document, issues: this.placed(index, issues) }
  }

  private origin(index: number, offset: number): Origin {
    const { head, files, text } = this.database
    const { codePage: encoding } = text
    const origin: Origin = { format: '2cbh', version: String(head.version), file: files.headers.name, index, encoding }
    // A damaged offset may be any number of 64 bits.
    if (Number.isSafeInteger(offset) && offset >= 0) origin.offset = offset
    return origin
  }

  private placed(index: number, issues: readonly Issue[]): Issue[] {
    const file = this.database.files.headers.name
    return issues.map((found) => ({ ...found, place: { file, ...found.place, record: index } }))
  }
}

/** Keeps the bytes of moves that could not be read. */
function keepUnread(content: Uint8Array, { ending }: DecodedMoves, native: Record<string, Json>): void {
  if (ending && ending.fault === undefined) return
  const rest = content.subarray(2 * (ending?.at ?? 0))
  if (rest.length > 0) native['unread'] = toBase64(rest.subarray(0, MAX_UNREAD))
}

/** Keeps the number of a start of Chess960 in place of the opening, unless it is that of the start the game has. */
function keepChess960Number(eco: number, { setup, variant }: GameRecord, native: Record<string, Json>): void {
  const number = chess960OfOpening(eco)
  if (number === undefined) return
  const isOwn = variant !== undefined && setup !== undefined && chess960Number(firstRow(setup)) === number
  if (!isOwn) native['eco'] = eco
}

/** White's back row of a position text, digits for empty squares written out as blanks. */
function firstRow(setup: string): string {
  const row = setup.split(' ')[0]!.split('/').at(-1)!
  return row.replaceAll(/[1-8]/g, (count) => ' '.repeat(Number(count)))
}
