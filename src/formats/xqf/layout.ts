/** Where things are in an XQF file: docs/formats/xqf.md, "File layout". Numbers are little-endian. */
import type { Header } from '../../model/record.ts'

/** Size of the header; the move records follow it. */
export const HEADER_SIZE = 0x400

/** Bytes of a header needed for the position and the result. */
export const SHORTEST_HEADER = 0x40

/** The highest version byte of XQStudio (program 1.61 to 1.63). */
export const LAST_VERSION = 18

/** Version bytes of known files. 14 and 17 were never released; nothing is known below 10. */
export const KNOWN_VERSIONS: readonly number[] = [10, 11, 12, 13, 15, 16, 18]

/** The last version without encryption and with eight-byte records. */
export const LAST_PLAIN_VERSION = 10

/** The first version that rotates the list of pieces. */
export const FIRST_ROTATED_VERSION = 12

/** Offsets of the header's numbers. */
export const AT = {
  version: 0x02,
  keyMask: 0x03,
  productId: 0x04,
  keyOr: 0x08,
  keySum: 0x0c,
  keyPosition: 0x0d,
  keyFrom: 0x0e,
  keyTo: 0x0f,
  pieces: 0x10,
  startPly: 0x30,
  firstMover: 0x32,
  result: 0x33,
  nodeCount: 0x34,
  treeOffset: 0x38,
  reserved: 0x3c,
  codes: 0x40,
} as const

/** Number of 16-bit codes at {@link AT.codes}; the first is the type of the record. */
export const CODE_COUNT = 8

/** A text of the header: a length byte and room for `capacity` bytes. */
export interface TextField {
  readonly at: number
  readonly capacity: number
  /** Its name in messages. */
}

/** The texts of the header by name, in the order of the file. */
export const FIELDS = {
  title: { at: 0x50, capacity: 63 },
  'second-title': { at: 0x90, capacity: 63 },
  event: { at: 0xd0, capacity: 63 },
  date: { at: 0x110, capacity: 15 },
  place: { at: 0x120, capacity: 15 },
  red: { at: 0x130, capacity: 15 },
  black: { at: 0x140, capacity: 15 },
  'time-rule': { at: 0x150, capacity: 63 },
  'red-time': { at: 0x190, capacity: 15 },
  'black-time': { at: 0x1a0, capacity: 15 },
  annotator: { at: 0x1d0, capacity: 15 },
  author: { at: 0x1e0, capacity: 15 },
} as const satisfies Record<string, TextField>

export type FieldName = keyof typeof FIELDS

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]

/** Kinds of record by the type code. Code 0, a complete game, is the default of a record. */
export const KINDS: readonly Header['kind'][] = [undefined, 'opening', 'middlegame', 'endgame']

/** Outcomes by the result byte. Code 4 occurs in a few files, and readers take it as a draw. */
export const RESULTS: readonly Header['result'][] = [
  { outcome: 'unfinished' },
  { outcome: 'win', winner: 1 },
  { outcome: 'win', winner: 2 },
  { outcome: 'draw' },
  { outcome: 'draw' },
]
