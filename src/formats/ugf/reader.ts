/** Reads UGF and UGI files. docs/formats/ugf.md. */
import type { FileSet } from '../../bytes/source.ts'
import { encodingName } from '../../bytes/text.ts'
import type { Json } from '../../model/json.ts'
import { IssueCollector } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { emptyRecord } from '../../model/record.ts'
import { toPreorder } from '../../model/tree.ts'
import type { Collection, ReadOptions } from '../format.ts'
import { readLines } from '../server-text.ts'
import { SingleRecordCollection } from '../single-record.ts'
import { readFigures } from './figures.ts'
import { readBoard, readHeader } from './header.ts'
import { readData } from './moves.ts'
import { readReview, readReviewComments } from './review.ts'

/** Opens a file. Throws FormatError if it has neither a header nor moves. */
export function openUgf(files: FileSet, options: ReadOptions = {}): Collection {
  const { name } = files.main
  const { lines, encoding, guessed } = readLines(files.main, options.encoding, namedEncoding)
  const sections = splitSections(lines)
  if (!sections.has('Header') && !sections.has('Data')) {
    throw new FormatError('ugf/not-ugf', {}, { file: name, offset: 0 })
  }
  return new SingleRecordCollection('ugf', { encoding }, guessed, () => {
    const issues = new IssueCollector({ file: name })
    const record = emptyRecord('go')
    const fields = readFields(sections.get('Header') ?? [])
    readHeader(fields, record)
    const board = readBoard(fields, record, issues)
    const main = readData(sections.get('Data') ?? [], board, record, issues)
    const byNumber = readReview(sections.get('ReviewNode') ?? [], board, main, record, issues)
    readReviewComments(sections.get('ReviewComment') ?? [], byNumber, record, issues)
    readFigures(sections.get('Figure') ?? [], board, main, record, issues)
    const comment = (sections.get('Comment') ?? []).join('\n').trim()
    if (comment) record.header.about = comment
    record.nodes = toPreorder(record.nodes)
    record.native = { ugf: keep(fields, sections) }
    record.origin = { format: 'ugf', file: name, index: 0, encoding }
    return { record, issues: issues.list() }
  })
}

/** Sections that are read into the record. The others are kept as they are. */
const KNOWN_SECTIONS: ReadonlySet<string> = new Set([
  'Header',
  'Data',
  'ReviewNode',
  'ReviewComment',
  'Figure',
  'Comment',
  'End',
])

function keep(fields: ReadonlyMap<string, string>, sections: ReadonlyMap<string, string[]>): Json {
  const others: Record<string, Json> = {}
  for (const [section, lines] of sections) if (!KNOWN_SECTIONS.has(section)) others[section] = lines
  return { header: Object.fromEntries(fields), sections: others }
}

/** Lines by section; lines before the first section are comments. */
function splitSections(lines: readonly string[]): Map<string, string[]> {
  const sections = new Map<string, string[]>()
  let current: string[] | undefined
  for (const line of lines) {
    const name = /^\[([A-Za-z]+)\]\s*$/.exec(line)?.[1]
    if (name === undefined) {
      current?.push(line)
      continue
    }
    current = sections.get(name) ?? []
    sections.set(name, current)
  }
  return sections
}

function readFields(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of lines) {
    const at = line.indexOf('=')
    if (at > 0) fields.set(line.slice(0, at).trim(), line.slice(at + 1).trim())
  }
  return fields
}

/** Encodings by the value of `Lang`. */
const LANGUAGES: Record<string, string> = {
  SJIS: 'shift_jis',
  EUC: 'euc-jp',
  GB: 'gb18030',
  KSC: 'euc-kr',
}

function namedEncoding(head: string): string | undefined {
  const language = /^Lang=(\S+)/m.exec(head)?.[1]
  return language === undefined ? undefined : (LANGUAGES[language.toUpperCase()] ?? encodingName(language))
}
