/** Converts a game tree to a record, or to a text if the model does not know its game. */
import { percentOf } from '../../bytes/guess/decider.ts'
import { decodeText, toBase64 } from '../../bytes/text.ts'
import { MAX_BOARD_SIDE, MAX_SQUARES } from '../../model/move.ts'
import {
  emptyRecord,
  USUAL_SIZE,
  type Game,
  type GameRecord,
  type Header,
  type TextDocument,
} from '../../model/record.ts'
import { shorten, type IssueCollector } from '../../issues/collector.ts'
import { makeMessage } from '../../issues/issue.ts'
import { parseSize, type Board } from './board.ts'
import { leaveColoursToRules } from './colours.ts'
import { leaveFoxKomiOpen } from './fox.ts'
import { fromBinary, labelOfEncoding, namedEncoding, type DecodedGame } from './encoding.ts'
import { isResultCode } from './result.ts'
import { lineBreakOf, NATIVE_ID, nodeNative, type RecordNative, type TextNative } from './native.ts'
import { TreeParser, type BinaryText, type FoundProperty } from './parser.ts'
import { applyRecordPrivate } from './private.ts'
import { isRecordProperty } from './private-text.ts'
import { placeImpliedHandicap, setupOf, startFault, takeOthelloSetup } from './setup.ts'
import { leadBytesOf } from './syntax.ts'
import { nameTurns } from './turns.ts'
import { findLineBreak, type LineBreak } from './text.ts'
import { toNative, TreeBuilder } from './tree-builder.ts'

/** The value of AP: our name, and the version of what we write beyond FF[4]. */
export const APPLICATION = 'Ludograph:1'

/** A game tree from a file. */
export interface GameSource {
  decoded: DecodedGame
  /** Offset of the tree in the file. */
  start: number
  /** Length of the tree in bytes. */
  length: number
  /** The game to read it as, whatever `GM` says. */
  forcedGame: Board['game'] | undefined
}

/** The result of reading a tree: a record or a text. */
export interface ReadGame {
  record?: GameRecord
  document?: TextDocument
  /** The value of FF. */
  version: string | undefined
  /** Standard name of the encoding. */
  encoding: string
}

/** Games by their number in `GM`, for messages. */
const GAMES = (
  'Go,Othello,chess,Gomoku+Renju,Nine Men’s Morris,Backgammon,xiangqi,shogi,Lines of Action,Ataxx,Hex,Jungle,' +
  'Neutron,Philosopher’s Football,Quadrature,Trax,Tantrix,Amazons,Octi,Gess,TwixT,Zèrtz,Plateau,Yinsh,Pünct,' +
  'Gobblet,Hive,Exxit,Hnefatafl,Kuba,Tripples,Chase,Tumbling Down,Sahara,Byte,Focus,Dvonn,Tamsk,Gipf,Kropki'
).split(',')

/** Properties that list stones, or squares without one. */
const SETUP_LISTS: ReadonlySet<string> = new Set(['AB', 'AW', 'AE'])

/** Reads one game tree. */
export function readGame(source: GameSource, issues: IssueCollector): ReadGame {
  noteEncoding(source.decoded, issues)
  const reading = new GameReading(source, issues)
  const { record, board, builder, version, encoding } = reading
  if (!record || !board || !builder) return { document: reading.makeDocument(), version, encoding }
  reading.parser.readTree(reading.lastOfRoot, board, builder)
  if (board.game === 'othello') reading.takeOthelloSetup()
  else if (!reading.isOurs) {
    const isPlaced = placeImpliedHandicap(record, board)
    if (isPlaced) noteImpliedHandicap(record, issues)
    if (isPlaced || builder.hasSetups) nameTurns(record, board)
  }
  reading.takePrivate()
  if (board.game === 'othello') leaveColoursToRules(record)
  return { record, version, encoding }
}

/** Reads only the header of a game. */
export function readHeader(
  source: GameSource,
  issues: IssueCollector,
): { game: Game; header: Header; isGame: boolean } {
  const reading = new GameReading(source, issues)
  const { record } = reading
  if (!record) return { game: 'go', header: reading.makeDocument().header, isGame: false }
  if (record.game === 'othello') reading.takeOthelloSetup()
  // The number of nodes has not been determined.
  reading.takePrivate(Infinity)
  return { game: record.game, header: record.header, isGame: true }
}

