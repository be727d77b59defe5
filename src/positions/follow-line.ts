/** Follows the main line of a record: the one definition of it for the position index and for scans. */
import { withNodes, type AnyRecord } from '../model/line-record.ts'
import type { Move } from '../model/move.ts'
import { USUAL_SIZE, type GameRecord } from '../model/record.ts'
import { mainLine } from '../model/tree.ts'
import type { Position, Rules } from '../rules/rules.ts'
import type { KeyedLine } from '../rules/keyed-line.ts'
import { colourOf, hasStones, type MainLineWriter } from './main-line.ts'
import { encodeMove, NO_MOVE_CODE } from './move-code.ts'

/** Whether a record begins at the usual start of its game, what its first node sets up left aside. */
export function isUsualStart({ setup, variant }: Pick<GameRecord, 'setup' | 'variant'>): boolean {
  return setup === undefined && variant === undefined
}

/** How a line was followed. */
export interface FollowedLine {
  /** Moves played on the position. */
  played: number
  /** Whether stones were set up on it, so that moves before cannot be taken back. */
  isEdited: boolean
}

/**
 * Plays the main line of a record on its start: what nodes set up, and their moves, up to one that could not be read
 * or that no code can say.
 * @param position the start, what the first node sets up not included
 * @param lines gets the line
 * @param visit called before every move, and once with no move after the last
 */
export function followMainLine(
  rules: Rules,
  record: GameRecord,
  position: Position,
  lines: MainLineWriter,
  visit?: (position: Position, move: Move | undefined) => void,
): FollowedLine {
  const { game, nodes } = record
  const isOfStones = hasStones(game)
  const line = mainLine(nodes)
  const first = setupNodes(record, line)
  let isEdited = false
  for (let at = -1; at < first; at++) {
    const { edits, turn } = nodes[at < 0 ? 0 : line[at]!]!
    if (!edits && turn === undefined) continue
    rules.edit?.(position, edits ?? [], turn)
    isEdited = true
  }
  lines.begin(game, position, isUsualStart(record) && !isEdited)
  let played = 0
  for (let at = first; at < line.length; at++) {
    const node = nodes[line[at]!]!
    if (node.move === undefined && node.unread) break
    if (node.edits || node.turn) {
      rules.edit?.(position, node.edits ?? [], node.turn)
      lines.edit(node.edits ?? [], position.columns * position.rows)
      isEdited = true
    }
    const { move } = node
    if (move === undefined) continue
    const code = encodeMove(game, move)
    if (code === NO_MOVE_CODE) break
    visit?.(position, move)
    // Asked before the move, and in Othello dear: a record says who moved, or it was who is next.
    const colour = isOfStones ? colourOf(move, position.turn) : 1
    rules.play(position, move)
    if (isOfStones) lines.play(rules, position, move, colour)
    else lines.code(code)
    played++
  }
  visit?.(position, undefined)
  return { played, isEdited }
}

/**
 * How many nodes after the first only set up the position at which a game of stones begins: some servers put handicap
 * stones into the second node.
 */
function setupNodes({ game, nodes }: GameRecord, line: readonly number[]): number {
  let count = 0
  while (hasStones(game) && count < line.length) {
    const { move, unread, edits, turn } = nodes[line[count]!]!
    if (move !== undefined || unread || (!edits && turn === undefined)) break
    count++
  }
  return count
}

/**
 * Writes the main line of a record alone. Throws PositionError when its start is invalid.
 * @param known the line, if it is at hand: nothing has to be played in a game of men
 */
export function writeMainLine(lines: MainLineWriter, rules: Rules, record: AnyRecord, known?: KeyedLine): void {
  const { game } = record
  if (!known || hasStones(game)) {
    followMainLine(rules, withNodes(record), rules.start(record), lines)
    return
  }
  const { columns, rows } = USUAL_SIZE[game]
  if (isUsualStart(record)) lines.beginUsual(game, columns, rows)
  else lines.begin(game, rules.start(record), false)
  if (known.codes) lines.takeCodes(known.codes.subarray(0, known.length))
  else lines.codes(known.moves, known.length)
}
