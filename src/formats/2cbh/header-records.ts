/**
 * The records of a `.2cbh` file: 192 bytes for its own head, then 192 for each game or guiding text. All numbers are
 * little-endian. docs/formats/2cbh.md, Headers.
 */
import type { Source } from '../../bytes/source.ts'
import { FormatError } from '../../issues/errors.ts'
import { HEAD_AT, isHeaderFile, RECORD_SIZE } from './detect.ts'

/** What stands at the mark of the head in every file known, and the version of the format. */
export const HEAD_MARK = 38
export const FORMAT_VERSION = 5

/** Bits of the type byte at the start of every record. */
export const TYPE = { present: 0x01, text: 0x02, deleted: 0x80 } as const

/** The byte behind the type: what holds moves is a game or an analysis. */
export const CONTENT = { game: 1, analysis: 2 } as const

/** Offsets that all records share. */
export const RECORD_AT = { type: 0, content: 2, typeAgain: 3, moves: 8 } as const

/** Offsets in the record of a game. */
export const GAME_AT = {
  ...RECORD_AT,
  annotations: 0x10,
  white: 0x18,
  black: 0x20,
  tournament: 0x28,
  annotator: 0x30,
  source: 0x38,
  whiteTeam: 0x40,
  blackTeam: 0x48,
  tag: 0x50,
  result: 0x58,
  verdict: 0x59,
  round: 0x5a,
  subround: 0x5c,
  board: 0x5e,
  whiteElo: 0x60,
  whiteRating: 0x62,
  blackElo: 0x70,
  blackRating: 0x72,
  eco: 0x80,
  medals: 0x82,
  flags: 0x84,
  magnitudes: 0x88,
  moveCount: 0x8a,
  greaterMaterial: 0x8c,
  lesserMaterial: 0x90,
  created: 0x98,
  changed: 0xa0,
  endgames: 0xa8,
  scores: 0xb0,
  version: 0xb8,
  date: 0xbc,
} as const

export const RATING_SIZE = 14
export const ENDGAMES_SIZE = 6

/** Offsets in the record of a guiding text. */
export const TEXT_AT = {
  ...RECORD_AT,
  tournament: 0x10,
  source: 0x18,
  annotator: 0x20,
  title: 0x28,
  created: 0x30,
  media: 0x38,
  version: 0x40,
} as const

/** Offsets in the record of an analysis. */
export const ANALYSIS_AT = {
  ...RECORD_AT,
  annotations: 0x10,
  title: 0x18,
  source: 0x20,
  annotator: 0x28,
  unknown: 0x30,
  end: 0x58,
} as const

/** Identifier of no entity. */
export const NO_ENTITY = -1

/** What the records of games, texts and analyses have in common. */
interface StoredCommon {
  isDeleted: boolean
  /** Offset in `.2cbg`. */
  moves: number
  annotator: number
  source: number
}

/** The record of a game as numbers: entity identifiers, packed date, codes. */
export interface StoredGame extends StoredCommon {
  kind: 'game'
  /** Offset in `.2cba`. */
  annotations: number
  white: number
  black: number
  tournament: number
  whiteTeam: number
  blackTeam: number
  tag: number
  result: number
  verdict: number
  round: number
  subround: number
  board: number
  whiteElo: number
  blackElo: number
  whiteRating: Uint8Array
  blackRating: Uint8Array
  eco: number
  medals: number
  flags: number
  magnitudes: number
  /** Move numbers that the main line spans. */
  moveCount: number
  /** Pieces of both sides at the end of the main line, the greater first. */
  material: readonly [greater: number, lesser: number]
  /** Moments, see docs/formats/2cbh.md, Numbers. */
  created: bigint
  changed: bigint
  endgames: Uint8Array
  scores: Uint8Array
  /** How often the game was saved. */
  version: number
  date: number
}

/** The record of a guiding text. */
export interface StoredText extends StoredCommon {
  kind: 'text'
  tournament: number
  title: number
  created: bigint
  media: bigint
  version: bigint
}

/** The record of an analysis: moves and annotations without players. */
export interface StoredAnalysis extends StoredCommon {
  kind: 'analysis'
  annotations: number
  title: number
  /** The numbers whose use is not known. */
  unknown: Uint8Array
}

export type StoredRecord = StoredGame | StoredText | StoredAnalysis

