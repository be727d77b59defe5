/**
 * Text in the encodings that old programs used. Decoding uses the platform's
 * TextDecoder; encoders are derived from it once by decoding every code.
 */

import { decodeDosPage, isDosPage } from './dos-pages.ts'
import { ENCODINGS, isDoubleByte, LABELS } from './encodings.ts'

/** Encodings whose encoder is derived by decoding every code of one or two bytes. */
type Encoder = (text: string) => { bytes: Uint8Array; lost: string[] }

/** What decodes, by its standard name. */
interface Decoder {
  readonly encoding: string
  decode(bytes: Uint8Array): string
}

const decoders = new Map<string, Decoder>()
const encoders = new Map<string, Encoder>()

/** The standard name of an encoding label (`GBK` and `gb2312` are `gbk`), or undefined for one that is not in {@link ENCODINGS}. */
export function encodingName(label: string): string | undefined {
  try {
    return decoderFor(label).encoding
  } catch {
    return undefined
  }
}

/**
 * Decodes bytes; invalid ones become U+FFFD. Never throws for bytes. Throws RangeError for a label that is not in
 * {@link ENCODINGS}.
 */
export function decodeText(bytes: Uint8Array, label: string): string {
  return decoderFor(label).decode(bytes)
}

function decoderFor(label: string): Decoder {
  let decoder = decoders.get(label)
  if (!decoder) {
    decoder = makeDecoder(label)
    decoders.set(label, decoder)
  }
  return decoder
}

function makeDecoder(label: string): Decoder {
  const folded = label.trim().toLowerCase()
  const name = LABELS[folded] ?? folded
  if (isDosPage(name)) return { encoding: name, decode: (bytes) => decodeDosPage(bytes, name) }
  const decoder = new TextDecoder(name, { ignoreBOM: true })
  if (!ENCODINGS.has(decoder.encoding)) throw new RangeError(`text is neither read nor written as ${decoder.encoding}`)
  return decoder
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Whether every byte is below 128. */
export function isAscii(bytes: Uint8Array): boolean {
  for (let index = 0; index < bytes.length; index++) if (bytes[index]! >= 0x80) return false
  return true
}

/** Bytes decoded at a time to see whether they are UTF-8: more would make long strings for nothing. */
const UTF8_CHUNK = 1 << 16

/** Whether bytes are valid UTF-8 (plain ASCII is). */
export function isUtf8(bytes: Uint8Array): boolean {
  if (isAscii(bytes)) return true
  try {
    if (bytes.length <= UTF8_CHUNK) strictUtf8.decode(bytes)
    else decodeInChunks(bytes)
    return true
  } catch {
    return false
  }
}

/** Decodes strictly and discards the text. Throws TypeError if it is not UTF-8. */
function decodeInChunks(bytes: Uint8Array): void {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < bytes.length; at += UTF8_CHUNK) {
    decoder.decode(bytes.subarray(at, at + UTF8_CHUNK), { stream: true })
  }
  decoder.decode()
}

/** Decodes a field of unknown encoding: as UTF-8 if it is valid UTF-8, otherwise by the fallback label. */
export function decodeUtf8Or(bytes: Uint8Array, fallback: string): string {
  return decodeText(bytes, isUtf8(bytes) ? 'utf-8' : fallback)
}

/**
 * Encodes text. A character the encoding lacks becomes `?` and is listed in
 * `lost`. Of euc-jp only the two-byte part is written. Throws RangeError for a label that is not in {@link ENCODINGS}.
 */
export function encodeText(text: string, label: string): { bytes: Uint8Array; lost: string[] } {
  const name = decoderFor(label).encoding
  let encoder = encoders.get(name)
  if (!encoder) {
    encoder = makeEncoder(name)
    encoders.set(name, encoder)
  }
  return encoder(text)
}

function makeEncoder(name: string): Encoder {
  if (name === 'utf-8') {
    const utf8 = new TextEncoder()
    return (text) => ({ bytes: utf8.encode(text), lost: [] })
  }
  if (name === 'utf-16le' || name === 'utf-16be') return utf16Encoder(name === 'utf-16le')
  return name === 'iso-2022-jp' ? iso2022Encoder() : tableEncoder(name)
}

function utf16Encoder(littleEndian: boolean): Encoder {
  return (text) => {
    const bytes = new Uint8Array(text.length * 2)
    const view = new DataView(bytes.buffer)
    for (let index = 0; index < text.length; index++) view.setUint16(index * 2, text.charCodeAt(index), littleEndian)
    return { bytes, lost: [] }
  }
}

/** Escapes of iso-2022-jp: what follows is ASCII, or characters of JIS X 0208. */
const TO_ASCII = [0x1b, 0x28, 0x42] as const
const TO_JIS = [0x1b, 0x24, 0x42] as const

