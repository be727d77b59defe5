/** Checks the nodes of a record: the shape of each, their places in the tree, and that moves fit the board. */
import { hasMoveBits, isPass, isPlacement, moveFrom, moveTo, type Move } from '../../model/move.ts'
import { boardSize, type GameRecord } from '../../model/record.ts'
import type { Json } from '../../model/json.ts'
import type { MoveNode } from '../../model/tree.ts'
import { node as nodeShape } from './record-shape.ts'
import type { IssueCollector } from '../../issues/collector.ts'
import { makeMessage } from '../../issues/issue.ts'

/**
 * The good nodes: those before the first whose place in the tree is wrong. A number that is not a move of the game
 * becomes an unread move with the number as text.
 * @param record the rest of the record
 */
export function readNodes(
  value: Json | undefined,
  record: Pick<GameRecord, 'game' | 'size'>,
  issues: IssueCollector,
): MoveNode[] {
  if (!Array.isArray(value)) {
    issues.add('jsonl/wrong-type', 'error', { what: makeMessage('json/array', {}) }, { pointer: '/nodes' })
    return [{ parent: -1 }]
  }
  const nodes: MoveNode[] = []
  // In preorder the parent of a node is the node before it or one of that node's ancestors.
  const path: number[] = []
  for (const [index, part] of value.entries()) {
    const node = nodeShape(part, `/nodes/${index}`, issues) as MoveNode | undefined
    const parent = node?.parent
    if (index > 0) while (path.length > 0 && path.at(-1) !== parent) path.pop()
    if (!node || (index === 0 ? parent !== -1 : path.length === 0)) {
      issues.add('jsonl/bad-tree', 'error', { node: index }, { pointer: `/nodes/${index}` })
      break
    }
    path.push(index)
    nodes.push(node)
    const fault = node.move === undefined ? undefined : moveFault(node.move, record)
    if (fault !== undefined) {
      issues.add(fault, 'error', { move: node.move! }, { pointer: `/nodes/${index}/move` })
      node.unread = { text: String(node.move) }
      delete node.move
    }
  }
  return nodes.length > 0 ? nodes : [{ parent: -1 }]
}

type MoveIssue = 'jsonl/bad-move' | 'jsonl/off-board' | 'jsonl/other-move'

/** Why a number is not a move of a game; undefined if it is one. */
function moveFault(move: Move, { game, size }: Pick<GameRecord, 'game' | 'size'>): MoveIssue | undefined {
  if (!hasMoveBits(move)) return 'jsonl/bad-move'
  if (isPass(move)) return undefined
  const isOfStones = game === 'go' || game === 'othello'
  // Games with pieces have the standard board, whatever size a record claims.
  const { columns, rows } = boardSize(isOfStones && size ? { game, size } : { game })
  const squares = columns * rows
  if (moveTo(move) >= squares || moveFrom(move) >= squares) return 'jsonl/off-board'
  return isPlacement(move) === isOfStones ? undefined : 'jsonl/other-move'
}
