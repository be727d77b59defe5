/** Collects the issues of one game with their places. */
import type { Source } from '../../../bytes/source.ts'
import type { IssueId, ParamsOf } from '../../../issues/catalogue.ts'
import { IssueCollector } from '../../../issues/collector.ts'
import type { Issue, Severity } from '../../../issues/issue.ts'
import { countLines } from './characters.ts'

/** Bytes read at a time to count lines. */
const WINDOW = 1 << 20

/** Line numbers by offset. Lines are counted on demand; going forward, each is counted once. */
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
    let bytes: Uint8Array | undefined
    while (this.offset < offset) {
      bytes = this.source.read(this.offset, Math.min(offset, this.offset + WINDOW), bytes)
      if (bytes.length === 0) break
      this.line += countLines(bytes, 0, bytes.length)
      this.offset += bytes.length
    }
    return this.line
  }
}

/** Where a game is. */
export interface GamePlace {
  file: string
  record: number
  /** Offset of the game in the file. */
  offset: number
  lines: LineCounter
}

/** The issues of one game. */
export class Problems {
  private readonly issues: IssueCollector
  private readonly place: GamePlace
  private readonly bytes: Uint8Array
  /** Where the game begins in the bytes. */
  private readonly start: number
  /** Whether offsets in the bytes are offsets in the file. */
  private readonly isOriginal: boolean

  constructor(place: GamePlace, bytes: Uint8Array, start: number, isOriginal: boolean) {
    this.issues = new IssueCollector({ file: place.file })
    this.place = place
    this.bytes = bytes
    this.start = start
    this.isOriginal = isOriginal
  }

  /** Adds an issue at an offset in the bytes of the game. */
  add<Id extends IssueId & `pgn/${string}`>(id: Id, severity: Severity, params: ParamsOf<Id>, at: number): void {
    const { offset, record, lines } = this.place
    // Counting lines takes a while, and only the first issue of an id keeps its place.
    this.issues.add(id, severity, params, () => ({
      offset: offset + (this.isOriginal ? at - this.start : 0),
      line: lines.lineAt(offset) + countLines(this.bytes, this.start, at),
      record,
    }))
  }

  list(): Issue[] {
    return this.issues.list()
  }
}