/** A game tree whose root has been read. */
class GameReading {
  readonly parser: TreeParser
  readonly board: Board | undefined
  /** Absent, like the builder, for a game or board that a record cannot represent. */
  readonly record: GameRecord | undefined
  readonly builder: TreeBuilder | undefined
  /** The last node made of the root. */
  readonly lastOfRoot: number = 0
  /** Whether we wrote it: then nothing has to be guessed. */
  readonly isOurs: boolean
  readonly version: string | undefined
  readonly encoding: string
  private readonly source: GameSource
  private readonly issues: IssueCollector
  private readonly root: readonly FoundProperty[]
  private readonly offsetOf: (at: number) => number
  /** Properties of our own. */
  private readonly privates: readonly FoundProperty[]

  constructor(source: GameSource, issues: IssueCollector) {
    this.source = source
    this.issues = issues
    const { text, encoding } = source.decoded
    this.offsetOf = offsetsOf(source)
    this.parser = new TreeParser(text, issues, this.offsetOf, binaryText(source.decoded))
    this.root = this.parser.readRoot()
    this.encoding = encoding ?? namedEncoding(valueOf(this.root, 'CA')) ?? 'utf-8'
    this.board = readBoard(this.root, source.forcedGame, issues)
    this.version = valueOf(this.root, 'FF')
    this.isOurs = valueOf(this.root, 'AP')?.startsWith('Ludograph') === true
    this.privates = this.root.filter(({ id }) => isRecordProperty(id))
    if (!this.board) return
    // A list of no discs says nothing where the start position is written whole.
    if (this.board.game === 'othello') this.root = this.root.filter((property) => !isEmptySetup(property))
    this.record = makeRecord(this.board, findLineBreak(text))
    this.builder = this.makeBuilder(this.record, this.board)
    this.lastOfRoot = this.builder.addRoot(
      this.root.filter((property) => !isStructure(property, this.encoding) && !isSizeAgain(property, this.root)),
    )
    this.settleHeader(this.record.header)
  }

  /** Says what values of servers do not mean. */
  private settleHeader(header: Header): void {
    const { root } = this
    const place = (id: string) => () => ({ offset: this.offsetOf(root.find((property) => property.id === id)!.at) })
    if (!this.isOurs && leaveFoxKomiOpen(header, root)) {
      const kept = nodeNative(this.record!.nodes[0]!.native).properties
      if (!kept?.some(([id]) => id === 'KM')) this.builder!.keep(this.record!.nodes[0]!, ['KM', valueOf(root, 'KM')!])
      this.issues.add('sgf/fox-komi', 'info', {}, place('KM'))
    }
    const { text } = header.result
    if (text !== undefined && isResultCode(text)) {
      this.issues.add('sgf/result-code', 'info', { value: shorten(text) }, place('RE'))
    }
  }

  private makeBuilder(record: GameRecord, board: Board): TreeBuilder {
    return new TreeBuilder(record, board, lineBreakOf(record.native), this.issues, this.offsetOf)
  }

  /** Makes the start position from the discs listed in the root of an Othello game. */
  takeOthelloSetup(): void {
    const { record, builder } = this
    takeOthelloSetup(record!)
    builder!.keepOthers(record!.nodes[0]!, this.root, setupOf(record!))
  }

  /** Applies the contents of our own property to the record, or keeps it separately if it no longer fits. */
  takePrivate(nodeCount?: number): void {
    for (const property of this.privates) {
      if (applyRecordPrivate(this.record!, property, this.builder!.writeContext, nodeCount)) continue
      this.builder!.keep(this.record!.nodes[0]!, toNative(property))
      this.issues.add('sgf/stale-private', 'info', { property: property.id })
    }
  }

  /** The tree as a text, if it cannot be a record. */
  makeDocument(): TextDocument {
    const { text, isBinary } = this.source.decoded
    const record = emptyRecord('go')
    // Facts about the game are the same for every game.
    const facts = this.root.filter(({ known }) => known?.ofHeader)
    this.makeBuilder(record, { game: 'go', ...USUAL_SIZE.go }).addRoot(facts)
    const native: TextNative = { encoding: this.encoding }
    const bytes = isBinary ? fromBinary(text) : undefined
    if (bytes) native.base64 = toBase64(bytes)
    const { header } = record
    return {
      header,
      titles: header.title === undefined ? [] : [{ text: header.title }],
      bodies: [{ mediaType: 'text/plain', text: bytes ? decodeText(bytes, this.encoding) : text }],
      native: { [NATIVE_ID]: native },
    }
  }
}

