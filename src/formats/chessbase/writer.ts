/**
 * Writes a database game by game: moves, annotations and headers are written immediately, and only the lists of
 * entities stay in memory. docs/formats/chessbase.md, Writing.
 */
import type { SinkSet } from '../../bytes/sink.ts'
import { stem } from '../../bytes/source.ts'
import { encodingName } from '../../bytes/text.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import type { Message, ParamsOf } from '../../issues/catalogue.ts'
import { IssueCollector, shorten } from '../../issues/collector.ts'
import { messageOf, PositionError } from '../../issues/errors.ts'
import { issue, makeMessage, nodePlace, type Issue } from '../../issues/issue.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import { type GameRecord, type Header, playerOf, type TextDocument } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { formatFen, parseFen, START_FEN, type ChessPosition } from '../../rules/chess/index.ts'
import { PASSWORD_OPTION, type PartWriter, type WriteOptions, type WrittenPart, type Writer } from '../format.ts'
import { notWritten, written, type WriteResult } from '../write-result.ts'
import { ANNOTATION_ITEM_HEAD, ANNOTATION_MARK, ANNOTATION_RECORD_HEAD } from './annotations/items.ts'
import { DATA_HEAD } from './database.ts'
import { ENTITY_KIND_NAMES, ENTITY_KINDS, UNSET_PUBLICATION, type EntityKind } from './entities.ts'
import { EXTENDED_AT, EXTENDED_HEAD_AT, EXTENDED_SIZE, EXTENDED_VERSION, RATING_SIZE } from './extended-records.ts'
import { contentFlags } from './flags.ts'
import { HEAD_AT, HEAD_IN_USE, MAX_GAMES, RECORD_SIZE } from './header-records.ts'
import { MOVES_FLAGS } from './moves/record.ts'
import { AnnotationEncoder, type NewItem } from './writer/annotation-encoder.ts'
import { archiveSinks, isArchiveName } from './writer/archive-sinks.ts'
import { annotatorData, eventData, playerData, publicationData, tagData, teamData } from './writer/entity-data.ts'
import { NO_ENTITY } from './writer/entity-table.ts'
import { writeGuidingText } from './writer/guiding-text.ts'
import { extendedRecord, gameRecord, putRatings, textRecord, type EntityNumbers } from './writer/header-data.ts'
import type { Lose, LossId } from './writer/lose.ts'
import { MoveEncoder, type EncodedMoves } from './writer/move-encoder.ts'
import { detailsData, detailsFile, detailsOf, mediaList, mediaRecords } from './writer/side-files.ts'
import { writeStart } from './writer/start-block.ts'
import { FieldEncoder } from './writer/field-encoder.ts'
import { addPart, isPart, PartTarget } from './writer/part.ts'
import { newTarget, type Growing, type Target } from './writer/target.ts'

const CHESS960 = 'chess960'
const CHESS960_MODE = 10

/** The limit of the field for the size of a moves record. */
const MAX_MOVES_SIZE = 0xff_ffff

/**
 * Starts a new database in a set of sinks: its files, or an archive of them if the set has the name of one. Throws
 * TypeError for an unknown encoding and for a missing or invalid password.
 */
export function writeChessBase(files: SinkSet, options: WriteOptions = {}): DatabaseWriter {
  const encoding = encodingOf(options)
  const password = options.settings?.[PASSWORD_OPTION]
  if (password !== undefined && !isArchiveName(files.name)) throw new TypeError(`${files.name} has no password`)
  const out = isArchiveName(files.name) ? archiveSinks(files, password) : files
  const name = stem(out.name)
  const create = (extension: string) => out.create(name + extension)
  const target = newTarget(name, create, () => out.commit())
  return new DatabaseWriter(target, encoding)
}

/** Starts writing a part of a database, in memory. */
export function writeChessBasePart(options: WriteOptions = {}): PartWriter {
  const part = new PartTarget()
  const writer = new DatabaseWriter(part.target, encodingOf(options))
  return {
    add: (record) => writer.add(record),
    addDocument: (document) => writer.addDocument(document),
    part: () => part.written(),
  }
}

