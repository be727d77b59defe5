/**
 * The records of a `.cbh` file: 46 bytes for its own head, then 46 for each
 * game or guiding text. All numbers are big-endian. docs/formats/chessbase.md, Headers.
 */
import { u16be, u24be, u32be } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'
import { FormatError } from '../../issues/errors.ts'

export const RECORD_SIZE = 46

/** The most games and texts: their numbers have three bytes. */
export const MAX_GAMES = 0xff_ffff

/** Bytes of the file's head that are in use, in current and in older files. */
export const HEAD_IN_USE = 0x2c
export const OLD_HEAD_IN_USE = 0x24

/** Offsets in the head of the file. */
export const HEAD_AT = {
  inUse: 1,
  recordSize: 3,
  version: 5,
  nextGame: 6,
  nextSound: 12,
  nextPicture: 16,
  nextVideo: 20,
  nextGameAgain: 40,
} as const

/** Bits of the type byte at the start of every record. */
export const TYPE = { present: 0x01, text: 0x02, deleted: 0x80 } as const

/** Offsets in the record of a game. */
export const GAME_AT = {
  type: 0,
  moves: 1,
  annotations: 5,
  white: 9,
  black: 12,
  tournament: 15,
  annotator: 18,
  source: 21,
  date: 24,
  result: 27,
  verdict: 28,
  round: 29,
  subround: 30,
  whiteElo: 31,
  blackElo: 33,
  eco: 35,
  medals: 37,
  flags: 39,
  magnitudes: 43,
  moveCount: 45,
} as const

/** Offsets in the record of a guiding text; the others are as for a game. */
export const TEXT_AT = { tournament: 7, source: 10, annotator: 13, round: 16, subround: 17, flags: 18 } as const

/** The head of a `.cbh` file. */
export interface HeaderFileHead {
  inUse: number
  version: number
  /** Identifier of the next game to be added: the number of records plus 1. */
  nextGame: number
  nextSound: number
  nextPicture: number
  nextVideo: number
  nextGameAgain: number
}

/** The record of a game as numbers: entity identifiers, packed date, codes. */
export interface StoredGame {
  kind: 'game'
  isDeleted: boolean
  /** Offsets in `.cbg` and `.cba`; 0 in `.cba` for a game without annotations. */
  moves: number
  annotations: number
  white: number
  black: number
  tournament: number
  annotator: number
  source: number
  date: number
  result: number
  verdict: number
  round: number
  subround: number
  whiteElo: number
  blackElo: number
  eco: number
  medals: number
  flags: number
  magnitudes: number
  /** Full moves of the main line, at most 255. */
  moveCount: number
}

/** The record of a guiding text. */
export interface StoredText {
  kind: 'text'
  isDeleted: boolean
  moves: number
  tournament: number
  annotator: number
  source: number
  round: number
  subround: number
  flags: number
}

export type StoredRecord = StoredGame | StoredText

/** Whether the first bytes of a file are the head of a `.cbh` file. */
export function isHeaderFile(head: Uint8Array): boolean {
  const inUse = u16be(head, HEAD_AT.inUse)
  return (
    head.length >= RECORD_SIZE &&
    head[0] === 0 &&
    (inUse === HEAD_IN_USE || inUse === OLD_HEAD_IN_USE) &&
    u16be(head, HEAD_AT.recordSize) === RECORD_SIZE
  )
}

/** Reads the head of a `.cbh` file. Throws FormatError if it is not one. */
export function readHeaderFileHead(source: Source): HeaderFileHead {
  const head = source.read(0, RECORD_SIZE)
  if (!isHeaderFile(head)) {
    throw new FormatError('chessbase/not-headers', {}, { file: source.name, offset: 0 })
  }
  return {
    inUse: u16be(head, HEAD_AT.inUse),
    version: head[HEAD_AT.version]!,
    nextGame: u32be(head, HEAD_AT.nextGame),
    nextSound: u32be(head, HEAD_AT.nextSound),
    nextPicture: u32be(head, HEAD_AT.nextPicture),
    nextVideo: u32be(head, HEAD_AT.nextVideo),
    nextGameAgain: u32be(head, HEAD_AT.nextGameAgain),
  }
}

/** Reads a record; undefined if its type byte marks none, as past the last game. */
export function readStoredRecord(bytes: Uint8Array): StoredRecord | undefined {
  const type = bytes[GAME_AT.type]!
  if ((type & TYPE.present) === 0 || bytes.length < RECORD_SIZE) return undefined
  const isDeleted = (type & TYPE.deleted) !== 0
  const moves = u32be(bytes, GAME_AT.moves)
  if ((type & TYPE.text) !== 0) {
    return {
      kind: 'text',
      isDeleted,
      moves,
      tournament: u24be(bytes, TEXT_AT.tournament),
      annotator: u24be(bytes, TEXT_AT.annotator),
      source: u24be(bytes, TEXT_AT.source),
      round: bytes[TEXT_AT.round]!,
      subround: bytes[TEXT_AT.subround]!,
      flags: u32be(bytes, TEXT_AT.flags),
    }
  }
  return {
    kind: 'game',
    isDeleted,
    moves,
    annotations: u32be(bytes, GAME_AT.annotations),
    white: u24be(bytes, GAME_AT.white),
    black: u24be(bytes, GAME_AT.black),
    tournament: u24be(bytes, GAME_AT.tournament),
    annotator: u24be(bytes, GAME_AT.annotator),
    source: u24be(bytes, GAME_AT.source),
    date: u24be(bytes, GAME_AT.date),
    result: bytes[GAME_AT.result]!,
    verdict: bytes[GAME_AT.verdict]!,
    round: bytes[GAME_AT.round]!,
    subround: bytes[GAME_AT.subround]!,
    whiteElo: u16be(bytes, GAME_AT.whiteElo),
    blackElo: u16be(bytes, GAME_AT.blackElo),
    eco: u16be(bytes, GAME_AT.eco),
    medals: u16be(bytes, GAME_AT.medals),
    flags: u32be(bytes, GAME_AT.flags),
    magnitudes: u16be(bytes, GAME_AT.magnitudes),
    moveCount: bytes[GAME_AT.moveCount]!,
  }
}
