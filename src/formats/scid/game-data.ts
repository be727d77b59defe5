/** The parts of a game in the file of games, before its moves: tags, flags and start. docs/formats/scid.md, Games. */
import type { Message } from '../../issues/catalogue.ts'
import { makeMessage } from '../../issues/issue.ts'
import { FLAG } from './flags.ts'

/** Tags with a code of their own, from {@link FIRST_COMMON} on. */
export const COMMON_TAGS = [
  'WhiteCountry',
  'BlackCountry',
  'Annotator',
  'PlyCount',
  'EventDate',
  'Opening',
  'Variation',
  'Setup',
  'Source',
  'SetUp',
] as const

/** Longest name of a tag that is written out, in bytes; codes follow. */
export const MAX_TAG_NAME = 240
export const FIRST_COMMON = 241

/** The event date of Scid 2: three bytes without a length. */
const OLD_EVENT_DATE = 255
const OLD_EVENT_DATE_SIZE = 3

/** A tag as it is stored; an unknown code has no name. */
export interface StoredTag {
  name: string | Uint8Array | undefined
  value: Uint8Array
}

/** What stands before the moves of a game. */
export interface GameData {
  tags: StoredTag[]
  /** Flags as in the index, the lowest three. */
  flags: number
  /** The start position where the game has its own, in bytes. */
  fen: Uint8Array | undefined
  /** Offset of the moves; where the reading stopped when there is a fault. */
  movesAt: number
  fault?: Message
}

/**
 * Reads tags, flags and start of a game.
 * @param nameSize gathers only tags whose name is written out and has so many bytes
 */
export function readGameData(bytes: Uint8Array, nameSize?: number): GameData {
  const data: GameData = { tags: [], flags: 0, fen: undefined, movesAt: 0 }
  const at = readTags(bytes, data.tags, nameSize)
  data.movesAt = at
  if (at >= bytes.length) {
    data.fault = makeMessage('scid-record/cut', {})
    return data
  }
  data.flags = bytes[at]!
  data.movesAt = at + 1
  if ((data.flags & FLAG.ownStart) === 0) return data
  const end = bytes.indexOf(0, at + 1)
  data.fen = bytes.slice(at + 1, end < 0 ? bytes.length : end)
  data.movesAt = end < 0 ? bytes.length : end + 1
  if (end < 0) data.fault = makeMessage('scid-record/cut', {})
  return data
}

function readTags(bytes: Uint8Array, tags: StoredTag[], nameSize: number | undefined): number {
  let at = 0
  while (at < bytes.length) {
    const code = bytes[at++]!
    if (code === 0) return at
    if (code === OLD_EVENT_DATE) {
      at += OLD_EVENT_DATE_SIZE
      continue
    }
    const nameAt = at
    if (code <= MAX_TAG_NAME) at += code
    const length = bytes[at++] ?? 0
    if (at + length > bytes.length) return bytes.length
    if (nameSize === undefined || nameSize === code) {
      const name = code <= MAX_TAG_NAME ? bytes.subarray(nameAt, nameAt + code) : COMMON_TAGS[code - FIRST_COMMON]
      tags.push({ name, value: bytes.subarray(at, at + length) })
    }
    at += length
  }
  return at
}
