/**
 * Encodes text for a database. Nothing in the files says how a field is encoded, and only UTF-8 is certain to be read
 * correctly, so it is the default. A code page can be requested; it is used for every text that reads back the same.
 * docs/formats/chessbase.md, Text.
 */
import { encodeText, isUtf8 } from '../../../bytes/text.ts'
import { DIAGRAM, DIAGRAM_CONTROL, FIGURINES, TextReader } from '../text.ts'
import { USUAL_CODE_PAGE } from '../code-page.ts'

const PRIVATE_OF_SYMBOL = new Map(FIGURINES.map(([, privateUse, symbol]) => [symbol, privateUse]))
const SYMBOLS = /[♔-♙]/g

/** Text that is read the same in every encoding: ASCII without special characters. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const PLAIN = /^[\u0001-\u0003\u0005-\u007f]*$/

/** Called with text that is not stored exactly as given. */
export type TextProblem = (kind: 'cut' | 'changed', text: string) => void

/** Encodes the text of fields. */
export class FieldEncoder {
  private readonly codePage: string | undefined
  /** Reads text as it is read from the database. */
  readonly reader: TextReader
  private readonly problem: TextProblem

  /** @param codePage label of a single-byte code page, or undefined to write only UTF-8 */
  constructor(codePage: string | undefined, problem: TextProblem) {
    this.codePage = codePage === 'utf-8' ? undefined : codePage
    this.reader = new TextReader(this.codePage ?? USUAL_CODE_PAGE)
    this.problem = problem
  }

  /** A name or title of at most `width` bytes. Longer ones are cut after a whole character. */
  field(text: string, width = Infinity): Uint8Array {
    const bytes = this.encode(text, (written) => this.reader.field(written))
    if (bytes.length <= width) return bytes
    this.problem('cut', text)
    return cut(bytes, width)
  }

  /** A text of known length, at most `limit` bytes. */
  running(text: string, limit = Infinity): Uint8Array {
    const bytes = this.encode(text, (written) => this.reader.running(written))
    if (bytes.length <= limit) return bytes
    this.problem('cut', text)
    return cut(bytes, limit)
  }

  /**
   * A comment with figurines and diagram marks as in ChessBase's fonts. @param limit the largest total size in bytes
   * @param head zero bytes before the text
   */
  comment(text: string, limit: number, head = 0): Uint8Array {
    if (text.length <= limit - head && PLAIN.test(text) && !text.includes(DIAGRAM)) return asciiBytes(text, head)
    const stored = text
      .replaceAll(DIAGRAM, String.fromCharCode(DIAGRAM_CONTROL))
      .replaceAll(SYMBOLS, (symbol) => PRIVATE_OF_SYMBOL.get(symbol)!)
    let words = this.encode(stored, (written) => this.reader.comment(written), text)
    if (words.length > limit - head) {
      this.problem('cut', text)
      words = cut(words, limit - head)
    }
    const bytes = new Uint8Array(head + words.length)
    bytes.set(words, head)
    return bytes
  }

  private encode(stored: string, read: (bytes: Uint8Array) => string, text = stored): Uint8Array {
    if (PLAIN.test(stored)) return asciiBytes(stored)
    if (this.codePage !== undefined) {
      const { bytes, lost } = encodeText(stored, this.codePage)
      if (lost.length === 0 && !isUtf8(bytes) && read(bytes) === text) return bytes
    }
    const { bytes } = encodeText(stored.replaceAll('\0', ' '), 'utf-8')
    if (read(bytes) !== text) this.problem('changed', text)
    return bytes
  }
}

/** ASCII text as bytes, after a number of zeros. */
function asciiBytes(text: string, head = 0): Uint8Array {
  const bytes = new Uint8Array(head + text.length)
  for (let index = 0; index < text.length; index++) bytes[head + index] = text.charCodeAt(index)
  return bytes
}

/** The longest prefix that ends with a whole character. */
function cut(bytes: Uint8Array, width: number): Uint8Array {
  if (!isUtf8(bytes)) return bytes.subarray(0, width)
  let end = width
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return bytes.subarray(0, end)
}