function encodingOf(options: WriteOptions): string | undefined {
  const encoding = options.encoding === undefined ? undefined : encodingName(options.encoding)
  if (options.encoding !== undefined && encoding === undefined) {
    throw new TypeError(`the encoding ${options.encoding} is not known`)
  }
  return encoding
}

export class DatabaseWriter implements Writer {
  private readonly target: Target
  private readonly text: FieldEncoder
  private readonly encoder = new MoveEncoder()
  private readonly annotations: AnnotationEncoder
  private readonly moves = new ByteWriter(1 << 12)
  private readonly buffer = new ByteWriter(1 << 12)
  private losses = new IssueCollector()
  /** What was lost of entities, by kind and name. */
  private readonly entityLosses = new Map<string, readonly Issue[]>()
  private count: number
  private mediaRecords: number

  /** @param encoding label of the code page for text that fits it; without one all text is UTF-8 */
  constructor(target: Target, encoding?: string) {
    this.target = target
    this.count = target.count
    this.mediaRecords = mediaRecords(target.files['.cbm'].size)
    this.text = new FieldEncoder(encoding, (kind, text) => this.textProblem(kind, text))
    this.annotations = new AnnotationEncoder(this.text, this.encoder, (id, params, node) =>
      this.loseAt(id, params, node),
    )
  }

  add(record: GameRecord): WriteResult {
    this.losses = new IssueCollector()
    const refusal = this.refusal(record)
    if (refusal !== undefined) return this.refuse(refusal)
    const start = this.startOf(record)
    if ('id' in start) return this.refuse(start)
    const { position, fen, isChess960 } = start
    const { moves } = this
    moves.clear()
    moves.u32be(0)
    const chess960 = fen === undefined ? undefined : writeStart(position, fen, isChess960, moves, this.lose)
    const firstTurn = position.turn
    const encoded = this.encoder.encode(record.nodes, position, isChess960, moves)
    if (moves.length > MAX_MOVES_SIZE) return this.refuse(makeMessage('cb-refusal/moves', { size: moves.length }))
    const flags = (fen === undefined ? 0 : MOVES_FLAGS.start) | (isChess960 ? CHESS960_MODE : 0)
    moves.patchU32be(0, flags * 0x100_0000 + moves.length)
    this.reportUnwritten(record.nodes, encoded)

    const items = this.annotations.make(record, encoded.positions, firstTurn)
    const content = contentFlags(writtenNodes(record.nodes, encoded), fen, isChess960, items)
    const native = nativeOf(record)
    const places = { moves: this.append('.cbg', moves), annotations: this.appendItems(items), media: NO_ENTITY }
    const ids = this.gameEntities(record.header, native)
    const source = foreignFormat(record)
    if (source !== undefined) this.lose('chessbase/foreign-data', { source })
    if (native['unread'] !== undefined) this.lose('loss/unread-moves', { format: 'chessbase' })
    const players = [playerOf(record.header, 1), playerOf(record.header, 2)]
    const stored = gameRecord(record, native, ids, places, content, isChess960 ? chess960 : undefined, this.lose)
    putRatings(stored, players, this.lose)
    this.target.files['.cbh'].append(stored)
    this.appendExtended(extendedRecord(players, native, ids, places, this.text))
    this.count++
    const { isTopGame } = record.header
    if (isTopGame !== undefined) this.target.topGames.set(this.count, isTopGame)
    return written(this.losses.list())
  }

