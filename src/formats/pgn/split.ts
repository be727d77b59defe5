/**
 * Finds where games begin and end by scanning the bytes in windows without decoding, so a file of any size needs the
 * same memory.
 *
 * A game begins with a tag at the start of a line after movetext: with
 * `[Event`, or after a blank line, or after a result. A game without tags
 * begins with a line `1.` after a result. A tag inside a comment counts if the comment looks unterminated: `[Event "`,
 * or any tag after a blank line.
 */
import type { Source } from '../../bytes/source.ts'
import type { ChessKernel } from '../chess-kernel.ts'
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  DOT,
  hasText,
  isByteOrderMark,
  isSpace,
  lineEnd,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  PERCENT,
  RETURN,
  SEMICOLON,
  skipBlanks,
  SPACE,
} from './characters.ts'
import { findTagEnd, isTag } from './tags.ts'

/** Bytes read at a time. */
export const WINDOW = 1 << 20

/** The longest game; what goes beyond becomes another game. */
export const MAX_GAME = 1 << 26

/** Bytes of a line needed to decide whether it is a tag. */
const LOOK_AHEAD = 1 << 10

const ONE = 0x31

const RESULTS = ['1-0', '0-1', '1/2-1/2', '1/2', '0-0', '*']

/** The part of a file with one game. */
export interface Region {
  /** Bytes that contain the game, and where it begins and ends in them; good until the next one. */
  bytes: Uint8Array
  start: number
  end: number
  /** Offset of the game in the file. */
  offset: number
  /** Whether it was cut because it is too long. */
  isCut: boolean
}

/** 1 for the bytes at which the scan stops. */
const STOPS = new Uint8Array(256)
for (const code of [NEWLINE, RETURN, OPEN_BRACE, SEMICOLON]) STOPS[code] = 1
const STOPS_DOUBLE_BYTE = STOPS.slice().fill(1, 0x81)

/** 1 for the bytes at which the scan of a comment stops. */
const COMMENT_STOPS = new Uint8Array(256)
for (const code of [NEWLINE, RETURN, CLOSE_BRACE]) COMMENT_STOPS[code] = 1
const COMMENT_STOPS_DOUBLE_BYTE = COMMENT_STOPS.slice().fill(1, 0x81)

/** Returned by a scan that needs more of the file. */
const INCOMPLETE = -1

/** Iterates over the games of a file from one of them on. */
export class Splitter {
  /** The current game; the object is reused for the next. */
  readonly region: Region
  private readonly source: Source
  private readonly isDoubleByte: boolean
  private readonly stops: Uint8Array
  private readonly kernel: ChessKernel | undefined
  /** Offset of the window in the file. */
  private base: number

  /** Memory for what is read: that of an earlier pass, then that of the last window. */
  window: Uint8Array | undefined

  /**
   * @param offset where a game begins
   * @param kernel passes over plain lines
   */
  constructor(source: Source, isDoubleByte: boolean, offset = 0, kernel?: ChessKernel) {
    this.source = source
    // What looks like the end of a line or comment may be half of a character.
    this.kernel = isDoubleByte ? undefined : kernel
    this.isDoubleByte = isDoubleByte
    this.stops = isDoubleByte ? STOPS_DOUBLE_BYTE : STOPS
    this.base = offset
    this.region = { bytes: new Uint8Array(0), start: 0, end: 0, offset, isCut: false }
  }

  /** Moves to the next game; false at the end of the file. */
  next(): boolean {
    const { region, source } = this
    let start = region.end
    let size = WINDOW
    while (this.base + start < source.size) {
      const limit = Math.min(region.bytes.length, start + MAX_GAME)
      const isCut = limit - start === MAX_GAME
      const isLast = isCut || this.base + limit >= source.size
      const end = start < limit ? this.scan(region.bytes, start, limit, isLast) : INCOMPLETE
      if (end !== INCOMPLETE) {
        region.start = start
        region.end = end
        region.offset = this.base + start
        region.isCut = isCut && end === limit
        return !isBlank(region.bytes, start, end)
      }
      if (limit - start >= size) size *= 2
      this.base += start
      region.bytes = source.read(this.base, this.base + size, this.window)
      this.window = region.bytes
      this.kernel?.hold(region.bytes)
      // The file shrank while it was read.
      if (region.bytes.length === 0) return false
      start = 0
    }
    return false
  }

