/** Builds the tree of a record from moves as squares, which a file has in preorder. */
import type { IssueCollector } from '../../issues/collector.ts'
import { makeMove, type Colour } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { Board } from './board.ts'
import { PlayedLine, type PlayFault } from './played-line.ts'

/** Issues of moves that no rule could allow; they are kept as they are. */
const FAULTS = {
  'no-piece': 'xiangqi/no-piece',
  'wrong-side': 'xiangqi/wrong-side',
  'captures-own': 'xiangqi/captures-own',
} as const satisfies Record<PlayFault, string>

export class TreeReader {
  /** The nodes read so far, the root first. */
  readonly nodes: MoveNode[] = [{ parent: -1 }]
  private readonly line: PlayedLine
  private readonly issues: IssueCollector
  /** The number of moves that lead to each node. */
  private readonly depths: number[] = [0]

  /**
   * @param board the start position; it is changed on the way
   * @param turn the side to move there
   */
  constructor(board: Board, turn: Colour, issues: IssueCollector) {
    this.line = new PlayedLine(board, turn)
    this.issues = issues
  }

  /**
   * Adds a move as the last child of a node that lies on the line played last.
   * @param from square, -1 for one off the board, which makes the node an unread move without a text
   * @param offset of the move in the file, where it is known
   */
  add(parent: number, from: number, to: number, offset?: number): MoveNode {
    const { nodes, line, issues } = this
    const index = nodes.length
    line.backTo(this.depths[parent]!)
    const fault = line.play(from, to)
    this.depths.push(line.depth)
    const isRead = from >= 0 && to >= 0
    if (fault || !isRead) {
      const place = offset === undefined ? { node: index } : { offset, node: index }
      if (fault) issues.add(FAULTS[fault], 'warning', {}, place)
      if (!isRead) issues.add('xiangqi/bad-square', 'error', {}, place)
    }
    const node: MoveNode = isRead ? { parent, move: makeMove(from, to) } : { parent, unread: {} }
    nodes.push(node)
    return node
  }
}
