/** What tells `.2cbh` files, apart from their reader: it is loaded with the list of formats. Little-endian. */
import { u16le } from '../../bytes/numbers.ts'

/** Bytes of the head of a `.2cbh` file, and of each of its records. */
export const RECORD_SIZE = 192

/** Offsets in the head of the file. */
export const HEAD_AT = { mark: 8, recordSize: 10, version: 13, nextId: 16 } as const

/** Whether the first bytes of a file are the head of a `.2cbh` file. */
export function isHeaderFile(head: Uint8Array): boolean {
  if (head.length < RECORD_SIZE || u16le(head, HEAD_AT.recordSize) !== RECORD_SIZE) return false
  return head.subarray(0, HEAD_AT.mark).every((byte) => byte === 0) && head[HEAD_AT.version]! <= 0x20
}
