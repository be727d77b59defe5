/**
 * The frame around every record of `.2cbg` and `.2cba`: a mark, the sizes of the content and of the spare bytes behind
 * it, a checksum, what the content is; after it all the size of the whole. docs/formats/2cbh.md, Records.
 */
import { i32le, u16le, u64le } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'
import type { Message } from '../../issues/catalogue.ts'
import { makeMessage } from '../../issues/issue.ts'

/** Bytes of the head of a `.2cbg` or `.2cba` file. */
export const FILE_HEAD_SIZE = 12

/** Bytes of a record before and after its content and spare bytes. */
export const FRAME_HEAD_SIZE = 26
const FRAME_TAIL_SIZE = 8
export const FRAME_SIZE = FRAME_HEAD_SIZE + FRAME_TAIL_SIZE

/** First bytes of every record. */
export const FRAME_MARK = [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11] as const

export const FRAME_AT = { content: 8, spare: 12, checksum: 16, tag: 24 } as const

/** What the content of a record is. */
export const TAG = {
  chess: 0x0001,
  chess960: 0x0002,
  /** Positions that the rules of chess do not know, such as diagrams without kings. */
  free: 0x000a,
  text: 0x1000,
  annotations: 0x2000,
} as const

/** Longest content that is read. */
const MAX_CONTENT = 1 << 26

/** A record as it stands in its file. */
export interface Frame {
  tag: number
  content: Uint8Array
  /** Bytes of the whole record. */
  size: number
  /** Why the content cannot be used. */
  fault?: Message
  /** The size behind the record is not that of the record. */
  hasWrongTrailer: boolean
  hasWrongChecksum: boolean
}

/** Reads the record at an offset. */
export function readFrame(source: Source, offset: number): Frame {
  const frame: Frame = { tag: 0, content: new Uint8Array(0), size: 0, hasWrongTrailer: false, hasWrongChecksum: false }
  if (offset < FILE_HEAD_SIZE) return { ...frame, fault: makeMessage('cb-record/in-head', {}) }
  if (offset + FRAME_HEAD_SIZE > source.size) return { ...frame, fault: makeMessage('cb-record/past-end', {}) }
  const head = source.read(offset, offset + FRAME_HEAD_SIZE)
  if (!holdsAt(head, 0, FRAME_MARK)) {
    return { ...frame, fault: makeMessage('2cbh-record/mark', {}) }
  }
  frame.tag = u16le(head, FRAME_AT.tag)
  const contentSize = i32le(head, FRAME_AT.content)
  const spare = i32le(head, FRAME_AT.spare)
  if (contentSize < 0 || contentSize > MAX_CONTENT) {
    return { ...frame, fault: makeMessage('cb-record/size', { size: contentSize }) }
  }
  const start = offset + FRAME_HEAD_SIZE
  frame.content = source.read(start, start + contentSize)
  frame.size = FRAME_SIZE + contentSize + Math.max(0, spare)
  const missing = contentSize - frame.content.length
  if (missing > 0) frame.fault = makeMessage('cb-record/cut', { count: missing })
  const trailer = source.read(offset + frame.size - FRAME_TAIL_SIZE, offset + frame.size)
  frame.hasWrongTrailer = spare < 0 || trailer.length < FRAME_TAIL_SIZE || u64le(trailer, 0) !== frame.size
  frame.hasWrongChecksum = !holdsAt(head, FRAME_AT.checksum, checksum(frame.content))
  return frame
}

function holdsAt(bytes: Uint8Array, at: number, expected: ArrayLike<number>): boolean {
  for (let index = 0; index < expected.length; index++) if (bytes[at + index] !== expected[index]) return false
  return true
}

/**
 * The checksum of a content as it is stored, the highest byte first: byte i of eight, from the lowest, is the sum of
 * the i-th eighth of the content, and a rest of up to seven bytes does not count. A content shorter than eight bytes
 * is a number itself.
 */
export function checksum(content: Uint8Array): Uint8Array {
  const sum = new Uint8Array(8)
  const part = Math.floor(content.length / 8)
  if (part === 0) {
    for (let at = 0; at < content.length; at++) sum[7 - at] = content[at]!
    return sum
  }
  for (let index = 0; index < 8; index++) {
    let total = 0
    for (let at = index * part; at < (index + 1) * part; at++) total += content[at]!
    sum[7 - index] = total
  }
  return sum
}
