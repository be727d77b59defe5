/**
 * The bytes of a segment of the position index, all integers little-endian;
 * docs/position-index.md describes them for other implementers.
 *
 * ```text
 * header   96 bytes
 * body     buckets in order of the key's top bits
 * table    for every 64 buckets 65 offsets from the start of the body, u48 each, and their checksum
 * facts    for every 64 game numbers of the segment's range 8 bytes each, and their checksum
 * lines    main lines (main-line.ts) in blocks of 64 game numbers, what tells which of them to read, and where each
 *          begins (segment-lines.ts)
 * captures what leaves the board in chess and xiangqi (captures.ts)
 *
 * bucket   u32 checksum, u32 bytes of statistics, u32 ordinary postings, statistics, ordinary postings,
 *          and, if there are any, u32 checksum, postings of heavy keys
 * ```
 *
 * Every byte is in one checksum, and whatever is read is read with its own.
 *
 * The top bits of a key are implied by its bucket; rows hold the rest, low
 * half first. Rows of each part are sorted by key, then move, then game.
 * Every key with two or more postings has statistics of each of its moves, so
 * the statistics of a position never need its postings; and the
 * postings of the few keys with very many of them stand apart, so that
 * looking up a rare neighbour never reads past them.
 */
import type { Game } from '../../model/record.ts'

export const MAGIC = 'LUDOPOS\n'
export const VERSION = 8
export const HEADER_SIZE = 96
export const BUCKET_HEAD_SIZE = 12
/** Bytes before the postings of heavy keys. */
export const HEAVY_HEAD_SIZE = 4

/** Games by their number in the header. */
export const GAME_NUMBERS: readonly Game[] = ['chess', 'xiangqi', 'go', 'othello']

/** Postings of one key from which on they are kept apart. */
export const HEAVY_KEY = 128

/** Postings a bucket holds on average, at most. */
const BUCKET_TARGET = 32
export const MIN_BUCKET_BITS = 8
const MAX_BUCKET_BITS = 24

/** Flag of a segment whose keys are the least over the symmetries of the board. */
export const FLAG_SYMMETRIC = 1

/** What the header of a segment says. */
export interface SegmentHeader {
  game: Game
  symmetric: boolean
  bucketBits: number
  /** Bytes of a key that rows hold. */
  keyBytes: number
  postings: number
  statistics: number
  /** Different positions. */
  keys: number
  /** Postings of corners (corners.ts), which are not among the positions. */
  corners: number
  bodySize: number
  /** Bytes of the blocks of main lines, with their signatures and times. */
  linesSize: number
  /** Bytes of what leaves the board (captures.ts); 0 in games of stones. */
  capturesSize: number
  /** First game number, numbers in the range, and games present in it. */
  firstGame: number
  gameRange: number
  games: number
}

/** Bits of the key that choose the bucket, for so many postings. */
export function bucketBitsFor(postings: number): number {
  const wanted = Math.ceil(Math.log2(Math.max(1, postings / BUCKET_TARGET)))
  return Math.min(MAX_BUCKET_BITS, Math.max(MIN_BUCKET_BITS, wanted))
}

/** Bytes of the key left over when a bucket is known: the low half and what remains of the high half. */
export function keyBytesFor(bucketBits: number): number {
  return 4 + Math.ceil((32 - bucketBits) / 8)
}

/** A posting: key rest, u32 game number, u16 move code. */
export function postingSize(keyBytes: number): number {
  return keyBytes + 6
}
