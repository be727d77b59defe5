/**
 * Lists the files of a zip archive whose directory, which comes last, is missing or damaged: by the headers that the
 * files have of their own. Format: PKWARE's APPNOTE 6.3.10, sections 4.3.7 and 4.3.9.
 */
import { CachedSource } from '../cached-source.ts'
import { u16le, u32le, u64le } from '../numbers.ts'
import type { Source } from '../source.ts'
import type { PackedMember } from './member.ts'
import { IN_ZIP_64, LOCAL_HEADER, LOCAL_SIZE, readMethod, readPath, ZIP_64 } from './zip.ts'

/** What follows the bytes of a file whose sizes were not known before: checksum and sizes. */
const DESCRIPTOR = 0x08074b50
const DESCRIPTOR_SIZE = 24
const HAS_DESCRIPTOR = 1 << 3

/** Most files that are looked for. */
const MAX_MEMBERS = 1 << 20

/** Bytes searched at once. */
const WINDOW = 1 << 16

/** The files from the first one on, as far as they follow each other; the last one may be cut. */
export function recoverZip(archive: Source): PackedMember[] {
  const source = new CachedSource(archive)
  const members: PackedMember[] = []
  for (let at = 0; members.length < MAX_MEMBERS;) {
    const header = source.read(at, at + LOCAL_SIZE)
    if (header.length < LOCAL_SIZE || u32le(header, 0) !== LOCAL_HEADER) break
    const nameAt = at + LOCAL_SIZE
    const extraAt = nameAt + u16le(header, 26)
    const start = extraAt + u16le(header, 28)
    if (start > source.size) break
    const flags = u16le(header, 6)
    const path = readPath(source.read(nameAt, extraAt), flags)
    const stated = statedSizes(header, source.read(extraAt, start))
    const hasDescriptor = (flags & HAS_DESCRIPTOR) !== 0 && stated.packed === 0
    const { end, ...facts } = hasDescriptor
      ? findDescriptor(source, start)
      : { ...stated, checksum: u32le(header, 14), end: start + stated.packed }
    const method = readMethod(u16le(header, 8), flags, `${archive.name}/${path}`)
    if (!path.endsWith('/')) members.push({ path, start, method, ...facts })
    at = end
  }
  return members
}

interface Sizes {
  packed: number
  size: number
}

/** Sizes in a header; those that do not fit four bytes stand in an extra field. */
function statedSizes(header: Uint8Array, extra: Uint8Array): Sizes {
  const [packed, size] = [u32le(header, 18), u32le(header, 22)]
  if (packed !== IN_ZIP_64 && size !== IN_ZIP_64) return { packed, size }
  for (let at = 0; at + 20 <= extra.length; at += 4 + u16le(extra, at + 2)) {
    if (u16le(extra, at) === ZIP_64) return { size: u64le(extra, at + 4), packed: u64le(extra, at + 12) }
  }
  return { packed, size }
}

/** What the descriptor behind a file says; without one, the file goes on behind the end of the archive. */
function findDescriptor(source: Source, start: number): Sizes & { checksum?: number; end: number } {
  for (let at = start; at < source.size; at += WINDOW) {
    const bytes = source.read(at, at + WINDOW + DESCRIPTOR_SIZE)
    for (let next = bytes.indexOf(0x50); next >= 0 && next < WINDOW; next = bytes.indexOf(0x50, next + 1)) {
      if (next + 16 > bytes.length || u32le(bytes, next) !== DESCRIPTOR) continue
      const packed = at + next - start
      const checksum = u32le(bytes, next + 4)
      if (u32le(bytes, next + 8) === packed) {
        return { packed, size: u32le(bytes, next + 12), checksum, end: at + next + 16 }
      }
      if (next + 24 <= bytes.length && u64le(bytes, next + 8) === packed) {
        return { packed, size: u64le(bytes, next + 16), checksum, end: at + next + 24 }
      }
    }
  }
  return { packed: source.size - start + 1, size: Infinity, end: source.size }
}
