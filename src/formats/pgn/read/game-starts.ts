/**
 * Whether a tag begins a game. Its bytes are looked at, and a few lines before and after it, so that all who ask
 * decide alike; kernel/lines.ts passes over the lines in which nothing is to be decided.
 */
import { hasText, isSpace, NEWLINE, OPEN_BRACKET, QUOTE, RETURN, skipBlanks, skipSpace } from '../text/characters.ts'
import { endsInResult } from '../text/last-result.ts'
import { findTagEnd, isTag } from '../tags/tags.ts'

/** Bytes that are looked at from a tag on, and before it. */
export const LOOK_AHEAD = 1 << 10

/** Set if a game has any tag; above it are bits for those that every section has. */
const HAS_TAGS = 1

/** The tags of the roster and two that other games have there, in the order of their bits. */
const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result', 'Red', 'FEN']

const EVENT = 1 << 1

/** Moves before a tag: a number with a full stop, or a square. */
const MOVES = /(?:^|[^\d])\d{1,3}\s*\.|[a-h][1-8]/

/** Tags, as far as they lie between the moves that are looked for. */
const TAGS = /\[\s*[\w-]+\s*["\x80-\xff][^\]]*\]?/g

/** Adds a tag to those that a game has. */
export function noteTag(bytes: Uint8Array, at: number, limit: number, tags: number): number {
  return tags | HAS_TAGS | rosterBit(bytes, at, limit)
}

/** The bit of the tag at an offset; 0 if it is not one of the roster. */
function rosterBit(bytes: Uint8Array, at: number, limit: number): number {
  const name = skipBlanks(bytes, at + 1, limit)
  const index = ROSTER.findIndex((text) => hasText(bytes, name, limit, text) && !isNameByte(bytes[name + text.length]))
  return index < 0 ? 0 : 1 << (index + 1)
}

function isNameByte(code = 0): boolean {
  return code > 0x22 && code !== 0x5d && code < 0x80
}

/**
 * Whether a tag section without moves ends before the tag at an offset: where `Event` repeats, or two tags of the roster
 * one after the other, or after an empty line any of them. Files with an empty line after every tag exist, so a tag that
 * the section lacks goes on with it.
 */
export function endsSection(
  bytes: Uint8Array,
  at: number,
  limit: number,
  tags: number,
  isAfterBlankLine: boolean,
): boolean {
  if ((tags & HAS_TAGS) === 0) return false
  const bit = rosterBit(bytes, at, limit)
  if (!isAfterBlankLine && (bit & tags) === 0) return false
  if (!isQuotedTag(bytes, at, limit)) return false
  if (bit === EVENT) return true
  const stop = Math.min(limit, at + LOOK_AHEAD)
  if (!isAfterBlankLine) {
    const next = skipSpace(bytes, findTagEnd(bytes, at, stop, false), stop)
    return bytes[next] === OPEN_BRACKET && (rosterBit(bytes, next, stop) & tags) !== 0
  }
  let next = at
  while (next < stop && bytes[next] === OPEN_BRACKET) {
    if ((rosterBit(bytes, next, stop) & tags) !== 0) return true
    const end = findTagEnd(bytes, next, stop, false)
    next = skipBlanks(bytes, afterLineEnd(bytes, skipBlanks(bytes, end, stop), stop), stop)
  }
  return false
}

/** The offset after the line end at an offset, if there is one. */
function afterLineEnd(bytes: Uint8Array, at: number, limit: number): number {
  if (bytes[at] === RETURN && bytes[at + 1] === NEWLINE) return Math.min(limit, at + 2)
  return at < limit && (bytes[at] === NEWLINE || bytes[at] === RETURN) ? at + 1 : at
}

/**
 * Whether `[` after moves begins the next game: `[Event`, any tag after a result, at the start of a line also any after an
 * empty line, and one of the roster after moves. Another tag is one of this game that comes late.
 */
export function followsMoves(
  bytes: Uint8Array,
  start: number,
  at: number,
  limit: number,
  isLineStart: boolean,
  isAfterBlankLine: boolean,
): boolean {
  if (isLineStart) {
    if (!isTag(bytes, at, limit)) return false
    if (isAfterBlankLine || hasText(bytes, at, limit, '[Event ') || endsInResult(bytes, start, at)) return true
  }
  if (!isQuotedTag(bytes, at, limit)) return false
  const bit = rosterBit(bytes, at, limit)
  return bit === EVENT || endsInResult(bytes, start, at) || (bit !== 0 && followsMove(bytes, start, at))
}

/** Whether the text before an offset has moves, and is not a damaged line of a tag section. */
function followsMove(bytes: Uint8Array, start: number, at: number): boolean {
  const before = bytes.subarray(Math.max(start, at - LOOK_AHEAD), at)
  return MOVES.test(String.fromCharCode(...before).replaceAll(TAGS, ''))
}

/** Whether a tag with a quoted value begins at an offset. In pasted text the quotes may be curly. */
function isQuotedTag(bytes: Uint8Array, at: number, limit: number): boolean {
  limit = Math.min(limit, at + LOOK_AHEAD)
  const name = skipBlanks(bytes, at + 1, limit)
  let end = name
  while (end < limit && isLetter(bytes[end]!)) end++
  if (end === name) return false
  while (end < limit && (isLetter(bytes[end]!) || isNamePart(bytes[end]!))) end++
  while (end < limit && isSpace(bytes[end]!)) end++
  return bytes[end] === QUOTE || isCurlyQuote(bytes, end)
}

function isLetter(code: number): boolean {
  const letter = code | 0x20
  return letter >= 0x61 && letter <= 0x7a
}

/** Digits, `_`, `-` and `.`. */
function isNamePart(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d || code === 0x2e
}

/** Whether a curly quote stands at an offset, in UTF-8 or Windows-1252. */
function isCurlyQuote(bytes: Uint8Array, at: number): boolean {
  const code = bytes[at]!
  if (code === 0xe2) return bytes[at + 1] === 0x80 && bytes[at + 2]! >= 0x98 && bytes[at + 2]! <= 0x9f
  return (
    (code === 0xc2 && (bytes[at + 1] === 0xab || bytes[at + 1] === 0xbb)) ||
    code === 0x84 ||
    (code >= 0x91 && code <= 0x94)
  )
}
