/** Recognises PGN from its first bytes. */
import { findUnicodeMark } from '../../../bytes/unicode-mark.ts'
import { extension } from '../../../bytes/source.ts'
import { decodeText } from '../../../bytes/text.ts'
import {
  CLOSE_BRACE,
  isByteOrderMark,
  lineEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipBlanks,
} from '../text/characters.ts'
import { isTag } from '../tags/tags.ts'

/**
 * A number with a full stop followed by a move, in SAN, coordinates, WXF or non-ASCII letters: all of it, since prose has
 * numbered words such as `12. Be careful`.
 */
const NUMBERED_MOVE =
  /\d\s*\.[\s.]*(?:[NBRQK][a-h]?[1-8]?x?[a-h][1-8]|[a-h]x[a-h]?[1-8]?|[Oo0]-[Oo0]|[A-HPR][1-9+-]|[a-i][0-9]|--|[^\0-\x7f])/

/** How likely the first bytes and the name of a file are PGN, from 0 to 1. */
export function looksLikePgn(head: Uint8Array, name: string): number {
  const encoding = findUnicodeMark(head)?.encoding ?? 'utf-8'
  const bytes = encoding.startsWith('utf-16') ? new TextEncoder().encode(decodeText(head, encoding)) : head
  const isNamed = extension(name) === '.pgn'
  const tag = findTag(bytes)
  const tagEnd = tag < 0 ? 0 : lineEnd(bytes, tag, bytes.length)
  if (tag >= 0 && bytes.subarray(tag, tagEnd).includes(QUOTE) && isText(bytes.subarray(0, tagEnd))) return 0.9
  if (bytes.includes(0)) return isNamed && tag >= 0 ? 0.3 : 0
  if (hasNumberedMove(bytes, bytes.length)) return isNamed ? 0.6 : 0.3
  return isNamed && (tag >= 0 || /^\s*(?:1-0|0-1|1\/2|\*|\{)/.test(decodeText(bytes, 'windows-1252'))) ? 0.4 : 0
}

/**
 * Whether bytes are text, in whatever encoding. Of those of an encrypted file one in nine is a control character, and
 * one file in twenty has a line in its first 64 kB that begins like a tag.
 */
function isText(bytes: Uint8Array): boolean {
  let controls = 0
  for (const byte of bytes) if (byte < 32 ? byte < 9 || byte > 13 : byte === 127) controls++
  return controls * 32 <= bytes.length
}

function hasNumberedMove(bytes: Uint8Array, end: number): boolean {
  return NUMBERED_MOVE.test(decodeText(bytes.subarray(0, end), 'windows-1252'))
}

/** The offset of the first tag at the start of a line, -1 if there is none. */
function findTag(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length;) {
    let start = skipBlanks(bytes, at, bytes.length)
    if (isByteOrderMark(bytes, start, bytes.length)) start += 3
    if (bytes[start] === OPEN_BRACKET && isTag(bytes, start, bytes.length)) return start
    at = lineEnd(bytes, start, bytes.length) + 1
  }
  return -1
}

/** Length of the text before the first tag of a file that is not part of a game: mail headers, a title. */
export function findPreamble(head: Uint8Array): number {
  const tag = findTag(head)
  if (tag <= 0 || hasNumberedMove(head, tag)) return 0
  const before = head.subarray(0, tag)
  if (before.includes(OPEN_BRACE) || before.includes(CLOSE_BRACE)) return 0
  return tag
}
