/** Writes PGN files. */
import { PositionError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Sink, SinkSet } from '../../bytes/sink.ts'
import { MAX_ASCII, TextWriter } from '../../bytes/text-writer.ts'
import { withNodes, type AnyRecord, type LineRecord } from '../../model/line-record.ts'
import { moveTo } from '../../model/move.ts'
import { boardSize, type GameRecord, type Header } from '../../model/record.ts'
import { mainLine, type MoveNode } from '../../model/tree.ts'
import type { SanTexts } from '../../rules/chess/index.ts'
import type { Position } from '../../rules/rules.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { notWritten, written, type WriteResult } from '../write-result.ts'
import { BACKSLASH, NEWLINE, QUOTE, RETURN } from './text/characters.ts'
import { chessDialect } from './dialects/chess.ts'
import { clockTags } from './tags/clock-tags.ts'
import type { Dialect, TagLookup } from './dialects/dialect.ts'
import { DIALECTS, findDialect } from './dialects/dialects.ts'
import { EDAX } from './dialects/othello.ts'
import { lostFacts } from './tags/header-facts.ts'
import { isTagName, writeHeader, type TagPair } from './tags/header.ts'
import { LineWriter } from './write/line-writer.ts'
import { Losses } from './write/losses.ts'
import { PlayingMoveWriter, RecordedMoveWriter } from './write/move-writer.ts'
import { MovetextWriter, type FirstMove } from './write/movetext-writer.ts'
import { keptNative } from './tags/native.ts'
import { nodesToWrite } from './write/nodes-to-write.ts'
import { pgn } from './format.ts'
import { readReduction, reduce, type Reduction } from './write/reduce.ts'
import { Starts, tryStart } from './dialects/setup.ts'
import { formatResult } from './tags/results.ts'

/** The notation that readers may have recorded. */
const SAN = 'san'

/** Starts a file. @param isContinued whether there are games before: no byte order mark then */
export function writePgn(out: SinkSet, options: WriteOptions = {}, isContinued = false): Writer {
  const { notation = '', null: nullMove = '--', clean, style, wrap } = options.settings ?? {}
  const movetext = { notation, nullMove, isClean: clean === 'yes', isWrapped: wrap !== 'no' }
  const writer = new PgnWriter(out, options.encoding, movetext, style === 'canonical', isContinued)
  writer.reduction = readReduction(options.settings)
  writer.acceptsSan = pgn.acceptsSan?.(options) ?? false
  return writer
}

interface MovetextStyle {
  notation: string
  /** How a null move is written. */
  nullMove: string
  /** Leaves out every `[%...]`. */
  isClean: boolean
  /** Whether lines have less than 80 columns. */
  isWrapped: boolean
}

/** Where a game begins. */
interface Beginning extends FirstMove {
  /** Undefined when the set-up is invalid. */
  position: Position | undefined
}

class PgnWriter implements Writer {
  private readonly out: SinkSet
  private readonly text: TextWriter
  private readonly lines: LineWriter
  private readonly style: MovetextStyle
  private readonly isCanonical: boolean
  acceptsSan = false
  /** What is left out of every record. */
  reduction: Reduction | undefined
  private readonly starts = new Starts()

  constructor(
    out: SinkSet,
    encoding: string | undefined,
    style: MovetextStyle,
    isCanonical: boolean,
    isContinued: boolean,
  ) {
    const sink: Sink = out.create(out.name)
    this.out = out
    this.text = new TextWriter(sink, encoding)
    if (!isContinued && this.text.encoding.startsWith('utf-16')) this.text.write('\uFEFF')
    this.lines = style.isWrapped ? new LineWriter(this.text) : new LineWriter(this.text, Infinity)
    this.style = style
    this.isCanonical = isCanonical
  }

  add(record: GameRecord, san?: SanTexts): WriteResult {
    return this.write(record, san)
  }

  addLine(record: LineRecord, san?: SanTexts): WriteResult {
    return this.write(record, san)
  }

