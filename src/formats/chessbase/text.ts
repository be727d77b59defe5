/**
 * Text in ChessBase databases. Nothing says how a field is encoded: a field
 * that is valid UTF-8 is UTF-8, any other is in the code page of the machine it was written
 * on, one for the whole database. docs/formats/chessbase.md, Text.
 */
import { decodeText, isAscii, isUtf8 } from '../../bytes/text.ts'

/**
 * Figurines in ChessBase's fonts: the byte in code-page text, the private
 * character in UTF-8 text, and the Unicode symbol it becomes.
 */
export const FIGURINES: readonly (readonly [byte: number, privateUse: string, symbol: string])[] = [
  [0xa2, '\ue024', '♔'],
  [0xa3, '\ue025', '♕'],
  [0xa6, '\ue026', '♖'],
  [0xa5, '\ue027', '♗'],
  [0xa4, '\ue028', '♘'],
  [0xa7, '\ue029', '♙'],
]

export const FIRST_FIGURINE = 0xa2
export const LAST_FIGURINE = 0xa7

const SYMBOL_OF_BYTE = new Map(FIGURINES.map(([byte, , symbol]) => [byte, symbol]))
const SYMBOL_OF_PRIVATE = new Map(FIGURINES.map(([, privateUse, symbol]) => [privateUse, symbol]))

/** Marks a diagram in a text, as in ChessBase's own exports. */
export const DIAGRAM = '[#]'

/** The byte of a diagram in code-page text, in newer text, and its character in UTF-8 text. */
export const DIAGRAM_BYTE = 0x9e
export const DIAGRAM_CONTROL = 0x04
const DIAGRAM_PRIVATE = '\ue005'

/** The bytes of a field up to its first NUL; the rest is left over from earlier contents. */
export function untilNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

/** Decodes the texts of one database with the code page it was written in. */
export class TextReader {
  /** Label of the code page, as TextDecoder knows it. */
  readonly codePage: string

  constructor(codePage: string) {
    this.codePage = codePage
  }

  /** A name or title in a field of fixed width. */
  field(bytes: Uint8Array): string {
    const text = untilNul(bytes)
    if (isAscii(text)) return decodeText(text, 'utf-8')
    if (isUtf8(text)) return withFigurines(decodeText(text, 'utf-8'))
    const whole = text.length === bytes.length ? wholeCharacters(text) : undefined
    return whole ? withFigurines(decodeText(whole, 'utf-8')) : decodeText(text, this.codePage)
  }

  /** A text of known length. */
  running(bytes: Uint8Array): string {
    return isUtf8(bytes) ? withFigurines(decodeText(bytes, 'utf-8')) : decodeText(bytes, this.codePage)
  }

  /** A comment, with its figurines and diagram marks. */
  comment(bytes: Uint8Array): string {
    const text = untilNul(bytes)
    if (isAscii(text)) return withDiagramControls(decodeText(text, 'utf-8'))
    if (isUtf8(text)) return withDiagramControls(withFigurines(decodeText(text, 'utf-8')))
    return withDiagramControls(this.figurineText(text))
  }

  /** Code-page text in which some bytes are figurines and diagrams. */
  private figurineText(bytes: Uint8Array): string {
    let text = ''
    let start = 0
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!
      const symbol = this.isDiagram(bytes, at) ? DIAGRAM : isFigurine(bytes, at) ? SYMBOL_OF_BYTE.get(byte) : undefined
      if (symbol === undefined) continue
      text += decodeText(bytes.subarray(start, at), this.codePage) + symbol
      start = at + 1
    }
    return text + decodeText(bytes.subarray(start), this.codePage)
  }

  /**
   * Whether a byte marks a diagram. In code pages other than 1252 it is a frequent letter, so there it must be by
   * itself.
   */
  private isDiagram(bytes: Uint8Array, at: number): boolean {
    if (bytes[at] !== DIAGRAM_BYTE) return false
    return this.codePage === 'windows-1252' || !(isLetter(bytes[at - 1]) || isLetter(bytes[at + 1]))
  }
}

/**
 * Whether a byte is a figurine and not the character of its code page: the
 * move of a piece follows it, as in `¤f3`, `¦fxe1` or `£4xd5+`.
 */
function isFigurine(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at]!
  if (byte < FIRST_FIGURINE || byte > LAST_FIGURINE) return false
  let next = at + 1
  // Skips the disambiguating square, or part of one, and the capture sign.
  if (isFile(bytes[next]) && !isRank(bytes[next + 1])) next++
  else if (isRank(bytes[next])) next++
  else if (isFile(bytes[next + 2]) && isRank(bytes[next + 3]) && isFile(bytes[next])) next += 2
  if (bytes[next] === 0x78) next++
  return isFile(bytes[next]) && isRank(bytes[next + 1])
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte >= 0xc0 || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a))
}

function isFile(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x61 && byte <= 0x68
}

function isRank(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x31 && byte <= 0x38
}

function withFigurines(text: string): string {
  return text.replace(/[\ue005\ue024-\ue029]/g, (character) =>
    character === DIAGRAM_PRIVATE ? DIAGRAM : SYMBOL_OF_PRIVATE.get(character)!,
  )
}

function withDiagramControls(text: string): string {
  return text.includes('\u0004') ? text.replaceAll('\u0004', DIAGRAM) : text
}

/** UTF-8 text without a last character that was cut off; undefined if it is not UTF-8. */
function wholeCharacters(bytes: Uint8Array): Uint8Array | undefined {
  for (let cut = 1; cut <= 3 && cut < bytes.length; cut++) {
    const whole = bytes.subarray(0, bytes.length - cut)
    if (isUtf8(whole)) return isAscii(whole) ? undefined : whole
  }
  return undefined
}
