/**
 * Writes a database game by game: moves, annotations and headers go to their files as they come, entities and the lists
 * of their games stay in memory. docs/formats/2cbh.md, Writing.
 */
import type { Sink, SinkSet } from '../../bytes/sink.ts'
import { extension, stem } from '../../bytes/source.ts'
import { encodingName } from '../../bytes/text.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import type { Message, ParamsOf } from '../../issues/catalogue.ts'
import { IssueCollector, shorten } from '../../issues/collector.ts'
import { messageOf, PositionError } from '../../issues/errors.ts'
import { issue, makeMessage, nodePlace, type Issue } from '../../issues/issue.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import { playerOf, type GameRecord, type Header, type Player, type TextDocument } from '../../model/record.ts'
import { mainLine } from '../../model/tree.ts'
import { formatFen, parseFen, START_FEN, type ChessPosition } from '../../rules/chess/index.ts'
import { ArchiveSinkSet } from '../chessbase/writer/archive-sinks.ts'
import { FieldEncoder } from '../chessbase/writer/field-encoder.ts'
import type { Writer, WriteOptions } from '../format.ts'
import { notWritten, written, type WriteResult } from '../write-result.ts'
import { END_MARK, type AnnotationItem } from './annotations/items.ts'
import { packArchive } from './archive/pack.ts'
import { gameFacts } from './content-facts.ts'
import type { EntityType } from './entity-file.ts'
import { TAG } from './frames.ts'
import { HEAD_AT } from './detect.ts'
import { NO_ENTITY } from './header-records.ts'
import { ARCHIVE_EXTENSION, MAIN_EXTENSION } from './parts.ts'
import { ROLE, ROLES, type Role } from './references.ts'
import { AnnotationEncoder } from './writer/annotation-encoder.ts'
import { playerData, sourceData, teamData, titlesData, tournamentData } from './writer/entity-data.ts'
import { appendFrame, fileHead } from './writer/frames.ts'
import type { GameLists } from './writer/game-lists.ts'
import { writeGuidingText } from './writer/guiding-text.ts'
import { analysisRecord, gameRecord, textRecord, type EntityNumbers, type Native } from './writer/header-data.ts'
import type { Lose, LossId } from './writer/lose.ts'
import { MoveEncoder } from './writer/move-encoder.ts'
import { writeOrders, type SortEntry } from './writer/order-file.ts'
import { sortEntry } from './writer/sort-entries.ts'
import { hasMisplacedPawns, writeStart } from './writer/start-words.ts'
import { newTarget, WRITTEN_TYPES, type EntityTables, type Target, type WrittenType } from './writer/target.ts'

const CHESS960 = 'chess960'

/** Longest content of a record, which the reader believes. */
const MAX_CONTENT = 1 << 26

/** What a game begins from. */
interface GameStart {
  position: ChessPosition
  fen: string | undefined
  tag: number
}

/**
 * Starts a new database in a set of sinks: its files, or an archive of them where the set is named like one. Throws
 * TypeError for an encoding that nobody knows.
 */
export function writeTwoCbh(files: SinkSet, options: WriteOptions = {}): Writer {
  const encoding = writingEncoding(options)
  const isArchive = extension(files.name) === ARCHIVE_EXTENSION
  const out = isArchive ? new ArchiveSinkSet(files, stem(files.name) + MAIN_EXTENSION, packArchive) : files
  return new DatabaseWriter(newTarget(out), encoding)
}

/** The name of the encoding of texts that fit it. Throws TypeError for one that nobody knows. */
export function writingEncoding(options: WriteOptions): string | undefined {
  const encoding = options.encoding === undefined ? undefined : encodingName(options.encoding)
  if (options.encoding !== undefined && encoding === undefined) {
    throw new TypeError(`the encoding ${options.encoding} is not known`)
  }
  return encoding
}

