/** Reads one game: tags, start, movetext, and disagreements between them. */
import { nodesOfLine, type AnyRecord } from '../../../model/line-record.ts'
import type { Header } from '../../../model/record.ts'
import type { ChessKernel } from '../../chess-kernel.ts'
import { playedLineOf, type ReadGame } from '../../played-line.ts'
import type { TextDecoding } from '../text/decoding.ts'
import { takeClocks } from '../tags/clock-tags.ts'
import { ENDS_WORD, isDigit, isSpace, DOT } from '../text/characters.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { findDialect } from '../dialects/dialects.ts'
import { readHeader, type TagPair } from '../tags/header.ts'
import { liftMedals } from '../text/medals.ts'
import { MovetextReader, type Movetext } from './movetext.ts'
import { keepNative } from '../tags/native.ts'
import type { Problems } from '../text/problems.ts'
import { notedNodes } from './noted-nodes.ts'
import { readSetup, type Starts } from '../dialects/setup.ts'
import { formatResult, parseResult, TERMINATION } from '../tags/results.ts'
import { TagSection } from '../tags/tags.ts'
import type { Noted } from './tree-reader.ts'

/** The bytes of one game, as UTF-8 or in a single-byte encoding. */
export interface GameBytes {
  bytes: Uint8Array
  start: number
  end: number
}

/** How to read a game. */
export interface Wanted extends Noted {
  /** Reads the movetext of plain games. */
  kernel?: ChessKernel | undefined
}

/** The tags of a game and what follows from them before any move is read. */
export interface GameTags {
  tags: TagSection
  dialect: Dialect
  /** Where the movetext begins. */
  at: number
}

/** Reads the tags of a game. */
export function readGameTags({ bytes, start, end }: GameBytes, decoding: TextDecoding, tags: TagSection): GameTags {
  tags.reset(bytes)
  const at = tags.readAll(start, end)
  const dialect = findDialect(tags, () => firstWord(bytes, at, end, decoding))
  return { tags, dialect, at }
}

/** The first word of movetext without its number. */
function firstWord(bytes: Uint8Array, at: number, end: number, decoding: TextDecoding): string {
  while (at < end && (isDigit(bytes[at]!) || isSpace(bytes[at]!) || bytes[at] === DOT)) at++
  let wordEnd = at
  while (wordEnd < end && ENDS_WORD[bytes[wordEnd]!] === 0) wordEnd++
  return decoding.word(bytes, at, Math.min(wordEnd, at + 32))
}

/** The header from the tags alone, for lists of games. */
export function readHeaderAlone(game: GameTags): Header {
  const { tags, dialect } = game
  const isPassed = passedTags(game, readSetup(dialect, tags).variant, tags.names.length)
  const { header } = readHeader(tags, dialect.fields, isPassed)
  // The clocks belong to the root, which is not needed here.
  takeClocks(header, dialect.colours)
  return header
}

/** Reads a whole game. */
export function readGame(
  game: GameBytes,
  decoding: TextDecoding,
  tags: TagSection,
  starts: Starts,
  problems: Problems,
  { line, moves, isBare = false, kernel }: Wanted,
): ReadGame {
  const gameTags = readGameTags(game, decoding, tags)
  const { dialect, at } = gameTags
  const start = starts.read(dialect, tags, problems, game.start)
  const count = tags.names.length
  const { bytes, end } = game
  const isUsual = dialect.game === 'chess' && start.variant === undefined && start.setup === undefined
  line?.clear()
  moves?.forget()
  // The positions of another variant are not those of the game, though they look alike.
  const noted = isUsual ? { line, moves, isBare } : { line: start.isForeign ? undefined : line, isBare }
  const adapted = start.position && dialect.adapt?.(tags, () => decoding.text(bytes, at, end), start.position)
  const reading = adapted ?? dialect
  const plain = isUsual && kernel?.readMovetext(bytes, at, end, moves) ? plainMovetext(kernel, isBare) : undefined
  const movetext =
    plain ?? new MovetextReader(reading, decoding, tags, problems, bytes, end, start.position, noted).read(at)
  const { header, repeated } = readHeader(tags, dialect.fields, passedTags(gameTags, start.variant, count))
  noteTagProblems(tags, repeated, problems, game.start)
  if (movetext.result !== undefined) settleResult(header, movetext.result, problems, end)
  // Clocks belong to the root.
  const lefts = takeClocks(header, dialect.colours)
  const { line: bareLine, nodes } = movetext
  const record: AnyRecord =
    bareLine && !lefts
      ? { game: dialect.game, header, moves: bareLine }
      : { game: dialect.game, header, nodes: bareLine ? nodesOfLine(bareLine) : nodes }
  if (start.variant !== undefined) record.variant = start.variant
  if (start.setup !== undefined) record.setup = start.setup
  if ('nodes' in record) {
    liftMedals(record)
    const root = record.nodes[0]!
    if (lefts) root.clock = { ...root.clock, lefts }
  }
  keepNative(record, { repeatedTags: repeated, lines: movetext.lines })
  return { record, playedLine: plain ? kernel!.noted(line, moves) : playedLineOf(line, moves) }
}

/** What the kernel has read. */
function plainMovetext(kernel: ChessKernel, isBare: boolean): Movetext {
  const { line, notes, result } = kernel
  if (!notes) {
    const moves = kernel.moves()
    return { line: isBare ? moves : undefined, nodes: isBare ? [] : nodesOfLine(moves), result, lines: [] }
  }
  return { line: undefined, nodes: notedNodes(line, notes), result, lines: [] }
}

/**
 * The tags that need not be kept because they follow from game, variant and start: those before the movetext, as far as
 * they are understood.
 */
function passedTags(
  { tags, dialect }: GameTags,
  variant: string | undefined,
  count: number,
): (name: string, index: number) => boolean {
  return (name, index) => {
    if (index >= count) return false
    if (name === 'FEN' || name === 'SetUp') return true
    const value = tags.value(index)
    if (dialect.isGameTag(name, value)) return true
    return name === 'Variant' && variant !== undefined && dialect.variantTag(variant) === value
  }
}

function noteTagProblems(tags: TagSection, repeated: readonly TagPair[], problems: Problems, at: number): void {
  for (const offset of tags.irregular) {
    problems.add('pgn/irregular-tag', 'warning', {}, offset)
  }
  for (const [name] of repeated) problems.add('pgn/repeated-tag', 'warning', { tag: name }, at)
}

/** The result after the moves counts if the tag has none. */
function settleResult(header: Header, text: string, problems: Problems, at: number): void {
  const result = parseResult(text)!
  const tag = header.result
  if (formatResult(result) === formatResult(tag)) return
  if (tag.outcome === 'unfinished') {
    header.result = result
    if (tag.text !== undefined) header.result.text = tag.text
    settleTermination(header)
  } else if (result.outcome !== 'unfinished') {
    problems.add('pgn/result-mismatch', 'warning', { tag: tag.text ?? formatResult(tag), text }, at)
  }
}

/** The reason for a result that was missing from the tags can only be interpreted now. */
function settleTermination(header: Header): void {
  const { tags } = header
  const text = tags?.[TERMINATION.name]
  if (!tags || text === undefined || !TERMINATION.read(header, text)) return
  if (TERMINATION.write(header) !== text) return
  delete tags[TERMINATION.name]
  if (Object.keys(tags).length === 0) delete header.tags
}
