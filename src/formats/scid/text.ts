/** Text of names, tags and comments, whose encoding no file says: docs/formats/scid.md, Text. */
import { decodeText, decodeUtf8Or, isUtf8 } from '../../bytes/text.ts'

/** What older versions of Scid wrote in Western countries. */
const USUAL_FALLBACK = 'windows-1252'

/** Longest text that is put together character by character, which is quicker than decoding it. */
const SHORT = 24

export class TextReader {
  /** Label of the encoding of texts that are not UTF-8, or of all texts where it was asked for. */
  readonly encoding: string
  private readonly isForced: boolean

  /** @param encoding label of the encoding of all texts; without it a text is UTF-8 where it can be */
  constructor(encoding?: string) {
    this.encoding = encoding ?? USUAL_FALLBACK
    this.isForced = encoding !== undefined
  }

  read(bytes: Uint8Array): string {
    if (bytes.length <= SHORT && !this.isForced) {
      let text = ''
      for (let at = 0; at < bytes.length; at++) {
        if (bytes[at]! >= 0x80) return decodeUtf8Or(bytes, this.encoding)
        text += String.fromCharCode(bytes[at]!)
      }
      return text
    }
    return this.isForced ? decodeText(bytes, this.encoding) : decodeUtf8Or(bytes, this.encoding)
  }

  /** Reads texts that each end with a NUL, and what follows the last of them. */
  readList(bytes: Uint8Array): { texts: string[]; rest: Uint8Array } {
    const end = bytes.lastIndexOf(0) + 1
    const rest = bytes.subarray(end)
    if (end === 0) return { texts: [], rest }
    const list = bytes.subarray(0, end - 1)
    // Decoding many short texts takes longer than decoding them as one.
    if (!this.isForced && isUtf8(list)) return { texts: decodeText(list, 'utf-8').split('\0'), rest }
    const texts: string[] = []
    for (let at = 0; at < end;) {
      const next = bytes.indexOf(0, at)
      texts.push(this.read(bytes.subarray(at, next)))
      at = next + 1
    }
    return { texts, rest }
  }
}