/** Writes to a new database, or to the end of one that is there. */
export class DatabaseWriter implements Writer {
  private readonly target: Target
  private readonly headers: Sink
  private readonly moves: Sink
  private readonly annotations: Sink
  private readonly text: FieldEncoder
  private readonly encoder = new MoveEncoder()
  private readonly notes: AnnotationEncoder
  private readonly entities: EntityTables
  private readonly lists: GameLists
  private readonly buffer = new ByteWriter(1 << 12)
  private losses = new IssueCollector()
  /** What was lost of entities, by type and name. */
  private readonly entityLosses = new Map<string, readonly Issue[]>()
  private count: number

  /** @param encoding label of the code page for text that fits it; without one all text is UTF-8 */
  constructor(target: Target, encoding?: string) {
    this.target = target
    this.headers = target.headers
    this.moves = target.moves
    this.annotations = target.annotations
    this.entities = target.entities
    this.lists = target.lists
    this.count = target.count
    this.text = new FieldEncoder(encoding, (kind, text) => {
      this.lose(kind === 'cut' ? 'chessbase/cut-text' : 'chessbase/changed-text', { text: shorten(text) })
    })
    this.notes = new AnnotationEncoder(this.text, (id, params, node) => this.loseAt(id, params, node))
    if (target.count > 0) return
    // Blank fields name empty entities, which are number 0 of each type in a new database.
    this.entity('players', '', () => playerData({}, this.text))
    this.entity('tournaments', '{}', () => tournamentData({}, this.text, this.lose))
    this.entity('sources', '{}', () => sourceData({}, this.text, this.lose))
    this.entity('titles', '[]', () => titlesData([], this.text, this.lose))
  }

  add(record: GameRecord): WriteResult {
    this.losses = new IssueCollector()
    const { game, size } = record
    if (game !== 'chess') return this.refuse(makeMessage('loss/game', { format: '2cbh', game }))
    if (size && (size.columns !== 8 || size.rows !== 8)) return this.refuse(makeMessage('position/chess-size', size))
    const start = this.startOf(record)
    if ('id' in start) return this.refuse(start)
    const { position, fen, tag } = start
    const { buffer } = this
    buffer.clear()
    const chess960 = fen === undefined ? undefined : writeStart(position, fen, tag === TAG.chess960, buffer, this.lose)
    const firstTurn = position.turn
    const { nodes, unwritten, firstUnwritten } = this.encoder.encode(record.nodes, position, tag, chess960, buffer)
    if (buffer.length > MAX_CONTENT) return this.refuse(makeMessage('cb-refusal/moves', { size: buffer.length }))
    if (unwritten > 0) this.loseAt('chessbase/unwritten-moves', { count: unwritten }, firstUnwritten)
    const places = { moves: appendFrame(this.moves, tag, buffer.bytes()), annotations: 0 }
    const shortened = { ...record, nodes }
    const items = this.notes.make(shortened, firstTurn)
    places.annotations = this.appendItems(items)
    const native = nativeOf(record)
    const source = foreignFormat(record)
    if (source !== undefined) this.lose('chessbase/foreign-data', { source })
    if (native['unread'] !== undefined) this.lose('loss/unread-moves', { format: '2cbh' })
    const { analysis } = native
    const ids = this.gameEntities(record.header, typeof analysis === 'string')
    if (typeof analysis === 'string') this.headers.append(analysisRecord(record.header, analysis, ids, places))
    else {
      const facts = gameFacts(tag, nodes, fen, this.finalPosition(start, nodes), items)
      this.headers.append(gameRecord(record, native, ids, places, facts, chess960, this.lose))
    }
    this.count++
    return written(this.losses.list())
  }

  addDocument(document: TextDocument): WriteResult {
    this.losses = new IssueCollector()
    const { buffer } = this
    buffer.clear()
    writeGuidingText(document, this.text, this.lose, buffer)
    if (buffer.length > MAX_CONTENT) return this.refuse(makeMessage('cb-refusal/text', { size: buffer.length }))
    const source = foreignKey(document.native)
    if (source !== undefined) this.lose('chessbase/foreign-data', { source })
    const { header, titles } = document
    const ids = { ...this.commonEntities(header), ...NO_PLAYERS, title: this.titlesOf(titles) }
    this.count++
    for (const role of [ROLE.tournament, ROLE.source, ROLE.annotator] as const) this.list(role, ids)
    this.lists.add(ROLE.text, ids.title, this.count)
    const native = nativeOf(document)
    const tag = typeof native['tag'] === 'number' ? native['tag'] & 0xffff : TAG.text
    const moves = appendFrame(this.moves, tag, buffer.bytes())
    this.headers.append(textRecord(header, native, ids, moves))
    return written(this.losses.list())
  }

