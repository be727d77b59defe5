/** Which nodes of a tree a format of plain moves writes, and where the notes of the others go. */
import { isPass, isPlacement, moveFrom, moveTo } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import { SQUARES } from './board.ts'
import type { WriteReport } from './write-report.ts'

/** Which nodes are written, and how they hang together. */
export interface TreePlan {
  /** For each node the written one that takes it in: itself, an ancestor for a node without a move, -1 for a line left out. */
  owner: Int32Array
  hasChild: Uint8Array
  /** Whether another move in place of this one is written later. */
  hasSibling: Uint8Array
  /** For an owner the other nodes it takes in. */
  extra: Map<number, number[]>
}

/**
 * Plans what is written of a tree. A node that cannot be written ends its line; one with notes alone gives them to
 * the node before it.
 * @param canWrite whether a node is a move that the format can hold
 * @param leaveOut told of every node whose line is left out
 */
export function planTree(
  nodes: readonly MoveNode[],
  canWrite: (node: MoveNode) => boolean,
  leaveOut: (node: MoveNode, index: number) => void,
): TreePlan {
  const owner = new Int32Array(nodes.length)
  const hasChild = new Uint8Array(nodes.length)
  const hasSibling = new Uint8Array(nodes.length)
  const lastChild = new Int32Array(nodes.length).fill(-1)
  const extra = new Map<number, number[]>()
  for (let index = 1; index < nodes.length; index++) {
    const node = nodes[index]!
    const parent = owner[node.parent]!
    if (parent < 0) {
      owner[index] = -1
    } else if (canWrite(node)) {
      owner[index] = index
      hasChild[parent] = 1
      if (lastChild[parent]! >= 0) hasSibling[lastChild[parent]!] = 1
      lastChild[parent] = index
    } else if (node.move === undefined && !node.unread) {
      owner[index] = parent
      const others = extra.get(parent)
      if (others) others.push(index)
      else extra.set(parent, [index])
    } else {
      owner[index] = -1
      leaveOut(node, index)
    }
  }
  return { owner, hasChild, hasSibling, extra }
}

/** Plans the tree for a format that holds moves between squares and nothing else. */
export function planMoves(nodes: readonly MoveNode[], report: WriteReport): TreePlan {
  return planTree(nodes, isPlainMove, (node, index) =>
    report.add(node.unread ? 'xiangqi/unread-line-left-out' : 'xiangqi/pass-left-out', {}, index),
  )
}

/** Whether a node is a move from one square of the board to another. */
export function isPlainMove({ move }: MoveNode): boolean {
  if (move === undefined || isPass(move) || isPlacement(move)) return false
  return moveFrom(move) < SQUARES && moveTo(move) < SQUARES
}

/** The comment of a written node: its own and those of the nodes it takes in, each a paragraph. */
export function commentOf(
  nodes: readonly MoveNode[],
  index: number,
  { extra }: TreePlan,
  report: WriteReport,
): string | undefined {
  const others = extra.get(index)
  const { comments } = nodes[index]!
  if (!comments && !others) return undefined
  const texts = [index, ...(others ?? [])].flatMap((at) => (nodes[at]!.comments ?? []).map(({ text }) => text))
  if (texts.length === 0) return undefined
  if (texts.length > 1) report.add('xiangqi/joined-comments', {}, index)
  return texts.join('\n')
}
