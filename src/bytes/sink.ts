/**
 * Where a writer puts its files. The named files of a sink set appear together when it is committed, and not at all if
 * it is aborted.
 */

import { withRoom } from './resize.ts'
import { MemorySource, type Source } from './source.ts'

/** A file being written. */
export interface Sink {
  /** Bytes written so far. */
  readonly size: number
  /** Adds bytes at the end. They are written or copied before the call returns. */
  append(bytes: Uint8Array): void
  /** Overwrites bytes written before. */
  patch(offset: number, bytes: Uint8Array): void
}

/** A temporary file to be written and read back. */
export interface Scratch extends Sink, Source {
  /** Frees its memory or disk space. */
  close(): void
}

/** The output side of a FileSet. */
export interface SinkSet {
  /** Name of the file the user asked for. */
  readonly name: string
  /** Creates a file by its full name. */
  create(name: string): Sink
  /** Makes every file appear under its name. */
  commit(): void
  /**
   * A file that is in the target folder already, whatever the letter case of its name: for
   * formats whose files share lists with those beside them. Absent if there is no such folder.
   */
  existing?(name: string): Source | undefined
  /** A file that is written first and read afterwards, outside the set. Absent if memory has to be used instead. */
  scratch?(name: string): Scratch
  /** Discards every file. */
  abort(): void
}

/** A file in memory that grows as it is written. */
export class MemorySink implements Sink {
  private buffer = new Uint8Array(1024)
  private length = 0

  get size(): number {
    return this.length
  }

  append(bytes: Uint8Array): void {
    const needed = this.length + bytes.length
    this.buffer = withRoom(this.buffer, needed)
    this.buffer.set(bytes, this.length)
    this.length = needed
  }

  patch(offset: number, bytes: Uint8Array): void {
    if (offset < 0 || offset + bytes.length > this.length) throw new TypeError('patch outside the written bytes')
    this.buffer.set(bytes, offset)
  }

  /** Discards the bytes and keeps their memory. */
  restart(): void {
    this.length = 0
  }

  /** Discards the bytes and frees their memory. */
  clear(): void {
    this.buffer = new Uint8Array(1024)
    this.length = 0
  }

  /** The bytes written, as a view. */
  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length)
  }
}

/** A scratch file in memory. */
export class MemoryScratch extends MemorySink implements Scratch {
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
  }

  read(start: number, end: number): Uint8Array {
    return this.bytes().subarray(Math.max(0, start), Math.max(0, end))
  }

  close(): void {
    this.clear()
  }
}

/** Files written to memory, for tests, pipes and the browser. */
export class MemorySinkSet implements SinkSet {
  readonly name: string
  /** The committed files by name. */
  readonly files = new Map<string, Uint8Array>()
  private readonly open = new Map<string, MemorySink>()

  constructor(name: string) {
    this.name = name
  }

  create(name: string): Sink {
    const sink = new MemorySink()
    this.open.set(name, sink)
    return sink
  }

  existing(name: string): Source | undefined {
    const wanted = name.toLowerCase()
    for (const [found, bytes] of this.files) if (found.toLowerCase() === wanted) return new MemorySource(found, bytes)
    return undefined
  }

  commit(): void {
    for (const [name, sink] of this.open) this.files.set(name, sink.bytes())
    this.open.clear()
  }

  abort(): void {
    this.open.clear()
  }
}
