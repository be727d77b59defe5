/**
 * The undo journal of a change to files: docs/safety.md. While the journal exists, the state before the change is the
 * valid one, and this module finds it without writing anything. Removing the journal makes the change final. Writing
 * journals and rolling back are in src/node; reading them needs no Node module, so the browser page sees the same
 * state.
 */
import { FormatError, messageOf } from '../issues/errors.ts'
import { issue, type Issue } from '../issues/issue.ts'
import { Checksum } from './checksum.ts'
import { ByteReader } from './reader.ts'
import { readAll, stem, type FileSet, type Source } from './source.ts'
import { ByteWriter } from './writer.ts'

/** Distinguishes a file made by the change from one that somebody else put in its place. */
export interface Made {
  /** Size in bytes. */
  size: number
  /** Modification time in milliseconds. */
  modified: number
}

/** A file as it was before a change, by its path below the folder of the journal, separated by slashes. */
export type FileBefore =
  /** There was none. */
  | { was: 'absent'; name: string; made?: Made }
  /** A file that is changed in place: its size, and the bytes that are overwritten or cut off. */
  | { was: 'patched'; name: string; size: number; ranges: SavedRange[] }
  /** A file that is replaced or removed: it is kept under another name beside the journal. */
  | { was: 'kept'; name: string; backup: string; made?: Made }
  /** There was no folder of this name. */
  | { was: 'no-folder'; name: string }

/** Bytes of a file as they were. */
export interface SavedRange {
  offset: number
  bytes: Uint8Array
}

/** First bytes of a journal. */
const MAGIC = new TextEncoder().encode('LUDOGRAPH UNDO 2\n')

const KINDS = ['absent', 'patched', 'kept', 'no-folder'] as const

/** The key of changes that concern a folder rather than one database or file in it. */
export const FOLDER_KEY = 'ludograph'

/**
 * Name of the journal of a change.
 * @param key what is changed: the name of a database without extension, of a file, or {@link FOLDER_KEY}
 */
export function journalName(key: string): string {
  return `${shortKey(key)}.undo`
}

/** Whether a file is an undo journal, by its name. */
export function isJournalName(name: string): boolean {
  return name.toLowerCase().endsWith('.undo')
}

/** The most bytes of a key in another name, which file systems let have 255. */
const MOST_OF_KEY = 220

/** A key as a part of other names: a very long one begins as it does, and ends with a checksum of it. */
function shortKey(key: string): string {
  const bytes = new TextEncoder().encode(key)
  if (bytes.length <= MOST_OF_KEY) return key
  const start = new TextDecoder().decode(bytes.subarray(0, MOST_OF_KEY / 2)).replace(/\ufffd+$/, '')
  return `${start}~${new Checksum().add(bytes).value.toString(16)}`
}

/** A temporary file name: `part` for a file to be renamed when complete, `old` for one to be deleted. */
export function temporaryName(key: string, random: string, kind: 'part' | 'old'): string {
  return `.${shortKey(key)}.${random}.${kind}`
}

/** Whether a name is one that {@link temporaryName} makes: the random part has sixteen hexadecimal digits. */
export function isTemporaryName(key: string, name: string, kind?: 'part' | 'old'): boolean {
  const start = `.${shortKey(key)}.`
  if (!name.startsWith(start)) return false
  const [, found] = /^[0-9a-f]{16}\.(part|old)$/.exec(name.slice(start.length)) ?? []
  return found !== undefined && (kind === undefined || found === kind)
}

/** The name of the empty file that is the lock of a key. */
export function lockName(key: string): string {
  return `.${shortKey(key)}.ludograph-lock`
}

/** Whether a name is one that {@link lockName} makes. */
export function isLockName(name: string): boolean {
  return /^\..+\.ludograph-lock$/.test(name)
}

/** Whether a file or folder is a lock or a temporary one of any change, and so holds no games of anybody. */
export function isPassing(name: string): boolean {
  return isLockName(name) || /^\..+\.[0-9a-f]{16}\.(part|old)$/.test(name)
}

/** Whether a file or folder is new and not complete yet, by a name of {@link temporaryName}. */
export function isUnfinished(name: string): boolean {
  return keyOfUnfinished(name) !== undefined
}

/** The key of the change that makes a new file or folder; undefined for other names. */
export function keyOfUnfinished(name: string): string | undefined {
  return /^\.(.+)\.[0-9a-f]{16}\.part$/.exec(name)?.[1]
}

