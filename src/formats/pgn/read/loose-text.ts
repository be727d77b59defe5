/**
 * Text between moves that is none of movetext: white space of other kinds than ASCII's, HTML, words, times in brackets.
 * It is passed over, and what can be seen becomes a comment, so that reading goes on behind it.
 */
import { CLOSE_BRACKET, ENDS_WORD, isDigit, isLineEnd, OPEN_BRACKET, SEMICOLON, skipSpace } from '../text/characters.ts'
import type { Dialect } from '../dialects/dialect.ts'

const OPEN_ANGLE = 0x3c
const CLOSE_ANGLE = 0x3e
const AMPERSAND = 0x26

/** The longest HTML tag, or text in brackets, that is looked for. */
const MAX_LOOSE = 200

/**
 * What may be a move, if only it could be read: a short word with a figure, a square, even one that is not on the board, a
 * piece with a figure as in descriptive notation, `cd` and `Nxd` without ranks, castling; and what the writer makes of
 * text that is no word.
 */
const MOVE_LIKE =
  /^(?=\D*\d).{2,6}$|[a-hA-H]\d|[KQRBNPS]\d|^[KQRBN]x?[a-h]$|^[a-h]x[a-h]$|^(?:ab|b[ac]|c[bd]|d[ce]|e[df]|f[eg]|g[fh]|hg)$|^[oO0][-‐-―−][oO0]|^unread-/

/** A code of an opening. */
const OPENING_CODE = /^[A-E]\d\d$/

/** A capture of a pawn without its ranks, which among words is a word: `de`. */
const SHORT_CAPTURE = /^[a-h][a-h]$/

/** Words in other games, whose moves have figures or letters of other scripts. */
const PLAIN_WORD = /^[A-Za-z][A-Za-z'’-]{2,}[.:,]?$/

/** Whether a word that cannot be read as a move is no attempt at one. */
export function isLooseWord({ game }: Dialect, text: string): boolean {
  if (game === 'chess') return !MOVE_LIKE.test(text) || OPENING_CODE.test(text)
  return PLAIN_WORD.test(text) && !text.startsWith('unread-')
}

/** Whether a word that cannot be read as a move goes on with the loose text before it. */
export function continuesLooseText(dialect: Dialect, text: string): boolean {
  return isLooseWord(dialect, text) || SHORT_CAPTURE.test(text)
}

/**
 * The bytes of a character at an offset that is white space, invisible, or an ellipsis after a number; 0 for any other.
 * A single byte that is not UTF-8 may be the no-break space and the ellipsis of Windows.
 */
export function separatorSize(bytes: Uint8Array, at: number): number {
  const [first, second, third] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!]
  if (first === 0xa0 || first === 0x85) return 1
  if (first === 0xc2) return second === 0xa0 || second === 0xad || second === 0x85 ? 2 : 0
  if (first === 0xe3) return second === 0x80 && third === 0x80 ? 3 : 0
  if (first === 0xef) return (second === 0xbb && third === 0xbf) || (second === 0xbc && third === 0x8e) ? 3 : 0
  if (first !== 0xe2) return 0
  // Spaces, marks of direction, line ends and dots; U+2010 to U+2024 are dashes, quotes and bullets.
  if (second === 0x80) return third < 0x90 || (third >= 0xa5 && third <= 0xaf) ? 3 : 0
  return second === 0x81 && third >= 0x9f && third <= 0xaf ? 3 : 0
}

/** The first offset in a word at which a separator or HTML begins; its end if none does. */
export function firstBreak(bytes: Uint8Array, at: number, wordEnd: number, end: number): number {
  while (at < wordEnd) {
    const code = bytes[at]!
    if (code === OPEN_ANGLE || code === AMPERSAND) {
      if (markupEnd(bytes, at, end) > at) return at
    } else if (code >= 0x80) {
      if (separatorSize(bytes, at) > 0) return at
      // The other bytes of a character in UTF-8.
      if (code >= 0xc0) while (at + 1 < wordEnd && (bytes[at + 1]! & 0xc0) === 0x80) at++
    }
    at++
  }
  return wordEnd
}

/** The offset after an HTML tag or entity, `at` itself if there is none. */
export function markupEnd(bytes: Uint8Array, at: number, end: number): number {
  const isTag = bytes[at] === OPEN_ANGLE
  if (!isTag && bytes[at] !== AMPERSAND) return at
  let name = at + 1
  if (isTag ? bytes[name] === 0x2f : bytes[name] === 0x23) name++
  if (name >= end || !(isTag ? isLetter(bytes[name]!) : isWordByte(bytes[name]!))) return at
  const stop = Math.min(end, at + (isTag ? MAX_LOOSE : 10))
  for (let next = name; next < stop; next++) {
    const code = bytes[next]!
    if (code === (isTag ? CLOSE_ANGLE : SEMICOLON)) return next + 1
    if (isTag ? code === OPEN_ANGLE : !isWordByte(code)) return at
  }
  return at
}

function isLetter(code: number): boolean {
  return (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a
}

function isWordByte(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x39)
}

/** The offset after a number that is not that of a move, and the space after it; `at` itself if there is none. */
export function skipNumber(bytes: Uint8Array, at: number, end: number): number {
  let next = at
  while (next < end && isDigit(bytes[next]!)) next++
  return next > at && (next === end || ENDS_WORD[bytes[next]!] === 1) ? skipSpace(bytes, next, end) : at
}

/** The offset after text in brackets on one line, `at` itself if there is none. */
export function bracketsEnd(bytes: Uint8Array, at: number, end: number): number {
  const stop = Math.min(end, at + MAX_LOOSE)
  for (let next = at + 1; next < stop; next++) {
    const code = bytes[next]!
    if (code === CLOSE_BRACKET) return next === at + 1 ? at : next + 1
    if (code === OPEN_BRACKET || isLineEnd(code)) return at
  }
  return at
}
