/** The list of members of a zip archive (PKWARE's APPNOTE, sections 4.3.7 to 4.3.16), which is what a `.2cbv` is. */
import { safePath } from '../../../bytes/file-name.ts'
import { u16le, u32le, u64le } from '../../../bytes/numbers.ts'
import type { Source } from '../../../bytes/source.ts'
import { decodeText } from '../../../bytes/text.ts'
import type { Message } from '../../../issues/catalogue.ts'
import { FormatError } from '../../../issues/errors.ts'
import { issue, makeMessage, type Issue } from '../../../issues/issue.ts'
import { memberName, TakenPaths } from '../../member-paths.ts'

export const SIGNATURE = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const

/** Bytes of each record before its names. */
export const SIZE = { local: 30, central: 46, end: 22, locator64: 20, end64: 56 } as const

/** How a member is packed. */
export const METHOD = { stored: 0, deflated: 8 } as const

/** Bits of a member's flags. */
export const FLAG = { encrypted: 1, utf8: 1 << 11 } as const

/** Stands for a number that is in the extra field, of this identifier. */
const IN_EXTRA_FIELD = 0xffff_ffff
const EXTRA_64 = 1

/** The end record has a comment of up to 64 KiB behind it. */
const LONGEST_COMMENT = 0xffff

/** Longest list that is read: it has some hundred bytes for each member. */
const LONGEST_DIRECTORY = 1 << 24

/** Most bytes that a byte of DEFLATE data stands for. */
const MAX_EXPANSION = 1032

/** One file in an archive, as its list says. */
export interface StoredMember {
  /** As stored. */
  name: string
  /** A path below the folder to extract to, with `/` between folders; never leads out of it, and no two are the same. */
  path: string
  method: number
  crc: number
  /** Offset of the local header, and bytes of the packed data behind it. */
  offset: number
  packed: number
  /** Bytes of the file; a claim until it is extracted. */
  size: number
  /** When the file was last changed, as `2016-08-06T15:18:06`. */
  modified?: string
  /** Why it is not extracted. */
  refusal?: Message
}

/** Whether the first bytes of a file are those of a zip archive. */
export function isZip(head: Uint8Array): boolean {
  return head.length >= 4 && (u32le(head, 0) === SIGNATURE.local || u32le(head, 0) === SIGNATURE.end)
}

/** Reads the list of members. Throws FormatError when there is none. */
export function readDirectory(source: Source): { members: StoredMember[]; issues: Issue[] } {
  const { start, size, count } = findDirectory(source)
  const bytes = source.read(start, start + size)
  const issues: Issue[] = []
  const members: StoredMember[] = []
  const taken = new TakenPaths()
  let at = 0
  while (at + SIZE.central <= bytes.length && u32le(bytes, at) === SIGNATURE.central) {
    const end = at + SIZE.central + u16le(bytes, at + 28) + u16le(bytes, at + 30) + u16le(bytes, at + 32)
    const member = readMember(bytes.subarray(at, end), members.length, taken)
    if (member && member.path !== member.name) {
      const params = { name: member.name, path: member.path }
      issues.push(issue('chessbase/archive-name', 'warning', params, { file: source.name, offset: start + at }))
    }
    if (member) members.push(member)
    at = end
  }
  // Folders are members too, but none that is extracted.
  if (members.length > count || (members.length === 0 && count > 0)) {
    throw new FormatError('2cbh/archive-list', {}, { file: source.name, offset: start + at })
  }
  issues.push(...refuseImpossible(members, start, source))
  return { members, issues }
}

