/**
 * Writes a database game by game: moves and index go to their files as they come, only the names stay in memory.
 * docs/formats/scid.md, Writing.
 */
import type { Sink, SinkSet } from '../../bytes/sink.ts'
import { stem } from '../../bytes/source.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import type { Message, ParamsOf } from '../../issues/catalogue.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { FormatError, messageOf, PositionError } from '../../issues/errors.ts'
import { issue, makeMessage, nodePlace, type Issue } from '../../issues/issue.ts'
import { isJsonObject } from '../../model/json.ts'
import type { GameRecord } from '../../model/record.ts'
import { formatFen, parseFen, START_FEN, type ChessPosition } from '../../rules/chess/index.ts'
import type { CollectionFacts, Collection, WriteOptions, Writer } from '../format.ts'
import { chessDialect } from '../pgn/dialects/chess.ts'
import { clockTags } from '../pgn/tags/clock-tags.ts'
import { lostFacts } from '../pgn/tags/header-facts.ts'
import { isTagName, writeHeader, type TagPair } from '../pgn/tags/header.ts'
import { Losses } from '../pgn/write/losses.ts'
import { nodesToWrite } from '../pgn/write/nodes-to-write.ts'
import { notWritten, written, type WriteResult } from '../write-result.ts'
import { counterCode } from './codes.ts'
import { CHESS960 } from './header.ts'
import { defaultFacts, MAX_DESCRIPTION, MAX_FLAG_NAME, writeIndexHeader, type DatabaseFacts } from './index-header.ts'
import { writeScid4Record, writeScid5Record, type IndexRecord } from './index-record.ts'
import { BLOCK_SIZE, MAX_GAME } from './limits.ts'
import type { NameKind } from './names.ts'
import { generationOf } from './parts.ts'
import { FACT, knownEncoding } from './reader.ts'
import { FieldEncoder } from './writer/field-encoder.ts'
import { splitTags, writeTags, type SplitTags } from './writer/game-tags.ts'
import type { Lose, LossId } from './writer/lose.ts'
import { MoveEncoder } from './writer/move-encoder.ts'
import {
  newNameTables,
  TYPE_OF_KIND,
  writeScid4Names,
  writeScid5Facts,
  writeScid5String,
  type NameTable,
} from './writer/name-table.ts'
import { NotesReader } from './writer/notes.ts'

/** Where a game may end, and how many games there may be. */
const MAX_OFFSET = { 4: 2 ** 32 - 1, 5: 2 ** 47 - 1 } as const
const MAX_GAMES = { 4: 0xff_fffe, 5: 0xffff_ffff } as const

const UTF_8 = 'utf-8'

/** A database that is being written or added to. */
export interface Target {
  readonly generation: 4 | 5
  /** The files that grow, which end where the next game goes. */
  readonly games: Sink
  readonly index: Sink
  /** Games that are there already. */
  readonly count: number
  readonly tables: Readonly<Record<NameKind, NameTable>>
  /** Completes the files. `added` are the names in the order in which they were added, as `.sn5` has them. */
  finish(count: number, added: readonly AddedName[], facts: DatabaseFacts | undefined): void
}

/** A name that a game brought. */
export type AddedName = readonly [kind: NameKind, name: Uint8Array]

/** Names of a game with their lists, in the order in which Scid 5 adds them. */
const NAME_LISTS = [
  ['Event', 'events'],
  ['Site', 'sites'],
  ['Round', 'rounds'],
  ['White', 'players'],
  ['Black', 'players'],
] as const satisfies readonly (readonly [keyof SplitTags['names'], NameKind])[]

/**
 * Starts a new database in a set of sinks, of Scid 5 unless its name ends in `.si4`. Throws TypeError for an encoding
 * that nobody knows, and FormatError for the name of a
 * database of Scid 3.
 */
export function writeScid(out: SinkSet, options: WriteOptions = {}): ScidWriter {
  const generation = generationToWrite(out.name)
  const name = stem(out.name)
  const create = (kind: string) => out.create(`${name}.s${kind}${generation}`)
  const index = create('i')
  const names = create('n')
  if (generation === 4) index.append(writeIndexHeader(defaultFacts(), 0))
  const tables = newNameTables(generation)
  const target: Target = {
    generation,
    games: create('g'),
    index,
    count: 0,
    tables,
    finish(count, added, facts = defaultFacts()) {
      if (generation === 4) {
        index.patch(0, writeIndexHeader(facts, count))
        names.append(writeScid4Names(tables))
      } else names.append(scid5Names(added, facts))
      out.commit()
    },
  }
  return new ScidWriter(target, knownEncoding(options.encoding))
}

