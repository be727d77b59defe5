/**
 * How the text of a comment lies on the lines of a file.
 *
 * Programs wrap comments at about 80 columns, others keep the line breaks of
 * the author, and PGN does not tell the two apart. A line break is taken for a wrap when the line before it has 40
 * to 80 columns and the next word would not have fitted on it; it then stands for a space.
 * Every other line break is the author's. The writer wraps within that rule and doubles a
 * break that it would take away: docs/formats/pgn.md, Comments.
 */

import { CLOSE_BRACE, CLOSE_BRACKET, isSpace, OPEN_BRACE, OPEN_BRACKET, PERCENT, SPACE } from './characters.ts'

/** The writer's longest line, without its newline. */
export const LINE_WIDTH = 79

/** The minimum and maximum columns of a line that ends in a wrap. */
const MIN_WRAPPED = 40
const MAX_WRAPPED = 80

/** A word that would have ended within this many columns was not wrapped. */
const MIN_WIDTH = 72

const LINE_BREAK = /\r\n|\r|\n/
const BLANK = /[ \t\u3000]/

/** Normalised text of a comment: line breaks as `\n`, no white space at the ends. */
export function normalizeComment(text: string): string {
  return trimmed(text.includes('\r') ? text.replaceAll(/\r\n|\r/g, '\n') : text)
}

/** Text without the white space at its ends. */
function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

/**
 * Removes wraps from the text of a comment.
 * @param column how many columns of its line come before it
 */
export function unwrap(text: string, column: number): string {
  const lines = text.split(LINE_BREAK)
  let result = ''
  let width = column
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1]
    width += line.length
    if (next === undefined) result += line
    else if (!isWrap(width, next)) result += `${line}\n`
    else if (next === '') result += line
    else result += `${line.replace(/[ \t]+$/, '')} `
    width = 0
  }
  return trimmed(result)
}

/** Whether a break after a line with this many columns, before the line `next`, was made by wrapping. */
function isWrap(width: number, next: string): boolean {
  if (width < MIN_WRAPPED || width > MAX_WRAPPED) return false
  if (next === '') return true
  if (BLANK.test(next[0]!)) return false
  const word = next.search(BLANK)
  return width + 1 + (word < 0 ? next.length : word) > MIN_WIDTH
}

/**
 * Breaks text into lines so that {@link unwrap} restores it.
 * @param column how many columns of its line come before it
 * @param reserve columns to keep free after the last word
 * @param most columns of a line
 */
export function wrap(text: string, column: number, reserve: number, most = LINE_WIDTH): string {
  if (column + text.length + reserve <= most && !text.includes('\n')) return text
  let result = ''
  let width = column
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (index > 0) {
      result += isWrap(width, line) ? '\n\n' : '\n'
      width = 0
    }
    let at = 0
    do {
      const end = pieceEnd(line, at)
      const piece = line.slice(at, end)
      const isLast = index === lines.length - 1 && end === line.length
      const needed = width + 1 + piece.length + (isLast ? reserve : 0)
      if (at === 0) {
        result += piece
        width += piece.length
      } else if (needed > most && isWrap(width, piece) && canStartLine(piece)) {
        result += `\n${piece}`
        width = piece.length
      } else {
        result += ` ${piece}`
        width += 1 + piece.length
      }
      at = end + 1
    } while (at <= line.length)
  }
  return result
}

/** A bracket or `%` at the start of a line could be read as a tag or an escape. */
function canStartLine(word: string): boolean {
  return word[0] !== '[' && word[0] !== '%'
}

/** Columns of the unbreakable start of a text. */
export function leadingWidth(text: string): number {
  const lineBreak = text.indexOf('\n')
  return pieceEnd(lineBreak < 0 ? text : text.slice(0, lineBreak), 0)
}

/** Where the piece of a line that begins at an offset ends: at a single space, but not within a command. */
function pieceEnd(line: string, start: number): number {
  let isCommand = false
  for (let at = start; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === OPEN_BRACKET && line.charCodeAt(at + 1) === PERCENT) isCommand = true
    else if (code === CLOSE_BRACKET) isCommand = false
    else if (code !== SPACE || isCommand || at === start || at + 1 === line.length) continue
    else if (!isBlank(line.charCodeAt(at - 1)) && !isBlank(line.charCodeAt(at + 1))) return at
  }
  return line.length
}

function isBlank(code: number): boolean {
  return code === SPACE || code === 0x09 || code === 0x3000
}

/** Bytes within which the closing braces are looked for that a comment with opening ones lacks. */
const MAX_NESTED = 1 << 12

/**
 * Where a comment ends that has braces in it. The standard lets it end at the first closing one; but if as many more
 * follow as were opened, which would be left over between comments, it ends with the last of them.
 * @param at its opening brace @param close its first closing one
 */
export function nestedEnd(bytes: Uint8Array, at: number, close: number, end: number): number {
  let opened = 0
  for (let inner = at + 1; inner < close; inner++) if (bytes[inner] === OPEN_BRACE) opened++
  const stop = Math.min(end, close + MAX_NESTED)
  for (let next = close + 1; opened > 0 && next < stop; next++) {
    if (bytes[next] === OPEN_BRACE) opened++
    if (bytes[next] === CLOSE_BRACE && --opened === 0) return next
  }
  return close
}

/** Whether text can be written between braces: it has no braces, and no line that looks like a tag or an escape. */
export function fitsBraces(text: string): boolean {
  return !/[{}]/.test(text) && !/\n[ \t]*[[%]/.test(text)
}
