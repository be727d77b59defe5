/** Collects main lines alone, for the fast path. */
import type { Move } from '../../model/move.ts'
import type { ChessPosition } from '../../rules/chess/index.ts'
import { HashedLine } from '../hashed-line.ts'
import type { MoveSink } from '../chessbase/moves/decoder.ts'

/** Collects the main lines of games, one after another, in the same arrays. */
export class MainLineSink extends HashedLine implements MoveSink {
  readonly wantsVariations = false

  /** Begins a new game. */
  start(position: ChessPosition): this {
    this.length = 0
    this.keep(position)
    return this
  }

  move(move: Move): void {
    if (this.length === this.moves.length) this.grow()
    this.moves[this.length++] = move
  }

  played(position: ChessPosition): void {
    this.keep(position)
  }

  /** Stores the key of the position reached. */
  private keep(position: ChessPosition): void {
    this.keys[2 * this.length] = position.zobristHigh
    this.keys[2 * this.length + 1] = position.zobristLow
  }

  fork(): void {}

  endLine(): void {}
}