  private write(whole: AnyRecord, san: SanTexts | undefined): WriteResult {
    const dialect = DIALECTS.find(({ game }) => game === whole.game)
    if (!dialect) {
      return notWritten(issue('loss/game', 'error', { format: 'pgn', game: whole.game }))
    }
    const losses = new Losses()
    const record = this.reduction ? reduce(withNodes(whole), this.reduction, losses) : whole
    const { columns, rows } = boardSize(record)
    if (columns * rows !== dialect.squares.names.length) {
      return notWritten(issue('pgn/board-size', 'error', { columns, rows, game: record.game }))
    }
    const usual = dialect.usualNotation(this.text.encoding)
    const notation = dialect.notations.includes(this.style.notation) ? this.style.notation : usual
    const isFromStart = record.variant === undefined && record.setup === undefined
    const beginning = isFromStart ? undefined : beginningOf(record, dialect)
    const native = keptNative(record)
    if (!native.isWhole) losses.add('pgn/native', {})
    this.writeTags(record, dialect, notation, beginning?.position, native.repeatedTags, losses)
    this.text.write('\n')
    const isUsual = notation === SAN && isFromStart
    if (!isUsual || !san || !this.writeBareLine(record, san)) {
      this.writeTree(record, dialect, notation, isUsual ? san : undefined, beginning ?? this.start(dialect), losses)
    }
    this.lines.token(formatResult(record.header.result))
    this.lines.finish()
    // Every reader skips lines starting with a percent sign.
    for (const line of native.lines) this.text.write(`%${line}\n`)
    this.text.write('\n')
    const missing = this.text.takeLost()
    if (missing.length > 0) losses.add('pgn/encoding', { characters: missing.slice(0, 20).join(' ') })
    return written(losses.list())
  }

  /** Writes a line of moves that has no nodes from their texts; false if these do not say everything. */
  private writeBareLine(record: AnyRecord, san: SanTexts): boolean {
    const { about, medals, result } = record.header
    if (about !== undefined || medals || result.verdict !== undefined) return false
    if ('nodes' in record || san.hasNull || !san.matchesLine(record.moves)) return false
    const text = san.lineText()
    if (text.length > MAX_ASCII) return false
    if (text.length > 0) this.lines.tokens(text)
    return true
  }

  private writeTree(
    record: AnyRecord,
    dialect: Dialect,
    notation: string,
    san: SanTexts | undefined,
    beginning: Beginning,
    losses: Losses,
  ): void {
    const nodes = nodesToWrite(withNodes(record), losses)
    const { nullMove, isClean } = this.style
    const moves = san?.matches(nodes)
      ? new RecordedMoveWriter(this.lines, san, nullMove)
      : new PlayingMoveWriter(dialect, this.lines, losses, { notation, nullMove }, beginning.position)
    new MovetextWriter(this.lines, losses, dialect.squares, isClean, moves, nodes, beginning).write()
  }

  finish(): Issue[] {
    this.text.flush()
    this.out.commit()
    return []
  }

  /** The beginning of a game from the initial position. */
  private start(dialect: Dialect): Beginning {
    return { position: this.starts.initialPosition(dialect), number: 1, turn: 1 }
  }

  private writeTags(
    record: AnyRecord,
    dialect: Dialect,
    notation: string,
    position: Position | undefined,
    repeated: readonly TagPair[],
    losses: Losses,
  ): void {
    const { header, variant, setup } = record
    const extra: TagPair[] = []
    if (variant !== undefined) extra.push(['Variant', this.variantText(variant, header, dialect)])
    if (setup !== undefined) {
      const fen = this.isCanonical && position ? dialect.rules.format(position) : setup
      extra.push(...dialect.setupTags(fen))
    } else if (looksLikeAnotherGame(record, dialect)) {
      extra.push(...dialect.setupTags(dialect.rules.format(this.starts.initialPosition(dialect))))
    }
    const root = 'moves' in record ? undefined : record.nodes[0]
    extra.push(...clockTags(root, dialect.colours), ...dialect.notationTags(notation))
    const tags = writeHeader(header, dialect.fields, this.isCanonical, extra, repeated)
    for (const [name, value] of dialect.leadTags) this.writeTag(name, value, losses)
    for (const [name, value] of tags) {
      this.writeTag(name, name === 'PlyCount' ? String(countPlies(record)) : value, losses)
    }
    for (const fact of lostFacts(header, tags, dialect.fields)) losses.addFact(fact)
    if (Object.keys(header.tags ?? {}).some((name) => !isTagName(name))) losses.add('pgn/tag-name', {})
  }

