/**
 * Finds the encoding of a game's text. A file may contain games in several encodings: each gives its own in `CA`, gives
 * none, or gives a wrong one. docs/formats/sgf.md, Encodings.
 */
import { findEncoding } from '../../bytes/guess-encoding.ts'
import { decideEncoding, GUESSED, type EncodingGuess } from '../../bytes/guess/decider.ts'
import { decodeText, encodeText, encodingName, isAscii, isUtf8 } from '../../bytes/text.ts'
import { OPEN_VALUE, valueEnd } from './syntax.ts'

/** Labels that games keep from a file that has been transcoded. */
const TRANSCODED: ReadonlySet<string> = new Set(['utf-16', 'utf16'])

/** The standard name of an encoding for the label given by a game; undefined for an unknown label. */
export function encodingOfLabel(label: string): string | undefined {
  const trimmed = label.trim().toLowerCase()
  return TRANSCODED.has(trimmed) ? 'utf-8' : encodingName(trimmed)
}

/** Names used in games for encodings, if different from the standard names. */
const NAMES: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  gbk: 'GBK',
  gb18030: 'GB18030',
  big5: 'Big5',
  shift_jis: 'Shift_JIS',
  'euc-jp': 'EUC-JP',
  'euc-kr': 'EUC-KR',
}

/** What a writer puts into `CA`. */
export function labelOfEncoding(encoding: string): string {
  return NAMES[encoding] ?? encoding
}

/** How the text of a game was decoded. */
export interface DecodedGame {
  text: string
  /** Standard name of the encoding; undefined for text that is the same in all encodings, whatever the game says. */
  encoding: string | undefined
  /**
   * Whether `text` has one character for every byte because the encoding would not reproduce the bytes: values are then
   * decoded one by one.
   */
  isBinary: boolean
  /** The encoding of values that are not UTF-8, where `encoding` is and not all values are. */
  other?: string
  /** Issues about the choice. */
  finding?: 'guessed' | 'other'
  /** How sure a guess is, from 0 to 1. */
  certainty?: number
}

/** The number of UTF-8 sequences that outweigh another encoding named in `CA`. */
const MANY_SEQUENCES = 4

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Up to this size an ASCII file is decoded as a whole, and games are parts of its text. */
const MAX_WHOLE_TEXT = 1 << 20

/** From here on, a game needs no evidence of other games for its encoding. */
const SURE = 0.99

/** Encodings for values that are not UTF-8. */
const NOT_UTF8 = GUESSED.filter((encoding) => encoding !== 'utf-8')

/** Chooses encodings for the games of one file. */
export class GameDecoder {
  /** Whether the whole file is UTF-8. */
  readonly isUtf8: boolean
  private readonly file: Uint8Array
  private readonly forced: string | undefined
  /** The text of a short ASCII file. */
  private readonly ascii: string | undefined
  private guess: EncodingGuess | undefined

  /**
   * @param file the bytes of the whole file
   * @param forced the encoding to use, whatever the games say
   */
  constructor(file: Uint8Array, forced: string | undefined) {
    this.file = file
    this.forced = forced
    const text = file.length <= MAX_WHOLE_TEXT ? tryUtf8(file) : undefined
    this.isUtf8 = file.length <= MAX_WHOLE_TEXT ? text !== undefined : isUtf8(file)
    if (text?.length === file.length) this.ascii = text
  }

  /** The encoding of games that name none. */
  get usual(): string {
    return this.forced ?? this.ofFile.encoding
  }

  /** The encoding of what the games do not name, by all of the file. */
  private get ofFile(): EncodingGuess {
    return (this.guess ??= findEncoding(this.file))
  }

  /**
   * Decodes the game from `start` up to `end`.
   * @param label the value of `CA` in the game
   */
  decode(start: number, end: number, label: () => string | undefined): DecodedGame {
    if (this.ascii !== undefined) {
      return { text: this.ascii.slice(start, end), encoding: this.forced, isBinary: false }
    }
    const bytes = this.file.subarray(start, end)
    if (this.forced !== undefined) return decodeAs(bytes, this.forced)
    const utf8 = tryUtf8(bytes)
    if (utf8?.length === bytes.length) return { text: utf8, encoding: undefined, isBinary: false }
    const named = namedEncoding(label())
    if (utf8 !== undefined) {
      const isNamed = named === 'utf-8' || (named === undefined && !this.isByChance(bytes))
      if (isNamed || (named !== undefined && bytes.length - utf8.length >= MANY_SEQUENCES)) {
        const decoded: DecodedGame = { text: utf8, encoding: 'utf-8', isBinary: false }
        if (!isNamed) decoded.finding = 'other'
        return decoded
      }
    }
    if (named !== undefined && named !== 'utf-8') return decodeAs(bytes, named)
    if (named === 'utf-8' && isNearlyUtf8(bytes)) return decodeAs(bytes, 'utf-8')
    const values = valuesBeyondAscii(bytes)
    if (values.some(isSurelyUtf8)) {
      const others = values.filter((value) => !isMostlyUtf8(value))
      const other = others.length === 0 ? 'utf-8' : decideEncoding(others, NOT_UTF8).encoding
      return { text: toBinary(bytes), encoding: 'utf-8', isBinary: true, other, ...found(named, 'utf-8', 1) }
    }
    const { encoding, certainty } = this.guessFor(bytes)
    // A few bytes that are not text say less than the game itself.
    if (named === 'utf-8' && certainty < SURE) return decodeAs(bytes, 'utf-8')
    return { ...decodeAs(bytes, encoding), ...found(named, encoding, certainty) }
  }

