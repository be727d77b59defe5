/** The record of a game in the index, of all generations: docs/formats/scid.md, Index. */
import { SCID5_RECORD_SIZE } from './detect.ts'
import { u16be, u24be, u32be, u32le } from '../../bytes/numbers.ts'
import { unpackEventDate, packEventDate } from './codes.ts'
import type { Generation } from './parts.ts'

/** Sizes of records: that of Scid 3 has no byte for custom flags and the highest bit of the length. */
export const SCID3_RECORD_SIZE = 46
export const SCID4_RECORD_SIZE = 47

/** Where the flags are that {@link FLAG.deleted} is among: a byte of the record. */
export const DELETED_AT: Readonly<Record<Generation, number>> = { 3: 7, 4: 8, 5: 28 }

/** Bytes of the list of pawns that have left home. */
export const HOME_PAWN_BYTES = 8

/** Half-moves are counted modulo this. */
export const PLY_LIMIT = 1024

/** Where a game is, and whether it is marked as one of Chess960. */
export interface GamePlace {
  offset: number
  length: number
  isChess960: boolean
}

/** What the index says of a game for people. Dates are packed as codes.ts has them. */
export interface GameFacts extends GamePlace {
  flags: number
  white: number
  black: number
  event: number
  site: number
  round: number
  result: number
  opening: number
  date: number
  eventDate: number
  whiteRating: number
  whiteRatingType: number
  blackRating: number
  blackRatingType: number
}

/** The record of a game: what it says for people, and for searches. */
export interface IndexRecord extends GameFacts {
  /** Counts of glyphs, comments and variations as 4 bits: see counterCode. */
  glyphs: number
  comments: number
  variations: number
  /** The longest of Scid's fixed opening lines that the game begins with; 0 for none. */
  storedLine: number
  /** Pieces of the last position of the main line, 24 bits. */
  material: number
  /** Half-moves of the main line modulo 1,024. */
  plies: number
  homePawnCount: number
  homePawns: Uint8Array
}

/** Reads where a game is from a record of `.si4` or `.si3`. */
export function readScid4Place(bytes: Uint8Array, generation: 3 | 4): GamePlace {
  const high = generation === 4 ? bytes[6]! >> 7 : 0
  return { offset: u32be(bytes, 0), length: u16be(bytes, 4) | (high << 16), isChess960: false }
}

/** Reads where a game is from a record of `.si5`. */
export function readScid5Place(bytes: Uint8Array): GamePlace {
  const place = u32le(bytes, 32)
  const offset = (place & 0x7fff) * 0x1_0000_0000 + u32le(bytes, 36)
  return { offset, length: place >>> 15, isChess960: bytes[19]! >> 7 === 1 }
}

/** Where the fields begin that records of `.si4` and `.si3` have alike. */
function commonFieldsAt(generation: 3 | 4): number {
  return generation === 4 ? 7 : 6
}

/** Reads what a record of `.si4` or `.si3` says for people. */
export function readScid4Facts(bytes: Uint8Array, generation: 3 | 4): GameFacts {
  const high = generation === 4 ? bytes[6]! : 0
  const at = commonFieldsAt(generation)
  const ids = bytes[at + 2]!
  const moreIds = bytes[at + 7]!
  const dates = u32be(bytes, at + 18)
  const white = u16be(bytes, at + 22)
  const black = u16be(bytes, at + 24)
  const date = dates & 0xf_ffff
  return {
    offset: u32be(bytes, 0),
    length: u16be(bytes, 4) | ((high >> 7) << 16),
    isChess960: false,
    flags: u16be(bytes, at) | ((high & 0x3f) << 16),
    white: ((ids >> 4) << 16) | u16be(bytes, at + 3),
    black: ((ids & 15) << 16) | u16be(bytes, at + 5),
    event: ((moreIds >> 5) << 16) | u16be(bytes, at + 8),
    site: (((moreIds >> 2) & 7) << 16) | u16be(bytes, at + 10),
    round: ((moreIds & 3) << 16) | u16be(bytes, at + 12),
    result: bytes[at + 14]! >> 4,
    opening: u16be(bytes, at + 16),
    date,
    eventDate: unpackEventDate(dates >>> 20, date),
    whiteRating: white & 0xfff,
    whiteRatingType: white >> 12,
    blackRating: black & 0xfff,
    blackRatingType: black >> 12,
  }
}

/** Reads a record of `.si4`, or of `.si3`, big-endian. The bytes must be whole. */
export function readScid4Record(bytes: Uint8Array, generation: 3 | 4): IndexRecord {
  const at = commonFieldsAt(generation)
  const counts = u16be(bytes, at + 14)
  const plyByte = bytes[at + 31]!
  return {
    ...readScid4Facts(bytes, generation),
    glyphs: (counts >> 8) & 15,
    comments: (counts >> 4) & 15,
    variations: counts & 15,
    storedLine: bytes[at + 26]!,
    material: u24be(bytes, at + 27),
    plies: bytes[at + 30]! | ((plyByte >> 6) << 8),
    homePawnCount: plyByte & 0x3f,
    homePawns: bytes.subarray(at + 32, at + 32 + HOME_PAWN_BYTES),
  }
}

