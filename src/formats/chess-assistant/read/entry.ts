/** Makes headers and records of the stored games. */
import { decodeText, isUtf8, toBase64 } from '../../../bytes/text.ts'
import { isRealDate } from '../../../model/date.ts'
import { issue, makeMessage, type Issue, type IssueLocation } from '../../../issues/issue.ts'
import type { Json } from '../../../model/json.ts'
import type { Colour } from '../../../model/move.ts'
import type { GameRecord, Header } from '../../../model/record.ts'
import type { PlayedMoves } from '../../../rules/chess/index.ts'
import type { Entry } from '../../format.ts'
import { playedLineOf } from '../../played-line.ts'
import type { KeyedLine } from '../../../rules/keyed-line.ts'
import { DEFAULT_ENCODING, looksRussian, RUSSIAN_ENCODING } from './encoding-vote.ts'
import type { ChessAssistantDatabase } from '../files/database.ts'
import type { EntityList } from '../files/lists.ts'
import { gameTypes, openingOf, packDate, resultOf, unpackDate, type StoredHeader } from '../files/layout.ts'
import { GameDecoder } from '../moves/moves-decoder.ts'
import { applyNotes, readNotes } from '../notes/notes.ts'
import { mayBeA00 } from '../moves/record-codes.ts'
import { GameTreeSink } from './tree-sink.ts'
import type { Votes } from './vote.ts'

export class EntryReader {
  private readonly database: ChessAssistantDatabase
  private readonly votes: Votes
  private readonly decoder = new GameDecoder()
  private readonly decodeText: (bytes: Uint8Array) => string

  constructor(database: ChessAssistantDatabase, votes: Votes) {
    this.database = database
    this.votes = votes
    // Comments may be in another encoding than names: text that can only be UTF-8 is UTF-8.
    const isForced = votes.votes.encoding.outcome === 'forced'
    this.decodeText = (bytes) => decodeText(bytes, isForced ? votes.commentEncoding : commentEncoding(bytes, votes))
  }

  /** The header of a stored game. The record is read for the notes before its moves and for its first move. */
  header(
    stored: StoredHeader,
    game = this.database.game(stored.game),
    notes = readNotes(game.bytes, this.decodeText),
  ): Header {
    const { Events, Places, Sources, Players } = this.database.lists
    const header: Header = { players: [], result: resultOf(stored.outcome) ?? { outcome: 'unfinished' } }
    const name = Events.nameOf(stored.event)
    const site = Places.nameOf(stored.site)
    if (name !== undefined) header.event = { name }
    if (site !== undefined) header.event = { ...header.event, site }
    for (const colour of [1, 2] as Colour[]) {
      const player = Players.player(colour === 1 ? stored.white : stored.black)
      const rating = colour === 1 ? stored.whiteRating : stored.blackRating
      if (rating > 0) player.rating = rating
      if (Object.keys(player).length > 0) header.players.push({ colour, ...player })
    }
    const round = this.votes.profile.round === 'plain' ? stored.round : stored.round >> 1
    if (round > 0) header.round = round
    const date = unpackDate(stored.date)
    if (date && isRealDate(date)) header.date = date
    const opening = openingOf(stored.opening)
    if (opening !== undefined && (stored.opening !== 0 || mayBeA00(game.bytes))) header.openingCode = opening
    const annotator = Players.nameOf(stored.annotator)
    if (annotator !== undefined) header.annotator = annotator
    const title = Sources.nameOf(stored.source)
    if (title !== undefined) header.publication = { title }
    applyNotes(header, notes)
    return header
  }