/** Characters of JIS X 0208 have the codes of euc-jp without the highest bits. A text begins and ends in ASCII. */
function iso2022Encoder(): Encoder {
  const euc = tableEncoder('euc-jp')
  return (text) => {
    const bytes: number[] = []
    const lost: string[] = []
    let isJis = false
    for (const character of text) {
      const { bytes: code, lost: missing } = euc(character)
      const isTwo = code.length === 2 && code[0]! >= 0xa1
      const isOne = code.length === 1 && missing.length === 0 && code[0]! < 0x80 && !isShift(code[0]!)
      if (!isTwo && !isOne) lost.push(character)
      if (isTwo !== isJis) for (const byte of isTwo ? TO_JIS : TO_ASCII) bytes.push(byte)
      isJis = isTwo
      if (isTwo) bytes.push(code[0]! & 0x7f, code[1]! & 0x7f)
      else bytes.push(isOne ? code[0]! : 0x3f)
    }
    if (isJis) bytes.push(...TO_ASCII)
    return { bytes: Uint8Array.from(bytes), lost }
  }
}

/** Whether a byte would be read as an escape or a shift to other characters. */
function isShift(byte: number): boolean {
  return byte === 0x0e || byte === 0x0f || byte === 0x1b
}

/** Inverts a decoder: every one-byte code and, if there are any, every two-byte code is decoded once. */
function tableEncoder(name: string): Encoder {
  const codes = new Map<string, number>()
  const strict = isDosPage(name) ? decoderFor(name) : new TextDecoder(name, { fatal: true, ignoreBOM: true })
  const remember = (bytes: Uint8Array, code: number) => {
    try {
      const text = strict.decode(bytes)
      if ([...text].length === 1 && !codes.has(text)) codes.set(text, code)
    } catch {
      // No character has this code.
    }
  }
  const single = new Uint8Array(1)
  for (let code = 0; code < 256; code++) {
    single[0] = code
    remember(single, code)
  }
  if (isDoubleByte(name)) {
    const double = new Uint8Array(2)
    for (let code = 0x8140; code < 0xff00; code++) {
      double[0] = code >> 8
      double[1] = code & 0xff
      if (double[1] >= 0x40) remember(double, code)
    }
  }
  const fourByteIndex = name === 'gb18030' ? makeFourByteIndex() : undefined
  return (text) => {
    const bytes = new Uint8Array(text.length * (fourByteIndex ? 4 : 2))
    const lost: string[] = []
    let end = 0
    for (const character of text) {
      const code = codes.get(character)
      if (code !== undefined) {
        if (code > 0xff) bytes[end++] = code >> 8
        bytes[end++] = code & 0xff
        continue
      }
      const index = fourByteIndex?.(character.codePointAt(0)!)
      if (index === undefined) {
        lost.push(character)
        bytes[end++] = 0x3f
      } else {
        putFourBytes(bytes, end, index)
        end += 4
      }
    }
    return { bytes: bytes.subarray(0, end), lost }
  }
}

/** Four-byte codes of GB 18030 are numbered from 81 30 81 30; this many of them are characters below U+10000. */
const FOUR_BYTE_CODES = 39420

/** Number of the four-byte code of U+10000, from which all code points follow in order (GB 18030-2022, WHATWG encoding). */
const FIRST_SUPPLEMENTARY = 189000

/** Returns the number of a code point's four-byte code in GB 18030, undefined for half a surrogate pair. */
function makeFourByteIndex(): (codePoint: number) => number | undefined {
  const codes = new Uint8Array(FOUR_BYTE_CODES * 4)
  for (let index = 0; index < FOUR_BYTE_CODES; index++) putFourBytes(codes, index * 4, index)
  const indexes = new Map<number, number>()
  const characters = decodeText(codes, 'gb18030')
  for (let index = 0; index < characters.length; index++) indexes.set(characters.charCodeAt(index), index)
  return (codePoint) => (codePoint >= 0x10000 ? codePoint - 0x10000 + FIRST_SUPPLEMENTARY : indexes.get(codePoint))
}

function putFourBytes(bytes: Uint8Array, at: number, index: number): void {
  bytes[at] = 0x81 + Math.floor(index / 12600)
  bytes[at + 1] = 0x30 + (Math.floor(index / 1260) % 10)
  bytes[at + 2] = 0x81 + (Math.floor(index / 10) % 126)
  bytes[at + 3] = 0x30 + (index % 10)
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Bytes as base64 text, for bytes kept inside a record. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at
    const group = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    text += BASE64[group >> 18]! + BASE64[(group >> 12) & 63]!
    text += left > 1 ? BASE64[(group >> 6) & 63]! : '='
    text += left > 2 ? BASE64[group & 63]! : '='
  }
  return text
}

/** Bytes from base64 text. Characters outside the alphabet are skipped. */
export function fromBase64(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let end = 0
  let group = 0
  let bits = 0
  for (const character of text) {
    const value = BASE64.indexOf(character)
    if (value < 0) continue
    group = (group << 6) | value
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[end++] = (group >> bits) & 0xff
    }
  }
  return bytes.subarray(0, end)
}
