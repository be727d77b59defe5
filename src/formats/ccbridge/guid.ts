/** GUIDs as Windows stores them: a number of 32 bits and two of 16, little-endian, then eight bytes. */
import { Checksum } from '../../bytes/checksum.ts'

const SIZE = 16

/** Where each byte of the text stands in the stored form. */
const ORDER = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]

/** Each byte as two digits. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0').toUpperCase())

/** The text of a stored GUID: `{8-4-4-4-12}` in capitals. */
export function formatGuid(bytes: Uint8Array): string {
  let text = '{'
  for (let index = 0; index < SIZE; index++) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += '-'
    text += DIGITS[bytes[ORDER[index]!] ?? 0]!
  }
  return `${text}}`
}

/** The stored form of a text; undefined when it is not a GUID. */
export function parseGuid(text: string): Uint8Array | undefined {
  if (!/^\{[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$/i.test(text)) return undefined
  const digits = text.replaceAll(/[-{}]/g, '')
  const bytes = new Uint8Array(SIZE)
  for (const [index, at] of ORDER.entries()) bytes[at] = Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16)
  return bytes
}

/** A GUID for a record that has none, the same for the same bytes in the same place, so that files are reproducible. */
export function makeGuid(bytes: Uint8Array, place: number): Uint8Array {
  const guid = new Uint8Array(SIZE)
  const view = new DataView(guid.buffer)
  for (let word = 0; word < 4; word++) {
    view.setUint32(word * 4, new Checksum().addWord(place).addWord(word).add(bytes).value, true)
  }
  // The marks of a GUID made by chance: version 4, variant 1.
  guid[7] = (guid[7]! & 0x0f) | 0x40
  guid[8] = (guid[8]! & 0x3f) | 0x80
  return guid
}
