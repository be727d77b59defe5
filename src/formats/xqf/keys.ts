/**
 * The keys of an XQF file and its stream cipher: docs/formats/xqf.md, "Keys".
 * They hide the position and the moves from casual eyes and are stored in the
 * file itself. All sums are modulo 256.
 */
import { AT, HEADER_SIZE, LAST_PLAIN_VERSION } from './layout.ts'

/** What to subtract from the stored bytes. */
export interface Keys {
  /** From the 32 piece positions. */
  readonly position: number
  /** From the squares a move comes from and goes to, beyond the offsets every version has. */
  readonly from: number
  readonly to: number
  /** From the length of a comment. */
  readonly length: number
  /** From byte i of the file, from the end of the header on, `stream[i % 32]`; absent if that changes nothing. */
  readonly stream?: Uint8Array
}

const PLAIN: Keys = { position: 0, from: 0, to: 0, length: 0 }

/** What is added to the length of a comment above version 10, even if the keys are zero. */
export const COMMENT_LENGTH_OFFSET = 767

/** The text from which the stream key is made by masking. */
const STREAM_TEXT = '[(C) Copyright Mr. Dong Shiwei.]'

/** The keys of a file, derived from the raw key bytes of its header. */
export function readKeys(header: Uint8Array): Keys {
  if (header[AT.version]! <= LAST_PLAIN_VERSION) return PLAIN
  const position = spread(header[AT.keyPosition]!, header[AT.keyPosition]!)
  const from = spread(header[AT.keyFrom]!, position)
  const to = spread(header[AT.keyTo]!, from)
  const length = ((header[AT.keySum]! * 256 + header[AT.keyPosition]!) % 32000) + COMMENT_LENGTH_OFFSET
  const stream = readStream(header)
  return stream.some((byte) => byte !== 0) ? { position, from, to, length, stream } : { position, from, to, length }
}

/** Spreads a raw key and chains it to the key before it. */
function spread(raw: number, previous: number): number {
  return ((54 * raw * raw + 221) * previous) & 0xff
}

/** The 32 bytes of the stream key: the raw keys and their sum, masked, each giving every fourth byte of the text. */
function readStream(header: Uint8Array): Uint8Array {
  const mask = header[AT.keyMask]!
  return Uint8Array.from(STREAM_TEXT, (character, index) => {
    const raw = header[AT.keySum + (index % 4)]!
    return character.charCodeAt(0) & ((raw & mask) | header[AT.keyOr + (index % 4)]!)
  })
}

/** The file with decrypted move records. The header is unchanged; without a stream key these are the same bytes. */
export function decipher(file: Uint8Array, { stream }: Keys): Uint8Array {
  if (!stream) return file
  const plain = file.slice()
  for (let index = HEADER_SIZE; index < plain.length; index++) plain[index] = plain[index]! - stream[index & 31]!
  return plain
}

/** Whether the raw keys and their sum add up to zero, XQStudio's test for accepting a file. */
export function isKeySumZero(header: Uint8Array): boolean {
  const sum = header[AT.keySum]! + header[AT.keyPosition]! + header[AT.keyFrom]! + header[AT.keyTo]!
  return (sum & 0xff) === 0
}
