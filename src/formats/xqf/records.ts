/**
 * A cursor over the decrypted move records of a file (see keys.ts): one record per move, in preorder, the first for the
 * position before any move: docs/formats/xqf.md, "Move records". It creates no objects for records.
 */
import { u32le } from '../../bytes/numbers.ts'
import { HEADER_SIZE, LAST_PLAIN_VERSION } from './layout.ts'
import type { Keys } from './keys.ts'

/** What is added to the squares of a move in every version. */
export const FROM_OFFSET = 0x18
export const TO_OFFSET = 0x20

/** Bits of the tag from version 11 on. */
export const TAG = { child: 0x80, sibling: 0x40, comment: 0x20 } as const

/** Halves of the tag up to version 10. */
export const PLAIN_TAG = { child: 0xf0, sibling: 0x0f } as const

export class MoveRecords {
  /** The points of the move (see placement.ts); values over 89, and those of the first record, have no meaning. */
  from = 0
  to = 0
  /** Whether the next record is a move that follows this one. */
  hasChild = false
  /** Whether an alternative to this move comes after everything that follows it. */
  hasSibling = false
  /** Where the comment is. */
  commentStart = 0
  commentEnd = 0
  /** Offset of the record. */
  start = 0
  /** Offset of the next record. */
  end: number
  /** What was found instead of a complete record; the record then has what there was, and nothing can follow it. */
  fault: 'no record' | 'bad comment length' | undefined
  readonly bytes: Uint8Array
  private readonly keys: Keys
  private readonly isPlain: boolean

  /**
   * @param bytes the whole file, with decrypted move records
   * @param start offset of the first record
   */
  constructor(bytes: Uint8Array, version: number, keys: Keys, start = HEADER_SIZE) {
    this.bytes = bytes
    this.keys = keys
    this.isPlain = version <= LAST_PLAIN_VERSION
    this.end = start
  }

  /** Advances to the next record; false if there is no complete one. */
  next(): boolean {
    if (this.fault) return false
    this.start = this.end
    const size = this.isPlain ? 8 : 4
    if (this.start + size > this.bytes.length) {
      this.fault = 'no record'
      return false
    }
    this.end = this.start + size
    const tag = this.bytes[this.start + 2]!
    this.from = (this.bytes[this.start]! - FROM_OFFSET - this.keys.from) & 0xff
    this.to = (this.bytes[this.start + 1]! - TO_OFFSET - this.keys.to) & 0xff
    this.commentStart = this.commentEnd = this.end
    if (this.isPlain) {
      this.hasChild = (tag & PLAIN_TAG.child) !== 0
      this.hasSibling = (tag & PLAIN_TAG.sibling) !== 0
      this.takeComment(u32le(this.bytes, this.start + 4))
    } else {
      this.hasChild = (tag & TAG.child) !== 0
      this.hasSibling = (tag & TAG.sibling) !== 0
      if ((tag & TAG.comment) !== 0) this.takeHiddenComment()
    }
    return true
  }

  /** A comment preceded by its length, which is hidden by a key. */
  private takeHiddenComment(): void {
    const at = this.end
    if (at + 4 > this.bytes.length) {
      this.fault = 'bad comment length'
      this.end = this.bytes.length
      return
    }
    this.end = this.commentStart = this.commentEnd = at + 4
    this.takeComment(u32le(this.bytes, at) - this.keys.length)
  }

  private takeComment(length: number): void {
    const room = this.bytes.length - this.end
    if (length < 0 || length > room) this.fault = 'bad comment length'
    this.end = this.commentEnd = this.end + (length < 0 ? 0 : Math.min(length, room))
  }
}
