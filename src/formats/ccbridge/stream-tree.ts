/**
 * The tree as CCBridge lists it, in records and in XML: its nodes in preorder, the root first, each with two flags. The lines that
 * wait for their next sibling lie on a stack of our own, so that depth costs nothing.
 */
import type { IssueCollector } from '../../issues/collector.ts'
import type { IssueLocation } from '../../issues/issue.ts'
import type { Colour } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { Board } from '../xiangqi/board.ts'
import { TreeReader } from '../xiangqi/tree-reader.ts'

/** The parent of the root. */
const NONE = -1

export class StreamTree {
  /** Whether the last line has ended. */
  isComplete = false
  private readonly tree: TreeReader
  private readonly issues: IssueCollector
  /** The parent of the next node. */
  private parent = NONE
  /** Parents of siblings still to come. */
  private readonly waiting: number[] = []

  /**
   * @param board the start position; it is changed on the way
   * @param turn the side to move there
   */
  constructor(board: Board, turn: Colour, issues: IssueCollector) {
    this.tree = new TreeReader(board, turn, issues)
    this.issues = issues
  }

  get nodes(): MoveNode[] {
    return this.tree.nodes
  }

  /** Takes the next node; the squares of the root mean nothing. {@link settle} must follow. */
  next(from: number, to: number, offset?: number): MoveNode {
    return this.parent === NONE ? this.nodes[0]! : this.tree.add(this.parent, from, to, offset)
  }

  /** Says what the node just taken is followed by. */
  settle(lineEnds: boolean, hasSibling: boolean): void {
    if (hasSibling && this.parent !== NONE) this.waiting.push(this.parent)
    if (!lineEnds) {
      this.parent = this.nodes.length - 1
      return
    }
    const next = this.waiting.pop()
    if (next === undefined) this.isComplete = true
    else this.parent = next
  }

  /** Notes that the list ends before the tree does. */
  cutShort(place: IssueLocation): void {
    this.issues.add('xiangqi/cut-moves', 'error', { count: this.nodes.length - 1 }, place)
  }

  /** Whether a line still waits for its next sibling. */
  get isWaiting(): boolean {
    return this.waiting.length > 0
  }
}
