/**
 * Tag pairs: `[Name "value"]`. Read from bytes, leniently: quotes inside the
 * value need no backslash, and the closing quote or bracket may be missing.
 */
import {
  BACKSLASH,
  CLOSE_BRACKET,
  DOT,
  isByteOrderMark,
  isLineEnd,
  isSpace,
  lineEnd,
  NEWLINE,
  OPEN_BRACKET,
  QUOTE,
  RETURN,
  skipBlanks,
  skipSpace,
} from '../text/characters.ts'
import type { TextDecoding } from '../text/decoding.ts'

/** The longest name of a tag; anything longer is not a tag. */
const MAX_NAME = 255

/** Bytes within which the value of a tag may go on over the ends of lines, and how many of these. */
const MAX_BROKEN = 1000
const MAX_LINE_ENDS = 3

/** The longest value accepted without quotes. */
const MAX_UNQUOTED = 1 << 10

// oxlint-disable-next-line no-control-regex
const BEYOND_ASCII = /[^\0-\x7f]/

/** Quotes as word processors write them. */
const CURLY_QUOTES = /^[“”„‟«»‘’]|[“”„‟«»‘’]$/g

/** Where the parts of a tag pair are. Reused for every tag. */
interface TagPlace {
  nameStart: number
  nameEnd: number
  valueStart: number
  valueEnd: number
  /** Whether the value has escaping backslashes. */
  hasEscapes: boolean
  /** Whether brackets and quotes are where they belong, and the tag on one line. */
  isRegular: boolean
  /** Offset after the tag. */
  end: number
}

const place: TagPlace = {
  nameStart: 0,
  nameEnd: 0,
  valueStart: 0,
  valueEnd: 0,
  hasEscapes: false,
  isRegular: true,
  end: 0,
}

/**
 * The tags of one game in order. Values are decoded on demand. The object is reused for the next game, and its lists are
 * written over: V8 gives the memory of a list back that is emptied.
 */
export class TagSection {
  readonly names: string[] = []
  /** Offsets of tags whose brackets or quotes were not where they belong. */
  readonly irregular: number[] = []
  private readonly decoding: TextDecoding
  private readonly starts: number[] = []
  private readonly ends: number[] = []
  private readonly escapes: boolean[] = []
  private readonly regular: boolean[] = []
  /** How many tags were read; `names` may have more, of the game before, until the section is read. */
  private count = 0
  private bytes: Uint8Array = new Uint8Array(0)
  /** The tags before the movetext, and their text if it is ASCII: it is decoded once, and values are parts of it. */
  private sectionStart = 0
  private sectionEnd = 0
  private sectionText: string | undefined

  constructor(decoding: TextDecoding) {
    this.decoding = decoding
  }

  /** Clears the tags and starts on the game in other bytes. */
  reset(bytes: Uint8Array): void {
    this.bytes = bytes
    this.count = 0
    if (this.irregular.length > 0) this.irregular.length = 0
    this.sectionText = undefined
    this.sectionEnd = 0
  }

