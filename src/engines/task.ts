/** A position to analyse, with the way to it: engines count repetitions and kos, so they get the moves. */
import { isPass, type Move } from '../model/move.ts'
import type { Game, GameRecord } from '../model/record.ts'
import { pathTo } from '../model/tree.ts'
import { positionFault, rulesOf, type Position, type Rules } from '../rules/index.ts'
import { EngineError } from './engine-error.ts'
import { roundedChance } from './rounded.ts'

/** A position to analyse. */
export interface Task {
  readonly game: Game
  readonly isChess960: boolean
  /** The position from which the moves start. */
  readonly start: Position
  /** Legal moves from there. */
  readonly moves: readonly Move[]
  /** The position after them. */
  readonly position: Position
  /** Go: points given to White. */
  readonly komi?: number
  /** Go: the name of the rules, as records have it. */
  readonly rules?: string
}

/**
 * The position after a node of a record. What is no legal move (an edit, a null move, an illegal move) starts a new
 * line of moves after it. Throws EngineError if the position is unknown, or one that engines do not survive.
 */
export function taskAt(record: GameRecord, index: number): Task {
  const rules = rulesOf(record.game)
  const { nodes, header } = record
  const position = rules.start(record)
  let start = rules.clone(position)
  let moves: Move[] = []
  for (const at of [0, ...pathTo(nodes, index)]) {
    const { edits, turn, move, unread } = nodes[at]!
    if (unread) throw new EngineError('engine/unread', {})
    let continues = true
    if (edits || turn !== undefined) {
      rules.edit?.(position, edits ?? [], turn)
      continues = false
    }
    if (move !== undefined) {
      continues &&= isPlain(rules, position, move)
      rules.play(position, move)
      moves.push(move)
    }
    if (continues) continue
    start = rules.clone(position)
    moves = []
  }
  refuseFaults(start, position)
  const { komi, name } = header.rules ?? {}
  return {
    game: record.game,
    isChess960: record.variant === 'chess960',
    start,
    moves,
    position,
    ...(komi !== undefined && { komi }),
    ...(name !== undefined && { rules: name }),
  }
}

/** The position after legal moves from a start. Throws EngineError if it is one that engines do not survive. */
export function taskAlong(
  game: Game,
  { start, moves, position }: Pick<Task, 'start' | 'moves' | 'position'>,
  isChess960 = false,
): Task {
  refuseFaults(start, position)
  return { game, isChess960, start, moves, position }
}

function refuseFaults(...positions: readonly Position[]): void {
  for (const position of positions) {
    const fault = positionFault(position)
    if (fault) throw new EngineError('engine/position', { reason: fault.message })
  }
}

/** Whether a move is legal, and no null move of a game without passes. */
function isPlain(rules: Rules, position: Position, move: Move): boolean {
  if (isPass(move) && (rules.game === 'chess' || rules.game === 'xiangqi')) return false
  return rules.isLegal(position, move)
}

/** A task for the position after one more legal move. */
export function taskAfter(task: Task, move: Move): Task {
  const rules = rulesOf(task.game)
  const position = rules.clone(task.position)
  rules.play(position, move)
  return { ...task, moves: [...task.moves, move], position }
}

/**
 * The legal moves with which a line begins that an engine gave as texts. The first text that is no legal move ends it:
 * engines print anything.
 */
export function readLine(
  task: Task,
  texts: readonly string[],
  read: (position: Position, text: string) => Move | undefined,
): Move[] {
  const rules = rulesOf(task.game)
  const position = rules.clone(task.position)
  const moves: Move[] = []
  for (const text of texts.slice(0, MAX_LINE_MOVES)) {
    const move = read(position, text)
    if (move === undefined || !rules.isLegal(position, move)) break
    moves.push(move)
    rules.play(position, move)
  }
  return moves
}

/** No line is longer than this. */
const MAX_LINE_MOVES = 500

/** A value as the side to move sees it, from the view of colour 1; never -0. */
export function forColour1({ position }: Task, value: number): number {
  return (position.turn === 1 ? value : -value) + 0
}

/** A chance of the side to move, as that of colour 1, to six decimals. */
export function chanceOfColour1({ position }: Task, chance: number): number {
  return roundedChance(position.turn === 1 ? chance : 1 - chance)
}
