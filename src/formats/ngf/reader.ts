/** Reads NGF files. docs/formats/ngf.md. */
import type { FileSet } from '../../bytes/source.ts'
import { isRealDate, makeDate } from '../../model/date.ts'
import { IssueCollector, shorten } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { makePass, makePlacement, type Colour } from '../../model/move.ts'
import { emptyRecord, ensurePlayer, type GameRecord, type Header } from '../../model/record.ts'
import type { Collection, ReadOptions } from '../format.ts'
import { handicapSquares } from '../go-handicap.ts'
import { parseResultWords } from '../go-result.ts'
import { readLines } from '../server-text.ts'
import { SingleRecordCollection } from '../single-record.ts'

/** The prefix of every header line in files of the older form. */
const OLD_PREFIX = 'GI'

/** Names of the header's lines in order. */
const LINES = [
  'title',
  'size',
  'white',
  'black',
  'site',
  'handicap',
  'unknown',
  'komi',
  'date',
  'time',
  'result',
  'moves',
]
const OLD_LINES = ['title', 'white', 'black', 'site', 'place', 'date', 'size', 'handicap', 'unknown', 'komi', 'moves']

/** Opens a file. Throws FormatError if no line is a move. */
export function openNgf(files: FileSet, options: ReadOptions = {}): Collection {
  const { name } = files.main
  const { lines, encoding, guessed } = readLines(files.main, options.encoding)
  const first = lines.findIndex((line) => MOVE.test(line))
  if (first < 0) {
    throw new FormatError('ngf/not-ngf', {}, { file: name, offset: 0 })
  }
  return new SingleRecordCollection('ngf', { encoding }, guessed, () => {
    const issues = new IssueCollector({ file: name })
    const record = emptyRecord('go')
    const header = nameLines(lines.slice(0, first))
    const side = readHeader(header, record, issues)
    const others = readMoves(lines.slice(first), side, record, issues)
    record.native = { ngf: { header: lines.slice(0, first), lines: others } }
    record.origin = { format: 'ngf', file: name, index: 0, encoding }
    return { record, issues: issues.list() }
  })
}

/** The lines of the header by name. */
function nameLines(lines: readonly string[]): Map<string, string> {
  const isOld = lines.length > 0 && lines.every((line) => line.startsWith(OLD_PREFIX))
  const names = isOld ? OLD_LINES : LINES
  return new Map(lines.map((line, index) => [names[index] ?? '', isOld ? line.slice(OLD_PREFIX.length) : line]))
}

/** Reads the header into the record. Returns the side of the board. */
function readHeader(lines: ReadonlyMap<string, string>, record: GameRecord, issues: IssueCollector): number {
  const { header } = record
  const text = (name: string) => lines.get(name)?.trim() ?? ''
  if (text('title')) header.event = { name: text('title') }
  const place = text('site') || text('place')
  if (place) header.place = place
  readPlayer(header, 1, text('black'))
  readPlayer(header, 2, text('white'))
  const date = readDate(text('date'))
  if (date) header.date = date
  if (text('result'))
    header.result = parseResultWords(text('result')) ?? { outcome: 'unfinished', text: text('result') }
  const side = readSide(text('size'), issues)
  if (side !== 19) record.size = { columns: side, rows: side }
  const handicap = wholeNumber(text('handicap')) ?? 0
  const komi = wholeNumber(text('komi'))
  // An even game has half a point more than the file says.
  if (komi !== undefined) header.rules = { komi: handicap === 0 ? komi + 0.5 : komi }
  const squares = handicapSquares(handicap, side, side, 'upper left')
  if (squares) {
    header.rules = { ...header.rules, handicap }
    record.nodes[0]!.edits = [{ squares, piece: '1' }]
    record.nodes[0]!.turn = 2
  }
  return side
}

/** Moves give points by the letters B to Z. */
const MAX_SIDE = 25

function readSide(text: string, issues: IssueCollector): number {
  const side = wholeNumber(text)
  if (side !== undefined && side >= 1 && side <= MAX_SIDE) return side
  issues.add('ngf/bad-size', 'warning', { size: shorten(text) })
  return 19
}

function wholeNumber(text: string): number | undefined {
  return /^-?[0-9]{1,4}(?:\.0*)?$/.test(text) ? Number(text) : undefined
}

/** A name, and after spaces its rank: `ace550      7D*`, `朴承华 初段`. */
function readPlayer(header: Header, colour: Colour, text: string): void {
  const match = /^(.*\S)\s+(\S+)$/.exec(text)
  const name = match?.[1] ?? text
  if (name) ensurePlayer(header, colour).name = name
  if (match) ensurePlayer(header, colour).rank = match[2]!
}

/** A date as `20170316 [09:51]` or `2006-9-5`. */
function readDate(text: string): Header['date'] {
  const match = /^([0-9]{4})-?([0-9]{1,2})-?([0-9]{1,2})\b/.exec(text)
  const date = match ? makeDate(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
  return date && isRealDate(date) ? date : undefined
}

/** A move: its number in two letters, the colour, column and row, and both again in reverse order. */
const MOVE = /^PM[A-Z]{2}([BW])([A-Z])([A-Z])/

/** Reads the moves into the tree. Returns the lines that are neither moves nor comments. */
function readMoves(lines: readonly string[], side: number, record: GameRecord, issues: IssueCollector): string[] {
  const others: string[] = []
  const comments = new Map<number, string[]>()
  // The comment that has not ended yet.
  let open: string[] | undefined
  for (const line of lines) {
    const match = MOVE.exec(line)
    if (match) {
      open = undefined
      readMove(match[1] === 'B' ? 1 : 2, match[2]!, match[3]!, side, record, line, issues)
      continue
    }
    const comment = COMMENT.exec(line)
    if (comment) {
      const number = Number(comment[1])
      open = comments.get(number) ?? []
      comments.set(number, open)
    }
    const text = comment ? comment[2]! : line
    if (open) open.push(text.replace(END_OF_TEXT, ''))
    else if (text.trim() !== '') others.push(text)
    if (text.includes(END_OF_TEXT)) open = undefined
  }
  for (const [number, texts] of comments) {
    const text = texts.join('\n').trim()
    const node = record.nodes[number]
    if (node) node.comments = [{ text, placement: 'after' }]
    else others.push(text)
  }
  return others
}

/** A comment on the move with that number: `IDB[211] text[EndTxt]`, possibly over several lines. */
const COMMENT = /^ID[A-Z]?\[([0-9]+)\]\s?(.*)$/
const END_OF_TEXT = '[EndTxt]'

const FIRST_LETTER = 0x42

function readMove(
  colour: Colour,
  columnLetter: string,
  rowLetter: string,
  side: number,
  { nodes }: GameRecord,
  line: string,
  issues: IssueCollector,
): void {
  const column = columnLetter.charCodeAt(0) - FIRST_LETTER
  const row = rowLetter.charCodeAt(0) - FIRST_LETTER
  const parent = nodes.length - 1
  if (column === -1 && row === -1) {
    nodes.push({ parent, move: makePass(colour) })
  } else if (column >= 0 && row >= 0 && column < side && row < side) {
    nodes.push({ parent, move: makePlacement(row * side + column, colour) })
  } else {
    nodes.push({ parent, unread: { text: line } })
    issues.add('ngf/unread-move', 'error', { line: shorten(line) }, { node: parent + 1 })
  }
}
