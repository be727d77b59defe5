/** A file in an archive, whichever archive it is. */
import type { FormatError } from '../../issues/errors.ts'
import { guessEncoding } from '../guess-encoding.ts'
import { decodeText } from '../text.ts'

/** How a member is compressed. */
export type MemberMethod = 'stored' | 'deflate' | 'bzip2' | 'zstd' | 'xz'

/** A file in an archive. */
export interface PackedMember {
  /** Its path as the archive states it. */
  path: string
  /** Offset of its bytes in the archive, and how many they are there. */
  start: number
  packed: number
  /** Bytes of the file, as stated. */
  size: number
  /** How it is compressed, or why it cannot be unpacked. */
  method: MemberMethod | FormatError
  /** The CRC-32 of the file, where the archive states it. */
  checksum?: number
}

/** The name of a member: UTF-8, or else what it looks like. */
export function decodeName(bytes: Uint8Array): string {
  return decodeText(bytes, guessEncoding(bytes))
}
