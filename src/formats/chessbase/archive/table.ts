/**
 * The head and the list of members of a `.cbv` archive, little-endian:
 * docs/formats/chessbase.md, Archives.
 */
import { safePath } from '../../../bytes/file-name.ts'
import { u16le, u32le, u64le } from '../../../bytes/numbers.ts'
import type { Source } from '../../../bytes/source.ts'
import { decodeUtf8Or } from '../../../bytes/text.ts'
import type { Message, ParamsOf } from '../../../issues/catalogue.ts'
import { FormatError } from '../../../issues/errors.ts'
import { issue, makeMessage, type Issue } from '../../../issues/issue.ts'
import { memberName, TakenPaths } from '../../member-paths.ts'
import { untilNul } from '../text.ts'

export const ARCHIVE_HEAD_SIZE = 8

/** First two bytes of an archive; the number of members follows. */
export const ARCHIVE_MARK = 8

/** Size of a member's record, and what follows that size in the head. */
export const MEMBER_SIZE = 173
export const ARCHIVE_SUFFIX = [0x00, 0x03, 0x00] as const

/** Records that are shorter have no offset, packed size and size. */
const SMALLEST_MEMBER = 140

/** Offsets in a member's record. The last three repeat the first, in up to 64 bits. */
export const MEMBER_AT = {
  name: 0,
  offset: 128,
  packed: 132,
  size: 136,
  mark: 140,
  date: 141,
  time: 145,
  offsetAgain: 149,
  packedAgain: 157,
  sizeAgain: 165,
} as const

export const NAME_SIZE = 128

/** One file in an archive, as its list says. */
export interface StoredMember {
  /** As stored, with `\` between folders. */
  name: string
  /** A path below the folder to extract to, with `/` between folders; never leads out of it, and no two are the same. */
  path: string
  /** Where its blocks begin, and their total size in bytes. */
  offset: number
  packed: number
  /** Bytes of the file; a claim until it is extracted. */
  size: number
  /** Why it is not extracted. */
  refusal?: Message
  /** When the file was last changed, as `2016-08-06T15:18:07.12`, in the local time of the machine that packed it. */
  modified?: string
}

/** Whether the first bytes of a file are the head of an archive. */
export function isArchive(head: Uint8Array): boolean {
  return (
    head.length >= ARCHIVE_HEAD_SIZE &&
    u16le(head, 0) === ARCHIVE_MARK &&
    head[4]! >= SMALLEST_MEMBER &&
    ARCHIVE_SUFFIX.every((byte, index) => head[5 + index] === byte)
  )
}

/** Receives what is doubtful about a member. */
type Report = <Id extends 'chessbase/archive-name' | 'chessbase/archive-truncated' | 'chessbase/archive-table'>(
  id: Id,
  params: ParamsOf<Id>,
) => void

/** Reads the list of members. Throws FormatError when there is none. */
export function readMemberTable(source: Source): { members: StoredMember[]; issues: Issue[] } {
  const head = source.read(0, ARCHIVE_HEAD_SIZE)
  if (!isArchive(head)) {
    throw new FormatError('chessbase/not-archive', {}, { file: source.name, offset: 0 })
  }
  const count = u16le(head, 2)
  const recordSize = head[4]!
  const end = ARCHIVE_HEAD_SIZE + count * recordSize
  if (end > source.size) {
    throw new FormatError('chessbase/archive-cut', { count }, { file: source.name, offset: ARCHIVE_HEAD_SIZE })
  }
  const issues: Issue[] = []
  const taken = new TakenPaths()
  const members: StoredMember[] = []
  for (let index = 0; index < count; index++) {
    const at = ARCHIVE_HEAD_SIZE + index * recordSize
    const place = { file: source.name, offset: at }
    const member = readMember(source.read(at, at + recordSize), source, index, taken, (id, params) =>
      issues.push(issue(id, 'warning', params, place)),
    )
    members.push(member)
  }
  issues.push(...refuseImpossible(members, end, source.name))
  return { members, issues }
}

function readMember(
  record: Uint8Array,
  source: Source,
  index: number,
  taken: TakenPaths,
  report: Report,
): StoredMember {
  const name = decodeUtf8Or(untilNul(record.subarray(0, NAME_SIZE)), 'windows-1252')
  const path = taken.take(safePath(name) ?? memberName(index), index)
  if (path !== name.replaceAll('\\', '/')) report('chessbase/archive-name', { name, path })
  const member: StoredMember = {
    name,
    path,
    offset: u32le(record, MEMBER_AT.offset),
    packed: u32le(record, MEMBER_AT.packed),
    size: u32le(record, MEMBER_AT.size),
  }
  if (record.length >= MEMBER_SIZE) readAgain(record, member, source.size, report)
  if (member.offset + member.packed > source.size) {
    report('chessbase/archive-truncated', { name })
  }
  return member
}

/** The 64-bit numbers, for values that do not fit into 32 bits, and the time of the last change. */
function readAgain(record: Uint8Array, member: StoredMember, fileSize: number, report: Report): void {
  const again = {
    offset: u64le(record, MEMBER_AT.offsetAgain),
    packed: u64le(record, MEMBER_AT.packedAgain),
    size: u64le(record, MEMBER_AT.sizeAgain),
  }
  const isSame = (['offset', 'packed', 'size'] as const).every((key) => again[key] % 2 ** 32 === member[key])
  if (!isSame) report('chessbase/archive-table', { name: member.name })
  else if (again.offset + again.packed <= fileSize) Object.assign(member, again)
  const modified = readTime(u32le(record, MEMBER_AT.date), u32le(record, MEMBER_AT.time))
  if (modified !== undefined) member.modified = modified
}

/** A date as the number yyyymmdd and a time as hhmmsscc. */
function readTime(date: number, time: number): string | undefined {
  const parts = (value: number) => String(value).padStart(8, '0')
  const [, year, month, day] = /^([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(parts(date)) ?? []
  const [, hour, minute, second, hundredths] = /^([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})$/.exec(parts(time)) ?? []
  if (year === undefined || hour === undefined) return undefined
  const isTime = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
  if (!isTime || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${hundredths}`
}

/**
 * The largest number of bytes that one byte of an archive can expand to. A dictionary's densest group is a control word
 * and sixteen runs of three bytes for 4,114 bytes each; a prefix code can encode a byte in one bit.
 */
const MAX_EXPANSION = Math.ceil((8 * 16 * (15 + (255 << 4) + 19)) / (2 + 16 * 3))

/** Marks the members whose bytes overlap another member or the list, or are too few for the stated size. */
function refuseImpossible(members: readonly StoredMember[], start: number, fileName: string): Issue[] {
  const issues: Issue[] = []
  const refuse = (
    member: StoredMember,
    id: 'chessbase/archive-overlap' | 'chessbase/archive-size',
    reason: Message,
  ) => {
    member.refusal = reason
    issues.push(issue(id, 'error', { name: member.name, reason }, { file: fileName, offset: member.offset }))
  }
  let end = start
  for (const member of members.filter(({ packed }) => packed > 0).sort((left, right) => left.offset - right.offset)) {
    if (member.offset < end) refuse(member, 'chessbase/archive-overlap', makeMessage('cb-archive/overlap', {}))
    else end = member.offset + member.packed
  }
  for (const member of members) {
    if (member.refusal === undefined && member.size > member.packed * MAX_EXPANSION) {
      const { packed, size } = member
      refuse(member, 'chessbase/archive-size', makeMessage('cb-archive/size', { packed, size }))
    }
  }
  return issues
}
