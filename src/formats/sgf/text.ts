/**
 * Text values. A backslash makes the next character literal; before a line break it removes the break.
 * docs/formats/sgf.md, Text.
 */

/** The line breaks in a game's values; `\n` in the record. */
export type LineBreak = '\n' | '\r\n' | '\r' | '\n\r'

/** Reads a value of the type Text: escapes undone, soft line breaks removed, hard ones `\n`. */
export function unescapeText(raw: string): string {
  if (isPlainText(raw)) return raw
  let text = ''
  let start = 0
  let at = 0
  while (at < raw.length) {
    const character = raw[at]
    if (character !== '\\' && character !== '\r' && character !== '\n') {
      at++
      continue
    }
    text += raw.slice(start, at)
    const isEscape = character === '\\'
    const breakLength = lineBreakLength(raw, isEscape ? at + 1 : at)
    if (isEscape && breakLength === 0) {
      text += raw.slice(at + 1, at + 2)
      at += 2
    } else {
      if (!isEscape) text += '\n'
      at += breakLength + (isEscape ? 1 : 0)
    }
    start = at
  }
  return text + raw.slice(start)
}

/** Length of the line break at an index: CR LF and LF CR are one, and so is each of them alone. */
function lineBreakLength(text: string, at: number): number {
  const character = text[at]
  if (character !== '\n' && character !== '\r') return 0
  const next = text[at + 1]
  return (next === '\n' || next === '\r') && next !== character ? 2 : 1
}

/** Whether a value of type Text is identical to its text, without escapes. */
export function isPlainText(raw: string): boolean {
  return !raw.includes('\\') && !raw.includes('\r')
}

/** Whether text can be written between brackets as it is: none in it closes them, and it does not end with a backslash. */
export function isClosedValue(raw: string): boolean {
  for (let at = 0; at < raw.length; at++) {
    if (raw[at] === ']') return false
    if (raw[at] === '\\' && ++at === raw.length) return false
  }
  return true
}

/** Reads a value of type SimpleText: like Text, but every line break is a space. */
export function unescapeSimpleText(raw: string): string {
  const text = unescapeText(raw)
  return text.includes('\n') ? text.replaceAll('\n', ' ') : text
}

/** Whether text from an index on contains no special characters. */
export function isOrdinary(text: string, from = 0): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x5c || code === 0x5d || code === 0x3a || code === 0x0a || code === 0x0d) return false
  }
  return true
}

/** Writes a value of the type Text. */
export function escapeText(text: string, lineBreak: LineBreak = '\n'): string {
  if (isOrdinary(text)) return text
  const escaped = /[\\\]]/.test(text) ? text.replaceAll(/[\\\]]/g, '\\$&') : text
  const normal = escaped.includes('\r') ? escaped.replaceAll(/\r\n?|\n\r/g, '\n') : escaped
  return lineBreak === '\n' || !normal.includes('\n') ? normal : normal.replaceAll('\n', lineBreak)
}

/** Writes a value of type SimpleText; line breaks become spaces. */
export function escapeSimpleText(text: string): string {
  if (isOrdinary(text)) return text
  return escapeText(/[\r\n]/.test(text) ? text.replaceAll(/\r\n|\n\r|\r|\n/g, ' ') : text)
}

/** Writes SimpleText within a composed value, whose halves are separated by a colon. */
export function escapeComposed(text: string): string {
  if (isOrdinary(text)) return text
  return escapeSimpleText(text).replaceAll(':', '\\:')
}

/** Splits a composed value at its first unescaped colon; undefined if there is none. */
export function splitComposed(raw: string): [first: string, second: string] | undefined {
  for (let at = 0; at < raw.length; at++) {
    if (raw[at] === '\\') at++
    else if (raw[at] === ':') return [raw.slice(0, at), raw.slice(at + 1)]
  }
  return undefined
}

/** The line breaks of a game: like the last one in its text, which the writer puts outside any value. */
export function findLineBreak(text: string): LineBreak {
  if (!text.includes('\r')) return '\n'
  const last = Math.max(text.lastIndexOf('\r'), text.lastIndexOf('\n'))
  const isPair = last > 0 && lineBreakLength(text, last - 1) === 2
  return text.slice(isPair ? last - 1 : last, last + 1) as LineBreak
}
