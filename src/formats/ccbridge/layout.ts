/** Where things are in CCBridge's files: docs/formats/ccbridge.md. Numbers are little-endian, texts UTF-16LE. */
import type { FieldName } from '../xiangqi/record-fields.ts'

/** A field for a text, which ends at its first NUL or fills the field. */
export interface TextField {
  readonly name: FieldName
  readonly at: number
  /** Bytes. */
  readonly size: number
}

/** Where a version of the record has its fields. */
export interface RecordLayout {
  readonly texts: readonly TextField[]
  /** Three ASCII characters and NUL. */
  readonly ecco: number
  readonly kind: number
  readonly result: number
  readonly turn: number
  readonly moveNumber: number
  readonly board: number
  readonly moves: number
}

/** Where every version has the byte of its version, and the GUID in the byte order of Windows. */
export const RECORD = { version: 19, guid: 20 } as const

/** The fields of version 2 in their order, each with its size. The others lie between them. */
const TEXTS: readonly (readonly [name: FieldName, at: number, size: number])[] = [
  ['Script', 52, 128],
  ['Name', 180, 128],
  ['URL', 308, 256],
  ['From', 564, 64],
  ['ContestType', 628, 64],
  ['Contest', 692, 64],
  ['Round', 756, 64],
  ['Group', 820, 32],
  ['Table', 852, 32],
  ['Date', 884, 64],
  ['Site', 948, 64],
  ['TimeRule', 1012, 64],
  ['Red', 1076, 64],
  ['RedTeam', 1140, 64],
  ['RedTime', 1204, 64],
  ['RedRating', 1268, 32],
  ['Black', 1300, 64],
  ['BlackTeam', 1364, 64],
  ['BlackTime', 1428, 64],
  ['BlackRating', 1492, 32],
  ['Referee', 1524, 64],
  ['Recorder', 1588, 64],
  ['Commentator', 1652, 64],
  ['CommentatorURL', 1716, 64],
  ['Creator', 1780, 64],
  ['CreatorURL', 1844, 64],
  ['DateCreated', 1908, 64],
  ['DateModified', 1972, 64],
  ['RecordKind', 2044, 32],
  ['ResultType', 2080, 32],
]

/** Fields that version 1 does not have. */
const SINCE_VERSION_2: ReadonlySet<FieldName> = new Set(['Script', 'Referee', 'Recorder'])

/** The offset in version 1 of what version 2 has at an offset: the fields that it lacks are missing before it. */
function inVersion1(at: number): number {
  const missing = TEXTS.filter(([name, start]) => SINCE_VERSION_2.has(name) && start < at)
  return at - missing.reduce((sum, [, , size]) => sum + size, 0)
}

function layout(place: (at: number) => number, has: (name: FieldName) => boolean): RecordLayout {
  return {
    texts: TEXTS.filter(([name]) => has(name)).map(([name, at, size]) => ({ name, at: place(at), size })),
    ecco: place(2036),
    kind: place(2040),
    result: place(2076),
    turn: place(2112),
    moveNumber: place(2116),
    board: place(2120),
    moves: place(2214),
  }
}

export const LAYOUT_1 = layout(inVersion1, (name) => !SINCE_VERSION_2.has(name))
export const LAYOUT_2 = layout(
  (at) => at,
  () => true,
)

/** The version that is written, and the last one known. */
export const RECORD_VERSION = 2

/** Pieces of the board by the low half of their byte; the high half is 1 for Red and 2 for Black. */
export const PIECES = ' RNBAKCP'

/** Flags of a node. */
export const FLAG = { lineEnds: 1, hasSibling: 2, hasComment: 4 } as const

/** Offsets in the header of a library. */
export const LIBRARY = {
  version: 16,
  guid: 20,
  /** Always 7F FF FF FF. */
  limit: 52,
  /** 1 when there are deleted entries. */
  hasDeleted: 56,
  /** How many entries the index has room for. */
  capacity: 60,
  name: { at: 64, size: 512 },
  source: { at: 576, size: 256 },
  creator: { at: 832, size: 64 },
  creatorUrl: { at: 896, size: 64 },
  created: { at: 960, size: 64 },
  modified: { at: 1024, size: 64 },
  remark: { at: 1088, size: 65_536 },
  index: 66_624,
} as const

/** The version of the library that is read and written. */
export const LIBRARY_VERSION = 3

/** An entry of the index: offsets in it. */
export const ENTRY = { state: 0, order: 4, slots: 8, bytes: 12, guid: 20, title: 100, size: 276 } as const

/** States of an entry. */
export const STATE = { free: 0, deleted: 5, used: 7 } as const

/** Records lie in slots of so many bytes. */
export const SLOT_SIZE = 4096
