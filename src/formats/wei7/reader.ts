/**
 * Reads a wei7 document. The reader is also the validator: its issues are violations of the specification's
 * constraints.
 */
import { readAll, extension, type FileSet } from '../../bytes/source.ts'
import { decodeText, isUtf8 } from '../../bytes/text.ts'
import { shorten } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { makeMessage } from '../../issues/issue.ts'
import { emptyRecord, type GameRecord } from '../../model/record.ts'
import { timelineTree } from '../../model/timeline-tree.ts'
import type { Collection, Entry, ReadOptions } from '../format.ts'
import { agreedResult, sameResult } from './claims.ts'
import { Findings } from './findings.ts'
import { checkRoot, readInfo, readSize, USUAL_SIDE, type NativeRecord } from './info.ts'
import { locateJson, parseJson, type JsonObject, type ParsedJson } from '../json.ts'
import { ownFields } from './native.ts'
import { checkPlay } from './play.ts'
import { DRAFTS, type Draft } from './rules.ts'
import { readTree } from './tree.ts'
import type { Reading } from './values.ts'
import { parseXml22 } from './xml22.ts'

/** Opens a wei7 file: a collection of one record. Throws FormatError if it is not a document at all. */
export function readWei7(files: FileSet, options: ReadOptions = {}): Collection {
  const { main } = files
  const draft = draftOf(options.settings?.['draft'])
  const document = new Document(readAll(main), main.name, draft, options.encoding)
  const entry = document.read()
  const only = (index: number) => {
    if (index !== 0) throw new TypeError(`a wei7 file holds one record, not number ${index}`)
  }
  return {
    format: 'wei7',
    about: { version: document.version, encoding: options.encoding ?? 'utf-8' },
    count: 1,
    issues: [],
    listing(index) {
      only(index)
      return { index, game: 'go', kind: 'game', header: entry.record!.header }
    },
    entry(index) {
      only(index)
      return entry
    },
    *entries({ from = 0, to = 1 } = {}) {
      if (from <= 0 && to > 0) yield entry
    },
  }
}

function draftOf(setting = 'any'): Draft {
  const draft = DRAFTS.find((draft) => draft === setting)
  if (!draft) throw new TypeError(`draft must be one of ${DRAFTS.join(', ')}, not ${setting}`)
  return draft
}

/** The text of a document, read as JSON or XML. */
class Document {
  readonly version: string
  private readonly text: string
  private readonly isXml: boolean
  private readonly isUtf8: boolean
  private readonly hasByteOrderMark: boolean
  private readonly name: string
  private readonly draft: Draft
  private readonly encoding: string | undefined

  constructor(bytes: Uint8Array, name: string, draft: Draft, encoding: string | undefined) {
    this.name = name
    this.draft = draft
    this.encoding = encoding
    this.isUtf8 = encoding !== undefined || isUtf8(bytes)
    const text = decodeText(bytes, encoding ?? 'utf-8')
    this.hasByteOrderMark = text.startsWith('\ufeff')
    this.text = this.hasByteOrderMark ? text.slice(1) : text
    this.isXml = /^\s*</.test(this.text)
    this.version = this.isXml ? '2.2' : '3.0'
  }

  read(): Entry {
    const xml = this.isXml ? parseXml22(this.text) : undefined
    const parsed: ParsedJson = xml ?? parseJson(this.text)
    const root = parsed.value
    if (typeof root !== 'object' || root === null || Array.isArray(root)) throw this.noDocument(parsed)
    const findings = new Findings(this.draft)
    this.reportText(findings, parsed)
    const record = readRecord(findings, root)
    const { issues, unread } = findings.finish(this.text, (wanted) =>
      xml ? xml.locations : locateJson(this.text, root, wanted),
    )
    if (Object.keys(unread).length > 0) record.native = { wei7: { ...ownFields(record), unread } }
    record.origin = { format: 'wei7', version: this.version, file: this.name, index: 0 }
    if (this.encoding !== undefined) record.origin.encoding = this.encoding
    return { index: 0, record, issues }
  }

  private noDocument({ faults }: ParsedJson): FormatError {
    const reason = faults[0]?.fault ?? makeMessage('json/not-object', {})
    return new FormatError('wei7/not-wei7', { reason }, { file: this.name, offset: 0 })
  }

  private reportText(findings: Findings, { faults, duplicates }: ParsedJson): void {
    if (this.hasByteOrderMark) findings.reportText('wei7/byte-order-mark', {})
    if (!this.isUtf8) findings.reportText('wei7/utf-8', {})
    if (this.isXml) findings.reportText('wei7/xml', {})
    const suffix = extension(this.name)
    if (suffix !== '' && suffix !== '.wei7') findings.reportText('wei7/extension', { extension: suffix })
    for (const { at, fault } of faults)
      findings.reportText(this.isXml ? 'wei7/xml-content' : 'wei7/json', { fault }, at)
    for (const { at, key } of duplicates) findings.reportText('wei7/duplicate-key', { key: shorten(key, 60) }, at)
  }
}

/** Reads the root object of a document into a record. */
function readRecord(findings: Findings, root: JsonObject): GameRecord {
  const reading: Reading = { findings, columns: USUAL_SIDE, rows: USUAL_SIDE, colours: [] }
  const record = emptyRecord('go')
  const native: NativeRecord = {}
  checkRoot(reading, root)
  const isReadable = readSize(reading, root, native)
  const { columns, rows } = reading
  if (isReadable && (columns !== USUAL_SIDE || rows !== USUAL_SIDE)) record.size = { columns, rows }
  readInfo(reading, root, record.header, native)
  if (isReadable) readMoves(reading, root, record)
  if (Object.keys(native).length > 0) record.native = { wei7: native }
  return record
}

function readMoves(reading: Reading, root: JsonObject, record: GameRecord): void {
  const { events, sources, isTimeline } = readTree(reading, root)
  record.nodes = timelineTree(events, record.header.players)
  checkPlay(reading.findings, record, events, sources)
  if (!isTimeline) return
  record.timeline = events
  const agreed = agreedResult(record)
  const { result } = record.header
  if (agreed && result.outcome !== 'unfinished' && !sameResult(agreed, result)) {
    reading.findings.report('wei7/claims-disagree', {}, root['info'] as JsonObject, 'result')
  }
}
