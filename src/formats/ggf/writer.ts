/** Writes GGF, one game per line. */
import type { SinkSet } from '../../bytes/sink.ts'
import { TextWriter } from '../../bytes/text-writer.ts'
import { PositionError, messageOf } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { isPass, moveColour, type Colour } from '../../model/move.ts'
import { boardSize, type GameRecord, type Header } from '../../model/record.ts'
import { mainLine, type MoveNode } from '../../model/tree.ts'
import { othello, type OthelloPosition } from '../../rules/othello/index.ts'
import { positionAfter } from '../../rules/replay.ts'
import type { Writer, WriteOptions } from '../format.ts'
import { notWritten, written } from '../write-result.ts'
import { FORMAT_ID, nativeOf } from './game.ts'
import { HEADER_PROPERTIES, type HeaderProperty } from './header-properties.ts'
import { formatMoveValue, parseMoveValue } from './move-value.ts'
import { formatProperty } from './syntax.ts'

/** Properties that come after the type of the game; the others come before it. */
const AFTER_TYPE = new Set(['KM', 'RE'])

const LETTERS = ['B', 'W'] as const

/** Starts writing a file, or the rest of one. */
export async function writeGgf(out: SinkSet, options: WriteOptions = {}): Promise<Writer> {
  const text = new TextWriter(out.create(out.name), options.encoding ?? 'utf-8')
  return {
    add(record) {
      const issues: Issue[] = []
      const line = formatRecord(record, issues)
      if (line === undefined) return notWritten(...issues)
      text.write(`${line}\n`)
      const lost = text.takeLost()
      if (lost.length > 0) {
        issues.push(issue('ggf/characters', 'warning', { encoding: text.encoding, characters: lost.join(' ') }))
      }
      return written(issues)
    },
    finish() {
      text.flush()
      out.commit()
      return []
    },
  }
}

/** A game as text; undefined, with an issue, if GGF cannot store it. */
function formatRecord(record: GameRecord, issues: Issue[]): string | undefined {
  const position = startOf(record, issues)
  if (!position) return undefined
  const squares = position.geometry.squares
  const kept = keptProperties(record)
  const value = (name: string) => {
    const property = HEADER_PROPERTIES.find((candidate) => candidate.name === name)!
    return formatProperty(name, spelledAsKept(record.header, property, kept, squares))
  }
  const has = (property: HeaderProperty) =>
    property.write(record.header, squares) !== undefined || kept.some(([name]) => name === property.name)
  const known = HEADER_PROPERTIES.filter(has).map(({ name }) => name)
  const type = kept.find(([name]) => name === 'TY')?.[1] ?? String(position.columns)
  const met = new Set<string>()
  const unknown = kept.filter(([name]) => {
    const isFirst = !met.has(name)
    met.add(name)
    return !isFirst || !known.includes(name)
  })
  const parts = [
    formatProperty('GM', 'Othello'),
    ...known.filter((name) => !AFTER_TYPE.has(name)).map(value),
    formatProperty('TY', type),
    ...unknown
      .filter(([name]) => name !== 'TY' && !isHeaderProperty(name))
      .map(([name, text]) => formatProperty(name, text)),
    ...known.filter((name) => AFTER_TYPE.has(name)).map(value),
    // The first of a repeated property is read.
    ...unknown.filter(([name]) => isHeaderProperty(name)).map(([name, text]) => formatProperty(name, text)),
    formatProperty('BO', formatBoard(position)),
    ...formatMoves(record, position, issues),
  ]
  return `(;${parts.join('')};)`
}

function isHeaderProperty(name: string): boolean {
  return HEADER_PROPERTIES.some((property) => property.name === name)
}

/** The properties kept from reading, as far as they are pairs of texts. */
function keptProperties(record: GameRecord): [string, string][] {
  const pairs: unknown = nativeOf(record).properties
  if (!Array.isArray(pairs)) return []
  const isPair = (pair: unknown): pair is [string, string] =>
    Array.isArray(pair) && typeof pair[1] === 'string' && /^[A-Z][A-Za-z0-9]{0,15}$/.test(String(pair[0]))
  return pairs.filter(isPair)
}

