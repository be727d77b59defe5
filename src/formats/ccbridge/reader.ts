/** Opens files of CCBridge: a record, a library of records, or a library of the first version. */
import type { FileSet, Source } from '../../bytes/source.ts'
import { decodeText, encodingName } from '../../bytes/text.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Header } from '../../model/record.ts'
import type { Collection, ReadOptions } from '../format.ts'
import { RecordCollection, type ReadEntry } from '../record-collection.ts'
import { formatGuid } from './guid.ts'
import { LAYOUT_2, RECORD, STATE } from './layout.ts'
import { LIBRARY_MAGIC, MAGIC_SIZE, RECORD_MAGIC } from './magic.ts'
import { openLibrary, type Library, type LibraryEntry } from './library.ts'
import { openOldLibrary } from './old-library.ts'
import { headerSize, readHeader, readRecord, versionOf } from './record.ts'

/** Bytes of a record that are read at most; the largest known has 64 KB. */
const LONGEST_RECORD = 1 << 26

/** Opens a file. Rejects with FormatError for one that is not of CCBridge or ends within its header. */
export async function openCcbridge(files: FileSet, options: ReadOptions = {}): Promise<Collection> {
  const source = files.main
  if (options.encoding !== undefined && encodingName(options.encoding) === undefined) {
    throw new TypeError(`unknown encoding: ${options.encoding}`)
  }
  const magic = decodeText(source.read(0, MAGIC_SIZE), 'windows-1252')
  if (magic === RECORD_MAGIC) return openRecord(source)
  if (magic === LIBRARY_MAGIC) return openNewLibrary(source)
  if (magic.startsWith('CCBridge')) return openOldLibrary(source, options.encoding)
  throw new FormatError('xiangqi/not-format', { format: 'ccbridge' }, { file: source.name, offset: 0 })
}

function openRecord(source: Source): Collection {
  const { name } = source
  const bytes = source.read(0, LONGEST_RECORD)
  if (bytes.length < headerSize(bytes)) {
    throw new FormatError('data/end', { left: bytes.length, wanted: headerSize(bytes) }, { file: name, offset: 0 })
  }
  const about = { version: String(versionOf(bytes)), encoding: 'utf-16le' }
  return new RecordCollection('ccbridge', 'xiangqi', about, {
    count: 1,
    read: () => readAt(source, bytes, 0, 0, true),
    readHeader: () => readHeader(bytes, 0, new IssueCollector()),
  })
}

function openNewLibrary(source: Source): Collection {
  const library = openLibrary(source)
  const { about, entries, issues } = library
  return new RecordCollection(
    'ccbridge',
    'xiangqi',
    about,
    {
      count: entries.length,
      read: (index) => readEntry(source, entries[index]!, index),
      readHeader: (index) => headerOf(source, entries[index]!),
      validate: () => checkLibrary(source, library),
    },
    issues,
  )
}

function bytesOf(source: Source, { offset, room }: LibraryEntry): Uint8Array {
  return source.read(offset, offset + Math.min(Math.max(room, LAYOUT_2.moves), LONGEST_RECORD))
}

function headerOf(source: Source, entry: LibraryEntry): Header | undefined {
  const bytes = entry.offset < 0 ? new Uint8Array(0) : bytesOf(source, entry)
  if (bytes.length === 0 || bytes.length < headerSize(bytes)) return undefined
  const header = readHeader(bytes, entry.offset, new IssueCollector())
  if (entry.state === STATE.deleted) header.deleted = true
  return header
}

function readEntry(source: Source, entry: LibraryEntry, index: number): ReadEntry {
  const { offset, at, state } = entry
  const bytes = offset < 0 ? new Uint8Array(0) : bytesOf(source, entry)
  if (bytes.length === 0 || bytes.length < headerSize(bytes)) {
    return { issues: [issue('ccbridge/missing-record', 'error', {}, { file: source.name, record: index, offset: at })] }
  }
  const found = readAt(source, bytes, offset, index, false)
  const place = { file: source.name, record: index, offset: at }
  if (entry.isMoved) found.issues.push(issue('ccbridge/moved-record', 'warning', {}, place))
  if (state === STATE.deleted) found.record!.header.deleted = true
  else if (state !== STATE.used) found.issues.push(issue('ccbridge/unknown-state', 'warning', { state }, place))
  return found
}

/** Reads the record that begins with the given bytes. */
function readAt(source: Source, bytes: Uint8Array, offset: number, index: number, isWhole: boolean): ReadEntry {
  const issues = new IssueCollector({ file: source.name, record: index })
  const { record, end } = readRecord(bytes, offset, issues)
  if (isWhole && end < bytes.length && !issues.hasErrors) {
    issues.add('xiangqi/trailing-bytes', 'info', { count: bytes.length - end }, { offset: end })
  }
  const version = String(versionOf(bytes))
  record.origin = { format: 'ccbridge', version, file: source.name, index, offset, encoding: 'utf-16le' }
  return { record, issues: issues.list() }
}

/** CCBridge rejects records whose GUID is not that of the index. */
function* checkLibrary(source: Source, { entries }: Library): Generator<Issue> {
  for (const [record, { at, offset, guid }] of entries.entries()) {
    if (offset < 0) continue
    const own = formatGuid(source.read(offset + RECORD.guid, offset + RECORD.guid + 16))
    if (own !== guid) yield issue('ccbridge/guid', 'warning', {}, { file: source.name, record, offset: at })
  }
}
