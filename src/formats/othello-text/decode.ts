/** The bytes of a text of Othello games as text, whatever their encoding, letters and line ends. */
import { decodeText, decodeUtf8Or } from '../../bytes/text.ts'
import { findUnicodeMark } from '../../bytes/unicode-mark.ts'

/** Letters, figures and signs as wide as Chinese characters, and the narrow ones that they stand for. */
const FULL_WIDTH = /[\uff01-\uff5e]/g
const WIDTH = 0xff01 - 0x21

/**
 * Decodes a text: UTF-16 where its bytes show it, UTF-8 where it is valid, else windows-1252. Full-width characters become
 * the usual ones, and a carriage return alone, as old Macintosh programs write it, ends a line.
 */
export function decodeGames(bytes: Uint8Array, encoding?: string): string {
  const label = encoding ?? findUnicodeMark(bytes)?.encoding
  const text = label === undefined ? decodeUtf8Or(bytes, 'windows-1252') : decodeText(bytes, label)
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - WIDTH))
    .replaceAll('\u3000', ' ')
    .replaceAll(/\r\n?/g, '\n')
}
