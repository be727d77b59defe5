/**
 * The frame of a `.cba` record: a head of 14 bytes, then annotations one after
 * the other, each with its place, its type and its size. Big-endian. docs/formats/chessbase.md, Annotations.
 */
import type { Message } from '../../../issues/catalogue.ts'
import { makeMessage } from '../../../issues/issue.ts'
import { i24be, u16be, u24be, u32be } from '../../../bytes/numbers.ts'
import type { Source } from '../../../bytes/source.ts'

/** Types of annotations. */
export const ANNOTATION = {
  text: 0x02,
  symbols: 0x03,
  squares: 0x04,
  arrows: 0x05,
  timeSpent: 0x07,
  type8: 0x08,
  training: 0x09,
  sound: 0x10,
  picture: 0x11,
  quotation: 0x13,
  pawnStructure: 0x14,
  piecePath: 0x15,
  whiteClock: 0x16,
  blackClock: 0x17,
  critical: 0x18,
  correspondenceMove: 0x19,
  media: 0x1a,
  webLink: 0x1c,
  video: 0x20,
  evaluation: 0x21,
  medals: 0x22,
  lineColour: 0x23,
  timeControl: 0x24,
  videoTime: 0x25,
  evaluations: 0x26,
  correspondenceHeader: 0x61,
  textBefore: 0x82,
} as const

export const ANNOTATION_RECORD_HEAD = 14
export const ANNOTATION_ITEM_HEAD = 6

/** Found at offset 3 of every record. */
export const ANNOTATION_MARK = [0x01, 0x00, 0x0e, 0x0e] as const

/** Offsets in the head of a record. */
export const ANNOTATION_RECORD_AT = { game: 0, mark: 3, countPlusOne: 7, size: 10 } as const

/** Position of an annotation of the game as a whole. */
export const WHOLE_GAME = -1

/** Longest record that is read; the largest known one has 45 KB. */
const MAX_RECORD_SIZE = 1 << 24

/** One annotation as stored. */
export interface AnnotationItem {
  /** -1 for the game, otherwise the index of the move in stored order. */
  position: number
  type: number
  data: Uint8Array
  /** Offset of the item in the record. */
  at: number
}

/** One record of a `.cba` file. */
export interface AnnotationRecord {
  /** Number of the game, from 1. */
  game: number
  /** Number of annotations according to the head. */
  count: number
  size: number
  items: AnnotationItem[]
  /** What is wrong with the frame. */
  fault?: Message
}

/** Reads the record at an offset, with as many items as are complete. */
export function readAnnotationRecord(source: Source, offset: number): AnnotationRecord {
  const head = source.read(offset, offset + ANNOTATION_RECORD_HEAD)
  const record: AnnotationRecord = {
    game: u24be(head, ANNOTATION_RECORD_AT.game),
    count: u24be(head, ANNOTATION_RECORD_AT.countPlusOne) - 1,
    size: u32be(head, ANNOTATION_RECORD_AT.size),
    items: [],
  }
  if (head.length < ANNOTATION_RECORD_HEAD || record.size < ANNOTATION_RECORD_HEAD || record.size > MAX_RECORD_SIZE) {
    record.fault =
      head.length < ANNOTATION_RECORD_HEAD
        ? makeMessage('cb-record/past-end', {})
        : makeMessage('cb-record/size', { size: record.size })
    return record
  }
  const bytes = source.read(offset, offset + record.size)
  if (bytes.length < record.size) record.fault = makeMessage('cb-record/cut', { count: record.size - bytes.length })
  let at = ANNOTATION_RECORD_HEAD
  while (at + ANNOTATION_ITEM_HEAD <= bytes.length) {
    const size = u16be(bytes, at + 4)
    if (size < ANNOTATION_ITEM_HEAD || at + size > bytes.length) {
      record.fault ??= makeMessage('cb-record/annotation', { at, size })
      return record
    }
    const data = bytes.subarray(at + ANNOTATION_ITEM_HEAD, at + size)
    record.items.push({ position: i24be(bytes, at), type: bytes[at + 3]!, data, at })
    at += size
  }
  if (at !== bytes.length) record.fault ??= makeMessage('cb-record/rest', { count: bytes.length - at })
  return record
}