  addDocument(document: TextDocument): WriteResult {
    this.losses = new IssueCollector()
    if (this.count >= MAX_GAMES) return this.refuse(makeMessage('cb-refusal/full', {}))
    const { moves } = this
    moves.clear()
    moves.u32be(0)
    writeGuidingText(document, this.text, this.lose, moves)
    if (moves.length > MAX_MOVES_SIZE) return this.refuse(makeMessage('cb-refusal/text', { size: moves.length }))
    moves.patchU32be(0, MOVES_FLAGS.text * 0x100_0000 + moves.length)
    const places = { moves: this.append('.cbg', moves), annotations: 0, media: this.appendMedia(document.media) }
    const native = nativeOf(document)
    const ids = { ...this.commonEntities(document.header, native), ...NO_PLAYERS, tag: this.tagOf([], native) }
    this.countGame(ids, false)
    this.target.files['.cbh'].append(textRecord(document.header, native, ids, places, this.lose))
    this.appendExtended(extendedRecord([], native, ids, places, this.text))
    this.count++
    return written(this.losses.list())
  }

  addPart(part: WrittenPart): void {
    if (!isPart(part)) throw new TypeError('a part of a ChessBase database was expected')
    const { games, mediaRecords } = addPart(part, this.target, this.count)
    this.count += games
    this.mediaRecords += mediaRecords
  }

  finish(): Issue[] {
    this.losses = new IssueCollector()
    const { target, count } = this
    this.patchHeads()
    for (const kind of ENTITY_KIND_NAMES) target.entities[kind].write(target.replace(ENTITY_KINDS[kind].extension))
    target.replace('.cbtt').append(detailsFile(target.entities.tournaments.size, target.details, target.detailsLayout))
    if (target.topGames.isKnown) target.replace('.flags').append(target.topGames.file(count))
    target.commit()
    return this.losses.list()
  }

  private refusal({ game, size }: GameRecord): Message | undefined {
    if (game !== 'chess') return makeMessage('loss/game', { format: 'chessbase', game })
    if (size && (size.columns !== 8 || size.rows !== 8)) return makeMessage('position/chess-size', size)
    return this.count >= MAX_GAMES ? makeMessage('cb-refusal/full', {}) : undefined
  }

  private refuse(reason: Message): WriteResult {
    return notWritten(issue('chessbase/not-written', 'error', { reason }))
  }

  private readonly lose: Lose = (id, params) => this.loseAt(id, params, 0)

  private loseAt<Id extends LossId>(id: Id, params: ParamsOf<Id>, node: number): void {
    this.losses.add(id, 'warning', params, nodePlace(node))
  }

  private textProblem(kind: 'cut' | 'changed', text: string): void {
    const id = kind === 'cut' ? 'chessbase/cut-text' : 'chessbase/changed-text'
    this.lose(id, { text: shorten(text) })
  }

  /** The position before the first move, and its text if it has to be stored; or what is wrong with it. */
  private startOf(
    record: GameRecord,
  ): { position: ChessPosition; fen: string | undefined; isChess960: boolean } | Message {
    const { setup, variant } = record
    if (setup === undefined && variant === undefined) {
      return { position: this.encoder.initialPosition(), fen: undefined, isChess960: false }
    }
    try {
      const fen = setup ?? START_FEN
      const position = parseFen(fen, variant === undefined ? {} : { variant })
      const isUsual = !position.isChess960 && variant !== CHESS960 && formatFen(position) === START_FEN
      if (isUsual) return { position: this.encoder.initialPosition(), fen: undefined, isChess960: false }
      return { position, fen, isChess960: position.isChess960 || variant === CHESS960 }
    } catch (error) {
      if (error instanceof PositionError) return messageOf(error)
      throw error
    }
  }

  private reportUnwritten(nodes: readonly MoveNode[], { written, firstUnwritten }: EncodedMoves): void {
    const count = nodes.length - 1 - written
    if (count > 0) this.loseAt('chessbase/unwritten-moves', { count }, firstUnwritten)
  }

  private append(extension: Growing, bytes: ByteWriter): number {
    const sink = this.target.files[extension]
    const offset = sink.size
    sink.append(bytes.bytes())
    return offset
  }

  /** Appends the `.cbj` record, cut to the record size of the file. */
  private appendExtended(record: Uint8Array): void {
    this.target.files['.cbj'].append(record.subarray(0, this.target.extendedSize))
  }

