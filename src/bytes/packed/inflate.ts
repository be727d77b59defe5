/** DEFLATE data decompressed without waiting, for readers that are loaded when they are needed, and fflate with them. */
import { Inflate } from 'fflate'
import type { Source } from '../source.ts'
import { pushAll } from './push.ts'

/**
 * Decompresses DEFLATE data (RFC 1951) piece by piece. Throws FormatError when they are damaged, after what comes
 * before, and what `write` throws.
 * @param write given bytes of its own
 */
export function inflate(source: Source, write: (bytes: Uint8Array) => void): void {
  pushAll(source, write, (take) => new Inflate(take))
}