/** The value of a property: in its original spelling if that still means the same, otherwise as the header gives it. */
function spelledAsKept(header: Header, property: HeaderProperty, kept: [string, string][], squares: number): string {
  const written = property.write(header, squares)
  const spelled = kept.find(([name]) => name === property.name)?.[1]
  if (spelled === undefined) return written!
  if (written === undefined) return spelled
  const probe: Header = { players: [], result: { outcome: 'unfinished' } }
  if (header.rules) probe.rules = header.rules
  // If only part of a value is understood, such as a date with an unknown zone, that part still counts.
  property.read(probe, spelled, squares)
  return property.write(probe, squares) === written ? spelled : written
}

function startOf(record: GameRecord, issues: Issue[]): OthelloPosition | undefined {
  const { columns, rows } = boardSize(record)
  if (columns !== rows) {
    issues.push(issue('ggf/board-size', 'error', { columns, rows }))
    return undefined
  }
  try {
    return positionAfter(othello, record, [])
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    issues.push(issue('ggf/setup', 'error', { reason: messageOf(error) }))
    return undefined
  }
}

/** `8 -------- ... *`: the size, the rows, and the side to move. */
function formatBoard(position: OthelloPosition): string {
  const rows: string[] = []
  for (let row = 0; row < position.rows; row++) {
    let text = ''
    for (let column = 0; column < position.columns; column++) {
      text += '-*O'[position.discAt(row * position.columns + column)]!
    }
    rows.push(text)
  }
  return `${position.columns} ${rows.join(' ')} ${position.turn === 1 ? '*' : 'O'}`
}

/**
 * The moves of the main line. Passes that the rules imply are added, except in games read from GGF without them, and
 * before illegal moves.
 */
function formatMoves(record: GameRecord, position: OthelloPosition, issues: Issue[]): string[] {
  const moves: string[] = []
  const inCapitals = nativeOf(record).capitals === true
  const isAsRecorded = record.origin?.format === FORMAT_ID
  for (const index of mainLine(record.nodes)) {
    const node = record.nodes[index]!
    if (node.edits || node.turn !== undefined) {
      issues.push(issue('ggf/edits', 'warning', {}))
      break
    }
    const { move } = node
    const { passing } = position
    let colour: Colour = (move !== undefined && moveColour(move)) || position.turn
    if (move !== undefined && isPass(move)) colour = moveColour(move) || passing || colour
    else if (!isAsRecorded && passing !== undefined && move !== undefined && othello.isLegal(position, move)) {
      moves.push(formatProperty(LETTERS[passing - 1]!, 'PA'))
    }
    const value = valueOf(node, colour, position, inCapitals)
    if (value === undefined) continue
    if (node.clock && node.clock.spent === undefined) issues.push(issue('ggf/clock', 'warning', {}))
    if (node.evaluation && node.evaluation.centipawns === undefined) {
      issues.push(issue('ggf/evaluation', 'warning', {}))
    }
    moves.push(formatProperty(LETTERS[colour - 1]!, value))
    if (move !== undefined) position.play(move)
  }
  return moves
}

/** The value of a node: as it was read, if that still means the same. */
function valueOf(node: MoveNode, colour: Colour, position: OthelloPosition, inCapitals: boolean): string | undefined {
  const written = formatMoveValue(node, colour, position.columns, inCapitals)
  const spelled = node.native?.[FORMAT_ID]
  if (typeof spelled !== 'string' || written === undefined) return written
  const said = parseMoveValue(spelled, position.columns)
  const now = parseMoveValue(written, position.columns)
  const isSame =
    (said.square === undefined ? said.text === now.text : said.square === now.square) &&
    hundredths(said.evaluation) === hundredths(now.evaluation) &&
    hundredths(said.spent) === hundredths(now.spent)
  return isSame ? spelled : written
}

function hundredths(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * 100)
}
