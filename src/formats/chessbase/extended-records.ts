/**
 * The `.cbj` file: what later versions of ChessBase know of a game beyond its
 * `.cbh` record. The head is little-endian, the records are big-endian; a record has every field
 * that fits its size, and there may be fewer records than games. docs/formats/chessbase.md, Extended headers.
 */
import { i32be, i32le, u16be, u32be, u64be } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Colour } from '../../model/move.ts'

export const EXTENDED_HEAD_SIZE = 32

/** Version and record size that ChessBase writes now. */
export const EXTENDED_VERSION = 11
export const EXTENDED_SIZE = 120

export const EXTENDED_HEAD_AT = { version: 0, recordSize: 4, count: 8 } as const

export const EXTENDED_AT = {
  whiteTeam: 0,
  blackTeam: 4,
  media: 8,
  annotations: 12,
  moreMaterial: 20,
  lessMaterial: 24,
  totalMaterial: 28,
  moves: 30,
  whiteRating: 38,
  blackRating: 54,
  saves: 78,
  created: 80,
  endgames: 88,
  saved: 108,
  tag: 116,
} as const

export const RATING_SIZE = 16
export const ENDGAMES_SIZE = 20

/** Offsets in the 16 bytes that say what kind of rating a number is. */
export const RATING_AT = { kind: 1, nationalPace: 2, pace: 3, nation: 4, name: 5 } as const

/** Kinds of ratings; any other value means none. */
export const RATING_KIND = { international: 1, national: 2 } as const

/** The fields of a record, absent where its size does not reach; read from its bytes when they are asked for. */
export class ExtendedRecord {
  private readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Identifier of the team of White or Black, -1 for none. */
  team(colour: Colour): number {
    return i32be(this.bytes, colour === 1 ? EXTENDED_AT.whiteTeam : EXTENDED_AT.blackTeam)
  }

  /** Offset in `.cbm` of the media of a text, -1 for none. */
  get media(): number {
    return this.has(EXTENDED_AT.media, 4) ? i32be(this.bytes, EXTENDED_AT.media) : -1
  }

  get annotations(): number | undefined {
    return this.has(EXTENDED_AT.annotations, 8) ? u64be(this.bytes, EXTENDED_AT.annotations) : undefined
  }

  get moves(): number | undefined {
    return this.has(EXTENDED_AT.moves, 8) ? u64be(this.bytes, EXTENDED_AT.moves) : undefined
  }

  /** What the rating of White or Black is one of, for readRatingType; undefined for none. */
  rating(colour: Colour): Uint8Array | undefined {
    if (!this.has(EXTENDED_AT.whiteRating, 2 * RATING_SIZE)) return undefined
    return this.part(colour === 1 ? EXTENDED_AT.whiteRating : EXTENDED_AT.blackRating, RATING_SIZE)
  }

  /** How often the game was saved. */
  get saves(): number | undefined {
    return this.has(EXTENDED_AT.saves, 2) ? u16be(this.bytes, EXTENDED_AT.saves) : undefined
  }

  /** 1/1024 seconds since 1 December 2008 in Berlin. */
  get created(): number | string | undefined {
    return this.has(EXTENDED_AT.created, 8) ? wholeU64(this.bytes, EXTENDED_AT.created) : undefined
  }

  /** Endgames that were reached; undefined if none. */
  get endgames(): Uint8Array | undefined {
    return this.has(EXTENDED_AT.endgames, ENDGAMES_SIZE) ? this.part(EXTENDED_AT.endgames, ENDGAMES_SIZE) : undefined
  }

  /** 1/10,000,000 seconds since 15 October 1582. */
  get saved(): number | string | undefined {
    return this.has(EXTENDED_AT.saved, 8) ? wholeU64(this.bytes, EXTENDED_AT.saved) : undefined
  }

  /** Identifier of a game tag, -1 for none. */
  get tag(): number {
    return this.has(EXTENDED_AT.tag, 4) ? i32be(this.bytes, EXTENDED_AT.tag) : -1
  }

  private has(at: number, size: number): boolean {
    return at + size <= this.bytes.length
  }

  /** Bytes of the record; undefined if all are 0, as most are: no view is made of these. */
  private part(at: number, size: number): Uint8Array | undefined {
    const { bytes } = this
    for (let place = at; place < at + size; place++) if (bytes[place] !== 0) return bytes.subarray(at, at + size)
    return undefined
  }
}

export class ExtendedFile {
  readonly version: number
  readonly recordSize: number
  /** Number of records actually in the file. */
  readonly count: number
  readonly issues: Issue[] = []
  private readonly source: Source
  /** The last record read, which is often requested several times. */
  private lastIndex = -1
  private last: ExtendedRecord | undefined

  constructor(source: Source) {
    this.source = source
    const head = source.read(0, EXTENDED_HEAD_SIZE)
    this.version = i32le(head, EXTENDED_HEAD_AT.version)
    this.recordSize = i32le(head, EXTENDED_HEAD_AT.recordSize)
    const declared = i32le(head, EXTENDED_HEAD_AT.count)
    const isUsable = this.recordSize >= 8 && this.recordSize <= 1 << 16
    const present = isUsable ? Math.floor((source.size - EXTENDED_HEAD_SIZE) / this.recordSize) : 0
    this.count = Math.max(0, Math.min(declared, present))
    const place = { file: source.name, offset: EXTENDED_HEAD_AT.recordSize }
    if (!isUsable) this.issues.push(issue('chessbase/record-size', 'warning', { size: this.recordSize }, place))
    else if (declared > present) {
      this.issues.push(issue('chessbase/truncated', 'warning', { stated: declared, count: present }, place))
    }
  }

  /** The record of a game by its index from 0; undefined when the file is too short. */
  record(index: number): ExtendedRecord | undefined {
    if (index >= this.count) return undefined
    if (index !== this.lastIndex) {
      const start = EXTENDED_HEAD_SIZE + index * this.recordSize
      this.last = new ExtendedRecord(this.source.read(start, start + this.recordSize))
      this.lastIndex = index
    }
    return this.last
  }
}

/** A 64-bit number: as decimal digits if a JavaScript number would not be exact. */
function wholeU64(bytes: Uint8Array, at: number): number | string {
  const value = u64be(bytes, at)
  if (Number.isSafeInteger(value)) return value
  return String((BigInt(u32be(bytes, at)) << 32n) | BigInt(u32be(bytes, at + 4)))
}
