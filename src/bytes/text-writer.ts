/**
 * Encodes text as it is written and passes it to a sink in large chunks, listing the characters that the encoding
 * lacks.
 */
import type { Sink } from './sink.ts'
import { decodeText, encodeText, encodingName } from './text.ts'

/** Bytes buffered before they are passed to the sink. */
const CHUNK_SIZE = 1 << 16

/** Bytes of ASCII that can be written at once. */
export const MAX_ASCII = CHUNK_SIZE

/** Writes text to a sink in an encoding. */
export class TextWriter {
  /** The standard name of the encoding. */
  readonly encoding: string
  /**
   * The buffer, filled up to {@link end}. ASCII is stored as it is, whatever the encoding, so callers that write much
   * of it may put it here directly, within the room they reserved.
   */
  readonly chunk = new Uint8Array(CHUNK_SIZE)
  end = 0
  private readonly sink: Sink
  /** Text in two-byte encodings is buffered as UTF-8. */
  private readonly gathered: string
  private lost = new Set<string>()

  /** Throws RangeError for an encoding that cannot be written. */
  constructor(sink: Sink, encoding = 'utf-8') {
    this.sink = sink
    this.encoding = encodingName(encoding) ?? encoding
    this.gathered = this.encoding.startsWith('utf-16') ? 'utf-8' : this.encoding
    encodeText('', this.encoding)
  }

  /** Reserves room for a number of bytes in the buffer, at most `CHUNK_SIZE`. */
  reserve(count: number): void {
    if (this.end + count > CHUNK_SIZE) this.flush()
  }

  /** Writes text. */
  write(text: string): void {
    const { length } = text
    if (length > CHUNK_SIZE) return this.writeEncoded(text)
    this.reserve(length)
    const { chunk, end } = this
    let at = 0
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if (code >= 0x80) break
      chunk[end + at] = code
    }
    this.end = end + at
    if (at < length) this.writeEncoded(at === 0 ? text : text.slice(at))
  }

  /** Writes ASCII, at most `MAX_ASCII` bytes, which are together in the buffer then. */
  writeAscii(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.chunk.set(bytes, this.end)
    this.end += bytes.length
  }

  /** The characters replaced by `?` since the last call. */
  takeLost(): string[] {
    if (this.lost.size === 0) return []
    const characters = [...this.lost]
    this.lost = new Set()
    return characters
  }

  /** Passes the buffered bytes to the sink. */
  flush(): void {
    if (this.end > 0) this.append(this.chunk.subarray(0, this.end))
    this.end = 0
  }

  private append(gathered: Uint8Array): void {
    const isEncoded = this.gathered === this.encoding
    this.sink.append(isEncoded ? gathered : encodeText(decodeText(gathered, this.gathered), this.encoding).bytes)
  }

  private writeEncoded(text: string): void {
    const { bytes, lost } = encodeText(text, this.gathered)
    for (const character of lost) this.lost.add(character)
    this.reserve(bytes.length)
    if (bytes.length > CHUNK_SIZE) {
      this.append(bytes)
    } else {
      this.chunk.set(bytes, this.end)
      this.end += bytes.length
    }
  }
}
