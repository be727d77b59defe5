/** Which compression or archive a file is, told by its bytes alone. */
import { u32le } from '../numbers.ts'
import type { Source } from '../source.ts'
import { BLOCK_SIZE, isTarHeader } from './tar.ts'

/** A stream compressed as a whole, or an archive of several files. */
export type PackedKind = 'gzip' | 'zstd' | 'bzip2' | 'xz' | 'zip' | 'tar'

/** Bytes at the start of a file that tell its kind. */
export const KIND_SIZE = BLOCK_SIZE

/** Extensions of what is compressed as a whole, and what the name is without the compression. */
const EXTENSIONS = new Map([
  ['.gz', ''],
  ['.zst', ''],
  ['.zstd', ''],
  ['.bz2', ''],
  ['.xz', ''],
  ['.tgz', '.tar'],
  ['.tzst', '.tar'],
  ['.tbz2', '.tar'],
  ['.tbz', '.tar'],
  ['.txz', '.tar'],
])

/** The kind of a file by its first {@link KIND_SIZE} bytes; undefined when it is neither compressed nor an archive. */
export function packedKind(head: Uint8Array): PackedKind | undefined {
  if (head.length < 4) return undefined
  const word = u32le(head, 0)
  if (word === 0x04034b50 || word === 0x06054b50) return 'zip'
  if ((word & 0xff_ffff) === 0x08_8b1f) return 'gzip'
  // A frame, or one to be skipped, which parallel compressors write first.
  if (word === 0xfd2f_b528 || (word & 0xffff_fff0) >>> 0 === 0x184d_2a50) return 'zstd'
  if (startsWith(head, [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0])) return 'xz'
  // BZh1 to BZh9, and the first block or the end of a stream without any.
  const isBzip2 = startsWith(head, [0x42, 0x5a, 0x68]) && head[3]! >= 0x31 && head[3]! <= 0x39
  if (isBzip2 && (u32le(head, 4) === 0x26594131 || u32le(head, 4) === 0x38457217)) return 'bzip2'
  return isTarHeader(head) ? 'tar' : undefined
}

/** Whether a source is compressed or an archive. */
export function isPacked(source: Source): boolean {
  return packedKind(source.read(0, KIND_SIZE)) !== undefined
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

/** What a compressed file is called without its compression: `games.pgn` of `games.pgn.zst`, `all.tar` of `all.tgz`. */
export function nameWithin(name: string): string {
  const lower = name.toLowerCase()
  for (const [extension, rest] of EXTENSIONS) {
    if (lower.endsWith(extension) && lower.length > extension.length) {
      return name.slice(0, name.length - extension.length) + rest
    }
  }
  return name
}
