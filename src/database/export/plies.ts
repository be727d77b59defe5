/** The moves of a main line as rows: each with its text, the position that it was played in, and what is said of it. */
import { PositionError } from '../../issues/errors.ts'
import { mainLine, type MoveNode } from '../../model/tree.ts'
import { isPass, moveFrom, moveTo, type Move } from '../../model/move.ts'
import type { Game, GameRecord } from '../../model/record.ts'
import { colourOf, hasStones } from '../../positions/main-line.ts'
import { positionKey } from '../../positions/position-key.ts'
import { rulesOf } from '../../rules/index.ts'
import type { Position, Rules } from '../../rules/rules.ts'
import type { CellType } from './table-filler.ts'

/** A move that was played, before it is. */
export interface Ply {
  /** From 1. */
  ply: number
  node: MoveNode
  move: Move
  position: Position
}

/** How the sides are called. */
const SIDES: Readonly<Record<Game, readonly [string, string]>> = {
  chess: ['white', 'black'],
  xiangqi: ['red', 'black'],
  go: ['black', 'white'],
  othello: ['black', 'white'],
}

/** The notation of plain coordinates, which programs read. */
const COORDINATES: Readonly<Record<Game, string>> = {
  chess: 'uci',
  xiangqi: 'iccs',
  go: 'coordinate',
  othello: 'coordinate',
}

/** Glyphs that have a sign; others are written as their number: `$10`. */
const SIGNS = ['', '!', '?', '!!', '??', '!?', '?!']

/**
 * The moves of the main line up to one that could not be read. The position is changed as they come. None for a game that
 * cannot be played here, such as one of a variant without rules.
 */
export function* pliesOf(record: GameRecord): IterableIterator<Ply> {
  const rules = rulesOf(record.game)
  const position = startOf(rules, record)
  if (!position) return
  const { nodes } = record
  let ply = 0
  for (const index of [0, ...mainLine(nodes)]) {
    const node = nodes[index]!
    if (node.unread) return
    if (node.edits || node.turn !== undefined) rules.edit?.(position, node.edits ?? [], node.turn)
    if (node.move === undefined) continue
    yield { ply: ++ply, node, move: node.move, position }
    rules.play(position, node.move)
  }
}

function startOf(rules: Rules, record: GameRecord): Position | undefined {
  try {
    return rules.start(record)
  } catch (error) {
    if (error instanceof PositionError) return undefined
    throw error
  }
}

/** The moves of the main line in the usual notation of the game, with spaces between them. */
export function movetextOf(record: GameRecord): string {
  const rules = rulesOf(record.game)
  const texts: string[] = []
  for (const { move, position } of pliesOf(record)) texts.push(rules.writeMove(position, move))
  return texts.join(' ')
}

/** The columns of a row of a move but the number of its game: docs/data.md. */
export const PLY_COLUMNS = {
  ply: 'UINTEGER',
  side: 'VARCHAR',
  move: 'VARCHAR',
  coordinates: 'VARCHAR',
  fen: 'VARCHAR',
  position: 'BIGINT',
  captured: 'VARCHAR',
  stones: 'USMALLINT',
  clock: 'DOUBLE',
  spent: 'DOUBLE',
  centipawns: 'INTEGER',
  mate: 'INTEGER',
  chance: 'DOUBLE',
  lead: 'DOUBLE',
  glyphs: 'VARCHAR',
  comment: 'VARCHAR',
} as const satisfies Record<string, CellType>

/** The cells of a row, in the order of the columns; null where nothing is known. */
export type PlyRow = Record<keyof typeof PLY_COLUMNS, string | number | bigint | null> & { move: string }

/** The rows of a game, one for each move of its main line. */
export function* plyRows(record: GameRecord): IterableIterator<PlyRow> {
  const { game } = record
  const rules = rulesOf(game)
  for (const { ply, node, move, position } of pliesOf(record)) {
    const { clock, evaluation } = node
    const colour = hasStones(game) ? colourOf(move, position.turn) : position.turn
    yield {
      ply,
      side: SIDES[game][colour - 1]!,
      move: rules.writeMove(position, move),
      coordinates: rules.writeMove(position, move, COORDINATES[game]),
      fen: rules.format(position),
      position: signedKey(game, position),
      captured: hasStones(game) ? null : capturedBy(position, move),
      stones: rules.lastChanged ? stonesOf(rules, position, move) : null,
      clock: clock?.left ?? clock?.lefts?.[colour - 1] ?? null,
      spent: clock?.spent ?? null,
      centipawns: integerOf(evaluation?.centipawns),
      mate: integerOf(evaluation?.mate),
      chance: evaluation?.winrate ?? null,
      lead: evaluation?.scoreLead ?? null,
      glyphs: node.glyphs?.map(({ nag }) => SIGNS[nag] ?? `$${nag}`).join(' ') ?? null,
      comment: node.comments?.map(({ text }) => text).join('\n') ?? null,
    }
  }
}

/** A number rounded for a column of INTEGER; null for none, and for one beyond its range, which no engine says. */
function integerOf(value: number | undefined): number | null {
  if (value === undefined) return null
  const rounded = Math.round(value)
  return Math.abs(rounded) <= 0x7fffffff ? rounded : null
}

/** The letter of the piece that a move takes, as in position text; null for none. */
function capturedBy(position: Position, move: Move): string | null {
  if (isPass(move)) return null
  const [from, to] = [moveFrom(move), moveTo(move)]
  const [mover, target] = [position.pieceAt(from), position.pieceAt(to)]
  // A castling king stands on its own rook.
  if (target !== '') return isUpper(target) === isUpper(mover) ? null : target
  const isEnPassant = mover.toLowerCase() === 'p' && position.rows === 8 && (to - from) % position.columns !== 0
  return isEnPassant ? (isUpper(mover) ? 'p' : 'P') : null
}

function isUpper(letter: string): boolean {
  return letter === letter.toUpperCase()
}

/** How many stones or discs a move captures or turns. */
function stonesOf(rules: Rules, position: Position, move: Move): number {
  rules.play(position, move)
  const count = rules.lastChanged!(position, new Uint16Array(position.columns * position.rows))
  rules.undo(position)
  return count
}

/** The key of a position as a signed number, as in the table of positions. */
function signedKey(game: Game, position: Position): bigint {
  const { key } = positionKey(game, position)
  return BigInt.asIntN(64, (BigInt(key[0]!) << 32n) | BigInt(key[1]!))
}