  /** The end of the game that begins at `start`, or INCOMPLETE if it may be beyond `limit`. */
  private scan(bytes: Uint8Array, start: number, limit: number, isLast: boolean): number {
    const { kernel, stops } = this
    let hasMoves = false
    let isAfterBlankLine = true
    let at = start
    while (at < limit) {
      if (kernel?.passLines(bytes, at, limit, hasMoves, isAfterBlankLine)) {
        at = kernel.lineStart
        ;({ hasMoves, isAfterBlankLine } = kernel)
      }
      const line = at
      let code = bytes[at]!
      if (code <= SPACE || code === 0xef) {
        at = skipBlanks(bytes, at, limit)
        if (isByteOrderMark(bytes, at, limit)) at += 3
        code = at < limit ? bytes[at]! : NEWLINE
      }
      if (code === OPEN_BRACKET) {
        if (!isLast && limit - at < LOOK_AHEAD) return INCOMPLETE
        if (hasMoves && this.beginsGame(bytes, start, at, limit, isAfterBlankLine)) return line
        const stop = lineEnd(bytes, at, limit)
        // Nearly every tag has a line to itself.
        if (bytes[stop - 1] !== CLOSE_BRACKET) {
          at = this.skipTags(bytes, at, limit)
          if (at < stop) hasMoves = true
        } else {
          at = stop
        }
      } else if (code === PERCENT) {
        at = lineEnd(bytes, at, limit)
      } else if (code !== NEWLINE && code !== RETURN) {
        if (hasMoves && code === ONE && isFirstNumber(bytes, at, limit) && endsInResult(bytes, start, line)) return line
        hasMoves = true
      }
      isAfterBlankLine = code === NEWLINE || code === RETURN
      while (at < limit && stops[bytes[at]!] === 0) at++
      if (bytes[at] === NEWLINE) {
        at++
      } else {
        at = this.skipLine(bytes, at, limit, isLast)
        if (at === INCOMPLETE) return INCOMPLETE
      }
    }
    return isLast ? limit : INCOMPLETE
  }

  /** Whether `[` at the start of a line after moves begins the next game. */
  private beginsGame(bytes: Uint8Array, start: number, at: number, limit: number, isAfterBlankLine: boolean): boolean {
    if (!isTag(bytes, at, limit)) return false
    return isAfterBlankLine || hasText(bytes, at, limit, '[Event ') || endsInResult(bytes, start, at)
  }

  /**
   * The offset after the tags that begin at `at` on one line, and the spaces after them; `at` itself if it is not a
   * tag.
   */
  private skipTags(bytes: Uint8Array, at: number, limit: number): number {
    while (at < limit && bytes[at] === OPEN_BRACKET && isTag(bytes, at, limit)) {
      at = skipBlanks(bytes, findTagEnd(bytes, at, limit, this.isDoubleByte), limit)
    }
    return at
  }

  /** The start of the next line outside a comment, or INCOMPLETE. */
  private skipLine(bytes: Uint8Array, at: number, limit: number, isLast: boolean): number {
    const { stops } = this
    for (;;) {
      while (at < limit && stops[bytes[at]!] === 0) at++
      if (at >= limit) return limit
      const code = bytes[at]!
      if (code === OPEN_BRACE) {
        at = this.skipComment(bytes, at, limit, isLast)
        if (at === INCOMPLETE || bytes[at - 1] !== CLOSE_BRACE) return at
      } else if (code === SEMICOLON) {
        at = lineEnd(bytes, at, limit)
      } else if (code > 0x80) {
        at += 2
      } else {
        return code === RETURN && bytes[at + 1] === NEWLINE ? at + 2 : at + 1
      }
    }
  }

  /** The offset after the comment at `at`, or the start of the line with a tag that shows it to be unterminated. */
  private skipComment(bytes: Uint8Array, at: number, limit: number, isLast: boolean): number {
    const stops = this.isDoubleByte ? COMMENT_STOPS_DOUBLE_BYTE : COMMENT_STOPS
    let isAfterBlankLine = false
    for (at++; at < limit; at++) {
      const code = bytes[at]!
      if (stops[code] === 0) continue
      if (code === CLOSE_BRACE) return at + 1
      if (code > 0x80) {
        at++
        continue
      }
      if (code === RETURN && bytes[at + 1] === NEWLINE) at++
      const next = skipBlanks(bytes, at + 1, limit)
      if (bytes[next] === OPEN_BRACKET) {
        if (!isLast && limit - next < LOOK_AHEAD) return INCOMPLETE
        if (hasText(bytes, next, limit, '[Event "') || (isAfterBlankLine && isTag(bytes, next, limit))) return at + 1
      }
      isAfterBlankLine = bytes[next] === NEWLINE || bytes[next] === RETURN
    }
    return limit
  }
}

/** Whether `1` at an offset is the number of a first move. */
function isFirstNumber(bytes: Uint8Array, at: number, limit: number): boolean {
  return bytes[skipBlanks(bytes, at + 1, limit)] === DOT
}

/** Whether the last word before an offset is a result, and not in a comment to the end of its line. */
function endsInResult(bytes: Uint8Array, start: number, at: number): boolean {
  while (at > start && isSpace(bytes[at - 1]!)) at--
  const result = RESULTS.find((text) => at - text.length >= start && hasText(bytes, at - text.length, at, text))
  if (result === undefined) return false
  const from = at - result.length
  const before = bytes[from - 1]!
  if (from > start && !isSpace(before) && before !== CLOSE_BRACE && before !== DOT) return false
  let line = from
  while (line > start && bytes[line - 1] !== NEWLINE && bytes[line - 1] !== RETURN) line--
  return bytes[line] !== PERCENT && !bytes.subarray(line, from).includes(SEMICOLON)
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(bytes[at]!)) return false
  return true
}
