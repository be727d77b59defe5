/**
 * Lists the files of a zip archive whose directory, which comes last, is missing or damaged: by the headers that the
 * files have of their own. Format: PKWARE's APPNOTE 6.3.10, sections 4.3.7 and 4.3.9.
 */
import { CachedSource } from '../cached-source.ts'
import { u16le, u32le, u64le } from '../numbers.ts'
import type { Source } from '../source.ts'
import type { PackedMember } from './member.ts'
import { CENTRAL_HEADER, IN_ZIP_64, LOCAL_HEADER, LOCAL_SIZE, readMethod, readPath, ZIP_64 } from './zip.ts'

/** How the descriptor behind a file begins: its checksum and sizes, where they were not known before. */
const DESCRIPTOR = 0x08074b50
const HAS_DESCRIPTOR = 1 << 3

/** What comes behind a file: another one, or the directory. */
const HEADERS: readonly number[] = [LOCAL_HEADER, CENTRAL_HEADER]

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
    const known = { ...stated, checksum: u32le(header, 14), end: start + stated.packed }
    const { end, ...facts } = (flags & HAS_DESCRIPTOR) !== 0 ? described(source, start, known) : known
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

/** A file whose end is known. */
interface Described extends Sizes {
  checksum?: number
  /** Where the next header is: behind the descriptor. */
  end: number
}

/**
 * A file with a descriptor: where the header says that it ends, if there is a descriptor or another header, and
 * otherwise before the first descriptor of this size. Without one, the file goes on behind the end of the archive.
 */
function described(source: Source, start: number, known: Described): Described {
  const { packed, end } = known
  if (packed > 0 && isNext(source, end)) return known
  const there = packed > 0 ? descriptorAt(source, start, end) : undefined
  const found = there ?? findDescriptor(source, start)
  if (found) return found
  return packed > 0 ? known : { packed: source.size - start + 1, size: Infinity, end: source.size }
}

/** The first descriptor that says how many bytes there are before it. */
function findDescriptor(source: Source, start: number): Described | undefined {
  for (let at = start; at < source.size; at += WINDOW) {
    const bytes = source.read(at, at + WINDOW + 3)
    for (let next = bytes.indexOf(0x50); next >= 0 && next < WINDOW; next = bytes.indexOf(0x50, next + 1)) {
      if (next + 4 > bytes.length) continue
      const mark = u32le(bytes, next)
      const found =
        mark === DESCRIPTOR
          ? descriptorAt(source, start, at + next)
          : HEADERS.includes(mark)
            ? bareDescriptorBefore(source, start, at + next)
            : undefined
      if (found) return found
    }
  }
  // The next header may be cut.
  for (let at = Math.max(start, source.size - 3); at <= source.size; at++) {
    const found = isNext(source, at) ? bareDescriptorBefore(source, start, at) : undefined
    if (found) return found
  }
  return undefined
}

/** The descriptor at an offset, if it says that the file ends there. Its sizes have four bytes, or eight in zip64. */
function descriptorAt(source: Source, start: number, at: number): Described | undefined {
  const isMarked = source.size >= at + 4 && u32le(source.read(at, at + 4), 0) === DESCRIPTOR
  const checksumAt = at + (isMarked ? 4 : 0)
  const [narrow, wide] = [12, 20].map((length) => readDescriptor(source, checksumAt, length))
  const [isNarrow, isWide] = [narrow, wide].map((found) => found?.packed === at - start)
  if (isNarrow && isNext(source, narrow!.end)) return narrow
  if (isWide && (isMarked || isNext(source, wide!.end))) return wide
  return isNarrow && isMarked ? narrow : undefined
}

/** The descriptor without a mark that ends where the next header begins or the archive ends. */
function bareDescriptorBefore(source: Source, start: number, end: number): Described | undefined {
  for (const length of [12, 20]) {
    const found = end - length < start ? undefined : readDescriptor(source, end - length, length)
    if (found?.packed === end - length - start) return found
  }
  return undefined
}

/** A descriptor of so many bytes, its mark not counted; undefined where the archive ends before. */
function readDescriptor(source: Source, at: number, length: number): Described | undefined {
  const end = at + length
  if (end > source.size) return undefined
  const bytes = source.read(at, end)
  const checksum = u32le(bytes, 0)
  return length === 12
    ? { checksum, packed: u32le(bytes, 4), size: u32le(bytes, 8), end }
    : { checksum, packed: u64le(bytes, 4), size: u64le(bytes, 12), end }
}

/** Whether a header begins at an offset, as far as the archive goes. */
function isNext(source: Source, at: number): boolean {
  const bytes = source.read(at, at + 4)
  return (
    at <= source.size && HEADERS.some((header) => bytes.every((byte, index) => byte === (header >>> (8 * index)) % 256))
  )
}
