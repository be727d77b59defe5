/** Reads records as JSON lines. */
import { CachedSource } from '../../bytes/cached-source.ts'
import { OffsetList } from '../../bytes/offset-list.ts'
import type { FileSet, Source } from '../../bytes/source.ts'
import { isUtf8 } from '../../bytes/text.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import { type GameRecord, type Header, type TextDocument } from '../../model/record.ts'
import type { CollectionFacts, Collection, Entry, EntryOptions, Listing } from '../format.ts'
import { jsonError, parseExact } from '../json.ts'
import { firstLine, MAX_LINE, readLines, type Line } from './lines.ts'
import { readNodes } from './nodes.ts'
import { record as recordShape, textDocument as documentShape } from './record-shape.ts'

/** Further issues of a line are only counted. */
const MAX_ISSUES = 50

const decoder = new TextDecoder()

export function openJsonl(files: FileSet): Collection {
  const source = files.main
  const first = source.read(0, 1 << 10)
  const start = first[0] === 0xef ? 3 : 0
  const text = decoder.decode(first.subarray(start)).trimStart()
  if (text !== '' && !text.startsWith('{')) {
    throw new FormatError('jsonl/not-jsonl', {}, { file: source.name, offset: 0 })
  }
  return new JsonlCollection(source)
}

class JsonlCollection implements Collection {
  readonly format = 'jsonl'
  readonly about: CollectionFacts = { encoding: 'utf-8' }
  readonly issues: Issue[] = []
  private readonly source: Source
  /** For lines that are asked for alone: lists ask for one after the other. */
  private readonly single: Source
  /** Offsets and numbers of the lines, once they are known. */
  private lines: { offsets: OffsetList; numbers: OffsetList } | undefined

  constructor(source: Source) {
    this.source = source
    this.single = new CachedSource(source)
  }

  get count(): number {
    return this.index().offsets.length
  }

  listing(index: number): Listing {
    const { record, document } = this.entry(index)
    if (record) return { index, game: record.game, kind: 'game', header: record.header }
    const kind = document ? 'text' : 'broken'
    return { index, game: 'chess', kind, header: document?.header ?? emptyHeader() }
  }

  entry(index: number): Entry {
    const { offsets, numbers } = this.index()
    if (!(Number.isInteger(index) && index >= 0 && index < offsets.length)) {
      throw new TypeError(`there is no line ${index} in ${this.source.name}`)
    }
    const offset = offsets.at(index)
    const end = index + 1 < offsets.length ? offsets.at(index + 1) : this.source.size
    const bytes = end - offset > MAX_LINE ? undefined : firstLine(this.single.read(offset, end))
    return this.readLine({ bytes, offset, number: numbers.at(index) }, index)
  }

  *entries(options: EntryOptions = {}): IterableIterator<Entry> {
    const { from = 0, to = Infinity } = options
    if (from > 0) {
      for (let index = from; index < Math.min(to, this.count); index++) yield this.entry(index)
      return
    }
    let index = 0
    for (const line of readLines(this.source)) {
      if (index >= to) return
      yield this.readLine(line, index++)
    }
  }

  private index(): { offsets: OffsetList; numbers: OffsetList } {
    if (this.lines) return this.lines
    const offsets = new OffsetList()
    const numbers = new OffsetList()
    for (const { offset, number } of readLines(this.source)) {
      offsets.push(offset)
      numbers.push(number)
    }
    this.lines = { offsets, numbers }
    return this.lines
  }

  private readLine({ bytes, offset, number: line }: Line, index: number): Entry {
    const place = { file: this.source.name, offset, line, record: index }
    const issues = new IssueCollector(place, { each: Infinity, most: MAX_ISSUES })
    if (!bytes) {
      issues.add('jsonl/long-line', 'error', { most: MAX_LINE }, { pointer: '' })
      return { index, issues: issues.list() }
    }
    if (!isUtf8(bytes)) issues.add('jsonl/bad-utf8', 'error', {}, { pointer: '' })
    let value: Json
    try {
      value = parseExact(decoder.decode(bytes))
    } catch {
      const { reason, at } = jsonError(decoder.decode(bytes))
      issues.add('jsonl/bad-json', 'error', { reason }, { pointer: '', column: at + 1 })
      return { index, issues: issues.list() }
    }
    const entry = { index, ...readValue(value, issues), issues: issues.list() }
    if (issues.left > 0) entry.issues.push(issue('jsonl/more-issues', 'info', { count: issues.left }, place))
    return entry
  }
}

/** The value as a record or a text, as far as it is one. */
function readValue(value: Json, issues: IssueCollector): { record?: GameRecord; document?: TextDocument } {
  if (isJsonObject(value) && 'bodies' in value) {
    const document = documentShape(value, '', issues) as TextDocument | undefined
    return document ? { document } : {}
  }
  const record = recordShape(value, '', issues) as GameRecord | undefined
  if (!record) return {}
  record.nodes = readNodes(record.nodes as unknown as Json, record, issues)
  return { record }
}

function emptyHeader(): Header {
  return { players: [], result: { outcome: 'unfinished' } }
}
