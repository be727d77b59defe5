/**
 * Text on its way to a sink: encoded as it comes, handed on in large chunks,
 * with the characters that the encoding lacks listed.
 */
import type { Sink } from './sink.ts'
import { encodeText, encodingName } from './text.ts'

/** Bytes gathered before they go to the sink. */
const CHUNK_SIZE = 1 << 16

export class TextWriter {
  /** The standard name of the encoding. */
  readonly encoding: string
  private readonly sink: Sink
  private readonly chunk = new Uint8Array(CHUNK_SIZE)
  private readonly isAsciiCompatible: boolean
  private end = 0
  private lost = new Set<string>()

  /** Throws RangeError for an encoding that cannot be written. */
  constructor(sink: Sink, encoding = 'utf-8') {
    this.sink = sink
    this.encoding = encodingName(encoding) ?? encoding
    this.isAsciiCompatible = !this.encoding.startsWith('utf-16')
    encodeText('', this.encoding)
  }

  /** Bytes written so far. */
  get size(): number {
    return this.sink.size + this.end
  }

  write(text: string): void {
    let at = 0
    if (this.isAsciiCompatible) {
      const { chunk } = this
      let end = this.end
      for (; at < text.length; at++) {
        const code = text.charCodeAt(at)
        if (code >= 0x80) break
        if (end === CHUNK_SIZE) {
          this.end = end
          this.flush()
          end = 0
        }
        chunk[end++] = code
      }
      this.end = end
    }
    if (at < text.length) this.writeEncoded(at === 0 ? text : text.slice(at))
  }

  /** The characters replaced by `?` since the last call. */
  takeLost(): string[] {
    if (this.lost.size === 0) return []
    const characters = [...this.lost]
    this.lost = new Set()
    return characters
  }

  /** Hands the gathered bytes to the sink. */
  flush(): void {
    if (this.end > 0) this.sink.append(this.chunk.slice(0, this.end))
    this.end = 0
  }

  private writeEncoded(text: string): void {
    const { bytes, lost } = encodeText(text, this.encoding)
    for (const character of lost) this.lost.add(character)
    if (this.end + bytes.length > CHUNK_SIZE) this.flush()
    if (bytes.length > CHUNK_SIZE) {
      this.sink.append(bytes)
    } else {
      this.chunk.set(bytes, this.end)
      this.end += bytes.length
    }
  }
}