/** Whether a path stays below the folder it starts from, on every system. */
export function isPlainPath(path: string): boolean {
  if (path.includes('\\') || path.includes('\0') || /^[a-z]:/i.test(path)) return false
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

/** Writes a journal: a signature, a checksum of everything after it, then each file. Numbers are little-endian. */
export function writeJournal(files: readonly FileBefore[]): Uint8Array {
  const body = new ByteWriter().u32le(files.length)
  for (const file of files) {
    const name = new TextEncoder().encode(file.name)
    body.u8(KINDS.indexOf(file.was)).u32le(name.length).put(name)
    if (file.was === 'patched') {
      body.u64le(file.size).u32le(file.ranges.length)
      for (const { offset, bytes } of file.ranges) body.u64le(offset).u64le(bytes.length).put(bytes)
    }
    if (file.was === 'kept') {
      const backup = new TextEncoder().encode(file.backup)
      body.u32le(backup.length).put(backup)
    }
    if (file.was === 'kept' || file.was === 'absent') {
      const { made } = file
      body.u8(made ? 1 : 0)
      if (made) body.u64le(made.size).u64le(made.modified)
    }
  }
  const checksum = new Checksum().add(body.bytes()).value
  return new ByteWriter(MAGIC.length + 4 + body.length).put(MAGIC).u32le(checksum).put(body.bytes()).bytes()
}

/**
 * Reads a journal. Throws FormatError if it is damaged, not a journal, or names something that no journal may name.
 * @param name name of its file, for messages
 * @param key the key of the change
 */
export function readJournal(bytes: Uint8Array, name: string, key: string): FileBefore[] {
  const refuse = (code: 'file/not-journal' | 'file/journal-damaged'): never => {
    throw new FormatError(code, {}, { file: name })
  }
  const reader = new ByteReader(bytes, name)
  const magic = reader.take(Math.min(MAGIC.length, bytes.length))
  if (magic.length < MAGIC.length || MAGIC.some((byte, index) => magic[index] !== byte)) refuse('file/not-journal')
  const checksum = reader.u32le()
  if (new Checksum().add(bytes.subarray(reader.position)).value !== checksum) refuse('file/journal-damaged')
  const files: FileBefore[] = []
  const names = new Set<string>()
  for (let left = reader.u32le(); left > 0; left--) {
    const file = readFileBefore(reader, name)
    const isOurs = file.was !== 'kept' || isTemporaryName(key, file.backup, 'old')
    if (!isPlainPath(file.name) || !isOurs || names.has(file.name.toLowerCase())) {
      throw new FormatError('file/journal-foreign', { name: file.name }, { file: name })
    }
    names.add(file.name.toLowerCase())
    files.push(file)
  }
  return files
}

function readFileBefore(reader: ByteReader, journal: string): FileBefore {
  const was = KINDS[reader.u8()]
  const readName = () => new TextDecoder().decode(reader.take(reader.u32le()))
  const readMade = () => (reader.u8() === 0 ? {} : { made: { size: reader.u64le(), modified: reader.u64le() } })
  const name = readName()
  switch (was) {
    case 'absent':
      return { was, name, ...readMade() }
    case 'kept':
      return { was, name, backup: readName(), ...readMade() }
    case 'no-folder':
      return { was, name }
    case 'patched':
      return { was, name, ...readRanges(reader, journal) }
    default:
      throw new FormatError('file/journal-damaged', {}, { file: journal })
  }
}

function readRanges(reader: ByteReader, journal: string): { size: number; ranges: SavedRange[] } {
  const size = reader.u64le()
  const ranges: SavedRange[] = []
  for (let left = reader.u32le(); left > 0; left--) {
    const offset = reader.u64le()
    const bytes = reader.take(reader.u64le())
    if (offset + bytes.length > size) throw new FormatError('file/journal-damaged', {}, { file: journal })
    ranges.push({ offset, bytes })
  }
  return { size, ranges }
}

/**
 * Whether a journal may change a file identified only by its name, because it is a part of the database. Other files
 * are left alone unless the change is known to have made them.
 */
export function isChangedByName(file: FileBefore): boolean {
  return file.was === 'patched' || (file.was === 'absent' && file.made === undefined)
}

/** The files of a database before an interrupted change, and issues that say so. */
export interface StateBefore {
  files: FileSet
  issues: Issue[]
}

/**
 * Shows a database as it was before an unfinished change, according to the journals beside it: its own and that of its
 * folder. A journal that is damaged, or names files that are not parts of the database, is ignored, and an issue says
 * so. Throws FormatError when there was no such file before the change.
 * @param isPart whether a file beside the main one belongs to the same database, by its name
 */
export function beforeUnfinishedChange(files: FileSet, isPart: (name: string) => boolean): StateBefore {
  const state: StateBefore = { files, issues: [] }
  for (const key of new Set([stem(files.main.name), FOLDER_KEY])) {
    const journal = files.find(journalName(key))
    if (!journal) continue
    try {
      const named = readJournal(readAll(journal), journal.name, key)
      const stranger = named.find((file) => isChangedByName(file) && !isPart(file.name))
      if (stranger) throw new FormatError('file/journal-foreign', { name: stranger.name }, { file: journal.name })
      const parts = named.filter((file) => isPart(file.name))
      if (parts.length === 0) continue
      state.files = new FilesBefore(state.files, parts)
      state.issues.push(issue('files/unfinished-change', 'warning', {}, { file: journal.name }))
    } catch (error) {
      if (!(error instanceof FormatError) || error.code === 'file/unfinished') throw error
      const reason = messageOf(error)
      state.issues.push(issue('files/foreign-journal', 'warning', { reason }, { file: journal.name }))
    }
  }
  return state
}

/** A set of files as it was before a change. */
class FilesBefore implements FileSet {
  readonly main: Source
  private readonly files: FileSet
  private readonly before: ReadonlyMap<string, FileBefore>
  private readonly sources = new Map<string, Source | undefined>()

  constructor(files: FileSet, before: readonly FileBefore[]) {
    this.files = files
    this.before = new Map(before.map((file) => [file.name.toLowerCase(), file]))
    // Check now whether it fits, while the journal can still be ignored.
    for (const { name } of before) this.find(name)
    const main = this.find(files.main.name)
    // The unfinished change was about to create it.
    if (!main) throw new FormatError('file/unfinished', {}, { file: files.main.name })
    this.main = main
  }

  find(name: string): Source | undefined {
    const wanted = name.toLowerCase()
    const before = this.before.get(wanted)
    if (!before) return this.files.find(name)
    if (!this.sources.has(wanted)) this.sources.set(wanted, this.sourceBefore(before))
    return this.sources.get(wanted)
  }

  names(): string[] {
    const kept = [...this.before.values()].flatMap((file) => (file.was === 'kept' ? [file.name] : []))
    const others = this.files.names().filter((name) => !this.before.has(name.toLowerCase()) || this.find(name))
    return [...new Set([...others, ...kept.filter((name) => !others.some((other) => sameName(other, name)))])]
  }

  private sourceBefore(before: FileBefore): Source | undefined {
    if (before.was === 'absent' || before.was === 'no-folder') return undefined
    const current = this.files.find(before.name)
    if (before.was === 'patched') return new SourceBefore(before.name, current, before.size, before.ranges)
    const backup = this.files.find(before.backup)
    return backup ? new SourceBefore(before.name, backup, backup.size, []) : current
  }
}

function sameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}