  finish(): Issue[] {
    const { target } = this
    this.headers.patch(HEAD_AT.nextId, new ByteWriter(4).u32le(this.count + 1).bytes())
    for (const sink of [this.moves, this.annotations]) sink.patch(0, fileHead(sink.size))
    target.writeEntities()
    this.lists.write(Math.max(...WRITTEN_TYPES.map((type) => this.entities[type].size)), target.replace('.2lgd'))
    writeOrders(this.orders(), target.replace('.2lcd'))
    target.commit()
    return []
  }

  private refuse(reason: Message): WriteResult {
    return notWritten(issue('chessbase/not-written', 'error', { reason }))
  }

  private readonly lose: Lose = (id, params) => this.loseAt(id, params, 0)

  private loseAt<Id extends LossId>(id: Id, params: ParamsOf<Id>, node: number): void {
    this.losses.add(id, 'warning', params, nodePlace(node))
  }

  /** The position before the first move, and its text when it has to be stored; what is wrong with it otherwise. */
  private startOf(record: GameRecord): GameStart | Message {
    const { setup, variant } = record
    const usual = { position: this.encoder.initialPosition(), fen: undefined, tag: TAG.chess }
    if (setup === undefined && variant === undefined) return usual
    try {
      const fen = setup ?? START_FEN
      const position = parseFen(fen, variant === undefined ? {} : { variant })
      const isChess960 = position.isChess960 || variant === CHESS960
      if (!isChess960 && formatFen(position) === START_FEN) return usual
      if (hasMisplacedPawns(position)) return makeMessage('2cbh-refusal/pawns', {})
      const hasKings = position.kings[1]! < 64 && position.kings[2]! < 64
      return { position, fen, tag: isChess960 ? TAG.chess960 : hasKings ? TAG.chess : TAG.free }
    } catch (error) {
      if (error instanceof PositionError) return messageOf(error)
      throw error
    }
  }

  /** The position at the end of the main line. */
  private finalPosition({ fen, tag }: GameStart, nodes: GameRecord['nodes']): ChessPosition {
    const position =
      fen === undefined
        ? this.encoder.initialPosition()
        : parseFen(fen, tag === TAG.chess960 ? { variant: CHESS960 } : {})
    for (const node of mainLine(nodes)) position.play(nodes[node]!.move! & ~(3 << 27))
    return position
  }

  /** Appends the annotations of a game: every game has a record of them, if only an empty one. */
  private appendItems(items: readonly AnnotationItem[]): number {
    const { buffer } = this
    buffer.clear()
    for (let at = 0; at < items.length;) {
      let end = at
      while (end < items.length && items[end]!.position === items[at]!.position) end++
      buffer.u32le(items[at]!.position >>> 0).u32le(end - at)
      for (; at < end; at++) buffer.u16le(items[at]!.type).put(items[at]!.data)
    }
    buffer.u32le(END_MARK)
    return appendFrame(this.annotations, TAG.annotations, buffer.bytes())
  }

  /** The number of an entity. What is lost of it is lost of every game that names it. */
  private entity(type: WrittenType, name: string, makeData: () => Uint8Array): number {
    const key = `${type} ${name}`
    const { losses } = this
    this.losses = new IssueCollector()
    const number = this.entities[type].find(name, makeData)
    const found = this.losses.list()
    this.losses = losses
    if (found.length > 0) this.entityLosses.set(key, found)
    for (const { id, params, place } of this.entityLosses.get(key) ?? []) {
      this.losses.add(id, 'warning', params as never, place)
    }
    return number
  }

