/** Gathers decoded moves into the tree of a record. */
import type { Move } from '../../../model/move.ts'
import type { Node } from '../../../model/tree.ts'
import type { MoveSink } from './decoder.ts'

/** The order in which moves are stored is the preorder of the tree: the move at index n is node n + 1. */
export class TreeSink implements MoveSink {
  readonly wantsVariations = true
  readonly nodes: Node[] = [{ parent: -1 }]
  private current = 0
  private readonly forks: number[] = []

  move(move: Move): void {
    this.nodes.push({ parent: this.current, move })
    this.current = this.nodes.length - 1
  }

  fork(): void {
    this.forks.push(this.current)
  }

  endLine(): void {
    this.current = this.forks.pop() ?? 0
  }
}