/** Where the list is, from the record at the end of the file. */
function findDirectory(source: Source): { start: number; size: number; count: number } {
  const tailStart = Math.max(0, source.size - SIZE.end - LONGEST_COMMENT)
  const tail = source.read(tailStart, source.size)
  let at = tail.length - SIZE.end
  while (at >= 0 && u32le(tail, at) !== SIGNATURE.end) at--
  if (at < 0) throw new FormatError('chessbase/not-archive', {}, { file: source.name, offset: 0 })
  let found = { start: u32le(tail, at + 16), size: u32le(tail, at + 12), count: u16le(tail, at + 10) }
  const locator = at - SIZE.locator64
  if (locator >= 0 && u32le(tail, locator) === SIGNATURE.locator64) {
    const offset = u64le(tail, locator + 8)
    const end64 = source.read(offset, offset + SIZE.end64)
    if (end64.length === SIZE.end64 && u32le(end64, 0) === SIGNATURE.end64) {
      found = { start: u64le(end64, 48), size: u64le(end64, 40), count: u64le(end64, 32) }
    }
  }
  if (found.start + found.size > source.size || found.size > LONGEST_DIRECTORY) {
    throw new FormatError('2cbh/archive-list', {}, { file: source.name, offset: tailStart + at })
  }
  return found
}

/** Reads a row of the list; undefined for a folder. */
function readMember(row: Uint8Array, index: number, taken: TakenPaths): StoredMember | undefined {
  const nameEnd = SIZE.central + u16le(row, 28)
  const flags = u16le(row, 8)
  // A name that is not marked as UTF-8 is in the code page of DOS, of which ASCII is what matters.
  const name = decodeText(row.subarray(SIZE.central, nameEnd), (flags & FLAG.utf8) === 0 ? 'windows-1252' : 'utf-8')
  if (name.endsWith('/')) return undefined
  const member: StoredMember = {
    name,
    path: taken.take(safePath(name) ?? memberName(index), index),
    method: u16le(row, 10),
    crc: u32le(row, 16),
    packed: u32le(row, 20),
    size: u32le(row, 24),
    offset: u32le(row, 42),
  }
  readExtraField(row.subarray(nameEnd, nameEnd + u16le(row, 30)), member)
  const modified = readTime(u16le(row, 14), u16le(row, 12))
  if (modified !== undefined) member.modified = modified
  if ((flags & FLAG.encrypted) !== 0) member.refusal = makeMessage('zip/encrypted', {})
  else if (member.method !== METHOD.stored && member.method !== METHOD.deflated) {
    member.refusal = makeMessage('zip/method', { method: member.method })
  }
  return member
}

/** Takes the numbers that do not fit 32 bits from the field that holds them, in their order. */
function readExtraField(extra: Uint8Array, member: StoredMember): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + u16le(extra, at + 2)) {
    if (u16le(extra, at) !== EXTRA_64) continue
    let next = at + 4
    for (const key of ['size', 'packed', 'offset'] as const) {
      if (member[key] !== IN_EXTRA_FIELD || next + 8 > extra.length) continue
      member[key] = u64le(extra, next)
      next += 8
    }
  }
}

/** A date and a time of MS-DOS: years from 1980, seconds in twos. */
function readTime(date: number, time: number): string | undefined {
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31]
  const [hour, minute, second] = [time >> 11, (time >> 5) & 63, 2 * (time & 31)]
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return undefined
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`
}

/** Marks the members whose bytes are those of another, or of the list, or are too few for the size that is stated. */
function refuseImpossible(members: readonly StoredMember[], listStart: number, source: Source): Issue[] {
  const issues: Issue[] = []
  let end = 0
  for (const member of members.toSorted((left, right) => left.offset - right.offset)) {
    const { name, packed, size, offset } = member
    const place = { file: source.name, offset }
    const own = member.refusal
    if (own) issues.push(issue('chessbase/archive-member', 'error', { name, reason: own }, place))
    else if (offset < end || offset + SIZE.local + packed > listStart) {
      member.refusal = makeMessage('cb-archive/overlap', {})
      issues.push(issue('chessbase/archive-overlap', 'error', { name, reason: member.refusal }, place))
    } else if (size > packed * MAX_EXPANSION) {
      member.refusal = makeMessage('cb-archive/size', { packed, size })
      issues.push(issue('chessbase/archive-size', 'error', { name, reason: member.refusal }, place))
    }
    end = Math.max(end, offset + SIZE.local + packed)
  }
  return issues
}
