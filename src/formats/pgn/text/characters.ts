/** Classes of bytes in PGN text. Only ASCII matters; bytes from 128 up belong to words. */

export const NEWLINE = 0x0a
export const RETURN = 0x0d
export const SPACE = 0x20
export const QUOTE = 0x22
export const DOLLAR = 0x24
export const PERCENT = 0x25
export const OPEN_PAREN = 0x28
export const CLOSE_PAREN = 0x29
export const STAR = 0x2a
export const DOT = 0x2e
export const DIGIT_0 = 0x30
export const DIGIT_9 = 0x39
export const SEMICOLON = 0x3b
export const OPEN_BRACKET = 0x5b
export const BACKSLASH = 0x5c
export const CLOSE_BRACKET = 0x5d
export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d

/** Kinds of bytes in movetext. */
export const WORD = 0
export const BLANK = 1
export const DIGIT = 2
export const PUNCTUATION = 3

/**
 * The kind of every byte: white space, NUL and the comma are BLANK, bytes that are tokens by themselves are
 * PUNCTUATION.
 */
export const KINDS = new Uint8Array(256)
for (const code of [0, 9, 10, 11, 12, 13, 32, 0x2c]) KINDS[code] = BLANK
for (let code = DIGIT_0; code <= DIGIT_9; code++) KINDS[code] = DIGIT
for (const letter of '{}()[];$!?*.%<>') KINDS[letter.charCodeAt(0)] = PUNCTUATION

/** 1 for bytes that end a word: white space and punctuation, except for `.`, `%`, `<` and `>` inside it. */
export const ENDS_WORD = new Uint8Array(256)
for (let code = 0; code < 256; code++) {
  const isInner = code === DOT || code === PERCENT || code === 0x3c || code === 0x3e
  ENDS_WORD[code] = KINDS[code] === BLANK || (KINDS[code] === PUNCTUATION && !isInner) ? 1 : 0
}

/** Whether a byte is white space or NUL. */
export function isSpace(code: number): boolean {
  return code === SPACE || (code >= 9 && code <= 13) || code === 0
}

export function isDigit(code: number): boolean {
  return code >= DIGIT_0 && code <= DIGIT_9
}

/** Whether a byte ends a line. */
export function isLineEnd(code: number): boolean {
  return code === NEWLINE || code === RETURN
}

/** The first byte from `at` on that is not a space, tab or NUL. */
export function skipBlanks(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && (bytes[at] === SPACE || bytes[at] === 9 || bytes[at] === 0)) at++
  return at
}

/** The first byte from `at` on that is not white space. */
export function skipSpace(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && isSpace(bytes[at]!)) at++
  return at
}

/** The end of the line that `at` is in: the offset of its newline or of the end. */
export function lineEnd(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && bytes[at] !== NEWLINE && bytes[at] !== RETURN) at++
  return at
}

/** The number of line breaks in bytes: newlines, and carriage returns without one. */
export function countLines(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) {
    if (bytes[at] === NEWLINE || (bytes[at] === RETURN && bytes[at + 1] !== NEWLINE)) count++
  }
  return count
}

/** Whether bytes hold an ASCII text at an offset. */
export function hasText(bytes: Uint8Array, at: number, end: number, text: string): boolean {
  if (end - at < text.length) return false
  for (let index = 0; index < text.length; index++) if (bytes[at + index] !== text.charCodeAt(index)) return false
  return true
}

/** Whether a UTF-8 byte order mark begins at an offset. Concatenated files have them in the middle. */
export function isByteOrderMark(bytes: Uint8Array, at: number, end: number): boolean {
  return bytes[at] === 0xef && at + 2 < end && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf
}
