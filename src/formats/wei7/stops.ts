/** Where a replay pauses (paragraph 3.16.5). */
import type { GameRecord } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { treeMarks } from './native.ts'

/**
 * The nodes at which a replay pauses, in preorder: every move, and the position before the first move of a line if
 * something is set up or said there, or if there is no move at all. In a timeline, only the moves.
 */
export function stopPoints(record: GameRecord): number[] {
  const { nodes, timeline } = record
  const stops: number[] = []
  nodes.forEach((node, index) => {
    const isEnd = nodes[index + 1]?.parent !== index
    if (node.move !== undefined || (!timeline && (hasPre(node) || isEnd))) stops.push(index)
  })
  return stops
}

function hasPre(node: MoveNode): boolean {
  if (node.edits ?? node.marks ?? node.comments ?? node.annotations) return true
  return treeMarks(node).some((mark) => mark === 'pre' || mark === 'stones' || mark.startsWith('pre.'))
}
