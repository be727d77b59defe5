/**
 * Text of one file: which encoding it has, and words and names decoded from
 * its bytes. docs/formats/pgn.md, Encodings.
 */
import { joinBytes } from '../../../bytes/resize.ts'
import { isDoubleByte } from '../../../bytes/encodings.ts'
import { findEncoding as guessEncoding } from '../../../bytes/guess-encoding.ts'
import { findUnicodeMark } from '../../../bytes/unicode-mark.ts'
import type { Source } from '../../../bytes/source.ts'
import { decodeText, encodingName, isAscii, isUtf8 } from '../../../bytes/text.ts'
import { lineEnd } from './characters.ts'

/** The encoding of text that is not UTF-8 if nothing else is known. */
const FALLBACK = 'windows-1252'

/** Slots for words that come again: names of tags and first moves, of which files use a few dozen. */
const WORD_SLOTS = 1024

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

/** Decodes the text of one file. */
export class TextDecoding {
  /** The standard name of the encoding. */
  readonly encoding: string
  /** Whether games are converted to UTF-8 before they are read. */
  readonly isDoubleByte: boolean
  private readonly isUtf8: boolean
  private readonly words: (string | undefined)[] = new Array<string | undefined>(WORD_SLOTS).fill(undefined)

  /** Throws RangeError for an unknown encoding. */
  constructor({ encoding, by }: FoundEncoding) {
    const name = encodingName(encoding)
    if (name === undefined) throw new RangeError(`unknown text encoding ${encoding}`)
    this.encoding = name
    this.isDoubleByte = isDoubleByte(name)
    // Double-byte text has already become UTF-8 when its words are decoded.
    this.isUtf8 = name === 'utf-8' || this.isDoubleByte || by === 'default'
  }

  /** Converts the bytes of a game to UTF-8 if necessary. */
  prepare(bytes: Uint8Array): Uint8Array {
    return this.isDoubleByte ? encoder.encode(decodeText(bytes, this.encoding)) : bytes
  }

  /** Decodes text. Unless the encoding is certain, UTF-8 and Windows-1252 may both occur, in files joined from several. */
  text(bytes: Uint8Array, start: number, end: number): string {
    if (start >= end) return ''
    const part = bytes.subarray(start, end)
    if (!this.isUtf8) return decodeText(part, this.encoding)
    const text = utf8.decode(part)
    return text.includes('\uFFFD') && !isUtf8(part) ? decodeText(part, FALLBACK) : text
  }

  /** Decodes a word that probably comes again, with a cache. */
  word(bytes: Uint8Array, start: number, end: number): string {
    let hash = end - start
    for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + bytes[at]!) | 0
    const slot = (hash ^ (hash >>> 10)) & (WORD_SLOTS - 1)
    const known = this.words[slot]
    if (known !== undefined && isSame(known, bytes, start, end)) return known
    const word = this.text(bytes, start, end)
    if (word.length === end - start) this.words[slot] = word
    return word
  }
}

function isSame(text: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (text.length !== end - start) return false
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) !== bytes[start + index]) return false
  return true
}

/** A detected encoding, and the reason. */
export interface FoundEncoding {
  encoding: string
  /** `option`: given by the caller; `mark`: a byte order mark; `bytes`: valid UTF-8; `characters`: a guess; `default`. */
  by: 'option' | 'mark' | 'bytes' | 'characters' | 'default'
  /** How sure a guess is: 1 for certain. */
  certainty?: number
}

/** Size and maximum number of the windows of a file that are examined. */
const SAMPLE_SIZE = 1 << 16
const SAMPLES = 16

/** Finds the encoding of a file: from its byte order mark, otherwise by a vote of its lines with non-ASCII bytes. */
export function findEncoding(source: Source): FoundEncoding {
  const mark = findUnicodeMark(source.read(0, SAMPLE_SIZE))
  if (mark) return { encoding: mark.encoding, by: 'mark' }
  const lines = sampleLines(source)
  const valid = lines.filter((line) => isUtf8(line)).length
  if (valid * 2 >= lines.length) return { encoding: 'utf-8', by: 'bytes' }
  const { encoding, certainty } = guessEncoding(joinBytes(lines.filter((line) => !isUtf8(line))))
  return { encoding, by: encoding === FALLBACK ? 'default' : 'characters', certainty }
}

/** Lines with non-ASCII bytes, from the first windows of the file that have any. */
function sampleLines(source: Source): Uint8Array[] {
  const windows = Math.ceil(source.size / SAMPLE_SIZE)
  const step = Math.max(1, windows / SAMPLES)
  for (let window = 0; window < windows; window += step) {
    const start = Math.floor(window) * SAMPLE_SIZE
    const bytes = source.read(start, start + SAMPLE_SIZE)
    if (isAscii(bytes)) continue
    const lines = splitLines(bytes)
    // The first and last line of a window may be cut in the middle of a character.
    const whole = lines.slice(start === 0 ? 0 : 1, start + bytes.length < source.size ? -1 : undefined)
    const found = whole.filter((line) => !isAscii(line))
    if (found.length > 0) return found
  }
  return []
}

function splitLines(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = []
  for (let start = 0; start < bytes.length;) {
    const end = lineEnd(bytes, start, bytes.length)
    lines.push(bytes.subarray(start, end))
    start = end + 1
  }
  return lines
}
