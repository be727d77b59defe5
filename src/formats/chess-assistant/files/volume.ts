/** The volume `.emb`, a small file system in one file: docs/formats/chess-assistant.md, Volume. */
import type { Param } from '../../../issues/catalogue.ts'
import { u32le } from '../../../bytes/numbers.ts'
import type { Source } from '../../../bytes/source.ts'
import { ByteWriter } from '../../../bytes/writer.ts'
import { issue, makeMessage, type Issue, type IssueLocation } from '../../../issues/issue.ts'

/** First texts of the two containers. */
export const PROGRAM = 'Chess Assistant 3.0 database.'
const VOLUME_FORMAT = '\nData Pro Volume format. Version 1.1'

const HEADER_SIZE = 144
const ENTRY_SIZE = 256
/** Length and offset of a fragment. */
const PAIR_SIZE = 8
const NAME_AT = 28

/** Largest directory that is read: far more than the 28 files of a database need. */
const MAX_DIRECTORY = ENTRY_SIZE * 4096

/** Bytes of a volume, and what they belong to. */
export interface Extent {
  start: number
  end: number
  what: Param
}

export interface Volume {
  /** Contents of a file by its name, ignoring case; empty if it does not exist. */
  file(name: string): Uint8Array
  readonly names: readonly string[]
  /** Where the header and all files that were read are, including the directory and lists of fragments. */
  readonly extents: readonly Extent[]
  /** The issues found so far; more are added as files are read. */
  readonly issues: Issue[]
}

/** Opens a volume. Damaged files are missing and reported. */
export function openVolume(source: Source): Volume {
  const reader = new FragmentReader(source)
  const entries = new Map<string, { name: string; size: number; offset: number }>()
  const contents = new Map<string, Uint8Array>()
  const header = source.read(0, HEADER_SIZE)
  if (header.length < HEADER_SIZE)
    reader.issues.push(issue('chess-assistant/volume-cut', 'error', {}, reader.place(header.length)))
  else {
    const size = u32le(header, 136)
    if (size > MAX_DIRECTORY) {
      const params = { size, most: MAX_DIRECTORY }
      reader.issues.push(issue('chess-assistant/large-directory', 'error', params, reader.place(136)))
    }
    const directory = reader.read(
      makeMessage('chess-assistant/directory', {}),
      Math.min(size, MAX_DIRECTORY),
      u32le(header, 140),
    )
    for (let at = 0; at + ENTRY_SIZE <= directory.length; at += ENTRY_SIZE) {
      const bytes = directory.subarray(at + NAME_AT, at + ENTRY_SIZE)
      const end = bytes.indexOf(0)
      const name = String.fromCharCode(...bytes.subarray(0, end < 0 ? bytes.length : end))
      if (name === '' || entries.has(name.toLowerCase())) continue
      entries.set(name.toLowerCase(), { name, size: u32le(directory, at + 8), offset: u32le(directory, at + 12) })
    }
  }
  return {
    issues: reader.issues,
    extents: reader.extents,
    names: [...entries.values()].map(({ name }) => name),
    file(name) {
      const key = name.toLowerCase()
      const entry = entries.get(key)
      if (!entry) return new Uint8Array(0)
      const bytes = contents.get(key) ?? reader.read(entry.name, entry.size, entry.offset)
      contents.set(key, bytes)
      return bytes
    },
  }
}

/**
 * Puts files together. A file ends where its list of fragments is damaged. All files together, with their lists, are
 * never longer than the volume, so fragments cannot be repeated endlessly.
 */
class FragmentReader {
  readonly issues: Issue[] = []
  readonly extents: Extent[] = []
  private readonly source: Source
  /** Bytes of the volume not used by any file yet. */
  private left: number

  constructor(source: Source) {
    this.source = source
    this.left = source.size
    this.take(makeMessage('chess-assistant/volume-header', {}), 0, Math.min(source.size, HEADER_SIZE))
  }

  place(offset: number): IssueLocation {
    return { file: this.source.name, offset }
  }

  read(name: Param, size: number, offset: number): Uint8Array {
    const { source } = this
    if (size > this.left) {
      this.issues.push(issue('chess-assistant/volume-file', 'error', { name, size }, this.place(offset)))
      return new Uint8Array(0)
    }
    const bytes = new Uint8Array(size)
    let filled = 0
    for (let at = offset; filled < size; at += PAIR_SIZE) {
      const pair = source.read(at, at + PAIR_SIZE)
      const length = pair.length < PAIR_SIZE ? 0 : Math.min(u32le(pair, 0), size - filled)
      const from = pair.length < PAIR_SIZE ? 0 : u32le(pair, 4)
      const fragment = source.read(from, from + length)
      bytes.set(fragment, filled)
      filled += fragment.length
      this.take(name, at, at + pair.length)
      this.take(name, from, from + fragment.length)
      if (length === 0 || fragment.length < length || this.left < 0) {
        this.issues.push(issue('chess-assistant/volume-fragment', 'error', { name }, this.place(at)))
        return bytes.subarray(0, filled)
      }
    }
    return bytes
  }

  private take(what: Param, start: number, end: number): void {
    this.extents.push({ start, end, what })
    this.left -= end - start
  }
}

/**
 * Builds a volume of the given files.
 * @param fragmentSize largest size of a fragment in bytes; without it every file is one fragment
 */
export function buildVolume(
  files: readonly (readonly [name: string, bytes: Uint8Array])[],
  fragmentSize = Number.POSITIVE_INFINITY,
): Uint8Array {
  const writer = new ByteWriter(1 << 16)
  writer.field(latin(PROGRAM), 64).field(latin(VOLUME_FORMAT), 64).fill(0, 16)
  const directory = new ByteWriter()
  for (const [name, bytes] of files) {
    const offset = putFile(writer, bytes, fragmentSize)
    directory
      .u32le(0)
      .u32le(2)
      .u32le(bytes.length)
      .u32le(offset)
      .fill(0, 12)
      .field(latin(name), ENTRY_SIZE - NAME_AT)
  }
  const root = putFile(writer, directory.bytes(), fragmentSize)
  writer.patchU32le(136, directory.length)
  writer.patchU32le(140, root)
  return writer.bytes()
}

/** Writes fragments, then their list. Returns where the list begins. */
function putFile(writer: ByteWriter, bytes: Uint8Array, fragmentSize: number): number {
  const list = new ByteWriter()
  for (let at = 0; at < bytes.length; at += fragmentSize) {
    const fragment = bytes.subarray(at, at + fragmentSize)
    list.u32le(fragment.length).u32le(writer.length)
    writer.put(fragment)
  }
  const offset = writer.length
  writer.put(list.bytes())
  return offset
}

/** The bytes of a text in ASCII. */
export function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
