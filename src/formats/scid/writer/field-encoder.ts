/** Text as names, tags and comments are stored. */
import { encodeText } from '../../../bytes/text.ts'
import type { ByteWriter } from '../../../bytes/writer.ts'
import type { Lose } from './lose.ts'
import { shorten } from '../../../issues/collector.ts'

export class FieldEncoder {
  /** Whether the text that was encoded last can be read again as it was. */
  isExact = true
  private readonly encoding: string
  private readonly lose: Lose

  /** @param encoding label of the encoding; that of Scid 5 is UTF-8 */
  constructor(encoding: string, lose: Lose) {
    this.encoding = encoding
    this.lose = lose
  }

  /** The bytes of a text of any length. What cannot be stored is reported. */
  encode(text: string): Uint8Array {
    const { bytes, lost } = encodeText(text, this.encoding)
    const isOdd = text.includes('\0') || !text.isWellFormed()
    this.isExact = lost.length === 0 && !isOdd
    if (lost.length > 0) this.lose('scid/characters', { characters: lost.slice(0, 20).join(' ') })
    if (isOdd) this.lose('scid/changed-text', { text: shorten(text) })
    return text.includes('\0') ? bytes.filter((byte) => byte !== 0) : bytes
  }

  /** Writes a text of any length. What cannot be stored is reported. */
  write(text: string, out: ByteWriter): void {
    // Most are short and ASCII, whatever the encoding: bytes of their own would take longer.
    if (out.ascii(text)) this.isExact = true
    else out.put(this.encode(text))
  }

  /** The bytes of a text, cut to a width between two characters. */
  encodeWithin(text: string, width: number): Uint8Array {
    const bytes = this.encode(text)
    if (bytes.length <= width) return bytes
    this.isExact = false
    this.lose('scid/cut-text', { text: shorten(text), most: width })
    let end = width
    // The bytes of a character of UTF-8 after its first one.
    if (this.encoding === 'utf-8') while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
    return bytes.subarray(0, end)
  }
}
