/**
 * Files on disk as sinks. Each is written under a temporary name in its own
 * folder and renamed when the whole set is committed.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Scratch, Sink, SinkSet } from '../bytes/sink.ts'
import { FormatError } from '../issues/errors.ts'
import { MemorySource, type Source, stem } from '../bytes/source.ts'
import { TemporaryFile } from './temporary-file.ts'
import { addUnfinished, forgetUnfinished } from './unfinished.ts'

/** Bytes gathered before they go to the disk. */
const BUFFER_SIZE = 1 << 18

class DiskSink implements Sink {
  size = 0
  private readonly descriptor: number
  private readonly buffer = new Uint8Array(BUFFER_SIZE)
  private buffered = 0

  constructor(path: string) {
    this.descriptor = openSync(path, 'wx')
  }

  append(bytes: Uint8Array): void {
    if (this.buffered + bytes.length > BUFFER_SIZE) this.flush()
    if (bytes.length > BUFFER_SIZE) {
      writeFully(this.descriptor, bytes, this.size)
    } else {
      this.buffer.set(bytes, this.buffered)
      this.buffered += bytes.length
    }
    this.size += bytes.length
  }

  patch(offset: number, bytes: Uint8Array): void {
    if (offset < 0 || offset + bytes.length > this.size) throw new TypeError('patch outside the written bytes')
    this.flush()
    writeFully(this.descriptor, bytes, offset)
  }

  complete(): void {
    this.flush()
    fsyncSync(this.descriptor)
    closeSync(this.descriptor)
  }

  abandon(): void {
    closeSync(this.descriptor)
  }

  private flush(): void {
    if (this.buffered === 0) return
    writeFully(this.descriptor, this.buffer.subarray(0, this.buffered), this.size - this.buffered)
    this.buffered = 0
  }
}

function writeFully(descriptor: number, bytes: Uint8Array, position: number): void {
  let written = 0
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written)
  }
}

/** A set of files in one folder that appear together. */
export class DiskSinkSet implements SinkSet {
  readonly name: string
  private readonly folder: string
  /** Paths of the files that were committed. */
  readonly written: string[] = []
  private readonly open = new Map<string, { sink: DiskSink; temporary: string }>()
  /** Names, in lower case, of files that the writer has looked at and so means to change. */
  private readonly looked = new Set<string>()

  constructor(path: string) {
    this.name = basename(path)
    this.folder = dirname(path)
  }

  /** Begins a file. Throws FormatError when it would take the place of a file that nobody named. */
  create(name: string): Sink {
    if (basename(name) !== name) throw new TypeError(`a file name without folders was expected: ${name}`)
    const path = join(this.folder, name)
    const isNamed = stem(name).toLowerCase() === stem(this.name).toLowerCase() || this.looked.has(name.toLowerCase())
    if (!isNamed && existsSync(path)) {
      throw new FormatError('file/exists', {}, { file: path })
    }
    mkdirSync(this.folder, { recursive: true })
    const temporary = join(this.folder, `.${name}.${process.pid}.${Date.now().toString(36)}.part`)
    addUnfinished(temporary)
    const sink = new DiskSink(temporary)
    this.open.set(name, { sink, temporary })
    return sink
  }

  existing(name: string): Source | undefined {
    if (!existsSync(this.folder)) return undefined
    const wanted = name.toLowerCase()
    const found = readdirSync(this.folder).find((candidate) => candidate.toLowerCase() === wanted)
    this.looked.add(wanted)
    return found === undefined ? undefined : new MemorySource(found, readFileSync(join(this.folder, found)))
  }

  scratch(name: string): Scratch {
    return new TemporaryFile(name)
  }

  commit(): void {
    for (const { sink } of this.open.values()) sink.complete()
    for (const [name, { temporary }] of this.open) {
      renameSync(temporary, join(this.folder, name))
      forgetUnfinished(temporary)
      this.written.push(join(this.folder, name))
    }
    this.open.clear()
  }

  abort(): void {
    for (const { sink, temporary } of this.open.values()) {
      sink.abandon()
      rmSync(temporary, { force: true })
      forgetUnfinished(temporary)
    }
    this.open.clear()
  }
}