  /** Reads a game. @param line receives its main line @param played receives its moves */
  entry(index: number, line?: KeyedLine, played?: PlayedMoves): Entry {
    const { database } = this
    const stored = database.header(index)
    const game = database.game(stored.game)
    const issues: Issue[] = []
    const place: IssueLocation = {
      file: database.games?.name ?? database.headers.name,
      offset: game.offset,
      record: index,
    }
    this.checkHeader(stored, place, issues)
    const native = nativeOf(stored, this.votes)
    if (game.fault) issues.push(issue('chess-assistant/game-record', 'error', { reason: game.fault }, place))
    const sink = new GameTreeSink(this.decodeText, line, played)
    const decoded = this.decoder.decode(game.bytes, this.votes.profile, sink)
    const notes = readNotes(game.bytes, this.decodeText)
    const record: GameRecord = { game: 'chess', header: this.header(stored, game, notes), nodes: sink.finish() }
    // What became part of the header is no longer a comment.
    const [root] = record.nodes
    root!.comments?.splice(0, notes.length)
    if (root!.comments?.length === 0) delete root!.comments
    if (sink.fen !== undefined) record.setup = sink.fen
    if (decoded.fault !== undefined) {
      issues.push(issue('chess-assistant/unread-moves', 'error', { reason: decoded.fault }, place))
      native['unread'] = toBase64(game.bytes.subarray(decoded.end))
    }
    if (decoded.variationFault) {
      const { reason, count } = decoded.variationFault
      issues.push(issue('chess-assistant/unread-variation', 'error', { reason, count }, place))
    }
    const { main, variations } = decoded.illegal
    if (main + variations > 0) {
      issues.push(issue('chess-assistant/illegal-move', 'error', { main, variations }, place))
    }
    if (game.headSize > 2) issues.push(issue('chess-assistant/long-length', 'warning', {}, place))
    for (const oddity of decoded.oddities.values()) {
      issues.push(issue('chess-assistant/odd-record', 'warning', { oddity }, place))
    }
    if (sink.lines > 0) issues.push(issue('chess-assistant/variation-at-end', 'warning', {}, place))
    if (Object.keys(native).length > 0) record.native = { 'chess-assistant': native }
    const { version, headers } = database
    record.origin = {
      format: 'chess-assistant',
      version,
      file: headers.name,
      index,
      id: stored.game,
      offset: game.offset,
      encoding: this.votes.encoding,
    }
    return { index, record, issues, playedLine: playedLineOf(line, played) }
  }

  private checkHeader(stored: StoredHeader, place: IssueLocation, issues: Issue[]): void {
    const { Players, Events, Places, Sources } = this.database.lists
    const checkEntry = (list: EntityList, id: number, name: FieldTerm) => {
      if (list.count === 0 || list.has(id)) return
      const field = makeMessage(`ca-field/${name}`, {})
      issues.push(issue('chess-assistant/missing-entry', 'warning', { field, id }, place))
    }
    checkEntry(Players, stored.white, 'white')
    checkEntry(Players, stored.black, 'black')
    checkEntry(Players, stored.annotator, 'annotator')
    checkEntry(Events, stored.event, 'event')
    checkEntry(Places, stored.site, 'place')
    checkEntry(Sources, stored.source, 'source')
    if (!resultOf(stored.outcome)) {
      issues.push(issue('chess-assistant/outcome', 'warning', { code: stored.outcome }, place))
    }
    const date = unpackDate(stored.date)
    if (date && !isRealDate(date)) issues.push(issue('chess-assistant/date', 'warning', {}, place))
  }
}

/** A field of a header that names an entry of a list. */
type FieldTerm = 'white' | 'black' | 'annotator' | 'event' | 'place' | 'source'

/** What the model cannot store, if it is not the usual value. */
function nativeOf(stored: StoredHeader, { profile }: Votes): Record<string, Json> {
  const native: Record<string, Json> = {}
  if (stored.type !== 0) native['type'] = stored.type
  if (stored.type !== 0 && profile['game-type'] !== 'raw')
    native['types'] = gameTypes(stored.type, profile['game-type'])
  if (stored.unknown !== 0) native['unknown'] = stored.unknown
  if (profile.round === 'doubled' && stored.round % 2 === 1) native['round'] = stored.round
  if (!resultOf(stored.outcome)) native['outcome'] = stored.outcome
  const date = unpackDate(stored.date)
  if (date ? !isRealDate(date) || packDate(date) !== stored.date : stored.date !== 0) native['date'] = stored.date
  return native
}

/**
 * The encoding of one comment: UTF-8 if valid, otherwise the common page or, if no other comment decides it, what it
 * looks like.
 */
function commentEncoding(bytes: Uint8Array, { votes, commentEncoding: usual }: Votes): string {
  if (isUtf8(bytes)) return 'utf-8'
  if (votes['comment-encoding'].outcome === 'undecided' && looksRussian(bytes)) return RUSSIAN_ENCODING
  return usual === 'utf-8' ? DEFAULT_ENCODING : usual
}
