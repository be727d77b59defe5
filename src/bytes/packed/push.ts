/** What the libraries that decompress have in common: they take a stream piece by piece and throw when it is damaged. */
import { FormatError } from '../../issues/errors.ts'
import type { Source } from '../source.ts'

/** Bytes of a compressed stream taken at once. */
const WINDOW = 1 << 16

/** A decompressor of a library. */
interface Stream {
  push(chunk: Uint8Array, isLast: boolean): void
}

/**
 * Hands a source over in windows, and what it decompresses to on. What the library throws becomes a FormatError; what
 * `write` throws stays what it is.
 * @param write given bytes of its own
 */
export function pushAll(
  source: Source,
  write: (bytes: Uint8Array) => void,
  makeStream: (write: (bytes: Uint8Array) => void) => Stream,
): void {
  let failure: { error: unknown } | undefined
  const stream = makeStream((bytes) => {
    try {
      write(bytes.slice())
    } catch (error) {
      failure = { error }
      throw error
    }
  })
  for (let at = 0; at < source.size; at += WINDOW) {
    const bytes = source.read(at, at + WINDOW).slice()
    try {
      stream.push(bytes, at + WINDOW >= source.size)
    } catch {
      throw failure ? failure.error : new FormatError('packed/damaged', {}, { file: source.name, offset: at })
    }
  }
}