  private gameEntities(header: Header, isAnalysis: boolean): EntityNumbers {
    const [white, black] = [playerOf(header, 1), playerOf(header, 2)]
    const team = (player: Player | undefined) =>
      player?.team
        ? this.entity('teams', JSON.stringify(player.team), () => teamData(player.team!, this.text, this.lose))
        : NO_ENTITY
    const titles = header.titles ?? (header.title === undefined ? [] : [{ language: 'en', text: header.title }])
    const ids = {
      ...this.commonEntities(header),
      white: this.player(white),
      black: this.player(black),
      whiteTeam: team(white),
      blackTeam: team(black),
      title: this.titlesOf(titles),
    }
    this.listGame(ids, isAnalysis)
    return ids
  }

  private player(player: Player | undefined): number {
    const { name = '', id, domain, title, otherName, nation, birth, gender } = player ?? {}
    const isFide = domain === 'fide' && /^[1-9][0-9]{0,14}$/.test(id ?? '')
    const others = [title, otherName, nation, birth, gender, player?.native, isFide ? undefined : (id ?? domain)]
    if (others.some((other) => other !== undefined)) this.lose('2cbh/player-details', {})
    const own = { name, ...(isFide && { id: id!, domain: 'fide' }) }
    return this.entity('players', isFide ? JSON.stringify(own) : name, () => playerData(own, this.text))
  }

  private titlesOf(titles: readonly { language?: string; text: string }[]): number {
    return this.entity('titles', JSON.stringify(titles), () => titlesData(titles, this.text, this.lose))
  }

  /** The entities that games and texts have in common. */
  private commonEntities({ event = {}, annotator, publication = {} }: Header) {
    return {
      tournament: this.entity('tournaments', JSON.stringify(event), () => tournamentData(event, this.text, this.lose)),
      annotator: this.player(annotator === undefined ? undefined : { name: annotator }),
      source: this.entity('sources', JSON.stringify(publication), () => sourceData(publication, this.text, this.lose)),
    }
  }

  /** Notes that the next game names entities. */
  private listGame(ids: EntityNumbers, isAnalysis: boolean): void {
    const record = this.count + 1
    this.lists.add(ROLE.source, ids.source, record)
    this.lists.add(ROLE.annotator, ids.annotator, record)
    if (isAnalysis) {
      this.lists.add(ROLE.analysis, ids.title, record)
      return
    }
    this.lists.add(ROLE.tournament, ids.tournament, record)
    this.lists.add(ROLE.tag, ids.title, record)
    for (const id of [ids.white, ids.black]) this.lists.add(ROLE.player, id, record)
    for (const id of [ids.whiteTeam, ids.blackTeam]) if (id !== NO_ENTITY) this.lists.add(ROLE.team, id, record)
  }

  /** Notes that the text just counted names an entity. */
  private list(role: typeof ROLE.tournament | typeof ROLE.source | typeof ROLE.annotator, ids: EntityNumbers): void {
    const id = role === ROLE.tournament ? ids.tournament : role === ROLE.source ? ids.source : ids.annotator
    this.lists.add(role, id, this.count)
  }

  /** The entities of each role with what they are sorted by. */
  private orders(): Map<Role, SortEntry[]> {
    return new Map(
      ROLES.map((role): [Role, SortEntry[]] => [
        role,
        this.lists.named(role).map((id) => {
          const type: EntityType = role.type
          return sortEntry(type, id, this.entities[type as WrittenType].records[id]!)
        }),
      ]),
    )
  }
}

/** What a guiding text names none of. */
const NO_PLAYERS = { white: 0, black: 0, whiteTeam: NO_ENTITY, blackTeam: NO_ENTITY }

/** What a record read from a database keeps beyond the model. */
function nativeOf({ native }: { native?: Record<string, Json> }): Native {
  const own = native?.['2cbh']
  return isJsonObject(own) ? own : {}
}

/** Another format that put something there, if any did. */
function foreignFormat({ native, nodes }: GameRecord): string | undefined {
  return foreignKey(native) ?? foreignKey(nodes.find((node) => foreignKey(node.native) !== undefined)?.native)
}

function foreignKey(native: Record<string, Json> | undefined): string | undefined {
  return native && Object.keys(native).find((format) => format !== '2cbh')
}
