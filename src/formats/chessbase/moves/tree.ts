/** Collects decoded moves in the tree of a record. */
import type { Move } from '../../../model/move.ts'
import type { MoveNode } from '../../../model/tree.ts'
import type { ChessPosition, PlayedMoves } from '../../../rules/chess/index.ts'
import type { MoveSink } from './decoder.ts'

/** The order in which moves are stored is the preorder of the tree: the move at index n is node n + 1. */
export class MoveTreeSink implements MoveSink {
  readonly wantsVariations = true
  readonly nodes: MoveNode[] = [{ parent: -1 }]
  private readonly notes: PlayedMoves | undefined
  private current = 0
  private readonly forks: number[] = []

  /** @param notes receives the moves */
  constructor(notes?: PlayedMoves) {
    this.notes = notes
    notes?.begin()
  }

  move(move: Move, position: ChessPosition): void {
    this.notes?.add(position, move, this.current)
    this.current = this.nodes.push({ parent: this.current, move }) - 1
  }

  played(position: ChessPosition): void {
    this.notes?.addCheck(position)
  }

  fork(): void {
    this.forks.push(this.current)
  }

  endLine(): void {
    this.current = this.forks.pop() ?? 0
  }
}
