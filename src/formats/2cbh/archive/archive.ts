/** Archives of databases, `.2cbv`, which are zip archives: listed, and extracted in flat memory. */
import { CachedSource } from '../../../bytes/cached-source.ts'
import { safePath } from '../../../bytes/file-name.ts'
import { crc32 } from '../../../bytes/packed/crc.ts'
import { inflate } from '../../../bytes/packed/inflate.ts'
import { KIND_SIZE, packedKind } from '../../../bytes/packed/kind.ts'
import { listZip, type ZipMember } from '../../../bytes/packed/zip.ts'
import { SliceSource, type Source } from '../../../bytes/source.ts'
import type { Message } from '../../../issues/catalogue.ts'
import { FormatError, messageOf } from '../../../issues/errors.ts'
import { issue, makeMessage, type Issue } from '../../../issues/issue.ts'
import type { Archive } from '../../archive.ts'
import { memberName, TakenPaths } from '../../member-paths.ts'

/** Bytes of a stored member handed on at a time. */
const PIECE = 1 << 16

/** Most bytes that a byte of DEFLATE data stands for. */
const MAX_EXPANSION = 1032

/** Whether a source is a zip archive, by its first bytes. */
export function isArchive(source: Source): boolean {
  return packedKind(source.read(0, KIND_SIZE)) === 'zip'
}

/** Lists an archive. Throws FormatError when the file is not one. */
export function listArchive(source: Source): Archive {
  if (!isArchive(source)) throw new FormatError('chessbase/not-archive', {}, { file: source.name, offset: 0 })
  const cached = new CachedSource(source)
  const stored = listZip(cached)
  const refusals = findRefusals(stored)
  const issues = [...refusals].map(([member, refusal]) => issueOf(source, member, refusal))
  const taken = new TakenPaths()
  const members = stored.map((member, index) => {
    const { path: name, packed, size, modified, headerAt } = member
    const path = taken.take(safePath(name) ?? memberName(index), index)
    if (path !== name) {
      issues.push(issue('chessbase/archive-name', 'warning', { name, path }, { file: source.name, offset: headerAt }))
    }
    return {
      path,
      packed,
      size,
      ...(modified !== undefined && { modified }),
      extract(write: (bytes: Uint8Array) => void) {
        const reason = refusals.get(member)?.reason ?? extract(cached, member, write)
        return reason ? [issueOf(source, member, { id: 'chessbase/archive-member', reason })] : []
      },
    }
  })
  return { issues, members }
}

/** Why a member is not extracted. */
interface Refusal {
  id: 'chessbase/archive-member' | 'chessbase/archive-overlap' | 'chessbase/archive-size'
  reason: Message
}

/** The members that are packed in another way, whose bytes are those of another, or are too few for the stated size. */
function findRefusals(members: readonly ZipMember[]): Map<ZipMember, Refusal> {
  const refusals = new Map<ZipMember, Refusal>()
  let end = 0
  for (const member of members.toSorted((left, right) => left.headerAt - right.headerAt)) {
    const { method, packed, size, start, headerAt } = member
    if (method instanceof FormatError) {
      refusals.set(member, { id: 'chessbase/archive-member', reason: messageOf(method) })
    } else if (method !== 'stored' && method !== 'deflate') {
      refusals.set(member, { id: 'chessbase/archive-member', reason: makeMessage('packed/method', { method }) })
    } else if (headerAt < end) {
      refusals.set(member, { id: 'chessbase/archive-overlap', reason: makeMessage('cb-archive/overlap', {}) })
    } else if (size > packed * MAX_EXPANSION) {
      refusals.set(member, { id: 'chessbase/archive-size', reason: makeMessage('cb-archive/size', { packed, size }) })
    }
    end = Math.max(end, start + packed)
  }
  return refusals
}

function issueOf({ name: file }: Source, { path, headerAt }: ZipMember, { id, reason }: Refusal): Issue {
  return issue(id, 'error', { name: path, reason }, { file, offset: headerAt })
}

/** Extracts a member; returns what was wrong. Throws what `write` throws. */
function extract(source: Source, member: ZipMember, write: (bytes: Uint8Array) => void): Message | undefined {
  const { start, packed, size: expected, path } = member
  if (start >= source.size) return makeMessage('zip/local', {})
  const data = new SliceSource(source, start, start + packed, path)
  const tooLong = new FormatError('packed/damaged', {}, { file: path })
  let crc = 0
  let size = 0
  const take = (bytes: Uint8Array) => {
    const fitting = bytes.subarray(0, expected - size)
    crc = crc32(fitting, crc)
    size += fitting.length
    write(fitting)
    if (fitting.length < bytes.length) throw tooLong
  }
  const damage = unpack(data, member, take)
  if (damage) return messageOf(damage)
  if (size !== expected) return makeMessage('cb-archive/member-size', { size, expected })
  return crc === member.checksum ? undefined : makeMessage('zip/checksum', {})
}

/** Unpacks the bytes of a member; returns where they are damaged. Throws what `write` throws. */
function unpack(data: Source, { method }: ZipMember, write: (bytes: Uint8Array) => void): FormatError | undefined {
  try {
    if (method === 'deflate') inflate(data, write)
    else for (let at = 0; at < data.size; at += PIECE) write(data.read(at, at + PIECE))
    return undefined
  } catch (error) {
    // Errors of the data are in the data; a caller may throw others.
    if (error instanceof FormatError && error.place.file === data.name) return error
    throw error
  }
}
