/** Walks over the lines of a file of any size, in windows. */
import type { Source } from '../../bytes/source.ts'

/** Bytes read at a time. */
const WINDOW = 1 << 20

/** The longest line that is read; a JSON text can hardly be longer in memory. */
export const MAX_LINE = 1 << 28

const NEWLINE = 0x0a

/** A line and where it is. `bytes`, good until the next line, is undefined for one that is too long. */
export interface Line {
  bytes: Uint8Array | undefined
  offset: number
  /** Number of the line, from 1. */
  number: number
}

/**
 * The lines that are not blank, without their ends.
 * @param longest bytes of the longest line that is read, at least a window
 */
export function* readLines(source: Source, longest = MAX_LINE): Generator<Line> {
  let base = 0
  let number = 1
  let size = WINDOW
  let window: Uint8Array | undefined
  while (base < source.size) {
    window = source.read(base, base + size, window)
    const isLast = base + window.length >= source.size || window.length === 0
    let start = 0
    for (;;) {
      const found = window.indexOf(NEWLINE, start)
      if (found < 0 && !isLast) break
      const end = found < 0 ? window.length : found
      const bytes = window.subarray(start, end)
      if (!isBlank(bytes)) yield { bytes, offset: base + start, number }
      number++
      start = end + 1
      if (found < 0) return
    }
    if (start > 0) {
      base += start
      size = WINDOW
    } else if (size < longest) {
      size *= 2
    } else {
      yield { bytes: undefined, offset: base, number }
      base = findNewline(source, base + size)
      number++
      size = WINDOW
    }
  }
}

/** Bytes up to the first newline, which may be followed by blank lines. */
export function firstLine(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(NEWLINE)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

/** The offset after the next newline from an offset on. */
function findNewline(source: Source, offset: number): number {
  for (let at = offset; at < source.size; at += WINDOW) {
    const found = source.read(at, at + WINDOW).indexOf(NEWLINE)
    if (found >= 0) return at + found + 1
  }
  return source.size
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((code) => code === 0x20 || code === 0x09 || code === 0x0d)
}
