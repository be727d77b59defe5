/**
 * Lists the files of a zip archive by its central directory. Format: PKWARE's APPNOTE 6.3.10, sections 4.3.7 to
 * 4.3.16, 4.4.5 for the methods and 4.5.3 for zip64.
 */
import { FormatError } from '../../issues/errors.ts'
import { u16le, u32le, u64le } from '../numbers.ts'
import type { IssueLocation } from '../../issues/issue.ts'
import type { Source } from '../source.ts'
import { decodeName, type MemberMethod, type PackedMember } from './member.ts'

/** How the header of a file begins. */
export const LOCAL_HEADER = 0x04034b50
/** How a row of the directory begins. */
export const CENTRAL_HEADER = 0x02014b50
const END_RECORD = 0x06054b50
const END_LOCATOR_64 = 0x07064b50
const END_RECORD_64 = 0x06064b50

/** Bytes of the header of a file, before its name. */
export const LOCAL_SIZE = 30
const CENTRAL_SIZE = 46
const END_SIZE = 22
const LOCATOR_SIZE = 20
/** The end record has a comment of up to 64 KiB behind it. */
const LONGEST_END = END_SIZE + 0xffff

const ENCRYPTED = 1
const UTF_8 = 1 << 11
/** Id of the extra field of large sizes, and what stands for a size that is there. */
export const ZIP_64 = 1
export const IN_ZIP_64 = 0xffff_ffff

const METHODS = new Map<number, MemberMethod>([
  [0, 'stored'],
  [8, 'deflate'],
  [12, 'bzip2'],
  [93, 'zstd'],
  [95, 'xz'],
])

/** Largest central directory: that of some million members. */
const MAX_DIRECTORY = 1 << 29

/** A file in a zip archive. */
export interface ZipMember extends PackedMember {
  /** Offset of its header, which comes before its name and its bytes. */
  headerAt: number
  /** The CRC-32 of the file. */
  checksum: number
  /** When the file was last changed, as `2016-08-06T15:18:06`, in the local time of the machine that packed it. */
  modified?: string
}

/** The files of an archive. Throws FormatError when its directory is missing or damaged. */
export function listZip(source: Source): ZipMember[] {
  const members: ZipMember[] = []
  const { directory, count, place } = readDirectory(source)
  let at = 0
  while (at + CENTRAL_SIZE <= directory.length && u32le(directory, at) === CENTRAL_HEADER) {
    const end = at + CENTRAL_SIZE + u16le(directory, at + 28) + u16le(directory, at + 30) + u16le(directory, at + 32)
    const member = readMember(directory.subarray(at, end), source)
    // A folder is none.
    if (!member.path.endsWith('/')) members.push(member)
    at = end
  }
  if (at === 0 && count > 0) throw new FormatError('packed/list', {}, place)
  return members
}

/** Reads a row of the directory. */
function readMember(row: Uint8Array, source: Source): ZipMember {
  const nameEnd = CENTRAL_SIZE + u16le(row, 28)
  const flags = u16le(row, 8)
  const path = readPath(row.subarray(CENTRAL_SIZE, nameEnd), flags)
  const { size, packed, offset } = readSizes(row.subarray(0, nameEnd + u16le(row, 30)), nameEnd)
  const modified = readTime(u16le(row, 14), u16le(row, 12))
  return {
    path,
    headerAt: offset,
    start: startOf(source, offset),
    packed,
    size,
    method: readMethod(u16le(row, 10), flags, `${source.name}/${path}`),
    checksum: u32le(row, 16),
    ...(modified !== undefined && { modified }),
  }
}

/** The path of a file, its folders separated by slashes. */
export function readPath(name: Uint8Array, flags: number): string {
  return ((flags & UTF_8) !== 0 ? new TextDecoder().decode(name) : decodeName(name)).replaceAll('\\', '/')
}

/** How a file is compressed, or why it cannot be unpacked. */
export function readMethod(code: number, flags: number, file: string): MemberMethod | FormatError {
  if ((flags & ENCRYPTED) !== 0) return new FormatError('packed/encrypted', {}, { file })
  return METHODS.get(code) ?? new FormatError('packed/method', { method: `zip ${code}` }, { file })
}

/** A date and a time of MS-DOS (APPNOTE 4.4.6): years from 1980, seconds in twos. */
function readTime(date: number, time: number): string | undefined {
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31]
  const [hour, minute, second] = [time >> 11, (time >> 5) & 63, 2 * (time & 31)]
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return undefined
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`
}

/** The central directory. Throws FormatError without one: the end of the file is missing. */
function readDirectory(source: Source): { directory: Uint8Array; count: number; place: IssueLocation } {
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
  const place = { file: source.name, offset: tailAt + end }
  if (size > MAX_DIRECTORY || start + size > source.size) throw new FormatError('packed/list', {}, place)
  return { directory: source.read(start, start + size), count: u16le(tail, end + 10), place }
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
