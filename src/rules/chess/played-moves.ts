/**
 * The moves of one tree, noted while a reader played them and found every one legal, so that nobody need play them
 * again to know. They are compared with the whole tree, so those of another game, or of a tree that has changed since,
 * prove nothing.
 */
import type { AnyRecord } from '../../model/line-record.ts'
import * as model from '../../model/move.ts'
import type { Move } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { ChessPosition } from './position.ts'

// V8 inlines a module's own constants but loads imported ones at every use.
const { isPass } = model

const FIRST_LENGTH = 256

/** The moves of one tree that were played from the initial position and checked. */
export class PlayedMoves {
  protected moves: Int32Array
  /** Nodes of the tree, the root included; 0 while there is none. */
  protected length = 0
  private parents: Int32Array
  /** Whether a null move is among them. */
  hasNull = false
  /** Whether they are all on one line. */
  protected isLine = true

  /** @param moves memory for the moves by node, and for the parents of the nodes: see {@link setLine} */
  constructor(moves: Int32Array = new Int32Array(FIRST_LENGTH), parents: Int32Array = new Int32Array(moves.length)) {
    this.moves = moves
    this.parents = parents
  }

  /** Begins another tree, whose moves are played from the initial position. */
  begin(): void {
    this.length = 1
    this.hasNull = false
    this.isLine = true
  }

  /**
   * Says that the memory given holds a line of legal moves from the initial position, none of them a null move, which
   * somebody else played.
   */
  setLine(count: number): void {
    this.begin()
    this.length += count
  }

  /** Forgets the tree, and records nothing until the next one begins. */
  forget(): void {
    this.length = 0
  }

  /** Says that what comes now is not in preorder: {@link reorder} is to be called in the end. */
  fork(): void {}

  /** Puts the tree in preorder. @param place the index of each node there */
  reorder(place: Int32Array): void {
    // A node without a move was not recorded.
    if (this.length !== place.length) return this.forget()
    const moves = new Int32Array(this.moves.length)
    const parents = new Int32Array(this.moves.length)
    for (let index = 1; index < this.length; index++) {
      moves[place[index]!] = this.moves[index]!
      parents[place[index]!] = place[this.parents[index]!]!
    }
    this.moves = moves
    this.parents = parents
  }

  /** Records a legal move or null move that is about to be played. Nodes come in preorder, or are put in it later. */
  add(_position: ChessPosition, move: Move, parent: number): void {
    if (this.length === 0) return
    if (this.length === this.moves.length) this.grow()
    const index = this.length++
    this.moves[index] = move
    this.parents[index] = parent
    if (parent !== index - 1) this.isLine = false
    if (isPass(move)) this.hasNull = true
  }

  /** Records what the move that was added last has led to. */
  addCheck(_position: ChessPosition): void {}

  /** Whether these are the moves of a tree played from the initial position: every node has the same move and parent. */
  matches(nodes: readonly MoveNode[]): boolean {
    const { length, moves, parents } = this
    if (nodes.length !== length) return false
    for (let index = 1; index < length; index++) {
      const { move, parent } = nodes[index]!
      if (move !== moves[index] || parent !== parents[index]) return false
    }
    return true
  }

  /** Whether these are the moves of a line played from the initial position. */
  matchesLine(line: readonly Move[]): boolean {
    const { length, moves } = this
    if (line.length !== length - 1 || !this.isLine) return false
    for (let index = 1; index < length; index++) if (moves[index] !== line[index - 1]) return false
    return true
  }

  /** Whether these are the moves of a game of usual chess from the initial position, all legal and none a null move. */
  proveLegal(record: AnyRecord): boolean {
    const { game, variant, setup } = record
    if (game !== 'chess' || variant !== undefined || setup !== undefined || this.hasNull) return false
    return 'moves' in record ? this.matchesLine(record.moves) : this.matches(record.nodes)
  }

  /** Plays the main line on a position. */
  playMainLine(position: ChessPosition): void {
    let last = 0
    for (let index = 1; index < this.length; index++) {
      if (this.parents[index] !== last) continue
      position.play(this.moves[index]!)
      last = index
    }
  }

  /** Makes room for more moves. */
  protected grow(): void {
    this.moves = longer(this.moves)
    this.parents = longer(this.parents)
  }
}

/** Twice the room for the same numbers. */
export function longer(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(numbers.length * 2)
  copy.set(numbers)
  return copy
}