function generationToWrite(name: string): 4 | 5 {
  if (/\.si4$/i.test(name)) return 4
  if (generationOf(name) === 3) throw new FormatError('scid/old', {}, { file: name })
  return 5
}

/** The bytes of names, and of facts of the database, for a `.sn5` file. */
export function scid5Names(added: readonly AddedName[], facts: DatabaseFacts | undefined): Uint8Array {
  const out = new ByteWriter(1 << 12)
  for (const [kind, name] of added) writeScid5String(TYPE_OF_KIND[kind], name, out)
  if (facts) writeScid5Facts(facts, out)
  return out.bytes()
}

export class ScidWriter implements Writer {
  private readonly target: Target
  private readonly encoder: FieldEncoder
  private readonly moves = new MoveEncoder()
  private readonly buffer = new ByteWriter(1 << 12)
  private readonly moveBytes = new ByteWriter(1 << 12)
  private readonly added: AddedName[] = []
  private losses = new IssueCollector()
  /** What of the facts of the database is lost. */
  private lossesOfAll: readonly Issue[] = []
  private facts: DatabaseFacts | undefined
  private count: number

  /** @param encoding label of the encoding of all texts; UTF-8, which Scid 5 writes, without one */
  constructor(target: Target, encoding = UTF_8) {
    this.target = target
    this.count = target.count
    this.encoder = new FieldEncoder(encoding, this.lose)
  }

  readonly keepsComment = true

  begin({ comment, facts = {} }: CollectionFacts, source?: Collection): void {
    const { encoder } = this
    const made = defaultFacts()
    // Scid 4 has fields of fixed width for these.
    const [widest, widestFlag] = this.target.generation === 4 ? [MAX_DESCRIPTION, MAX_FLAG_NAME] : [Infinity, Infinity]
    if (comment !== undefined) made.description = encoder.encodeWithin(comment, widest)
    this.facts = made
    this.lossesOfAll = this.losses.list()
    if (source?.format !== 'scid') return
    const { [FACT.type]: type, [FACT.autoload]: autoload, [FACT.flags]: flags } = facts
    if (isCount(type)) made.type = type
    if (isCount(autoload)) made.autoload = autoload
    if (!isJsonObject(flags)) return
    made.flagNames = made.flagNames.map((none, index) => {
      const name = flags[String(index + 1)]
      return typeof name === 'string' ? encoder.encodeWithin(name, widestFlag) : none
    })
  }

  add(record: GameRecord): WriteResult {
    this.losses = new IssueCollector()
    const start = this.startOf(record)
    if ('id' in start) return this.refuse(start)
    const { position, fen, isChess960 } = start
    const losses = new Losses()
    const { header } = record
    const tags = this.tagsOf(record, fen !== undefined, isChess960)
    const split = splitTags(header, tags, this.target.generation, this.lose)
    for (const fact of lostFacts(header, tags, chessDialect.fields)) losses.addFact(fact)

    const nodes = nodesToWrite(record, losses)
    const { moveBytes } = this
    moveBytes.clear()
    const encoded = this.moves.encode(nodes, position, new NotesReader(nodes, losses, this.lose), moveBytes)
    const unwritten = nodes.length - 1 - encoded.written
    if (unwritten > 0) this.lose('scid/unwritten-moves', { count: unwritten }, encoded.firstUnwritten)
    const { fields } = encoded
    const { buffer } = this
    buffer.clear()
    writeTags(split.stored, this.encoder, this.lose, buffer)
    buffer.u8(fields.flags)
    if (fen !== undefined) buffer.put(this.encoder.encode(fen)).u8(0)
    buffer.put(moveBytes.bytes())
    for (const comment of encoded.comments) {
      this.encoder.write(comment, buffer)
      buffer.u8(0)
    }
    const { length } = buffer
    if (length > MAX_GAME) return this.refuse(makeMessage('scid-refusal/size', { size: length, most: MAX_GAME }))
    const offset = this.offsetFor(length)
    const { generation } = this.target
    if (this.count >= MAX_GAMES[generation] || offset + length > MAX_OFFSET[generation] || this.isFullOfNames()) {
      return this.refuse(makeMessage('cb-refusal/full', {}))
    }
    if (isUnread(record)) this.lose('loss/unread-moves', { format: 'scid' })
    this.append({
      ...split.index,
      ...this.nameNumbers(split.names),
      offset,
      length,
      isChess960: !position.castling.isUsual,
      flags: split.index.flags | fields.flags,
      glyphs: counterCode(encoded.glyphs),
      comments: counterCode(encoded.comments.length),
      variations: counterCode(encoded.variations),
      // The fixed lines are part of Scid itself; without one Scid looks at the moves.
      storedLine: 0,
      material: fields.material,
      plies: fields.plies,
      homePawnCount: fields.homePawnCount,
      homePawns: fields.homePawns,
    })
    return written([...this.losses.list(), ...losses.list()])
  }

