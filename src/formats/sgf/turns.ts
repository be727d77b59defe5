/**
 * Who is to move after stones were set up, which SGF leaves open without `PL`: the colour of the next move; if there is none,
 * White after a handicap, and otherwise nobody else than before. docs/formats/sgf.md, Set-up.
 */
import { moveColour, otherColour, type Colour } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { Board } from './board.ts'
import { evaluateForTurn } from './evaluation-properties.ts'

/** Names the side to move at set-ups without one where it is not who would be next anyway. */
export function nameTurns({ nodes, header }: GameRecord, board: Board): void {
  const beginner: Colour = (header.rules?.handicap ?? 0) >= 2 ? 2 : 1
  const turns: Colour[] = []
  const hasMoves: boolean[] = []
  for (const [index, node] of nodes.entries()) {
    const usual = turns[node.parent] ?? 1
    hasMoves[index] = hasMoves[node.parent] === true || node.move !== undefined
    if (isOpen(node)) {
      const turn = nextColour(nodes, index) ?? (hasMoves[index] ? usual : beginner)
      if (turn !== usual) evaluateForTurn(node, turn, board)
    }
    const mover = node.move === undefined ? 0 : moveColour(node.move)
    turns[index] = mover === 0 ? (node.turn ?? usual) : otherColour(mover)
  }
}

function isOpen({ edits, turn, move }: MoveNode): boolean {
  return edits !== undefined && turn === undefined && move === undefined
}

/** The colour of the next move on the main line below a node; undefined if there is none before another set-up. */
function nextColour(nodes: readonly MoveNode[], from: number): Colour | undefined {
  // In preorder the first child of a node comes next.
  for (let index = from + 1; nodes[index]?.parent === index - 1; index++) {
    const { move, unread, edits, turn } = nodes[index]!
    if (move !== undefined) return moveColour(move) || undefined
    if (unread) return unread.text?.startsWith('W[') ? 2 : 1
    if (edits || turn) return undefined
  }
  return undefined
}
