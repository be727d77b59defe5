/** Gathers the issues of one game with their places, at most a few. */
import type { Source } from '../../bytes/source.ts'
import type { Issue, Severity } from '../../model/issue.ts'
import { NEWLINE, RETURN } from './characters.ts'

/** More issues of a game than this are only counted. */
const MAX_ISSUES = 50

/** Bytes read at a time to count lines. */
const WINDOW = 1 << 20

/** Numbers of lines by offset. Lines are counted when they are asked for; going forward counts each once. */
export class LineCounter {
  private readonly source: Source
  private offset = 0
  private line = 1

  constructor(source: Source) {
    this.source = source
  }

  /** The number of the line that an offset is in, from 1. */
  lineAt(offset: number): number {
    if (offset < this.offset) {
      this.offset = 0
      this.line = 1
    }
    while (this.offset < offset) {
      const bytes = this.source.read(this.offset, Math.min(offset, this.offset + WINDOW))
      if (bytes.length === 0) break
      this.line += countLines(bytes, 0, bytes.length)
      this.offset += bytes.length
    }
    return this.line
  }
}

/** The line breaks in bytes: newlines, and carriage returns without one. */
function countLines(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at++) {
    if (bytes[at] === NEWLINE || (bytes[at] === RETURN && bytes[at + 1] !== NEWLINE)) count++
  }
  return count
}

/** The issues of one game. */
export class Problems {
  readonly issues: Issue[] = []
  private readonly file: string
  private readonly record: number
  /** Offset of the game in the file. */
  private readonly offset: number
  private readonly lines: LineCounter
  private readonly bytes: Uint8Array
  /** Where the game begins in the bytes. */
  private readonly start: number
  /** Whether offsets in the bytes are offsets in the file. */
  private readonly isOriginal: boolean
  private counted = 0
  private lineBreaks = 0
  private left = 0

  constructor(
    place: { file: string; record: number; offset: number; lines: LineCounter },
    bytes: Uint8Array,
    start: number,
    isOriginal: boolean,
  ) {
    this.file = place.file
    this.record = place.record
    this.offset = place.offset
    this.lines = place.lines
    this.bytes = bytes
    this.start = start
    this.isOriginal = isOriginal
    this.counted = start
  }

  /** Notes an issue `pgn/name` at an offset in the bytes of the game. */
  add(name: string, severity: Severity, message: string, at: number): void {
    if (this.issues.length === MAX_ISSUES) {
      this.left++
      return
    }
    if (at > this.counted) {
      this.lineBreaks += countLines(this.bytes, this.counted, at)
      this.counted = at
    }
    const line = this.lines.lineAt(this.offset) + this.lineBreaks
    const offset = this.offset + (this.isOriginal ? at - this.start : 0)
    this.issues.push({
      id: `pgn/${name}`,
      severity,
      message,
      place: { file: this.file, offset, line, record: this.record },
    })
  }

  /** The issues, with a last one that counts those left out. */
  finish(): Issue[] {
    if (this.left > 0) {
      const message = `${this.left} more issues of this game are not listed`
      const place = { file: this.file, offset: this.offset, record: this.record }
      this.issues.push({ id: 'pgn/more-issues', severity: 'info', message, place })
    }
    return this.issues
  }
}