  /** The value of a tag by its index. */
  value(index: number): string {
    const text = this.slice(this.starts[index]!, this.ends[index]!)
    const value = this.regular[index]! ? text : tidied(text)
    return this.escapes[index]! ? value.replaceAll(/\\([\\"])/g, '$1') : value
  }

  private slice(start: number, end: number): string {
    if (end > this.sectionEnd) return this.decoding.text(this.bytes, start, end)
    if (this.sectionText === undefined) {
      const text = this.decoding.text(this.bytes, this.sectionStart, this.sectionEnd)
      this.sectionText = BEYOND_ASCII.test(text) ? '' : text
    }
    if (this.sectionText === '') return this.decoding.text(this.bytes, start, end)
    return this.sectionText.slice(start - this.sectionStart, end - this.sectionStart)
  }

  /** The value of the first tag of a name. */
  get(name: string): string | undefined {
    const index = this.names.indexOf(name)
    return index < 0 ? undefined : this.value(index)
  }

  has(name: string): boolean {
    return this.names.includes(name)
  }

  /** Reads the tags from `at` on and returns where the movetext begins. */
  readAll(at: number, end: number): number {
    const { bytes } = this
    this.sectionStart = at
    for (;;) {
      at = skipSpace(bytes, at, end)
      if (isByteOrderMark(bytes, at, end)) {
        at += 3
      } else if (at < end && isTag(bytes, at, end)) {
        at = this.read(at, end)
      } else {
        if (this.names.length > this.count) this.names.length = this.count
        this.sectionEnd = at
        return at
      }
    }
  }

  /** Reads the tag at `at` and returns the offset after it. */
  read(at: number, end: number): number {
    locate(this.bytes, at, end)
    const { count } = this
    this.names[count] = this.decoding.word(this.bytes, place.nameStart, place.nameEnd)
    this.starts[count] = place.valueStart
    this.ends[count] = place.valueEnd
    this.escapes[count] = place.hasEscapes
    this.regular[count] = place.isRegular
    this.count = count + 1
    if (!place.isRegular) this.irregular.push(at)
    return place.end
  }
}

/** The value of a tag that was not written as it should be: on one line and without curly quotes around it. */
function tidied(text: string): string {
  const line = /[\r\n]/.test(text) ? text.replaceAll(/[ \t]*[\r\n]+[ \t]*/g, ' ') : text
  return line.replaceAll(CURLY_QUOTES, '')
}

/** Whether `[` at an offset begins a tag pair: a name, then a quote, a blank or the closing bracket. */
export function isTag(bytes: Uint8Array, at: number, end: number): boolean {
  if (bytes[at] !== OPEN_BRACKET) return false
  const start = skipBlanks(bytes, at + 1, end)
  const nameEnd = findNameEnd(bytes, start, end)
  if (nameEnd === start || nameEnd - start > MAX_NAME) return false
  const next = skipBlanks(bytes, nameEnd, end)
  if (bytes[next] === QUOTE || bytes[next] === CLOSE_BRACKET) return true
  if (valueOnNextLine(bytes, next, end) >= 0) return true
  if (next === nameEnd) return false
  const stop = lineEnd(bytes, next, Math.min(end, next + MAX_UNQUOTED))
  return bytes.subarray(next, stop).includes(CLOSE_BRACKET)
}

function findNameEnd(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && isNameByte(bytes[at]!)) at++
  return at
}

/** Letters, digits and `_`; some programs use `-`, `.` or non-ASCII letters. */
function isNameByte(code: number): boolean {
  const letter = code | 0x20
  if (letter >= 0x61 && letter <= 0x7a) return true
  return (code >= 0x30 && code <= 0x39) || code === 0x5f || code === 0x2d || code === DOT || code >= 0x80
}

/**
 * The offset after the tag at `at`. In double-byte encodings the second byte of a
 * character may look like a bracket or backslash and is skipped.
 */
export function findTagEnd(bytes: Uint8Array, at: number, end: number, isDoubleByte: boolean): number {
  const start = at
  while (at < end && bytes[at] !== QUOTE && bytes[at] !== CLOSE_BRACKET && !isLineEnd(bytes[at]!)) at++
  const broken = at < end && isLineEnd(bytes[at]!) ? valueOnNextLine(bytes, at, end) : -1
  if (broken >= 0) at = broken
  if (bytes[at] === CLOSE_BRACKET) return at + 1
  if (bytes[at] !== QUOTE) return at
  for (at++; at < end && !isLineEnd(bytes[at]!); at++) {
    const code = bytes[at]!
    if (code === BACKSLASH || (isDoubleByte && code > 0x80)) at++
    else if (code === QUOTE && bytes[skipBlanks(bytes, at + 1, end)] === CLOSE_BRACKET) {
      return skipBlanks(bytes, at + 1, end) + 1
    }
  }
  const quote = closingQuote(bytes, start, at, end)
  return quote < 0 ? Math.min(at, end) : skipBlanks(bytes, quote + 1, end) + 1
}

/** The quote that begins a value on the line after its name; -1 if none does. `at` is where the line of the name ends. */
function valueOnNextLine(bytes: Uint8Array, at: number, end: number): number {
  if (at >= end || !isLineEnd(bytes[at]!)) return -1
  const next = skipBlanks(bytes, bytes[at] === RETURN && bytes[at + 1] === NEWLINE ? at + 2 : at + 1, end)
  if (bytes[next] !== QUOTE) return -1
  const stop = lineEnd(bytes, next, Math.min(end, at + MAX_BROKEN))
  let last = stop - 1
  while (last > next && isSpace(bytes[last]!)) last--
  return bytes[last] === CLOSE_BRACKET ? next : -1
}

/**
 * The closing quote of a value that goes on over the end of its line; -1 if there is none: the next lines are another
 * tag, or the first quote in them is not followed by the bracket.
 * @param start the opening bracket @param at where its line ends
 */
function closingQuote(bytes: Uint8Array, start: number, at: number, end: number): number {
  if (at > start && bytes[at - 1] === CLOSE_BRACKET) return -1
  const stop = Math.min(end, start + MAX_BROKEN)
  let lineEnds = 0
  while (at < stop) {
    const code = bytes[at]!
    if (code === QUOTE) {
      const close = skipBlanks(bytes, at + 1, stop)
      return close < stop && bytes[close] === CLOSE_BRACKET ? at : -1
    }
    if (isLineEnd(code)) {
      at += code === RETURN && bytes[at + 1] === NEWLINE ? 2 : 1
      const next = skipBlanks(bytes, at, stop)
      const isOver = bytes[next] === OPEN_BRACKET || (next < stop && isLineEnd(bytes[next]!))
      if (isOver || ++lineEnds > MAX_LINE_ENDS) return -1
    } else {
      at++
    }
  }
  return -1
}

/** The offset after a tag among the moves. */
export function skipTag(bytes: Uint8Array, at: number, end: number): number {
  locate(bytes, at, end)
  return place.end
}

function locate(bytes: Uint8Array, at: number, end: number): void {
  place.nameStart = skipBlanks(bytes, at + 1, end)
  place.nameEnd = findNameEnd(bytes, place.nameStart, end)
  place.hasEscapes = false
  place.isRegular = true
  let open = skipBlanks(bytes, place.nameEnd, end)
  if (bytes[open] !== QUOTE) {
    const broken = valueOnNextLine(bytes, open, end)
    if (broken >= 0) {
      place.isRegular = false
      open = broken
    }
  }
  if (bytes[open] !== QUOTE) {
    locateUnquoted(bytes, open, lineEnd(bytes, open, end))
    return
  }
  place.valueStart = open + 1
  let index = open + 1
  for (; index < end && !isLineEnd(bytes[index]!); index++) {
    const code = bytes[index]!
    if (code === BACKSLASH && (bytes[index + 1] === QUOTE || bytes[index + 1] === BACKSLASH) && index + 1 < end) {
      place.hasEscapes = true
      index++
    } else if (code === QUOTE) {
      const close = skipBlanks(bytes, index + 1, end)
      if (close < end && bytes[close] === CLOSE_BRACKET) {
        place.valueEnd = index
        place.end = close + 1
        return
      }
      place.isRegular = false
    }
  }
  const quote = closingQuote(bytes, at, Math.min(index, end), end)
  if (quote < 0) {
    locateUnquoted(bytes, open + 1, Math.min(index, end))
    return
  }
  place.valueEnd = quote
  place.end = skipBlanks(bytes, quote + 1, end) + 1
  place.isRegular = false
}

/** A value without its closing quote or without both: up to the last bracket of the line, or to its end. */
function locateUnquoted(bytes: Uint8Array, start: number, stop: number): void {
  const bracket = bytes.subarray(start, stop).lastIndexOf(CLOSE_BRACKET)
  let valueEnd = bracket < 0 ? stop : start + bracket
  place.end = bracket < 0 ? stop : start + bracket + 1
  while (valueEnd > start && isSpace(bytes[valueEnd - 1]!)) valueEnd--
  if (valueEnd > start && bytes[valueEnd - 1] === QUOTE) valueEnd--
  place.valueStart = start
  place.valueEnd = valueEnd
  place.isRegular = false
}
