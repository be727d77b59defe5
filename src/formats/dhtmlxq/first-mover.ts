import { moveFrom, type Colour } from '../../model/move.ts'
import { mainLine, type MoveNode } from '../../model/tree.ts'
import { colourAt, type Board } from '../xiangqi/board.ts'

/** The side whose piece makes the first move of the main line: 1 for Red, also without a move, 2 for Black. */
export function firstMover(board: Board, nodes: readonly MoveNode[]): Colour {
  const first = mainLine(nodes)[0]
  const move = first === undefined ? undefined : nodes[first]!.move
  return move !== undefined && colourAt(board, moveFrom(move)) === 2 ? 2 : 1
}