/** A 32-bit word of a record of `.si5`, by its number. */
const wordOf = (bytes: Uint8Array, index: number) => u32le(bytes, index * 4)

/** Reads what a record of `.si5` says for people. */
export function readScid5Facts(bytes: Uint8Array): GameFacts {
  const [whiteDate, blackDate, last] = [wordOf(bytes, 5), wordOf(bytes, 6), wordOf(bytes, 11)]
  const { offset, length, isChess960 } = readScid5Place(bytes)
  return {
    offset,
    length,
    isChess960,
    flags: wordOf(bytes, 7) & 0x3f_ffff,
    white: wordOf(bytes, 0) & 0xfff_ffff,
    black: wordOf(bytes, 1) & 0xfff_ffff,
    event: wordOf(bytes, 2) & 0xfff_ffff,
    site: wordOf(bytes, 3),
    round: wordOf(bytes, 4) & 0x7fff_ffff,
    result: (last >> 16) & 3,
    opening: last & 0xffff,
    date: whiteDate & 0xf_ffff,
    eventDate: blackDate & 0xf_ffff,
    whiteRating: whiteDate >>> 20,
    whiteRatingType: (last >> 21) & 7,
    blackRating: blackDate >>> 20,
    blackRatingType: (last >> 18) & 7,
  }
}

/** Reads a record of `.si5`, little-endian. The bytes must be whole. */
export function readScid5Record(bytes: Uint8Array): IndexRecord {
  const search = wordOf(bytes, 10)
  return {
    ...readScid5Facts(bytes),
    glyphs: wordOf(bytes, 2) >>> 28,
    comments: wordOf(bytes, 0) >>> 28,
    variations: wordOf(bytes, 1) >>> 28,
    storedLine: search >>> 24,
    material: search & 0xff_ffff,
    plies: wordOf(bytes, 7) >>> 22,
    homePawnCount: wordOf(bytes, 11) >>> 24,
    homePawns: bytes.subarray(48, 48 + HOME_PAWN_BYTES),
  }
}

/** Writes a record of `.si4`. An event date that has no room there is left out. */
export function writeScid4Record(record: IndexRecord): Uint8Array {
  const bytes = new Uint8Array(SCID4_RECORD_SIZE)
  const view = new DataView(bytes.buffer)
  const eventDate = packEventDate(record.eventDate, record.date) ?? 0
  view.setUint32(0, record.offset)
  view.setUint16(4, record.length & 0xffff)
  bytes[6] = ((record.length >> 16) << 7) | (record.flags >> 16)
  view.setUint16(7, record.flags & 0xffff)
  bytes[9] = ((record.white >> 16) << 4) | (record.black >> 16)
  view.setUint16(10, record.white & 0xffff)
  view.setUint16(12, record.black & 0xffff)
  bytes[14] = ((record.event >> 16) << 5) | ((record.site >> 16) << 2) | (record.round >> 16)
  view.setUint16(15, record.event & 0xffff)
  view.setUint16(17, record.site & 0xffff)
  view.setUint16(19, record.round & 0xffff)
  view.setUint16(21, (record.result << 12) | (record.glyphs << 8) | (record.comments << 4) | record.variations)
  view.setUint16(23, record.opening)
  view.setUint32(25, ((eventDate << 20) | record.date) >>> 0)
  view.setUint16(29, (record.whiteRatingType << 12) | record.whiteRating)
  view.setUint16(31, (record.blackRatingType << 12) | record.blackRating)
  view.setUint32(33, ((record.storedLine << 24) | record.material) >>> 0)
  bytes[37] = record.plies & 0xff
  bytes[38] = ((record.plies >> 8) << 6) | record.homePawnCount
  bytes.set(record.homePawns, 39)
  return bytes
}

/** Writes a record of `.si5`. */
export function writeScid5Record(record: IndexRecord): Uint8Array {
  const bytes = new Uint8Array(SCID5_RECORD_SIZE)
  const view = new DataView(bytes.buffer)
  const types = (record.whiteRatingType << 5) | (record.blackRatingType << 2) | record.result
  const words = [
    (record.comments << 28) | record.white,
    (record.variations << 28) | record.black,
    (record.glyphs << 28) | record.event,
    record.site,
    (record.isChess960 ? 1 << 31 : 0) | record.round,
    (record.whiteRating << 20) | record.date,
    (record.blackRating << 20) | record.eventDate,
    (record.plies << 22) | record.flags,
    (record.length << 15) | Math.floor(record.offset / 0x1_0000_0000),
    record.offset % 0x1_0000_0000,
    (record.storedLine << 24) | record.material,
    (record.homePawnCount << 24) | (types << 16) | record.opening,
  ]
  for (const [index, word] of words.entries()) view.setUint32(index * 4, word >>> 0, true)
  bytes.set(record.homePawns, 48)
  return bytes
}