  finish(): Issue[] {
    this.target.finish(this.count, this.added, this.facts)
    return [...this.lossesOfAll]
  }

  /** The position before the first move, and its text when it has to be stored; what is wrong with it otherwise. */
  private startOf(
    record: GameRecord,
  ): { position: ChessPosition; fen: string | undefined; isChess960: boolean } | Message {
    const { game, size, setup, variant } = record
    if (game !== 'chess') return makeMessage('loss/game', { format: 'scid', game })
    if (size && (size.columns !== 8 || size.rows !== 8)) return makeMessage('position/chess-size', size)
    const isChess960 = variant === CHESS960
    if (setup === undefined && (variant === undefined || isChess960)) {
      return { position: this.moves.initialPosition(), fen: undefined, isChess960 }
    }
    let position: ChessPosition
    try {
      position = parseFen(setup ?? START_FEN, variant === undefined ? {} : { variant })
    } catch (error) {
      if (error instanceof PositionError) return messageOf(error)
      throw error
    }
    if (formatFen(position) === START_FEN) {
      return { position: this.moves.initialPosition(), fen: undefined, isChess960 }
    }
    if (!position.castling.isUsual && this.target.generation === 4) {
      return makeMessage('scid-refusal/chess960', {})
    }
    if (!this.moves.accepts(position)) return makeMessage('scid-moves/pieces', {})
    return { position, fen: setup!, isChess960: isChess960 || position.isChess960 }
  }

  private tagsOf({ header, nodes }: GameRecord, hasSetup: boolean, isChess960: boolean): TagPair[] {
    const extra: TagPair[] = []
    if (isChess960) extra.push(['Variant', header.tags?.['Variant'] ?? chessDialect.variantTag(CHESS960)])
    if (hasSetup) extra.push(['SetUp', '1'])
    extra.push(...clockTags(nodes[0], chessDialect.colours))
    const tags = writeHeader(header, chessDialect.fields, false, extra, [])
    // Scid has names of tags that PGN does not allow.
    return tags.concat(Object.entries(header.tags ?? {}).filter(([name]) => !isTagName(name)))
  }

  /** Where a game of a length goes: behind the last one, unless it would lie across the end of a block. */
  private offsetFor(length: number): number {
    const { games } = this.target
    const room = BLOCK_SIZE - (games.size % BLOCK_SIZE)
    return length > room ? games.size + room : games.size
  }

  private append(record: IndexRecord): void {
    const { games, index, generation } = this.target
    if (record.offset > games.size) games.append(new Uint8Array(record.offset - games.size))
    games.append(this.buffer.bytes())
    index.append(generation === 4 ? writeScid4Record(record) : writeScid5Record(record))
    this.count++
  }

  private isFullOfNames(): boolean {
    return Object.values(this.target.tables).some((table) => table.isFull)
  }

  /** The numbers of the names of a game; those that are new are added. */
  private nameNumbers(names: SplitTags['names']): Pick<IndexRecord, 'white' | 'black' | 'event' | 'site' | 'round'> {
    const numbers = NAME_LISTS.map(([tag, kind]) => {
      const table = this.target.tables[kind]
      const { length } = table.names
      const id = table.find(names[tag], this.encoder)
      if (table.names.length > length) this.added.push([kind, table.names[id]!])
      table.count(id)
      return id
    })
    const [event, site, round, white, black] = numbers as [number, number, number, number, number]
    return { white, black, event, site, round }
  }

  private refuse(reason: Message): WriteResult {
    return notWritten(issue('scid/not-written', 'error', { reason }))
  }

  private readonly lose: Lose = <Id extends LossId>(id: Id, params: ParamsOf<Id>, node = 0): void => {
    this.losses.add(
      id,
      id === 'scid/comments-joined' || id === 'scid/comment-moved' ? 'info' : 'warning',
      params,
      nodePlace(node),
    )
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xff_ffff
}

/** Whether a record keeps moves of a Scid database that could not be read. */
function isUnread({ native }: GameRecord): boolean {
  const own = native?.['scid']
  return isJsonObject(own) && own['unread'] !== undefined
}
