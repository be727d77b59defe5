/**
 * The SAN of the moves of one tree. A reader that plays every move to check it records the SAN on the way, so that a
 * writer need not play them all again. The writer compares the whole tree, so the texts of another game, or of a tree
 * that has changed since, are never used.
 */
import * as model from '../../model/move.ts'
import type { Move } from '../../model/move.ts'
import { longer, PlayedMoves } from './played-moves.ts'
import type { ChessPosition } from './position.ts'
import * as san from './san.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { isPass } = model
const { MAX_SAN, putCheckSign, putMove } = san

/** The moves of one tree in SAN, recorded while they were checked. */
export class SanTexts extends PlayedMoves {
  /** The texts one after the other; see {@link textEnd}. */
  bytes = new Uint8Array(this.moves.length * MAX_SAN)
  private ends = new Int32Array(this.moves.length)

  /** The texts are one after the other, so those of a tree that is reordered are forgotten. */
  override fork(): void {
    this.forget()
  }

  override add(position: ChessPosition, move: Move, parent: number): void {
    if (this.length === 0) return
    super.add(position, move, parent)
    const index = this.length - 1
    const start = this.ends[index - 1]!
    this.ends[index] = isPass(move) ? start : putMove(position, move, false, false, this.bytes, start)
  }

  override addCheck(position: ChessPosition): void {
    const last = this.length - 1
    if (last > 0 && !isPass(this.moves[last]!)) this.ends[last] = putCheckSign(position, this.bytes, this.ends[last]!)
  }

  /**
   * Where the text of a node's move ends in {@link bytes}; it begins where that of the previous node ends. Null moves
   * have none.
   */
  textEnd(index: number): number {
    return this.ends[index]!
  }

  protected override grow(): void {
    super.grow()
    this.ends = longer(this.ends)
    const bytes = new Uint8Array(this.bytes.length * 2)
    bytes.set(this.bytes)
    this.bytes = bytes
  }
}