  /** Whether a game is valid UTF-8 by chance, in a file that is not UTF-8 either. */
  private isByChance(bytes: Uint8Array): boolean {
    return this.ofFile.encoding !== 'utf-8' && findEncoding(bytes).encoding !== 'utf-8'
  }

  /** Guesses the encoding of a game, for which the rest of the file speaks where it is not sure. */
  private guessFor(bytes: Uint8Array): EncodingGuess {
    const own = findEncoding(bytes)
    return own.certainty > SURE || this.ofFile.encoding === 'utf-8' ? own : this.ofFile
  }
}

/** The encoding of a label, if its bytes can be read without transcoding. */
export function namedEncoding(label: string | undefined): string | undefined {
  const encoding = label === undefined ? undefined : encodingOfLabel(label)
  return encoding === undefined || needsTranscoding(encoding) ? undefined : encoding
}

/** What to say of an encoding that was found beside the one that the game names. */
function found(
  named: string | undefined,
  encoding: string,
  certainty: number,
): Pick<DecodedGame, 'finding' | 'certainty'> {
  if (named === encoding) return {}
  return { finding: named === undefined ? 'guessed' : 'other', certainty }
}

/** The values of a game that are not ASCII. */
function valuesBeyondAscii(bytes: Uint8Array): Uint8Array[] {
  const values: Uint8Array[] = []
  for (let open = bytes.indexOf(OPEN_VALUE); open >= 0;) {
    const close = valueEnd(bytes, open + 1, bytes.length)
    const value = bytes.subarray(open + 1, close)
    if (!isAscii(value)) values.push(value)
    open = bytes.indexOf(OPEN_VALUE, close)
  }
  return values
}

/** Whether bytes are valid UTF-8 with a character of three bytes or more, which hardly any other text is. */
function isSurelyUtf8(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte >= 0xe0) && isUtf8(bytes)
}

/** Whether bytes are UTF-8 of which some may be lost: at least as many characters are whole as are not. */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  let whole = 0
  for (const character of decodeText(bytes, 'utf-8'))
    whole += character === '\uFFFD' ? -1 : character > '\u007F' ? 1 : 0
  return whole >= 0
}

function tryUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether only a few characters are cut or damaged, at most a tenth of the non-ASCII ones. */
function isNearlyUtf8(bytes: Uint8Array): boolean {
  let damaged = 0
  let beyondAscii = 0
  for (const character of decodeText(bytes, 'utf-8')) {
    if (character === '\uFFFD') damaged++
    else if (character > '\u007F') beyondAscii++
  }
  return damaged * 10 <= beyondAscii
}

/** Decodes in one encoding, or as single bytes if encoding the text would not reproduce the bytes. */
function decodeAs(bytes: Uint8Array, encoding: string): DecodedGame {
  const text = decodeText(bytes, encoding)
  return isExact(bytes, text, encoding)
    ? { text, encoding, isBinary: false }
    : { text: toBinary(bytes), encoding, isBinary: true }
}

/** Whether encoding text gives exactly these bytes. */
export function isExact(bytes: Uint8Array, text: string, encoding: string): boolean {
  if (isAscii(bytes)) return text.length === bytes.length
  const again = encodeText(text, encoding).bytes
  return again.length === bytes.length && again.every((byte, index) => byte === bytes[index])
}

const BINARY_CHUNK = 1 << 13

/** Text with one character for every byte. */
export function toBinary(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += BINARY_CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + BINARY_CHUNK))
  }
  return text
}

/** The bytes of text made by {@link toBinary}. */
export function fromBinary(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** Whether bytes have to be transcoded to UTF-8 first: UTF-16 and ISO-2022-JP. */
export function needsTranscoding(encoding: string): boolean {
  return encoding.startsWith('utf-16') || encoding === 'iso-2022-jp'
}
