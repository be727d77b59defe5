/** Tells PGN by its first bytes. */
import {
  CLOSE_BRACE,
  isByteOrderMark,
  isDigit,
  lineEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  skipBlanks,
} from './characters.ts'
import { isTag } from './tags.ts'

const DOT = 0x2e

/** How sure the first bytes of a file are PGN, 0 to 1. UTF-16 is told by its byte order mark and the tag behind it. */
export function looksLikePgn(head: Uint8Array): number {
  const bytes = isUtf16(head) ? head.filter((_, index) => index >= 2 && (head[index] !== 0 || index % 2 > 1)) : head
  const tag = findTag(bytes)
  if (tag >= 0) {
    const quoted = bytes.subarray(tag, lineEnd(bytes, tag, bytes.length)).includes(QUOTE)
    return quoted ? 0.9 : 0.4
  }
  if (bytes.includes(0)) return 0
  return hasMoveNumber(bytes, bytes.length) || isBareResult(bytes) ? 0.3 : 0
}

/** The offset of the first tag at the start of a line, -1 without one. */
function findTag(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length;) {
    let start = skipBlanks(bytes, at, bytes.length)
    if (isByteOrderMark(bytes, start, bytes.length)) start += 3
    if (bytes[start] === OPEN_BRACKET && isTag(bytes, start, bytes.length)) return start
    at = lineEnd(bytes, start, bytes.length) + 1
  }
  return -1
}

/** Whether bytes up to an offset hold a number with a stop, as before a move. */
function hasMoveNumber(bytes: Uint8Array, end: number): boolean {
  for (let at = 0; at + 1 < end; at++) {
    if (isDigit(bytes[at]!) && bytes[skipBlanks(bytes, at + 1, end)] === DOT) return true
  }
  return false
}

function isBareResult(bytes: Uint8Array): boolean {
  const text = String.fromCharCode(...bytes.subarray(0, 64)).trim()
  return bytes.length <= 64 && /^(1-0|0-1|1\/2-1\/2|\*|\{[^}]*\})/.test(text)
}

/** Length of the text before the first tag of a file that holds no game: the heading of a mail, a title. */
export function findPreamble(head: Uint8Array): number {
  const tag = findTag(head)
  if (tag <= 0 || hasMoveNumber(head, tag)) return 0
  const before = head.subarray(0, tag)
  if (before.includes(OPEN_BRACE) || before.includes(CLOSE_BRACE)) return 0
  return tag
}

function isUtf16(head: Uint8Array): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)
}
