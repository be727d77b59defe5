/** Parses positions, and tests whether a game reaches one. */
import { withNodes, type AnyRecord } from '../model/line-record.ts'
import { shorten } from '../issues/collector.ts'
import { PositionError } from '../issues/errors.ts'
import type { Move } from '../model/move.ts'
import type { Game, GameRecord } from '../model/record.ts'
import { comesToKey } from '../positions/keyed-line.ts'
import type { KeyedLine } from '../rules/keyed-line.ts'
import { positionKey } from '../positions/position-key.ts'
import { positionFault, rulesOf } from '../rules/index.ts'
import type { Position, Rules } from '../rules/rules.ts'
import { conditionError, ConditionError } from './condition-error.ts'

/** The longest position text, and the largest number of moves. */
const MAX_POSITION_TEXT = 10_000
const MAX_MOVES = 1000

/** A position from position text, from moves, or from moves after a position. Throws ConditionError. */
export function parsePosition(game: Game, text = '', moves = ''): Position {
  return parseLine(game, text, moves).position
}

/** A line of play: a position, moves from there, and the position after them. */
export interface PlayedLine {
  start: Position
  moves: Move[]
  position: Position
}

/** A line of play from position text, the initial position by default, and moves. Throws ConditionError. */
export function parseLine(game: Game, text = '', moves = ''): PlayedLine {
  if (text.length > MAX_POSITION_TEXT) {
    throw new ConditionError('position', 'query/long-position', { most: MAX_POSITION_TEXT })
  }
  const rules = rulesOf(game)
  const start = parseText(rules, text)
  const position = rules.clone(start)
  const words = splitMoves(game, moves)
  if (words.length > MAX_MOVES) throw new ConditionError('moves', 'query/too-many-moves', { most: MAX_MOVES })
  const played: Move[] = []
  for (const word of words) {
    const move = rules.readMove(position, word)
    if (move === undefined) {
      const params = { move: shorten(word), plies: position.ply }
      throw new ConditionError('moves', 'query/illegal-move', params)
    }
    rules.play(position, move)
    played.push(move)
  }
  return { start, moves: played, position }
}

function parseText(rules: Rules, text: string): Position {
  try {
    return text === '' ? rules.start() : rules.parse(text)
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    throw conditionError('position', error)
  }
}

/**
 * Moves separated by spaces or commas, without move numbers, or the squares of an Othello transcript without
 * separators.
 */
function splitMoves(game: Game, text: string): string[] {
  const isTranscript = game === 'othello' && /^(?:[a-j](?:10|[1-9])){2,}$/i.test(text.trim())
  if (isTranscript) return text.trim().match(/[a-j](?:10|[1-9])/gi) ?? []
  return text
    .split(/[\s,]+/)
    .map((word) => word.replace(/^\d+\.+/, ''))
    .filter((word) => word !== '')
}

/**
 * Throws ConditionError with the reason if no game can reach a position. Only for positions that were not found: found
 * ones are never refused, since real games start from all kinds of set-ups.
 */
export function assertReachable(position: Position): void {
  const fault = positionFault(position)
  if (!fault) return
  throw new ConditionError('position', 'query/unreachable', { reason: fault.message })
}

/** Whether a record comes to a position. @param line its main line, if its reader provides its keys */
export type PositionTest = (record: AnyRecord, line?: KeyedLine) => boolean

/** A test of records: whether a position of the main line is this one, or an image of it if the game has symmetries. */
export function makePositionTest(game: Game, wanted: Position): PositionTest {
  const rules = rulesOf(game)
  const { key } = positionKey(game, wanted)
  const isWanted = (position: Position) => {
    const { key: other } = positionKey(game, position)
    return other[0] === key[0] && other[1] === key[1]
  }
  return (record, line) => {
    if (record.game !== game) return false
    // Where positions have images, the keys of the line are not those of the index.
    if (line && !rules.canonicalKey) return comesToKey(line, key[0]!, key[1]!)
    return comesTo(rules, withNodes(record), isWanted)
  }
}

/** Whether the main line reaches a position; a record with an invalid start reaches none. */
function comesTo(rules: Rules, record: GameRecord, isWanted: (position: Position) => boolean): boolean {
  const position = startOf(rules, record)
  if (!position) return false
  let current = 0
  for (const [index, node] of record.nodes.entries()) {
    if (index > 0 && node.parent !== current) continue
    current = index
    if (node.move === undefined && node.unread) break
    if (node.edits || node.turn) rules.edit?.(position, node.edits ?? [], node.turn)
    if (node.move === undefined) continue
    if (isWanted(position)) return true
    rules.play(position, node.move)
  }
  return isWanted(position)
}

function startOf(rules: Rules, record: GameRecord): Position | undefined {
  try {
    return rules.start(record)
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    return undefined
  }
}
