/**
 * Guesses the encoding of text that says nothing about it: byte order marks
 * and UTF-16 by their zeros, UTF-8 by its strict form, all others by what the
 * text would say in them (guess/decider.ts).
 */
import { decideEncoding, likelihood, type EncodingGuess } from './guess/decider.ts'
import { isAscii, isUtf8 } from './text.ts'

/** Bytes that are looked at in a long text. */
const SAMPLE_SIZE = 1 << 11
/** ASCII kept around them, which tells where words begin. */
const AROUND = 4

/**
 * Guesses the encoding of text without a byte order mark. Returns `utf-8` for anything that is valid UTF-8, including
 * ASCII, unless that is so by chance: a few characters of two bytes each can be names of China.
 */
export function guessEncoding(bytes: Uint8Array): string {
  return findEncoding(bytes).encoding
}

/** The same, with how sure it is; certain for what is valid UTF-8. */
export function findEncoding(bytes: Uint8Array): EncodingGuess {
  if (isAscii(bytes)) return { encoding: hasJapaneseEscape(bytes) ? 'iso-2022-jp' : 'utf-8', certainty: 1 }
  const parts = beyondAscii(bytes)
  if (isUtf8(bytes) && !isUtf8ByChance(parts)) return { encoding: 'utf-8', certainty: 1 }
  return decideEncoding(parts)
}

/** How much more likely another encoding must be than valid UTF-8. */
const MUCH = 8
/** More characters of two bytes are not valid by chance. */
const FEW_BYTES = 48

/** Whether valid UTF-8 is so by chance: it has only characters of two bytes, few, and they make no sense. */
export function isUtf8ByChance(parts: readonly Uint8Array[]): boolean {
  let count = 0
  for (const part of parts) {
    for (const byte of part) {
      if (byte >= 0xe0) return false
      if (byte >= 0x80 && ++count > FEW_BYTES) return false
    }
  }
  const { encoding } = decideEncoding(parts)
  return encoding !== 'utf-8' && likelihood(parts, encoding) - likelihood(parts, 'utf-8') > MUCH
}

/** Whether text switches to Japanese characters by escape sequences: ESC `$` `@` or ESC `$` `B`. */
export function hasJapaneseEscape(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at >= 0; at = bytes.indexOf(0x1b, at + 1)) {
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x40 || bytes[at + 2] === 0x42)) return true
  }
  return false
}

/** The parts of a text around bytes beyond ASCII, so that a sample of a long file is still informative. */
function beyondAscii(bytes: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = []
  let left = SAMPLE_SIZE
  for (let at = 0; at < bytes.length && left > 0; at++) {
    if (bytes[at]! < 0x80) continue
    const start = Math.max(0, at - AROUND)
    // A character of two bytes may end in an ASCII byte.
    let last = at
    while (at < bytes.length && at - last <= AROUND && left > 0) {
      if (bytes[at]! >= 0x80) last = at
      at++
      left--
    }
    parts.push(bytes.subarray(start, at))
  }
  return parts
}