  private writeTag(name: string, value: string, losses: Losses): void {
    let text = value
    if (!isPlainText(value)) {
      text = value.toWellFormed()
      const line = text.replaceAll(/[\r\n]+/g, ' ')
      if (line !== text) losses.add('pgn/tag-changed', { tag: name })
      text = line.replaceAll(/[\\"]/g, '\\$&')
    }
    this.text.write('[')
    this.text.write(name)
    this.text.write(' "')
    this.text.write(text)
    this.text.write('"]\n')
  }

  /** The name of a variant, in the source's spelling if it still means the same. */
  private variantText(variant: string, { tags }: Header, dialect: Dialect): string {
    const spelling = tags?.['Variant']
    if (this.isCanonical || spelling === undefined) return dialect.variantTag(variant)
    const lookup = { get: (name: string) => (name === 'Variant' ? spelling : undefined), has: () => false }
    return dialect.variantOf(lookup) === variant ? spelling : dialect.variantTag(variant)
  }
}

/**
 * Whether a game that no tag names would be recognised as another one by its first move: one that is not legal, or any
 * with a score as its result. A set-up, though it is the usual one, then says that it is chess.
 */
function looksLikeAnotherGame(record: AnyRecord, dialect: Dialect): boolean {
  if (dialect.leadTags.length > 0) return false
  const { header } = record
  const first = firstMove(record)
  if (!first) return false
  const { move, unread } = first
  const isPlain = header.result.score === undefined && header.event?.site !== EDAX && header.place !== EDAX
  if (move !== undefined && isPlain && !OF_OTHER_GAMES.has(moveTo(move))) return false
  const word = move === undefined ? unread?.text : dialect.squares.names[moveTo(move)]
  const tags: TagLookup = {
    get: (name) => {
      if (name === 'Result') return formatResult(header.result)
      return name === 'Site' ? (header.event?.site ?? header.place) : undefined
    },
    has: (name) => name === dialect.colours[0],
  }
  return findDialect(tags, () => word ?? '') !== dialect
}

/** The squares to which the first move of a game goes that without a score would be recognised as another one. */
const OF_OTHER_GAMES: ReadonlySet<number> = new Set(
  chessDialect.squares.names.flatMap((name, square) => {
    const tags: TagLookup = { get: () => undefined, has: (tag) => tag === chessDialect.colours[0] }
    return findDialect(tags, () => name) === chessDialect ? [] : [square]
  }),
)

/** The first move of a game, read or not. */
function firstMove(record: AnyRecord): Pick<MoveNode, 'move' | 'unread'> | undefined {
  if ('nodes' in record) return record.nodes.find(({ move, unread }) => move !== undefined || unread !== undefined)
  return record.moves.length === 0 ? undefined : { move: record.moves[0]! }
}

/** Moves of the main line. */
function countPlies(record: AnyRecord): number {
  return 'nodes' in record ? mainLine(record.nodes).length : record.moves.length
}

/** The beginning of a game that is a variant or has a position set up. */
function beginningOf({ variant, setup }: AnyRecord, dialect: Dialect): Beginning {
  const position = startOf(dialect, variant, setup) ?? tryStart(dialect, setup)
  if (!position) return { position, number: 1, turn: 1 }
  // The last field of a chess or xiangqi FEN is the move number.
  const number = Number(dialect.rules.format(position).split(' ').at(-1))
  return { position, number: Number.isInteger(number) && number > 0 ? number : 1, turn: position.turn }
}

function startOf(dialect: Dialect, variant: string | undefined, setup: string | undefined): Position | undefined {
  const options: Pick<GameRecord, 'variant' | 'setup'> = {}
  if (variant !== undefined) options.variant = variant
  if (setup !== undefined) options.setup = setup
  try {
    return dialect.rules.start(options)
  } catch (error) {
    if (error instanceof PositionError) return undefined
    throw error
  }
}

/** Whether a text is the same between the quotes of a tag. */
function isPlainText(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE || code === BACKSLASH || code === NEWLINE || code === RETURN) return false
    // Half of a pair would be changed.
    if (code >= 0xd800 && code < 0xe000) return false
  }
  return true
}
