/** Turns the properties of a GGF game into a record. */
import type { IssueId, ParamsOf } from '../../issues/catalogue.ts'
import { PositionError, messageOf } from '../../issues/errors.ts'
import type { Severity } from '../../issues/issue.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import { makePass, makePlacement, type Colour } from '../../model/move.ts'
import { emptyRecord, type GameRecord, type Header } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { isOthelloSide, othello, OthelloPosition } from '../../rules/othello/index.ts'
import { HEADER_PROPERTIES } from './header-properties.ts'
import { formatMoveValue, parseMoveValue } from './move-value.ts'
import type { GameText, Property } from './syntax.ts'

export const FORMAT_ID = 'ggf'

/** What a record stores under the format's name. */
export interface Native {
  /** Properties that the header does not give back, in their order. */
  properties?: [name: string, value: string][]
  /** Whether squares are written in capitals. */
  capitals?: boolean
}

const COLOURS: Readonly<Record<string, Colour>> = { B: 1, W: 2 }

/** What a record stores for this format; empty if it came from elsewhere. */
export function nativeOf(record: GameRecord): Native {
  const native = record.native?.[FORMAT_ID]
  return isJsonObject(native) ? native : {}
}

/** An issue at an offset in the text of the game. */
export type Report = <Id extends IssueId>(id: Id, severity: Severity, params: ParamsOf<Id>, offset: number) => void

/** The name of the game, such as `Othello`; empty if there is none. */
export function gameName({ properties }: GameText): string {
  return properties.find(({ name }) => name === 'GM')?.value.trim() ?? ''
}

/** Reads a game of Othello. */
export function readGame({ properties }: GameText, report: Report): GameRecord {
  const record = emptyRecord('othello')
  const position = readBoard(properties, report)
  const start = new OthelloPosition(position.columns, position.rows)
  if (position.columns !== 8) record.size = { columns: position.columns, rows: position.rows }
  if (othello.format(position) !== othello.format(start)) record.setup = othello.format(position)
  const kept = readHeader(properties, record.header, position.geometry.squares)
  addType(properties, position.columns, kept)
  const native: Native = {}
  if (kept.length > 0) native.properties = kept
  const moves = properties.filter(({ name }) => COLOURS[name])
  const inCapitals = moves.some(({ value }) => /^[A-Z][0-9]/.test(value))
  if (inCapitals) native.capitals = true
  if (Object.keys(native).length > 0) record.native = { [FORMAT_ID]: native as Json }
  for (const [ply, property] of moves.entries()) {
    const node = readMove(property, ply, position, report)
    record.nodes.push(node)
    const written = formatMoveValue(node, COLOURS[property.name]!, position.columns, inCapitals)
    // The text of an unreadable move is kept.
    if (node.move !== undefined && written !== property.value) node.native = { [FORMAT_ID]: property.value }
  }
  return record
}

/** The start position: the board in `BO`, otherwise the initial position of the size in `TY`. */
function readBoard(properties: readonly Property[], report: Report): OthelloPosition {
  const board = properties.find(({ name }) => name === 'BO')
  if (board) {
    try {
      return othello.parse(board.value)
    } catch (error) {
      if (!(error instanceof PositionError)) throw error
      report('ggf/board', 'error', { reason: messageOf(error) }, board.offset)
    }
  }
  const type = properties.find(({ name }) => name === 'TY')?.value ?? ''
  const side = Number(/^[0-9]{1,2}/.exec(type)?.[0] ?? 8)
  return isOthelloSide(side) ? new OthelloPosition(side, side) : new OthelloPosition()
}

/**
 * Reads the properties of the header; returns those that it does not give back as they are. All values of a repeated
 * property are kept, since only the first is read.
 */
function readHeader(properties: readonly Property[], header: Header, squares: number): [string, string][] {
  const kept: [string, string][] = []
  const read = new Set<string>()
  for (const known of HEADER_PROPERTIES) {
    const property = properties.find(({ name }) => name === known.name)
    if (property && known.read(header, property.value, squares)) read.add(known.name)
  }
  for (const { name, value } of properties) {
    if (COLOURS[name] || name === 'GM' || name === 'BO' || name === 'TY') continue
    const known = read.has(name) && HEADER_PROPERTIES.find((candidate) => candidate.name === name)
    if (!known || isRepeated(properties, name) || known.write(header, squares) !== value) kept.push([name, value])
  }
  return kept
}

function isRepeated(properties: readonly Property[], name: string): boolean {
  const isOf = (property: Property) => property.name === name
  return properties.findIndex(isOf) !== properties.findLastIndex(isOf)
}

/** Keeps a type that says more than the size of the board. */
function addType(properties: readonly Property[], side: number, kept: [string, string][]): void {
  const type = properties.find(({ name }) => name === 'TY')
  if (type && type.value !== String(side)) kept.unshift(['TY', type.value])
}

function readMove(
  { name, value, offset }: Property,
  parent: number,
  position: OthelloPosition,
  report: Report,
): MoveNode {
  const colour = COLOURS[name]!
  const { square, text, evaluation, spent } = parseMoveValue(value, position.columns)
  const node: MoveNode = { parent }
  if (square === undefined) {
    node.unread = { text }
    report('ggf/move', 'error', { move: text }, offset)
  } else {
    // A move names its colour if it is not that of the side to move.
    const named = colour === position.turn ? 0 : colour
    node.move = square === 'pass' ? makePass(named) : makePlacement(square, named)
    position.play(node.move)
  }
  if (evaluation !== undefined) {
    const centipawns = Math.round(evaluation * 100)
    node.evaluation = { centipawns: colour === 2 && centipawns !== 0 ? -centipawns : centipawns }
  }
  if (spent !== undefined) node.clock = { spent }
  return node
}