  /** Appends the annotations of the next game; 0 if it has none. */
  private appendItems(items: readonly NewItem[]): number {
    if (items.length === 0) return 0
    const { buffer } = this
    buffer.clear()
    const size = items.reduce((sum, { data }) => sum + ANNOTATION_ITEM_HEAD + data.length, ANNOTATION_RECORD_HEAD)
    buffer.u24be(this.count + 1)
    for (const byte of ANNOTATION_MARK) buffer.u8(byte)
    buffer.u24be(items.length + 1).u32be(size)
    for (const { position, type, data } of items) {
      buffer.u24be(position & 0xff_ffff).u8(type)
      buffer.u16be(data.length + ANNOTATION_ITEM_HEAD).put(data)
    }
    return this.append('.cba', buffer)
  }

  /** Appends the list of files that a text uses; returns its offset, -1 if there are none. */
  private appendMedia(names: readonly string[] | undefined): number {
    if (!names || names.length === 0) return NO_ENTITY
    const sink = this.target.files['.cbm']
    const offset = sink.size + 8
    const list = mediaList(names, this.text)
    sink.append(list)
    this.mediaRecords += list.length >> 10
    return offset
  }

  private gameEntities(header: Header, native: Native): EntityNumbers {
    const [white, black] = [playerOf(header, 1), playerOf(header, 2)]
    const player = (name = '') => this.entity('players', name, () => playerData(name, this.text))
    const team = (of: typeof white) =>
      of?.team
        ? this.entity('teams', JSON.stringify(of.team), () => teamData(of.team!, this.text, this.lose))
        : NO_ENTITY
    let titles = header.titles ?? (header.title === undefined ? [] : [{ language: 'en', text: header.title }])
    if (titles.length > 0 && !this.hasExtended(EXTENDED_AT.tag, 4)) {
      this.lose('chessbase/old-title', {})
      titles = []
    }
    const isRated = (white?.ratingType ?? black?.ratingType) !== undefined
    if (isRated && !this.hasExtended(EXTENDED_AT.blackRating, RATING_SIZE)) {
      this.lose('chessbase/old-ratings', {})
    }
    const ids = {
      ...this.commonEntities(header, native),
      white: player(white?.name),
      black: player(black?.name),
      whiteTeam: team(white),
      blackTeam: team(black),
      tag: this.tagOf(titles, native),
    }
    this.countGame(ids, true)
    return ids
  }

  /** The tag with the titles of a game. The empty tag is used for games that used it in their source. */
  private tagOf(titles: readonly { language?: string; text: string }[], native: Native): number {
    if (titles.length === 0 && native['tag'] !== 0) return NO_ENTITY
    return this.entity('tags', JSON.stringify(titles), () => tagData(titles, this.text, this.lose))
  }

  /** The number of an entity. What is lost of it is lost of every game that names it. */
  private entity(kind: EntityKind, name: string, makeData: () => Uint8Array, beside = ''): number {
    const key = `${kind} ${name}`
    let lost = this.entityLosses.get(key)
    const { losses } = this
    this.losses = new IssueCollector()
    const number = this.target.entities[kind].find(name, makeData, beside)
    const found = this.losses.list()
    this.losses = losses
    if (found.length > 0) this.entityLosses.set(key, (lost = found))
    for (const { id, params, place } of lost ?? []) this.losses.add(id, 'warning', params as never, place)
    return number
  }

  /** Whether the `.cbj` records include a field. */
  private hasExtended(at: number, size: number): boolean {
    return at + size <= this.target.extendedSize
  }

  /** The entities that games and texts have in common. */
  private commonEntities({ event = {}, annotator = '', publication = {} }: Header, native: Native) {
    const { details } = this.target
    const extra = detailsOf(event)
    // A blank source is all zeros, as in databases of ChessBase's own.
    const isBlank = Object.keys(publication).length === 0
    const unset = isBlank || native['published'] === 0 ? 0 : UNSET_PUBLICATION
    let newDetails: Uint8Array | undefined
    const makeEvent = () => {
      if (extra) newDetails = detailsData(extra, this.lose)
      return eventData(event, this.text, this.lose)
    }
    const tournament = this.entity('tournaments', JSON.stringify(event), makeEvent, extra && JSON.stringify(extra))
    if (newDetails && !details.has(tournament)) details.set(tournament, newDetails)
    return {
      tournament,
      annotator: this.entity('annotators', annotator, () => annotatorData(annotator, this.text)),
      source: this.entity('sources', `${unset} ${JSON.stringify(publication)}`, () =>
        publicationData(publication, unset, this.text, this.lose),
      ),
    }
  }

