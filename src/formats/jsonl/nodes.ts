/** Checks the nodes of a record: each by its shape, all by their places in the tree, moves by the board. */
import { hasMoveBits, isPass, isPlacement, moveFrom, moveTo, type Move } from '../../model/move.ts'
import { boardSize, type GameRecord } from '../../model/record.ts'
import type { Json } from '../../model/json.ts'
import type { Node } from '../../model/tree.ts'
import { node as nodeShape } from './record-shape.ts'
import type { Findings } from './shape.ts'

/**
 * The good nodes: all up to the first whose place in the tree is wrong. A
 * number that is no move of the game becomes an unread one, with the number as text.
 * @param record the rest of the record
 */
export function readNodes(
  value: Json | undefined,
  record: Pick<GameRecord, 'game' | 'size'>,
  findings: Findings,
): Node[] {
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
    const fault = node.move === undefined ? undefined : moveFault(node.move, record)
    if (fault !== undefined) {
      findings.add('bad-move', 'error', `the move ${node.move} ${fault}`, `/nodes/${index}/move`)
      node.unread = { text: String(node.move) }
      delete node.move
    }
  }
  return nodes.length > 0 ? nodes : [{ parent: -1 }]
}

/** Why a number is no move of a game; undefined when it is one. */
function moveFault(move: Move, { game, size }: Pick<GameRecord, 'game' | 'size'>): string | undefined {
  if (!hasMoveBits(move)) return 'is no move'
  if (isPass(move)) return undefined
  const isOfStones = game === 'go' || game === 'othello'
  // Pieces are played on the usual board, whatever size a record claims.
  const { columns, rows } = boardSize(isOfStones && size ? { game, size } : { game })
  const squares = columns * rows
  if (moveTo(move) >= squares || moveFrom(move) >= squares) return 'is off the board'
  return isPlacement(move) === isOfStones ? undefined : `is no move of ${game}`
}
