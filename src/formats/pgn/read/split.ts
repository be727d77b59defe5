/**
 * Finds where games begin and end by scanning the bytes in windows without decoding, so a file of any size needs the
 * same memory.
 *
 * A game begins with a tag section: after movetext, on the same line or not, or after a section that has no moves
 * (game-starts.ts). A game without tags begins with a line `1.` after a result. A tag inside a comment counts if the
 * comment looks unterminated: `[Event "`, or any tag after a blank line.
 */
import type { Source } from '../../../bytes/source.ts'
import type { ChessKernel, KnownLines } from '../../chess-kernel.ts'
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  DOT,
  hasText,
  isByteOrderMark,
  isLineEnd,
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
} from '../text/characters.ts'
import { endsSection, followsMoves, LOOK_AHEAD, noteTag } from './game-starts.ts'
import { endsInResult } from '../text/last-result.ts'
import { findTagEnd, isTag } from '../tags/tags.ts'

/** Bytes read at a time. */
export const WINDOW = 1 << 20

/** The longest game; what goes beyond becomes another game. */
export const MAX_GAME = 1 << 26

const ONE = 0x31

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
for (const code of [NEWLINE, RETURN, OPEN_BRACE, SEMICOLON, OPEN_BRACKET]) STOPS[code] = 1
const STOPS_DOUBLE_BYTE = STOPS.slice().fill(1, 0x81)

/** 1 for the bytes at which the scan of a comment stops. */
const COMMENT_STOPS = new Uint8Array(256)
for (const code of [NEWLINE, RETURN, CLOSE_BRACE]) COMMENT_STOPS[code] = 1
const COMMENT_STOPS_DOUBLE_BYTE = COMMENT_STOPS.slice().fill(1, 0x81)

/** Returned by a scan that needs more of the file. */
const INCOMPLETE = -1

/** Stands for no offset. */
const NOWHERE = -1

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
  /** Which tags the game has before its moves: see {@link noteTag}. */
  private tags = 0
  /** Where a scan has found the tag that begins the next game. */
  private nextGame = NOWHERE

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
    this.tags = 0
    this.nextGame = NOWHERE
    let hasMoves = false
    let isAfterBlankLine = true
    let at = start
    while (at < limit) {
      if (kernel?.passLines(bytes, at, limit, { hasMoves, isAfterBlankLine, tags: this.tags })) {
        at = kernel.lineStart
        ;({ hasMoves, isAfterBlankLine, tags: this.tags } = kernel)
      }
      const line = at
      let code = bytes[at]!
      if (code <= SPACE || code === 0xef) {
        at = skipBlanks(bytes, at, limit)
        if (isByteOrderMark(bytes, at, limit)) at += 3
        code = at < limit ? bytes[at]! : NEWLINE
      }
      if (code === OPEN_BRACKET) {
        const first = at
        at = this.passTags(bytes, start, at, limit, { hasMoves, isAfterBlankLine }, isLast)
        if (at === INCOMPLETE) return INCOMPLETE
        if (this.nextGame !== NOWHERE) return this.nextGame === first ? line : this.nextGame
        if (at < limit && bytes[at] !== NEWLINE && bytes[at] !== RETURN) hasMoves = true
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
        at = this.skipLine(bytes, start, at, limit, isLast)
        if (at === INCOMPLETE) return INCOMPLETE
        if (this.nextGame !== NOWHERE) return this.nextGame
      }
    }
    return isLast ? limit : INCOMPLETE
  }

  /**
   * Passes over the tags that begin a line, and the spaces after them; or finds that one of them begins the next game.
   * Returns where to go on, `at` itself if it is not a tag, or INCOMPLETE.
   */
  private passTags(
    bytes: Uint8Array,
    start: number,
    at: number,
    limit: number,
    { hasMoves, isAfterBlankLine }: Pick<KnownLines, 'hasMoves' | 'isAfterBlankLine'>,
    isLast: boolean,
  ): number {
    const first = at
    while (at < limit && bytes[at] === OPEN_BRACKET) {
      if (!isLast && limit - at < LOOK_AHEAD) return INCOMPLETE
      const isAfterBlank = at === first && isAfterBlankLine
      const begins = hasMoves
        ? followsMoves(bytes, start, at, limit, at === first, isAfterBlank)
        : endsSection(bytes, at, limit, this.tags, isAfterBlank)
      if (begins) {
        this.nextGame = at
        return at
      }
      if (!hasMoves) this.tags = noteTag(bytes, at, limit, this.tags)
      // Nearly every tag has a line to itself.
      const close = bracketOrLineEnd(bytes, at, limit)
      if (bytes[close] === CLOSE_BRACKET && (close + 1 === limit || isLineEnd(bytes[close + 1]!))) return close + 1
      if (!isTag(bytes, at, limit)) return at
      at = skipBlanks(bytes, findTagEnd(bytes, at, limit, this.isDoubleByte), limit)
    }
    return at
  }

  /** The start of the next line outside a comment, or INCOMPLETE; it stops at a tag that begins the next game. */
  private skipLine(bytes: Uint8Array, start: number, at: number, limit: number, isLast: boolean): number {
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
      } else if (code === OPEN_BRACKET) {
        if (!isLast && limit - at < LOOK_AHEAD) return INCOMPLETE
        if (followsMoves(bytes, start, at, limit, false, false)) {
          this.nextGame = at
          return at
        }
        at++
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

/** The first closing bracket from an offset on, or the end of the line if that comes first. */
function bracketOrLineEnd(bytes: Uint8Array, at: number, limit: number): number {
  while (at < limit && bytes[at] !== CLOSE_BRACKET && !isLineEnd(bytes[at]!)) at++
  return at
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (!isSpace(bytes[at]!)) return false
  return true
}
