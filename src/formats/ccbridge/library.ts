/** A library of CCBridge 2 and 3: its header, its index, and where the records are. docs/formats/ccbridge.md, Library. */
import { u32le } from '../../bytes/numbers.ts'
import type { Source } from '../../bytes/source.ts'
import { decodeText } from '../../bytes/text.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import type { Issue } from '../../issues/issue.ts'
import type { CollectionFacts } from '../format.ts'
import { formatGuid } from './guid.ts'
import { ENTRY, LIBRARY, RECORD, SLOT_SIZE, STATE } from './layout.ts'
import { MAGIC_SIZE, RECORD_MAGIC } from './magic.ts'
import { readField } from './text.ts'

/** An entry of the index in use, and its record. */
export interface LibraryEntry {
  /** Offset of the entry in the file. */
  readonly at: number
  readonly state: number
  /** Text of the GUID as the index has it. */
  readonly guid: string
  /** Where the record is, -1 when it is nowhere. */
  offset: number
  /** Bytes up to the end of the record's slots. */
  readonly room: number
  /** Whether the record was found elsewhere than the index says. */
  isMoved: boolean
}

export interface Library {
  about: CollectionFacts
  entries: LibraryEntry[]
  issues: Issue[]
}

/** Opens a library. Throws FormatError when the file ends within its header. */
export function openLibrary(source: Source): Library {
  const { name } = source
  if (source.size < LIBRARY.index) {
    throw new FormatError('data/end', { left: source.size, wanted: LIBRARY.index }, { file: name, offset: source.size })
  }
  const issues = new IssueCollector({ file: name })
  const head = source.read(0, LIBRARY.index)
  const stated = u32le(head, LIBRARY.capacity)
  const capacity = Math.min(stated, Math.floor((source.size - LIBRARY.index) / ENTRY.size))
  if (capacity < stated) {
    issues.add('ccbridge/index-cut', 'error', { stated, found: capacity }, { offset: LIBRARY.capacity })
  }
  const start = LIBRARY.index + capacity * ENTRY.size
  const entries = readIndex(source.read(LIBRARY.index, start), start)
  locate(source, entries, start)
  return { about: readAbout(head), entries, issues: issues.list() }
}

function readAbout(head: Uint8Array): CollectionFacts {
  const text = ({ at, size }: { at: number; size: number }) => readField(head, at, size)
  const about: CollectionFacts = { version: String(u32le(head, LIBRARY.version)), encoding: 'utf-16le' }
  const title = text(LIBRARY.name)
  const comment = text(LIBRARY.remark).replaceAll('\r\n', '\n')
  if (title !== '') about.title = title
  if (comment !== '') about.comment = comment
  const facts: Record<string, string> = {}
  for (const name of ['source', 'creator', 'creatorUrl', 'created', 'modified'] as const) {
    const value = text(LIBRARY[name])
    if (value !== '') facts[name] = value
  }
  if (Object.keys(facts).length > 0) about.facts = facts
  return about
}

function readIndex(bytes: Uint8Array, start: number): LibraryEntry[] {
  const entries: LibraryEntry[] = []
  let offset = start
  for (let at = 0; at < bytes.length; at += ENTRY.size) {
    const state = u32le(bytes, at + ENTRY.state)
    if (state === STATE.free) continue
    const room = u32le(bytes, at + ENTRY.slots) * SLOT_SIZE
    const guid = readField(bytes, at + ENTRY.guid, ENTRY.title - ENTRY.guid)
    entries.push({ at: LIBRARY.index + at, state, guid, offset, room, isMoved: false })
    offset += room
  }
  return entries
}

/**
 * Finds the records: each behind the one before, as the index has it. Where one is not there, all slots are
 * searched, and records are known by their GUID.
 */
function locate(source: Source, entries: LibraryEntry[], start: number): void {
  let byGuid: Map<string, number> | undefined
  for (const entry of entries) {
    const here = guidAt(source, entry.offset)
    if (here === entry.guid) continue
    byGuid ??= searchSlots(source, start)
    const found = byGuid.get(entry.guid)
    entry.isMoved = found !== undefined
    entry.offset = found ?? (here === undefined ? -1 : entry.offset)
  }
}

/** The GUID of the record at an offset, undefined where none begins. */
export function guidAt(source: Source, offset: number): string | undefined {
  if (offset + RECORD.guid + 16 > source.size) return undefined
  const head = source.read(offset, offset + RECORD.guid + 16)
  if (decodeText(head.subarray(0, MAGIC_SIZE), 'windows-1252') !== RECORD_MAGIC) return undefined
  return formatGuid(head.subarray(RECORD.guid))
}

function searchSlots(source: Source, start: number): Map<string, number> {
  const found = new Map<string, number>()
  for (let offset = start; offset < source.size; offset += SLOT_SIZE) {
    const guid = guidAt(source, offset)
    if (guid !== undefined && !found.has(guid)) found.set(guid, offset)
  }
  return found
}
