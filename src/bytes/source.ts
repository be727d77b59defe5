/**
 * Where bytes come from, on any platform. Reading is synchronous inside a format, so every reader is a plain loop.
 * Sources read memory (here), a file descriptor in Node (`src/node`), or a File in a browser worker.
 */
import { FormatError } from '../issues/errors.ts'

/** A readable file of known size. */
export interface Source {
  /** File name without its folder. */
  readonly name: string
  /** Size in bytes. */
  readonly size: number
  /**
   * The bytes from `start` up to `end`, clipped to the file. The result may
   * be a view of shared memory: callers must not change it.
   * @param into bytes that an earlier read of this source returned and that nobody needs any more: a source that reads
   * a file takes their memory again, so that memory does not wait for the collector
   */
  read(start: number, end: number, into?: Uint8Array): Uint8Array
}

/** A source and the files beside it. */
export interface FileSet {
  /** The file that was named. */
  readonly main: Source
  /** Finds a file beside the main one by its full name, ignoring case. */
  find(name: string): Source | undefined
  /** The names of all files beside the main one, itself included. */
  names(): string[]
}

/** Bytes in memory. */
export class MemorySource implements Source {
  readonly name: string
  private readonly bytes: Uint8Array

  constructor(name: string, bytes: Uint8Array) {
    this.name = name
    this.bytes = bytes
  }

  get size(): number {
    return this.bytes.length
  }

  read(start: number, end: number): Uint8Array {
    return this.bytes.subarray(Math.max(0, start), Math.max(0, end))
  }
}

/** A part of another source. */
export class SliceSource implements Source {
  readonly name: string
  readonly size: number
  /** What it is a part of, and where it begins there. */
  readonly whole: Source
  readonly start: number

  /** @param end where the part ends, clipped to the whole */
  constructor(whole: Source, start: number, end: number, name = whole.name) {
    this.whole = whole
    this.start = Math.min(start, whole.size)
    this.size = Math.max(0, Math.min(end, whole.size) - this.start)
    this.name = name
  }

  read(start: number, end: number, into?: Uint8Array): Uint8Array {
    const from = Math.max(0, Math.min(start, this.size))
    return this.whole.read(this.start + from, this.start + Math.max(from, Math.min(end, this.size)), into)
  }
}

declare class FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer
}

/** A File or Blob in a browser worker, where FileReaderSync reads synchronously. */
export class BlobSource implements Source {
  readonly name: string
  private readonly blob: Blob
  private readonly reader = new FileReaderSync()

  constructor(name: string, blob: Blob) {
    this.name = name
    this.blob = blob
  }

  get size(): number {
    return this.blob.size
  }

  read(start: number, end: number): Uint8Array {
    return new Uint8Array(this.reader.readAsArrayBuffer(this.blob.slice(Math.max(0, start), Math.max(0, end))))
  }
}

/** A set of sources held together, the first of them the main one. */
export class MemoryFileSet implements FileSet {
  readonly main: Source
  private readonly sources: readonly Source[]

  constructor(main: Source, others: readonly Source[] = []) {
    this.main = main
    this.sources = [main, ...others]
  }

  find(name: string): Source | undefined {
    const wanted = name.toLowerCase()
    return this.sources.find((source) => source.name.toLowerCase() === wanted)
  }

  names(): string[] {
    return this.sources.map((source) => source.name)
  }
}

/** The file beside the main one with the same stem and another extension (`.cbg`), in any letter case. */
export function findSibling(files: FileSet, extension: string): Source | undefined {
  return files.find(stem(files.main.name) + extension)
}

/** A file name without its last extension. */
export function stem(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** The last extension of a file name in lower case with its dot, or ''. */
export function extension(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot).toLowerCase() : ''
}

/** Largest file that is read into memory as a whole; longer ones are read in windows. */
const MAX_WHOLE_FILE = 1 << 30

/** All bytes of a source, for formats whose files are always small. */
export function readAll(source: Source, limit = MAX_WHOLE_FILE): Uint8Array {
  if (source.size > limit) {
    throw new FormatError('file/too-large', { size: source.size, limit }, { file: source.name })
  }
  return source.read(0, source.size)
}
