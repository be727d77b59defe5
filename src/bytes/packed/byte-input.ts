/** The bytes of a source one by one, for decoders that pull what they need. */
import { FormatError } from '../../issues/errors.ts'
import type { Source } from '../source.ts'

/** Bytes read from the source at once. */
const WINDOW = 1 << 16

export class ByteInput {
  private readonly source: Source
  private window = new Uint8Array(0)
  /** Offset of the window in the source, and of the next byte in the window. */
  private windowAt = 0
  private next = 0

  constructor(source: Source) {
    this.source = source
  }

  /** Offset of the next byte. */
  get at(): number {
    return this.windowAt + this.next
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.size
  }

  /** The next byte. Throws FormatError at the end. */
  byte(): number {
    if (this.next === this.window.length) this.advance()
    return this.window[this.next++]!
  }

  /** The next bytes, as a view that is good until the next call. Throws FormatError when there are fewer. */
  bytes(count: number): Uint8Array {
    if (this.next + count > this.window.length) {
      this.windowAt = this.at
      this.window = this.source.read(this.windowAt, this.windowAt + Math.max(WINDOW, count)) as Uint8Array<ArrayBuffer>
      this.next = 0
      if (this.window.length < count) throw this.endsEarly()
    }
    this.next += count
    return this.window.subarray(this.next - count, this.next)
  }

  private advance(): void {
    this.windowAt = this.at
    this.window = this.source.read(this.windowAt, this.windowAt + WINDOW) as Uint8Array<ArrayBuffer>
    this.next = 0
    if (this.window.length === 0) throw this.endsEarly()
  }

  private endsEarly(): FormatError {
    return new FormatError('packed/cut', {}, { file: this.source.name, offset: this.source.size })
  }
}
