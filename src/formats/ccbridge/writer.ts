/** Writes files of CCBridge: a library of version 3, or one record when the file is named `.cbr`. */
import type { Sink, SinkSet } from '../../bytes/sink.ts'
import { extension } from '../../bytes/source.ts'
import { encodeText } from '../../bytes/text.ts'
import type { CollectionFacts, Writer } from '../format.ts'
import { notWritten, written } from '../write-result.ts'
import { WriteReport } from '../xiangqi/write-report.ts'
import { oneRecordWriter } from '../xiangqi/writing.ts'
import { formatGuid, makeGuid } from './guid.ts'
import { ENTRY, LIBRARY, LIBRARY_VERSION, SLOT_SIZE, STATE } from './layout.ts'
import { LIBRARY_MAGIC } from './magic.ts'
import { encodeRecord, type EncodedRecord } from './record-writer.ts'
import { putField } from './text.ts'

/** The least number of entries for which an index has room; twice as many where they do not fit, and so on. */
const LEAST_CAPACITY = 128

/** Starts writing a file. */
export function writeCcbridge(out: SinkSet): Writer {
  if (extension(out.name) !== '.cbr') return new LibraryWriter(out)
  return oneRecordWriter(out, 'ccbridge', (record, report) => {
    if (record.header.deleted === true) report.leftOut('deleted', 'true')
    return encodeRecord(record, 0, report)?.bytes
  })
}

/** An entry of the index to be written. */
interface Listed extends Pick<EncodedRecord, 'guid' | 'title'> {
  size: number
  state: number
}

/** Gathers the records beside the file, because the index before them is as long as there are records. */
class LibraryWriter implements Writer {
  private readonly out: SinkSet
  private readonly listed: Listed[] = []
  private readonly records: Uint8Array[] = []
  private about: CollectionFacts = {}

  constructor(out: SinkSet) {
    this.out = out
  }

  readonly keepsComment = true

  begin(about: CollectionFacts): void {
    this.about = about
  }

  add(record: Parameters<Writer['add']>[0]): ReturnType<Writer['add']> {
    const report = new WriteReport('ccbridge')
    const encoded = encodeRecord(record, this.listed.length, report)
    if (!encoded) return notWritten(...report.issues)
    const { bytes, guid, title } = encoded
    const state = record.header.deleted === true ? STATE.deleted : STATE.used
    this.listed.push({ guid, title, size: bytes.length, state })
    this.records.push(bytes)
    return written(report.issues)
  }

  finish(): ReturnType<Writer['finish']> {
    const report = new WriteReport('ccbridge')
    const sink = this.out.create(this.out.name)
    sink.append(this.header(report))
    sink.append(this.index())
    for (const bytes of this.records) appendRecord(sink, bytes)
    this.out.commit()
    return report.issues
  }

  private get capacity(): number {
    let capacity = LEAST_CAPACITY
    while (capacity < this.listed.length) capacity *= 2
    return capacity
  }

  private header(report: WriteReport): Uint8Array {
    const bytes = new Uint8Array(LIBRARY.index)
    const view = new DataView(bytes.buffer)
    bytes.set(encodeText(LIBRARY_MAGIC, 'utf-8').bytes)
    view.setUint32(LIBRARY.version, LIBRARY_VERSION, true)
    view.setUint32(LIBRARY.limit, 0x7fffffff, true)
    bytes[LIBRARY.hasDeleted] = this.listed.some(({ state }) => state === STATE.deleted) ? 1 : 0
    view.setUint32(LIBRARY.capacity, this.capacity, true)
    const { title, comment, facts = {} } = this.about
    const texts = { ...facts, name: title, remark: comment?.replaceAll(/\r?\n/g, '\r\n') } as Record<string, unknown>
    for (const name of ['name', 'source', 'creator', 'creatorUrl', 'created', 'modified', 'remark'] as const) {
      const text = texts[name]
      const { at, size } = LIBRARY[name]
      if (typeof text === 'string') putField(bytes, at, size, text, name, report)
    }
    bytes.set(makeGuid(bytes, this.listed.length), LIBRARY.guid)
    return bytes
  }

  private index(): Uint8Array {
    const bytes = new Uint8Array(this.capacity * ENTRY.size)
    const view = new DataView(bytes.buffer)
    const silent = new WriteReport('ccbridge')
    for (const [number, { guid, title, size, state }] of this.listed.entries()) {
      const at = number * ENTRY.size
      view.setUint32(at + ENTRY.state, state, true)
      view.setUint32(at + ENTRY.order, number, true)
      view.setUint32(at + ENTRY.slots, Math.ceil(size / SLOT_SIZE), true)
      view.setUint32(at + ENTRY.bytes, size, true)
      bytes.set(encodeText(formatGuid(guid), 'utf-16le').bytes, at + ENTRY.guid)
      // The title is cut where the record's own is, which was reported.
      putField(bytes, at + ENTRY.title, 128, title, 'Name', silent)
    }
    return bytes
  }
}

/** Records fill their slots up with zeros. */
function appendRecord(sink: Sink, bytes: Uint8Array): void {
  sink.append(bytes)
  const rest = bytes.length % SLOT_SIZE
  if (rest > 0) sink.append(new Uint8Array(SLOT_SIZE - rest))
}
