/** Standard output as the destination of a writer. */
import type { Sink, SinkSet } from '../../bytes/sink.ts'
import type { Format } from '../../formats/format.ts'
import { TemporaryFile } from '../../node/temporary-file.ts'
import { streams, writeOutput } from '../show/standard-streams.ts'
import { CommandError, EXIT } from '../show/terminal.ts'
import { visible } from '../show/visible.ts'

/** Bytes buffered before they are written. */
const BUFFER_SIZE = 1 << 16

/** Bytes read at once from a file that was held back. */
const WINDOW = 1 << 20

/** One file for standard output. */
export class StandardOutput implements SinkSet {
  readonly name = 'stdout'
  private readonly format: Format
  private readonly isKeptBack: boolean
  private streamed: StreamedSink | undefined
  private keptBack: TemporaryFile | undefined

  /**
   * @param format the format that is written
   * @param isKeptBack whether nothing is written before the file is complete, because its writer changes what it wrote,
   * or it may be refused in the end
   */
  constructor(format: Format, isKeptBack: boolean) {
    this.format = format
    this.isKeptBack = isKeptBack
  }

  /** Throws CommandError for a second file. */
  create(name: string): Sink {
    if (this.streamed || this.keptBack) {
      const { name: format, extensions } = this.format
      throw new CommandError(`${format} needs several files; use --output NAME${extensions[0]}`, EXIT.usage)
    }
    if (this.isKeptBack) return (this.keptBack = new TemporaryFile(name))
    return (this.streamed = new StreamedSink())
  }

  commit(): void {
    const { keptBack } = this
    if (keptBack) {
      const sink = (this.streamed = new StreamedSink())
      for (let at = 0; at < keptBack.size; at += WINDOW) sink.append(keptBack.read(at, at + WINDOW))
    }
    this.streamed?.flush()
    this.abort()
  }

  /** Discards what was not written yet. */
  abort(): void {
    this.keptBack?.close()
    this.keptBack = undefined
    this.streamed = undefined
  }
}

/** Writes immediately, at the reader's pace. On a terminal, control characters are escaped. */
class StreamedSink implements Sink {
  size = 0
  private readonly buffer = new Uint8Array(BUFFER_SIZE)
  private buffered = 0
  private readonly decoder = streams.output.isTerminal ? new TextDecoder() : undefined

  append(bytes: Uint8Array): void {
    if (this.buffered + bytes.length > BUFFER_SIZE) this.flush()
    if (bytes.length > BUFFER_SIZE) {
      this.write(bytes)
    } else {
      this.buffer.set(bytes, this.buffered)
      this.buffered += bytes.length
    }
    this.size += bytes.length
  }

  patch(): never {
    throw new TypeError('what went to standard output cannot be changed; the format has to say that it patches')
  }

  flush(): void {
    this.write(this.buffer.subarray(0, this.buffered))
    this.buffered = 0
  }

  private write(bytes: Uint8Array): void {
    writeOutput(this.decoder ? new TextEncoder().encode(visible(this.decoder.decode(bytes, { stream: true }))) : bytes)
  }
}