/** A file with bytes as they were before a change in place. */
class SourceBefore implements Source {
  readonly name: string
  readonly size: number
  private readonly current: Source | undefined
  private readonly ranges: readonly SavedRange[]

  constructor(name: string, current: Source | undefined, size: number, ranges: readonly SavedRange[]) {
    this.name = current?.name.startsWith('.') === false ? current.name : name
    this.size = size
    this.current = current
    this.ranges = ranges
    // Every byte beyond the end of the file on disk must be in the journal.
    let end = current?.size ?? 0
    for (const { offset, bytes } of ranges.toSorted((left, right) => left.offset - right.offset)) {
      if (offset <= end) end = Math.max(end, offset + bytes.length)
    }
    if (end < size) throw new FormatError('file/journal-outdated', { name }, { file: name })
  }

  read(start: number, end: number): Uint8Array {
    const from = Math.max(0, Math.min(start, this.size))
    const to = Math.max(from, Math.min(end, this.size))
    const current = this.current?.read(from, to) ?? new Uint8Array()
    if (this.ranges.length === 0) return current
    const bytes = new Uint8Array(to - from)
    bytes.set(current)
    for (const { offset, bytes: saved } of this.ranges) {
      const first = Math.max(from, offset)
      const last = Math.min(to, offset + saved.length)
      if (first < last) bytes.set(saved.subarray(first - offset, last - offset), first - from)
    }
    return bytes
  }
}
