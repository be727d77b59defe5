import type { Move } from '../model/move.ts'
import type { Position, Rules } from './rules.ts'

/**
 * The moves of a main line and the keys of its positions, in arrays that are reused for the next game. Readers
 * fill them.
 */
export class KeyedLine {
  moves = new Int32Array(512)
  /** Two halves for the position before each move and after the last. */
  keys = new Uint32Array(2 * 513)
  length = 0
  /** The moves in 16 bits (positions/move-code.ts), where the reader has them at hand; the first `length` are valid. */
  codes: Uint16Array | undefined
  /** Whether the line has a first position: {@link begin} was called since {@link clear}. */
  hasStart = false

  /** Clears the line; the arrays are kept. */
  clear(): void {
    this.length = 0
    this.hasStart = false
  }

  /** Begins a line with the key of its first position. */
  begin(rules: Rules, position: Position): void {
    this.length = 0
    this.hasStart = true
    rules.key(position, this.keys, 0)
  }

  /** Adds a move that has just been played, with the key of the position after it. */
  push(move: Move, rules: Rules, position: Position): void {
    if (this.length === this.moves.length) this.grow()
    this.moves[this.length++] = move
    rules.key(position, this.keys, 2 * this.length)
  }

  /** Makes room for more moves. */
  private grow(): void {
    const moves = new Int32Array(this.moves.length * 2)
    moves.set(this.moves)
    this.moves = moves
    const keys = new Uint32Array(2 * (moves.length + 1))
    keys.set(this.keys)
    this.keys = keys
  }
}
