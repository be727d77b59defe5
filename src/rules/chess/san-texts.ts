/**
 * The SAN of the moves of one tree. A reader that plays every move to check it records the SAN on the way, so that a
 * writer need not play them all again. The writer compares the whole tree, so the texts of another game, or of a tree
 * that has changed since, are never used.
 */
import * as model from '../../model/move.ts'
import type { Move } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { ChessPosition } from './position.ts'
import * as san from './san.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { isPass } = model
const { MAX_SAN, putCheckSign, putMove } = san

const FIRST_LENGTH = 256

/** The moves of one tree in SAN, recorded while they were checked. */
export class SanTexts {
  /** The texts one after the other; see {@link textEnd}. */
  bytes = new Uint8Array(FIRST_LENGTH * MAX_SAN)
  private moves = new Int32Array(FIRST_LENGTH)
  private parents = new Int32Array(FIRST_LENGTH)
  private ends = new Int32Array(FIRST_LENGTH)
  /** Nodes of the tree, the root included; 0 while there is none. */
  private length = 0

  /** Begins another tree, whose moves are played from the initial position. */
  begin(): void {
    this.length = 1
  }

  /** Forgets the tree, and records nothing until the next one begins. */
  forget(): void {
    this.length = 0
  }

  /** Records a legal move or null move that is about to be played. Nodes come in preorder. */
  add(position: ChessPosition, move: Move, parent: number): void {
    if (this.length === 0) return
    if (this.length === this.moves.length) this.grow()
    const index = this.length++
    this.moves[index] = move
    this.parents[index] = parent
    const start = this.ends[index - 1]!
    this.ends[index] = isPass(move) ? start : putMove(position, move, false, false, this.bytes, start)
  }

  /** Records what the move that was added last has led to. */
  addCheck(position: ChessPosition): void {
    const last = this.length - 1
    if (last > 0 && !isPass(this.moves[last]!)) this.ends[last] = putCheckSign(position, this.bytes, this.ends[last]!)
  }

  /** Whether these are the texts of a tree played from the initial position: every node has the same move and parent. */
  matches(nodes: readonly MoveNode[]): boolean {
    const { length, moves, parents } = this
    if (nodes.length !== length) return false
    for (let index = 1; index < length; index++) {
      const { move, parent } = nodes[index]!
      if (move !== moves[index] || parent !== parents[index]) return false
    }
    return true
  }

  /**
   * Where the text of a node's move ends in {@link bytes}; it begins where that of the previous node ends. Null moves
   * have none.
   */
  textEnd(index: number): number {
    return this.ends[index]!
  }

  private grow(): void {
    const longer = (numbers: Int32Array) => {
      const copy = new Int32Array(numbers.length * 2)
      copy.set(numbers)
      return copy
    }
    this.moves = longer(this.moves)
    this.parents = longer(this.parents)
    this.ends = longer(this.ends)
    const bytes = new Uint8Array(this.bytes.length * 2)
    bytes.set(this.bytes)
    this.bytes = bytes
  }
}
