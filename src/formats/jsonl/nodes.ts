/** Checks the nodes of a record: each by its shape, all by their places in the tree, moves by the board. */
import { isPass, moveFrom, moveTo } from '../../model/move.ts'
import type { Json } from '../../model/json.ts'
import type { Node } from '../../model/tree.ts'
import { node as nodeShape } from './record-shape.ts'
import type { Findings } from './shape.ts'

/**
 * The good nodes: all up to the first whose place in the tree is wrong. A
 * move off the board becomes an unread one, with its number as text.
 * @param squares how many the board has
 */
export function readNodes(value: Json | undefined, squares: number, findings: Findings): Node[] {
  if (!Array.isArray(value)) {
    findings.add('wrong-type', 'error', 'expected a list of nodes', '/nodes')
    return [{ parent: -1 }]
  }
  const nodes: Node[] = []
  // In preorder the parent of a node is the node before it or one of that node's ancestors.
  const path: number[] = []
  for (const [index, part] of value.entries()) {
    const node = nodeShape(part, `/nodes/${index}`, findings) as Node | undefined
    const parent = node?.parent
    if (index > 0) while (path.length > 0 && path.at(-1) !== parent) path.pop()
    if (!node || (index === 0 ? parent !== -1 : path.length === 0)) {
      const message = `node ${index} does not fit into the tree; it and all after it are left out`
      findings.add('bad-tree', 'error', message, `/nodes/${index}`)
      break
    }
    path.push(index)
    nodes.push(node)
    if (node.move !== undefined && !isOnBoard(node.move, squares)) {
      findings.add('bad-move', 'error', `the move ${node.move} is off the board`, `/nodes/${index}/move`)
      node.unread = { text: String(node.move) }
      delete node.move
    }
  }
  return nodes.length > 0 ? nodes : [{ parent: -1 }]
}

function isOnBoard(move: number, squares: number): boolean {
  return isPass(move) || (moveTo(move) < squares && moveFrom(move) < squares)
}
