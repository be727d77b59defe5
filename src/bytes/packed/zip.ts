/**
 * Lists the files of a zip archive by its central directory. Format: PKWARE's APPNOTE 6.3.10, sections 4.3.7 to
 * 4.3.16, 4.4.5 for the methods and 4.5.3 for zip64.
 */
import { FormatError } from '../../issues/errors.ts'
import { u16le, u32le, u64le } from '../numbers.ts'
import type { Source } from '../source.ts'
import { decodeName, type MemberMethod, type PackedMember } from './member.ts'

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_RECORD = 0x06054b50
const END_LOCATOR_64 = 0x07064b50
const END_RECORD_64 = 0x06064b50

const LOCAL_SIZE = 30
const CENTRAL_SIZE = 46
const END_SIZE = 22
const LOCATOR_SIZE = 20
/** The end record has a comment of up to 64 KiB behind it. */
const LONGEST_END = END_SIZE + 0xffff

const ENCRYPTED = 1
const UTF_8 = 1 << 11
const ZIP_64 = 1
const IN_ZIP_64 = 0xffff_ffff

const METHODS = new Map<number, MemberMethod>([
  [0, 'stored'],
  [8, 'deflate'],
  [12, 'bzip2'],
  [93, 'zstd'],
  [95, 'xz'],
])

/** Largest central directory: that of some million members. */
const MAX_DIRECTORY = 1 << 29

/** A member that cannot be unpacked, and why. */
export interface RefusedMember {
  path: string
  error: FormatError
}

/** The files of an archive and those that cannot be unpacked. Throws FormatError when it has no directory. */
export function listZip(source: Source): { members: PackedMember[]; refused: RefusedMember[] } {
  const members: PackedMember[] = []
  const refused: RefusedMember[] = []
  const directory = readDirectory(source)
  for (let at = 0; at + CENTRAL_SIZE <= directory.length && u32le(directory, at) === CENTRAL_HEADER;) {
    const nameEnd = at + CENTRAL_SIZE + u16le(directory, at + 28)
    const extraEnd = nameEnd + u16le(directory, at + 30)
    const name = directory.subarray(at + CENTRAL_SIZE, nameEnd)
    const flags = u16le(directory, at + 8)
    const path = ((flags & UTF_8) !== 0 ? new TextDecoder().decode(name) : decodeName(name)).replaceAll('\\', '/')
    if (!path.endsWith('/')) {
      const place = { file: `${source.name}/${path}` }
      const code = u16le(directory, at + 10)
      const method = METHODS.get(code)
      if ((flags & ENCRYPTED) !== 0) refused.push({ path, error: new FormatError('packed/encrypted', {}, place) })
      else if (!method)
        refused.push({ path, error: new FormatError('packed/method', { method: `zip ${code}` }, place) })
      else {
        const { size, packed, offset } = readSizes(directory.subarray(at, extraEnd), nameEnd - at)
        const checksum = u32le(directory, at + 16)
        members.push({ path, start: startOf(source, offset), packed, size, method, checksum })
      }
    }
    at = extraEnd + u16le(directory, at + 32)
  }
  return { members, refused }
}

/** The central directory. Throws FormatError without one: the end of the file is missing. */
function readDirectory(source: Source): Uint8Array {
  const tailAt = Math.max(0, source.size - LONGEST_END)
  const tail = source.read(tailAt, source.size)
  let end = tail.length - END_SIZE
  while (end >= 0 && u32le(tail, end) !== END_RECORD) end--
  if (end < 0) throw new FormatError('packed/cut', {}, { file: source.name, offset: source.size })
  let size = u32le(tail, end + 12)
  let start = u32le(tail, end + 16)
  const locator = source.read(tailAt + end - LOCATOR_SIZE, tailAt + end)
  if (locator.length === LOCATOR_SIZE && u32le(locator, 0) === END_LOCATOR_64) {
    const at = u64le(locator, 8)
    const record = source.read(at, at + 56)
    if (u32le(record, 0) === END_RECORD_64) {
      size = u64le(record, 40)
      start = u64le(record, 48)
    }
  }
  if (size > MAX_DIRECTORY) throw new FormatError('packed/damaged', {}, { file: source.name, offset: tailAt + end })
  return source.read(start, start + size)
}

/** Sizes and place of a member; what does not fit four bytes stands in an extra field. */
function readSizes(header: Uint8Array, extraAt: number): { size: number; packed: number; offset: number } {
  let size = u32le(header, 24)
  let packed = u32le(header, 20)
  let offset = u32le(header, 42)
  for (let at = extraAt; at + 4 <= header.length; at += 4 + u16le(header, at + 2)) {
    if (u16le(header, at) !== ZIP_64) continue
    let next = at + 4
    const take = (value: number) => {
      if (value !== IN_ZIP_64) return value
      next += 8
      return u64le(header, next - 8)
    }
    size = take(size)
    packed = take(packed)
    offset = take(offset)
  }
  return { size, packed, offset }
}

/** Where the bytes of a member begin: behind a header of its own, whose name and extra field may have other lengths. */
function startOf(source: Source, offset: number): number {
  const header = source.read(offset, offset + LOCAL_SIZE)
  if (header.length < LOCAL_SIZE || u32le(header, 0) !== LOCAL_HEADER) return source.size
  return offset + LOCAL_SIZE + u16le(header, 26) + u16le(header, 28)
}
