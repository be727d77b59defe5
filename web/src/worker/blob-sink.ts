/** Files as blobs, which the browser keeps on disk if they are long: memory use does not grow with the output. */
import type { Scratch, Sink, SinkSet } from '../../../src/bytes/sink.ts'
import { BlobSource } from '../../../src/bytes/source.ts'

/** Bytes buffered before they become a blob. */
const CHUNK = 1 << 22

export class BlobSink implements Sink {
  /** The chunks written so far; those that were patched are held in memory. */
  private readonly chunks: (Blob | Uint8Array<ArrayBuffer>)[] = []
  private current = new Uint8Array(1 << 12)
  private filled = 0

  get size(): number {
    return this.chunks.length * CHUNK + this.filled
  }

  append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + CHUNK - this.filled)
      this.makeRoom(this.filled + piece.length)
      this.current.set(piece, this.filled)
      this.filled += piece.length
      at += piece.length
      if (this.filled < CHUNK) continue
      this.chunks.push(new Blob([this.current]))
      this.filled = 0
    }
  }

  patch(offset: number, bytes: Uint8Array): void {
    if (offset < 0 || offset + bytes.length > this.size) throw new TypeError('patch outside the written bytes')
    for (let at = 0; at < bytes.length;) {
      const start = (offset + at) % CHUNK
      const piece = bytes.subarray(at, at + CHUNK - start)
      this.held(Math.floor((offset + at) / CHUNK)).set(piece, start)
      at += piece.length
    }
  }

  blob(): Blob {
    return new Blob([...this.chunks, this.current.subarray(0, this.filled)])
  }

  private makeRoom(size: number): void {
    if (size <= this.current.length) return
    const larger = new Uint8Array(Math.min(CHUNK, Math.max(size, this.current.length * 2)))
    larger.set(this.current)
    this.current = larger
  }

  /** A chunk in memory: writers only come back to the headers of their files. */
  private held(index: number): Uint8Array {
    if (index === this.chunks.length) return this.current
    let chunk = this.chunks[index]!
    if (chunk instanceof Blob) {
      chunk = new BlobSource('', chunk).read(0, CHUNK) as Uint8Array<ArrayBuffer>
      this.chunks[index] = chunk
    }
    return chunk
  }
}

/** A file that is written first and read afterwards. */
export class BlobScratch extends BlobSink implements Scratch {
  readonly name: string
  private source: BlobSource | undefined

  constructor(name: string) {
    super()
    this.name = name
  }

  override append(bytes: Uint8Array): void {
    this.source = undefined
    super.append(bytes)
  }

  read(start: number, end: number): Uint8Array {
    this.source ??= new BlobSource(this.name, this.blob())
    return this.source.read(start, end)
  }

  close(): void {
    this.source = undefined
  }
}

/** A set of files that become blobs. */
export class BlobSinkSet implements SinkSet {
  readonly name: string
  /** The committed files by name. */
  readonly files = new Map<string, Blob>()
  private readonly open = new Map<string, BlobSink>()

  constructor(name: string) {
    this.name = name
  }

  create(name: string): Sink {
    const sink = new BlobSink()
    this.open.set(name, sink)
    return sink
  }

  scratch(name: string): Scratch {
    return new BlobScratch(name)
  }

  commit(): void {
    for (const [name, sink] of this.open) this.files.set(name, sink.blob())
    this.open.clear()
  }

  abort(): void {
    this.open.clear()
  }
}