function binaryText({ encoding, isBinary, other }: DecodedGame): BinaryText | undefined {
  return isBinary && encoding !== undefined ? { encoding, other, leads: leadBytesOf(encoding) } : undefined
}

/** Returns the offset in the file of an index in the text. */
function offsetsOf({ decoded: { text, isBinary }, start, length }: GameSource): (at: number) => number {
  if (isBinary || text.length === length) return (at) => start + at
  return (at) => start + new TextEncoder().encode(text.slice(0, at)).length
}

function makeRecord({ game, columns, rows }: Board, lineBreak: LineBreak): GameRecord {
  const record = emptyRecord(game)
  const usual = USUAL_SIZE[game]
  if (columns !== usual.columns || rows !== usual.rows) record.size = { columns, rows }
  const native: RecordNative = { lineBreak }
  if (lineBreak !== '\n') record.native = { [NATIVE_ID]: native }
  return record
}

function noteImpliedHandicap({ header }: GameRecord, issues: IssueCollector): void {
  issues.add('sgf/implied-handicap', 'info', { stones: header.rules!.handicap! })
}

function noteEncoding({ encoding = '', finding, certainty = 1 }: DecodedGame, issues: IssueCollector): void {
  if (finding === 'guessed') {
    issues.add('sgf/encoding-guessed', 'info', { encoding, percent: percentOf(certainty) })
  }
  if (finding === 'other') issues.add('sgf/encoding-other', 'warning', { encoding })
}

/** The game and board given in a root; undefined, with an issue, for those that a record cannot represent. */
function readBoard(
  root: readonly FoundProperty[],
  forced: Board['game'] | undefined,
  issues: IssueCollector,
): Board | undefined {
  const game = forced ?? gameOf(valueOf(root, 'GM'), issues)
  if (!game) return undefined
  const usual = USUAL_SIZE[game]
  const value = valueOf(root, 'SZ') ?? ''
  const size = parseSize(value)
  if (!size && value.trim() !== '') issues.add('sgf/bad-size', 'warning', { value: shorten(value) })
  const board = { game, ...(size ?? usual) }
  const { columns, rows } = board
  if (columns > MAX_BOARD_SIDE || rows > MAX_BOARD_SIDE || columns * rows > MAX_SQUARES) {
    issues.add('sgf/board-too-large', 'error', { columns, rows })
    return undefined
  }
  const fault = game === 'othello' ? startFault(board) : undefined
  if (fault !== undefined) issues.add('sgf/bad-board', 'error', { reason: fault })
  return fault === undefined ? board : undefined
}

function gameOf(value: string | undefined, issues: IssueCollector): Board['game'] | undefined {
  const number = value === undefined || value.trim() === '' ? 1 : Number(value)
  if (number === 1) return 'go'
  if (number === 2) return 'othello'
  const gameName = GAMES[number - 1]
  const isModelled = gameName === 'chess' || gameName === 'xiangqi'
  const name = isModelled ? makeMessage(`game/${gameName}`, {}) : gameName
  if (name === undefined) issues.add('sgf/unknown-game', 'error', { number: shorten(value!) })
  else issues.add('sgf/other-game', 'error', { name, number })
  return undefined
}

function valueOf(properties: readonly FoundProperty[], id: string): string | undefined {
  return properties.find((property) => property.id === id)?.values[0]
}

/**
 * Whether a root property is written by the writer itself: FF and GM always, others if they are what it would write.
 */
function isStructure({ id, values }: FoundProperty, encoding: string): boolean {
  if (id === 'FF' || id === 'GM' || isRecordProperty(id)) return true
  if (values.length !== 1) return false
  if (id === 'CA') return values[0] === labelOfEncoding(encoding)
  if (id === 'AP') return values[0] === APPLICATION
  return id === 'SZ' && isUsualSize(values[0]!)
}

/** Whether a size stands in the root before, too: twice it says no more than once. */
function isSizeAgain(property: FoundProperty, root: readonly FoundProperty[]): boolean {
  if (property.id !== 'SZ') return false
  const first = root.find(({ id }) => id === 'SZ')!
  return first !== property && first.values.join('\n') === property.values.join('\n')
}

/** Whether a size is written in its shortest form. */
function isUsualSize(value: string): boolean {
  const match = /^([1-9][0-9]*)(?::([1-9][0-9]*))?$/.exec(value)
  return match !== null && match[1] !== match[2]
}

function isEmptySetup({ id, values }: FoundProperty): boolean {
  return SETUP_LISTS.has(id) && values.every((value) => value === '')
}
