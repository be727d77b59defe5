/** Writes a table: a row for each game, its moves in the last column. docs/formats/table.md */
import { delimitedRow, type DelimitedStyle } from '../../bytes/delimited.ts'
import type { FileEdit } from '../../bytes/edit.ts'
import type { SinkSet } from '../../bytes/sink.ts'
import type { FileSet } from '../../bytes/source.ts'
import { TextWriter } from '../../bytes/text-writer.ts'
import { FormatError, PositionError } from '../../issues/errors.ts'
import { issue } from '../../issues/issue.ts'
import { headerFields, type HeaderFields } from '../../model/header-fields.ts'
import type { GameRecord } from '../../model/record.ts'
import { mainLine, mainLinePlays } from '../../model/tree.ts'
import { rulesOf } from '../../rules/index.ts'
import type { Position, Rules } from '../../rules/rules.ts'
import { endOfText } from '../append-text.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { written } from '../write-result.ts'

/** What a column holds of a game. */
type Cell = (record: GameRecord, fields: HeaderFields) => string | number | undefined

/** The columns before the moves, with the names that they have in a database (docs/database.md). */
const COLUMNS: Readonly<Record<string, Cell>> = {
  game: (_, { game }) => game,
  kind: (_, { kind }) => kind,
  variant: ({ variant }) => variant,
  player1: (_, { first }) => first,
  player2: (_, { second }) => second,
  rating1: (_, { firstRating }) => firstRating,
  rating2: (_, { secondRating }) => secondRating,
  event: (_, { event }) => event,
  site: (_, { site }) => site,
  round: (_, { round }) => round,
  date: (_, { date }) => date,
  result: (_, { result }) => result,
  plies: ({ nodes }) => mainLinePlays(nodes).length,
  opening: (_, { openingCode }) => openingCode,
  opening_name: (_, { openingName }) => openingName,
  annotator: (_, { annotator }) => annotator,
  setup: ({ setup }) => setup,
}

/** The columns of every table. */
const NAMES = [...Object.keys(COLUMNS), 'moves']

/** How tables are written by default. */
export interface TableDefaults {
  separator: string
  lineEnd?: '\r\n' | '\n'
  /** Whether the file begins with a byte order mark. */
  marksEncoding: 'yes' | 'no'
}

/** Starts adding rows to a table, separated and ended as those there are. Throws FormatError if its columns are others. */
export function appendToTable(
  files: FileSet,
  edit: FileEdit,
  defaults: TableDefaults,
  options: WriteOptions = {},
): Writer {
  const { main } = files
  if (main.size === 0) return writeTable(endOfText(files, edit, '\r\n'), defaults, options)
  const head = main.read(0, HEAD_SIZE)
  const style = styleOf(new TextDecoder().decode(head), [
    options.settings?.['separator'] ?? defaults.separator,
    ',',
    ';',
  ])
  if (!style) throw new FormatError('table/other-columns', {}, { file: main.name, offset: 0 })
  // A byte order mark is a promise for the whole file.
  const encoding = isMarked(head) ? 'utf-8' : options.encoding
  const out = endOfText(files, edit, style.lineEnd, encoding)
  return writeTable(out, { ...defaults, ...style }, { ...options, ...(encoding !== undefined && { encoding }) }, true)
}

/** How the first line, which names the columns, is written; undefined if it does not. */
function styleOf(
  head: string,
  separators: readonly string[],
): Required<Omit<DelimitedStyle, 'keepsFormulas'>> | undefined {
  const styles = separators.flatMap((separator) => (['\r\n', '\n'] as const).map((lineEnd) => ({ separator, lineEnd })))
  return styles.find((style) => head.startsWith(delimitedRow(NAMES, style)))
}

/** Whether bytes begin with the byte order mark of UTF-8. */
function isMarked([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf
}

/** Bytes that hold the names of the columns, and more. */
const HEAD_SIZE = 1 << 10

/** Characters that the encoding lacks are named up to this many. */
const MAX_LOST = 20

/** Starts a table. @param isContinued whether it has rows and the names of the columns already */
export function writeTable(
  out: SinkSet,
  defaults: TableDefaults,
  { encoding, settings = {} }: WriteOptions = {},
  isContinued = false,
): Writer {
  const text = new TextWriter(out.create(out.name), encoding)
  const style: DelimitedStyle = {
    separator: isContinued ? defaults.separator : (settings['separator'] ?? defaults.separator),
    keepsFormulas: settings['formulas'] === 'as-is',
    ...(defaults.lineEnd && { lineEnd: defaults.lineEnd }),
  }
  const hasMark = (settings['bom'] ?? defaults.marksEncoding) === 'yes' && text.encoding.startsWith('utf-')
  if (!isContinued) text.write((hasMark ? '\uFEFF' : '') + delimitedRow(NAMES, style))
  return {
    add(record) {
      const fields = headerFields(record)
      const cells = Object.values(COLUMNS).map((cell) => cell(record, fields))
      text.write(delimitedRow([...cells, formatMoves(record, settings['notation'])], style))
      const lost = text.takeLost()
      if (lost.length === 0) return written()
      const characters = lost.slice(0, MAX_LOST).join(' ')
      return written([
        issue('table/characters', 'warning', { encoding: text.encoding, count: lost.length, characters }),
      ])
    },
    finish() {
      text.flush()
      out.commit()
      return []
    },
  }
}

/** The main line as text, up to the first move that could not be read; nothing if the start position is invalid. */
function formatMoves(record: GameRecord, notation: string | undefined): string {
  const rules = rulesOf(record.game)
  const position = startOf(rules, record)
  if (!position) return ''
  const startsSecond = position.turn === 2
  const isNumbered = record.game === 'chess' || record.game === 'xiangqi'
  const words: string[] = []
  for (const index of [0, ...mainLine(record.nodes)]) {
    const { edits, turn, move, unread } = record.nodes[index]!
    if (edits || turn) rules.edit?.(position, edits ?? [], turn)
    if (unread) break
    if (move === undefined) continue
    const ply = position.ply + (isNumbered && startsSecond ? 1 : 0)
    if (isNumbered && ply % 2 === 0) words.push(`${ply / 2 + 1}.`)
    else if (isNumbered && words.length === 0) words.push(`${(ply + 1) / 2}...`)
    words.push(rules.writeMove(position, move, notation))
    rules.play(position, move)
  }
  return words.join(' ')
}

function startOf(rules: Rules, record: GameRecord): Position | undefined {
  try {
    return rules.start(record)
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    return undefined
  }
}
