/** Collects decoded moves in the tree of a record. */
import { nodesOfLine } from '../../../model/line-record.ts'
import type { Move } from '../../../model/move.ts'
import type { MoveNode } from '../../../model/tree.ts'
import { chess, type ChessPosition, type PlayedMoves } from '../../../rules/chess/index.ts'
import type { KeyedLine } from '../../../rules/keyed-line.ts'
import type { MoveSink } from './decoder.ts'

/** What receives the moves while they are decoded. */
export interface Noted {
  /** The main line, with the keys of its positions. */
  line?: KeyedLine | undefined
  /** All moves of a game from the initial position. */
  moves?: PlayedMoves | undefined
}

/** The order in which moves are stored is the preorder of the tree: the move at index n is node n + 1. */
export class MoveTreeSink implements MoveSink {
  /** The moves while there is no variation. */
  private readonly bare: Move[] = []
  /** The nodes, once they are needed. */
  private made: MoveNode[] | undefined
  private readonly notes: PlayedMoves | undefined
  /** Receives moves until the main line ends. */
  private line: KeyedLine | undefined
  private last: Move = 0
  private current = 0
  private readonly forks: number[] = []

  /** @param start the position before the first move, for the line */
  constructor({ line, moves }: Noted = {}, start?: ChessPosition) {
    this.notes = moves
    this.line = line
    moves?.begin()
    if (start) line?.begin(chess, start)
  }

  /** The nodes of the tree. */
  get nodes(): MoveNode[] {
    this.made ??= nodesOfLine(this.bare)
    return this.made
  }

  /** The moves of a game without variations; undefined if its nodes were made. */
  get bareLine(): readonly Move[] | undefined {
    return this.made ? undefined : this.bare
  }

  move(move: Move, position: ChessPosition): void {
    this.notes?.add(position, move, this.current)
    this.last = move
    if (this.made) this.current = this.made.push({ parent: this.current, move }) - 1
    else this.current = this.bare.push(move)
  }

  played(position: ChessPosition): void {
    this.notes?.addCheck(position)
    this.line?.push(this.last, chess, position)
  }

  fork(): void {
    this.made ??= nodesOfLine(this.bare)
    this.forks.push(this.current)
  }

  endLine(): void {
    this.line = undefined
    this.current = this.forks.pop() ?? 0
  }
}
