/**
 * Opens zip archives, in which collections of games are published: each
 * member becomes a file of a folder. Format: PKWARE's APPNOTE, sections 4.3.7 to 4.3.16.
 */
import { u16le, u32le } from '../../../src/bytes/numbers.ts'
import type { IncomingFile, RefusedFile } from './protocol.ts'

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_RECORD = 0x06054b50

const LOCAL_SIZE = 30
const CENTRAL_SIZE = 46
const END_SIZE = 22
/** The end record has a comment of up to 64 KiB behind it. */
const LONGEST_END = END_SIZE + 0xffff

const STORED = 0
const DEFLATED = 8
const UTF_8 = 1 << 11

/** A member may unpack to this size. */
const MAX_MEMBER = 2 ** 31

interface Member {
  path: string
  method: number
  packed: number
  size: number
  offset: number
}

/** Files with zip archives replaced by their members, and the members that cannot be unpacked. */
export async function unpackZip(
  files: readonly IncomingFile[],
): Promise<{ files: IncomingFile[]; refused: RefusedFile[] }> {
  const unpacked: IncomingFile[] = []
  const refused: RefusedFile[] = []
  for (const incoming of files) {
    const members = await listMembers(incoming.file)
    if (!members) unpacked.push(incoming)
    for (const member of members ?? []) {
      const path = `${incoming.path}/${member.path}`
      const blob = await unpack(incoming.file, member)
      if (blob) unpacked.push({ file: new File([blob], baseName(path)), path, isNamed: members!.length === 1 })
      else refused.push({ name: path, reason: 'unreadable', format: 'zip' })
    }
  }
  return { files: unpacked, refused }
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The files in an archive; undefined when it is not one. */
async function listMembers(file: File): Promise<Member[] | undefined> {
  const head = await bytesOf(file, 0, 4)
  if (head.length < 4 || u32le(head, 0) !== LOCAL_HEADER) return undefined
  const tail = await bytesOf(file, Math.max(0, file.size - LONGEST_END), file.size)
  let end = tail.length - END_SIZE
  while (end >= 0 && u32le(tail, end) !== END_RECORD) end--
  if (end < 0) return undefined
  const directory = await bytesOf(file, u32le(tail, end + 16), u32le(tail, end + 16) + u32le(tail, end + 12))
  const members: Member[] = []
  for (let at = 0; at + CENTRAL_SIZE <= directory.length && u32le(directory, at) === CENTRAL_HEADER;) {
    const nameSize = u16le(directory, at + 28)
    const extraSize = u16le(directory, at + 30)
    const commentSize = u16le(directory, at + 32)
    const name = directory.subarray(at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameSize)
    const path = new TextDecoder((u16le(directory, at + 8) & UTF_8) !== 0 ? 'utf-8' : 'windows-1252').decode(name)
    if (!path.endsWith('/')) {
      members.push({
        path,
        method: u16le(directory, at + 10),
        packed: u32le(directory, at + 20),
        size: u32le(directory, at + 24),
        offset: u32le(directory, at + 42),
      })
    }
    at += CENTRAL_SIZE + nameSize + extraSize + commentSize
  }
  return members
}

/** The bytes of a member; undefined when it is packed in a way that nobody uses for this, or longer than it says. */
async function unpack(file: File, { method, packed, size, offset }: Member): Promise<Blob | undefined> {
  const header = await bytesOf(file, offset, offset + LOCAL_SIZE)
  if (header.length < LOCAL_SIZE || u32le(header, 0) !== LOCAL_HEADER) return undefined
  const start = offset + LOCAL_SIZE + u16le(header, 26) + u16le(header, 28)
  const data = file.slice(start, start + packed)
  if (method === STORED) return data
  if (method !== DEFLATED || size > MAX_MEMBER) return undefined
  let length = 0
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      length += chunk.length
      if (length > size) controller.error(new RangeError('longer than stated'))
      else controller.enqueue(chunk)
    },
  })
  const stream = data.stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(limit)
  return await new Response(stream).blob().catch(() => undefined)
}

async function bytesOf(file: File, start: number, end: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(start, end).arrayBuffer())
}
