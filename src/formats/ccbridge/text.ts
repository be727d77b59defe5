/** Texts of CCBridge: UTF-16LE in fields of fixed size, and comments with their length before them. */
import { decodeText, encodeText } from '../../bytes/text.ts'
import { u16le } from '../../bytes/numbers.ts'
import type { WriteReport } from '../xiangqi/write-report.ts'

/** Halves of characters, which make one only in pairs. */
const FIRST_SURROGATE = 0xd800
const LAST_SURROGATE = 0xdfff

/** Longest text that is put together character by character, which is quicker than decoding it. */
const SHORT = 24

/** Reads a field up to its first NUL. What lies behind it is memory that nobody cleared, and is never read. */
export function readField(bytes: Uint8Array, at: number, size: number): string {
  const limit = Math.min(at + size, bytes.length)
  let text = ''
  let isPlain = true
  let end = at
  for (; end + 1 < limit; end += 2) {
    const code = u16le(bytes, end)
    if (code === 0) break
    if (!isPlain) continue
    isPlain = text.length < SHORT && (code < FIRST_SURROGATE || code > LAST_SURROGATE)
    text += String.fromCharCode(code)
  }
  return isPlain ? text : decodeText(bytes.subarray(at, end), 'utf-16le')
}

/** Writes a field, cut to what fits beside the NUL at its end; what lies behind is zeros. */
export function putField(
  bytes: Uint8Array,
  at: number,
  size: number,
  text: string,
  name: string,
  report: WriteReport,
): void {
  const nul = text.indexOf('\0')
  const encoded = encodeText(nul < 0 ? text : text.slice(0, nul), 'utf-16le').bytes
  let capacity = size - 2
  if (encoded.length > capacity) {
    // Half a pair of surrogates is no character.
    if (isHighSurrogate(encoded[capacity - 1]!)) capacity -= 2
    report.add('xiangqi/cut-text', { name, needed: encoded.length, capacity })
  }
  if (nul >= 0) report.forbidden('\0')
  bytes.set(encoded.subarray(0, capacity), at)
}

function isHighSurrogate(highByte: number): boolean {
  return highByte >= 0xd8 && highByte <= 0xdb
}

/** Decodes a comment. Its lines end with CR LF, those of a record with LF. */
export function decodeComment(bytes: Uint8Array): string {
  return decodeText(bytes, 'utf-16le').replaceAll('\r\n', '\n')
}

/** Encodes a comment. */
export function encodeComment(text: string): Uint8Array {
  return encodeText(text.replaceAll(/\r?\n/g, '\r\n'), 'utf-16le').bytes
}
