/** Texts of an XQF file: header fields and comments, docs/formats/xqf.md, "Texts". */
import { decodeText, encodeText } from '../../bytes/text.ts'
import type { TextField } from './layout.ts'

/** XQStudio and all other programs write GBK; GB 18030 is the same with four-byte codes for all other characters. */
export const USUAL_ENCODING = 'gb18030'

/** What bytes that are not text decode to. */
const REPLACEMENT = '\uFFFD'

/** A text as it was found. */
export interface FoundText {
  text: string
  /** The bytes, if they cannot be restored from the text. */
  raw?: Uint8Array
  trouble?: 'no text' | 'half character'
}

/** Decodes a text. Never throws. */
function decode(bytes: Uint8Array, encoding: string): FoundText {
  const text = decodeText(bytes, encoding)
  return text.includes(REPLACEMENT) ? { text, raw: bytes, trouble: 'no text' } : { text }
}

/** Decodes the bytes of a header field. Text that fills its field often ends in half a character, which is dropped. */
export function decodeField(bytes: Uint8Array, capacity: number, encoding: string): FoundText {
  const found = decode(bytes, encoding)
  if (!found.raw || bytes.length < capacity || !found.text.endsWith(REPLACEMENT)) return found
  const text = found.text.slice(0, -REPLACEMENT.length)
  return { text, raw: bytes, trouble: text.includes(REPLACEMENT) ? 'no text' : 'half character' }
}

/**
 * Decodes a comment. Lines of a record end with LF, lines of XQF with CR LF;
 * the CR LF that XQStudio puts after the last line is not part of the text.
 */
export function decodeComment(bytes: Uint8Array, encoding: string): FoundText {
  const found = decode(bytes, encoding)
  const text = found.text.replaceAll('\r\n', '\n')
  return { ...found, text: text.endsWith('\n') ? text.slice(0, -1) : text }
}

/** Bytes ready to be written, and what was lost of the text. */
export interface EncodedText {
  bytes: Uint8Array
  /** Characters the encoding lacks; each became `?`. */
  lost: string[]
  /** The bytes needed for the whole text, if it had to be cut. */
  needed?: number
  /** Whether there are four-byte GB 18030 codes, which programs with only GBK cannot show. */
  isBeyondGbk: boolean
}

/** Encodes a header text, cut after the last character that fits. */
export function encodeField(text: string, field: TextField, encoding: string): EncodedText {
  const whole = encodeText(text, encoding)
  if (whole.bytes.length <= field.capacity) return describe(whole, encoding)
  let kept = ''
  let length = 0
  for (const character of text) {
    length += encodeText(character, encoding).bytes.length
    if (length > field.capacity) break
    kept += character
  }
  return { ...describe(encodeText(kept, encoding), encoding), needed: whole.bytes.length }
}

/** Encodes a comment; all lines, including the last, end with CR LF. */
export function encodeComment(text: string, encoding: string): EncodedText {
  return describe(encodeText(`${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`, encoding), encoding)
}

function describe(encoded: { bytes: Uint8Array; lost: string[] }, encoding: string): EncodedText {
  return { ...encoded, isBeyondGbk: encoding === USUAL_ENCODING && hasFourByteCode(encoded.bytes) }
}

/** Whether GB 18030 text contains a four-byte code: a lead byte followed by a digit. */
function hasFourByteCode(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index]! < 0x81) continue
    index++
    if (bytes[index]! >= 0x30 && bytes[index]! <= 0x39) return true
  }
  return false
}
