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

/** Bytes of the longest number of a move with what stands around it: ` 1073741823. `. */
const MAX_NUMBER = 14

const DIGIT_0 = 0x30
const DOT = 0x2e
const SPACE = 0x20

/** The moves of one tree in SAN, recorded while they were checked. */
export class SanTexts extends PlayedMoves {
  /** The texts one after the other, those of a line with numbers and spaces between them: `1. e4 e5 2. Nf3`. */
  bytes: Uint8Array
  /** Where the text of each node's move begins and ends in {@link bytes}. Null moves have none. */
  starts: Int32Array
  ends: Int32Array

  /** @param memory for everything, when somebody else fills it: see {@link setLine} */
  constructor(memory?: {
    moves: Int32Array
    parents: Int32Array
    bytes: Uint8Array
    starts: Int32Array
    ends: Int32Array
  }) {
    super(memory?.moves, memory?.parents)
    const { length } = this.moves
    this.bytes = memory?.bytes ?? new Uint8Array(length * (MAX_SAN + MAX_NUMBER))
    this.starts = memory?.starts ?? new Int32Array(length)
    this.ends = memory?.ends ?? new Int32Array(length)
  }

  /** The texts are one after the other, so those of a tree that is reordered are forgotten. */
  override fork(): void {
    this.forget()
  }

  override add(position: ChessPosition, move: Move, parent: number): void {
    if (this.length === 0) return
    super.add(position, move, parent)
    const index = this.length - 1
    const { bytes } = this
    let at = this.ends[index - 1]!
    if (this.isLine) {
      if (at > 0) bytes[at++] = SPACE
      if ((index & 1) === 1) {
        at = putNumber((index + 1) >>> 1, bytes, at)
        bytes[at++] = DOT
        bytes[at++] = SPACE
      }
    }
    this.starts[index] = at
    this.ends[index] = isPass(move) ? at : putMove(position, move, false, false, bytes, at)
  }

  override addCheck(position: ChessPosition): void {
    const last = this.length - 1
    if (last > 0 && !isPass(this.moves[last]!)) this.ends[last] = putCheckSign(position, this.bytes, this.ends[last]!)
  }

  /** The text of a line of moves, without the result: valid until the next tree. */
  lineText(): Uint8Array {
    return this.bytes.subarray(0, this.ends[this.length - 1])
  }

  protected override grow(): void {
    super.grow()
    this.starts = longer(this.starts)
    this.ends = longer(this.ends)
    const bytes = new Uint8Array(this.bytes.length * 2)
    bytes.set(this.bytes)
    this.bytes = bytes
  }
}

/** Writes a whole number and returns where it ends. */
function putNumber(number: number, into: Uint8Array, at: number): number {
  const end = number < 10 ? at : putNumber(Math.trunc(number / 10), into, at)
  into[end] = DIGIT_0 + (number % 10)
  return end + 1
}