  private countGame(ids: EntityNumbers, hasPlayers: boolean): void {
    const { entities } = this.target
    const game = this.count + 1
    if (hasPlayers) {
      entities.players.count(ids.white, game)
      entities.players.count(ids.black, game)
    }
    entities.tournaments.count(ids.tournament, game)
    entities.annotators.count(ids.annotator, game)
    entities.sources.count(ids.source, game)
    entities.teams.count(ids.whiteTeam, game)
    entities.teams.count(ids.blackTeam, game)
    entities.tags.count(ids.tag, game)
  }

  /** Counters and sizes at the beginnings of the files that grew. */
  private patchHeads(): void {
    const { files } = this.target
    if (this.target.isNew) this.writeNewHeads()
    const next = new ByteWriter(4).u32be(this.count + 1).bytes()
    files['.cbh'].patch(HEAD_AT.nextGame, next)
    if (this.target.hasLongHeads) files['.cbh'].patch(HEAD_AT.nextGameAgain, next)
    for (const extension of ['.cbg', '.cba'] as const) {
      const { size } = files[extension]
      files[extension].patch(2, new ByteWriter(4).u32be(size).bytes())
      if (this.target.hasLongHeads) files[extension].patch(10, new ByteWriter(8).u64be(size).bytes())
    }
    files['.cbj'].patch(EXTENDED_HEAD_AT.count, new ByteWriter(4).u32le(this.count).bytes())
    files['.cbm'].patch(8, new ByteWriter(4).u32le(this.mediaRecords).bytes())
  }

  private writeNewHeads(): void {
    const { files } = this.target
    const head = new ByteWriter(HEAD_AT.nextGame).u8(0).u16be(HEAD_IN_USE).u16be(RECORD_SIZE).u8(1)
    files['.cbh'].patch(0, head.bytes())
    for (const extension of ['.cbg', '.cba'] as const) {
      files[extension].patch(0, new ByteWriter(2).u16be(DATA_HEAD).bytes())
    }
    const extended = new ByteWriter(EXTENDED_HEAD_AT.count).u32le(EXTENDED_VERSION).u32le(EXTENDED_SIZE)
    files['.cbj'].patch(0, extended.bytes())
  }
}

/** The number for entities that guiding texts do not have. */
const NO_PLAYERS = { white: 0, black: 0, whiteTeam: NO_ENTITY, blackTeam: NO_ENTITY }

type Native = { [key: string]: Json }

/** What a record read from a database keeps beyond the model. */
function nativeOf({ native }: { native?: Record<string, Json> }): Native {
  const own = native?.['chessbase']
  return isJsonObject(own) ? own : {}
}

/** Another format that has data there, if any. */
function foreignFormat({ native, nodes }: GameRecord): string | undefined {
  return foreignKey(native) ?? foreignKey(nodes.find((node) => foreignKey(node.native) !== undefined)?.native)
}

function foreignKey(native: Record<string, Json> | undefined): string | undefined {
  return native && Object.keys(native).find((format) => format !== 'chessbase')
}

/** The tree without the moves that could not be written. */
function writtenNodes(nodes: readonly MoveNode[], { positions, written }: EncodedMoves): readonly MoveNode[] {
  if (written === nodes.length - 1) return nodes
  const kept: MoveNode[] = [{ parent: -1 }]
  for (let index = 1; index < nodes.length; index++) {
    if (positions[index]! >= 0) kept.push({ parent: Math.max(0, positions[nodes[index]!.parent]! + 1) })
  }
  return kept
}
