/** Replays a record: a position carried along its tree, cloned only where lines fork. */
import { issue, type Issue } from '../issues/issue.ts'
import { isPass, type Move } from '../model/move.ts'
import type { GameRecord } from '../model/record.ts'
import { pathTo, walk, type MoveNode } from '../model/tree.ts'
import type { Position, Rules } from './rules.ts'

/**
 * Visits every node in preorder with the position after its edits and before
 * its move, which is played once `enter` returns.
 */
export function replay<P extends Position>(
  rules: Rules<P>,
  record: GameRecord,
  enter: (position: P, node: MoveNode, index: number) => void,
): void {
  walk(
    record.nodes,
    rules.start(record),
    (position) => rules.clone(position),
    (position, node, index) => {
      if (node.edits || node.turn) rules.edit?.(position, node.edits ?? [], node.turn)
      enter(position, node, index)
      if (node.move !== undefined) rules.play(position, node.move)
    },
  )
}

/**
 * Every illegal move of a record, as issues; moves after one are judged from the position it led to. A null move in a
 * game without passes is reported as information, not as an error: annotators use it to show a threat.
 */
export function illegalMoves<P extends Position>(rules: Rules<P>, record: GameRecord, limit = 100): Issue[] {
  const issues: Issue[] = []
  replay(rules, record, (position, node, index) => {
    const found = issues.length < limit ? illegalMove(rules, position, node, index) : undefined
    if (found) issues.push(found)
  })
  return issues
}

/** What is illegal about the move of a node in the position before it, see {@link illegalMoves}. */
export function illegalMove<P extends Position>(
  rules: Rules<P>,
  position: P,
  { move }: MoveNode,
  node: number,
): Issue | undefined {
  if (move === undefined || rules.isLegal(position, move)) return undefined
  const params = { ply: position.ply + 1, move: rules.writeMove(position, move) }
  if (isPass(move)) return issue('rules/null-move', 'info', params, { node })
  return issue('rules/illegal-move', 'error', params, { node })
}

/** The position reached by playing moves from a record's start. */
export function positionAfter<P extends Position>(rules: Rules<P>, record: GameRecord, moves: readonly Move[]): P {
  const position = rules.start(record)
  const root = record.nodes[0]
  if (root && (root.edits || root.turn)) rules.edit?.(position, root.edits ?? [], root.turn)
  for (const move of moves) rules.play(position, move)
  return position
}

/** The position at a node, after its move. */
export function positionAt<P extends Position>(rules: Rules<P>, record: GameRecord, index: number): P {
  const position = rules.start(record)
  for (const at of [0, ...pathTo(record.nodes, index)]) {
    const node = record.nodes[at]!
    if (node.edits || node.turn) rules.edit?.(position, node.edits ?? [], node.turn)
    if (node.move !== undefined) rules.play(position, node.move)
  }
  return position
}