/** The head of a `.2cbh` file. */
export interface HeaderFileHead {
  version: number
  /** Identifier of the next record to be added: the number of records plus 1. */
  nextId: number
}

/** Reads the head of a `.2cbh` file. Throws FormatError when it is not one. */
export function readHeaderFileHead(source: Source): HeaderFileHead {
  const head = source.read(0, RECORD_SIZE)
  if (!isHeaderFile(head)) throw new FormatError('chessbase/not-headers', {}, { file: source.name, offset: 0 })
  return { version: head[HEAD_AT.version]!, nextId: viewOf(head).getInt32(HEAD_AT.nextId, true) }
}

/** Reads a record; undefined when its type byte marks none or it is cut short. */
export function readStoredRecord(bytes: Uint8Array): StoredRecord | undefined {
  const type = bytes[RECORD_AT.type]!
  if (bytes.length < RECORD_SIZE || (type & TYPE.present) === 0) return undefined
  const view = viewOf(bytes)
  const id = (at: number) => Number(view.getBigInt64(at, true))
  const common = { isDeleted: (type & TYPE.deleted) !== 0, moves: id(RECORD_AT.moves) }
  if ((type & TYPE.text) !== 0) {
    return {
      kind: 'text',
      ...common,
      tournament: id(TEXT_AT.tournament),
      source: id(TEXT_AT.source),
      annotator: id(TEXT_AT.annotator),
      title: id(TEXT_AT.title),
      created: view.getBigInt64(TEXT_AT.created, true),
      media: view.getBigInt64(TEXT_AT.media, true),
      version: view.getBigInt64(TEXT_AT.version, true),
    }
  }
  if (bytes[RECORD_AT.content] === CONTENT.analysis) {
    return {
      kind: 'analysis',
      ...common,
      annotations: id(ANALYSIS_AT.annotations),
      title: id(ANALYSIS_AT.title),
      source: id(ANALYSIS_AT.source),
      annotator: id(ANALYSIS_AT.annotator),
      unknown: bytes.slice(ANALYSIS_AT.unknown, ANALYSIS_AT.end),
    }
  }
  return { kind: 'game', ...common, ...readGame(bytes, view, id) }
}

function readGame(
  bytes: Uint8Array,
  view: DataView,
  id: (at: number) => number,
): Omit<StoredGame, 'kind' | 'isDeleted' | 'moves'> {
  return {
    annotations: id(GAME_AT.annotations),
    white: id(GAME_AT.white),
    black: id(GAME_AT.black),
    tournament: id(GAME_AT.tournament),
    annotator: id(GAME_AT.annotator),
    source: id(GAME_AT.source),
    whiteTeam: id(GAME_AT.whiteTeam),
    blackTeam: id(GAME_AT.blackTeam),
    tag: id(GAME_AT.tag),
    result: bytes[GAME_AT.result]!,
    verdict: bytes[GAME_AT.verdict]!,
    round: view.getInt16(GAME_AT.round, true),
    subround: view.getInt16(GAME_AT.subround, true),
    board: view.getInt16(GAME_AT.board, true),
    whiteElo: view.getInt16(GAME_AT.whiteElo, true),
    blackElo: view.getInt16(GAME_AT.blackElo, true),
    whiteRating: bytes.slice(GAME_AT.whiteRating, GAME_AT.whiteRating + RATING_SIZE),
    blackRating: bytes.slice(GAME_AT.blackRating, GAME_AT.blackRating + RATING_SIZE),
    eco: view.getUint16(GAME_AT.eco, true),
    medals: view.getUint16(GAME_AT.medals, true),
    flags: view.getUint32(GAME_AT.flags, true),
    magnitudes: view.getUint16(GAME_AT.magnitudes, true),
    moveCount: view.getInt16(GAME_AT.moveCount, true),
    material: [view.getUint32(GAME_AT.greaterMaterial, true), view.getUint32(GAME_AT.lesserMaterial, true)],
    created: view.getBigInt64(GAME_AT.created, true),
    changed: view.getBigInt64(GAME_AT.changed, true),
    endgames: bytes.slice(GAME_AT.endgames, GAME_AT.endgames + ENDGAMES_SIZE),
    scores: bytes.slice(GAME_AT.scores, GAME_AT.scores + ENDGAMES_SIZE),
    version: view.getInt32(GAME_AT.version, true),
    date: view.getInt32(GAME_AT.date, true),
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
