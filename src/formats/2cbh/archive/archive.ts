/** Archives of databases, `.2cbv`: listed, extracted in flat memory, and made. */
import { CachedSource } from '../../../bytes/cached-source.ts'
import { crc32 } from '../../../bytes/packed/crc.ts'
import { inflate } from '../../../bytes/inflate.ts'
import { u16le, u32le } from '../../../bytes/numbers.ts'
import type { Source } from '../../../bytes/source.ts'
import type { Message } from '../../../issues/catalogue.ts'
import { issue, makeMessage, type Issue } from '../../../issues/issue.ts'
import type { Archive } from '../../archive.ts'
import { METHOD, readDirectory, SIGNATURE, SIZE, type StoredMember } from './directory.ts'

/** Bytes of a stored member handed on at a time. */
const PIECE = 1 << 16

/** Lists an archive. Throws FormatError when the file is not one. */
export function listArchive(source: Source): Archive {
  const cached = new CachedSource(source)
  const { members, issues } = readDirectory(cached)
  return {
    issues,
    members: members.map((member) => ({
      path: member.path,
      packed: member.packed,
      size: member.size,
      ...(member.modified !== undefined && { modified: member.modified }),
      extract: (write) => extract(cached, member, write),
    })),
  }
}

function extract(source: Source, member: StoredMember, write: (bytes: Uint8Array) => void): Issue[] {
  const reason = member.refusal ?? unpack(source, member, write)
  if (!reason) return []
  const { name, offset } = member
  return [issue('chessbase/archive-member', 'error', { name, reason }, { file: source.name, offset })]
}

/** Unpacks a member; returns what was wrong. */
function unpack(source: Source, member: StoredMember, write: (bytes: Uint8Array) => void): Message | undefined {
  const head = source.read(member.offset, member.offset + SIZE.local)
  if (head.length < SIZE.local || u32le(head, 0) !== SIGNATURE.local) return makeMessage('zip/local', {})
  const start = member.offset + SIZE.local + u16le(head, 26) + u16le(head, 28)
  const end = start + member.packed
  let crc = 0
  let size = 0
  const pass = (bytes: Uint8Array) => {
    crc = crc32(bytes, crc)
    size += bytes.length
    write(bytes)
  }
  if (member.method === METHOD.stored) {
    const last = Math.min(end, start + member.size, source.size)
    for (let at = start; at < last; at += PIECE) pass(source.read(at, Math.min(at + PIECE, last)))
  } else {
    const { fault } = inflate(source, start, end, member.size, pass)
    if (fault !== undefined) return makeMessage('zip/data', {})
  }
  if (size !== member.size) return makeMessage('cb-archive/member-size', { size, expected: member.size })
  return crc === member.crc ? undefined : makeMessage('zip/checksum', {})
}
