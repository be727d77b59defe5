/**
 * Main lines on disk while an import gathers them: each worker writes those of its games one after the other, and the
 * importer joins them in order of the games when it completes the segment. Numbers in the byte order of this machine:
 * no file outlives its import.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { resized } from '../../bytes/resize.ts'
import type { NumberedLine } from '../../positions/segment/segment-lines.ts'

/** Numbers that are written or read at once, about. */
const WINDOW = 1 << 18

/** A file of lines. */
export interface LineRuns {
  path: string
  /** How many numbers each line has. */
  lengths: Uint32Array
}

/** Writes lines into a file of their own. */
export class LineRunWriter {
  private readonly path: string
  private readonly descriptor: number
  private lengths = new Uint32Array(1 << 12)
  private lines = 0
  private words = new Uint16Array(1 << 12)
  private length = 0
  private written = 0

  constructor(path: string) {
    this.path = path
    this.descriptor = openSync(path, 'wx')
  }

  /** Adds a line, the first `count` numbers of `words`. */
  add(words: Uint16Array, count: number): void {
    if (this.lines === this.lengths.length) this.lengths = resized(this.lengths, this.lines * 2)
    this.lengths[this.lines++] = count
    if (this.length + count > WINDOW) this.flush()
    if (this.length + count > this.words.length) {
      this.words = resized(this.words, Math.max(this.length + count, this.words.length * 2))
    }
    this.words.set(words.subarray(0, count), this.length)
    this.length += count
  }

  /** Writes what is left and closes the file. */
  finish(): LineRuns {
    this.flush()
    closeSync(this.descriptor)
    return { path: this.path, lengths: resized(this.lengths, this.lines) }
  }

  private flush(): void {
    const bytes = new Uint8Array(this.words.buffer, 0, this.length * 2)
    for (let done = 0; done < bytes.length;) {
      done += writeSync(this.descriptor, bytes, done, bytes.length - done, this.written + done)
    }
    this.written += bytes.length
    this.length = 0
  }
}

/** What the lines of one worker are when they are joined. */
interface GatheredLines {
  games: Uint32Array
  lines: LineRuns
}

/** The lines of all workers in order of their games, without those that are empty; each is good until the next. */
export function* joinLines(all: readonly GatheredLines[]): Generator<NumberedLine> {
  const readers = all.map((lines) => new LineRunReader(lines))
  try {
    for (;;) {
      let first: LineRunReader | undefined
      for (const reader of readers) if (reader.game < (first?.game ?? Infinity)) first = reader
      if (!first) return
      const line = first.take()
      if (line.words.length > 0) yield line
    }
  } finally {
    for (const reader of readers) reader.close()
  }
}

/** Reads the lines of one file in order. */
class LineRunReader {
  private readonly gathered: GatheredLines
  private readonly descriptor: number
  private next = 0
  /** What was read and not taken yet begins at `at`; the memory is used again. */
  private words = new Uint16Array(0)
  private at = 0
  private end = 0
  private offset = 0

  constructor(gathered: GatheredLines) {
    this.gathered = gathered
    this.descriptor = openSync(gathered.lines.path, 'r')
  }

  /** The game of the next line; Infinity when there is none. */
  get game(): number {
    return this.gathered.games[this.next] ?? Infinity
  }

  take(): NumberedLine {
    const { game } = this
    const count = this.gathered.lines.lengths[this.next++]!
    if (this.at + count > this.end) this.fill(count)
    const words = this.words.subarray(this.at, this.at + count)
    this.at += count
    return { game, words }
  }

  close(): void {
    closeSync(this.descriptor)
  }

  /** Reads on from the present place, so many numbers at the least. */
  private fill(count: number): void {
    const rest = this.end - this.at
    const room = Math.max(count, WINDOW)
    const memory = this.words.length < room ? new Uint16Array(room) : this.words
    memory.set(this.words.subarray(this.at, this.end))
    const bytes = new Uint8Array(memory.buffer)
    let filled = rest * 2
    for (let read = -1; read !== 0 && filled < bytes.length; filled += read) {
      read = readSync(this.descriptor, bytes, filled, bytes.length - filled, this.offset)
      this.offset += read
    }
    if (filled < count * 2) throw new Error(`${this.gathered.lines.path} ends too early`)
    this.words = memory
    this.at = 0
    this.end = filled >> 1
  }
}
