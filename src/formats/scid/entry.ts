/** Makes entries of the stored games: headers, trees, comments. */
import { toBase64 } from '../../bytes/text.ts'
import { messageOf, PositionError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { GameRecord, Header } from '../../model/record.ts'
import { parseFen, type ChessPosition, type PlayedMoves } from '../../rules/chess/index.ts'
import type { Entry } from '../format.ts'
import { playedLineOf } from '../played-line.ts'
import { chessDialect } from '../pgn/dialects/chess.ts'
import { liftClocks, takeClocks } from '../pgn/tags/clock-tags.ts'
import { readCommands } from '../pgn/text/commands.ts'
import { liftMedals } from '../pgn/text/medals.ts'
import type { ScidDatabase } from './database.ts'
import { readGameData, type GameData } from './game-data.ts'
import { CHESS960, readGameHeader, saysChess960 } from './header.ts'
import type { GameFacts, GamePlace } from './index-record.ts'
import { MoveDecoder, type Ending } from './move-decoder.ts'
import { TreeSink, type CommentPlace } from './tree-sink.ts'

/** Most bytes of moves that could not be read that are kept with a record. */
const MAX_UNREAD = 1 << 12

/** Where a game begins. */
export interface Start {
  /** Undefined when the text of the position is invalid. */
  position: ChessPosition | undefined
  setup: string | undefined
  isChess960: boolean
  issues: Issue[]
}

export class EntryReader {
  private readonly database: ScidDatabase
  private readonly decoder = new MoveDecoder()

  constructor(database: ScidDatabase) {
    this.database = database
  }

  /** The header alone, for lists of games. */
  header(index: number): Header {
    const { database } = this
    const stored = database.gameFacts(index)
    const { header } = readGameHeader(database, stored, readGameData(database.gameBytes(stored)).tags)
    // The clocks go to the root, which nobody asks for here.
    takeClocks(header, chessDialect.colours)
    return header
  }

  /**
   * Everything about one game.
   * @param notes receives the moves
   */
  entry(index: number, notes?: PlayedMoves): Entry {
    const { database } = this
    const stored = database.gameFacts(index)
    notes?.forget()
    const bytes = database.gameBytes(stored)
    const issues: Issue[] = []
    const data = readGameData(bytes)
    const missing = stored.length - bytes.length
    if (!database.games) issues.push(issue('scid/missing-moves', 'error', {}))
    else if (missing > 0) issues.push(issue('scid/outside', 'error', { missing }))
    else if (data.fault) issues.push(issue('scid/record', 'error', { reason: data.fault }))
    const { header, issues: ofHeader } = readGameHeader(database, stored, data.tags)
    issues.push(...ofHeader)
    const record: GameRecord = { game: 'chess', header, nodes: [{ parent: -1 }] }
    if (!data.fault) this.readMoves(bytes, data, stored, record, issues, notes)
    liftMedals(record)
    liftClocks(record, chessDialect.colours)
    record.origin = {
      format: 'scid',
      version: database.version,
      file: database.files.index.name,
      index,
      offset: stored.offset,
      encoding: database.text.encoding,
    }
    const file = database.files.games?.name ?? database.files.index.name
    const placed = issues.map((found) => ({
      ...found,
      place: { file, offset: stored.offset, ...found.place, record: index },
    }))
    return { index, record, issues: placed, playedLine: playedLineOf(undefined, notes) }
  }

  private readMoves(
    bytes: Uint8Array,
    data: GameData,
    stored: GameFacts,
    record: GameRecord,
    issues: Issue[],
    notes: PlayedMoves | undefined,
  ): void {
    const start = readStart(this.database, data, stored, this.decoder)
    issues.push(...start.issues)
    if (start.setup !== undefined) record.setup = start.setup
    if (start.isChess960) record.variant = CHESS960
    if (!start.position) {
      keepUnread(bytes, data.movesAt, record)
      return
    }
    const sink = new TreeSink(data.fen === undefined ? notes : undefined)
    const ending = this.decoder.decode(bytes, data.movesAt, start.position, sink)
    record.nodes = sink.finish()
    if (sink.emptyVariations > 0) {
      issues.push(issue('scid/empty-variation', 'info', { count: sink.emptyVariations }))
    }
    this.readEnding(bytes, ending, sink, record, stored, issues)
  }

  /** The comments after the moves, or what is kept of moves that could not be read. */
  private readEnding(
    bytes: Uint8Array,
    { at, fault }: Ending,
    sink: TreeSink,
    record: GameRecord,
    stored: GameFacts,
    issues: Issue[],
  ): void {
    const isEnded = fault === undefined || fault.id === 'oddity/open-variation'
    if (fault) {
      const place = { offset: stored.offset + at, node: record.nodes.length - 1 }
      issues.push(issue('scid/moves', 'error', { reason: fault }, place))
    }
    if (!isEnded) {
      keepUnread(bytes, at, record)
      return
    }
    // Most games have no comments.
    if (at === bytes.length && sink.places.length === 0) return
    const { texts, rest } = this.database.text.readList(bytes.subarray(at))
    const { places } = sink
    // A last text without its end is one where it is missing.
    if (texts.length < places.length && rest.length > 0) {
      texts.push(this.database.text.read(rest))
      issues.push(issue('scid/open-comment', 'error', {}))
    }
    if (texts.length < places.length) {
      issues.push(issue('scid/missing-comments', 'error', { count: places.length - texts.length }))
    }
    const last = places.at(-1)?.node
    for (let index = 0; index < Math.min(texts.length, places.length); index++) {
      this.addComment(places[index]!, texts[index]!)
    }
    if (texts.length > places.length) this.addSurplus(texts.slice(places.length), last, sink, issues)
  }

  /** Texts without a mark belong to the moves after the last one with a mark, an empty one to none. */
  private addSurplus(
    texts: readonly string[],
    last: CommentPlace['node'] | undefined,
    sink: TreeSink,
    issues: Issue[],
  ): void {
    issues.push(issue('scid/unmarked-comments', 'warning', { count: texts.length }))
    const { stored } = sink
    const first = last === undefined ? 0 : stored.indexOf(last) + 1
    for (const [index, text] of texts.entries()) {
      const node = stored[Math.min(first + index, stored.length - 1)]!
      this.addComment({ node, placement: 'after' }, text)
    }
  }

  private addComment({ node, placement }: CommentPlace, stored: string): void {
    if (stored === '') return
    const isCommand = placement === 'after' && stored.includes('[%')
    const text = isCommand ? readCommands(stored, node, chessDialect.squares) : stored
    if (text !== '') (node.comments ??= []).push({ text, placement })
  }
}

/** Where a game begins. The position is good until the next game. */
export function readStart(database: ScidDatabase, data: GameData, stored: GamePlace, decoder: MoveDecoder): Start {
  const says960 = saysChess960(database, stored, data.tags)
  if (data.fen === undefined) {
    return { position: decoder.initialPosition(), setup: undefined, isChess960: says960, issues: [] }
  }
  const setup = database.text.read(data.fen)
  try {
    const position = parseFen(setup, says960 ? { variant: CHESS960 } : {})
    return { position, setup, isChess960: position.isChess960, issues: [] }
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    const issues = [issue('scid/bad-setup', 'error', { reason: messageOf(error) })]
    return { position: undefined, setup, isChess960: says960, issues }
  }
}

/** Keeps the bytes of moves that could not be read, and of the comments after them. */
function keepUnread(bytes: Uint8Array, at: number, record: GameRecord): void {
  const rest = bytes.subarray(at, at + MAX_UNREAD)
  const native: Record<string, Json> = { unread: toBase64(rest) }
  if (rest.length > 0) record.native = { scid: native }
}
