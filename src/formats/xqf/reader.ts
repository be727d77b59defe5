/** Opens XQF files: one record per file. */
import type { FileSet } from '../../bytes/source.ts'
import { encodingName, toBase64 } from '../../bytes/text.ts'
import { IssueCollector } from '../../issues/collector.ts'
import type { Issue } from '../../issues/issue.ts'
import type { GameRecord } from '../../model/record.ts'
import type { CollectionFacts, Collection, Entry, EntryOptions, Listing, ReadOptions } from '../format.ts'
import { setupOf } from '../xiangqi/board.ts'
import { checkFile } from './check.ts'
import { openFile, type XqfFile } from './file.ts'
import { percentOf } from '../../bytes/guess/decider.ts'
import { guessXqfEncoding } from './encoding.ts'
import { readHeader } from './header.ts'
import { USUAL_ENCODING } from './text.ts'
import { readTree } from './tree.ts'

/** Opens a file. Throws FormatError when it is not an XQF file of a known version. */
export function openXqf(files: FileSet, options: ReadOptions = {}): Collection {
  const encoding = options.encoding === undefined ? undefined : encodingName(options.encoding)
  if (options.encoding !== undefined && encoding === undefined) {
    throw new TypeError(`unknown encoding: ${options.encoding}`)
  }
  return new XqfCollection(files, encoding)
}

/** A guess of the usual encoding is said if it is less sure than this. */
const UNSURE = 0.9

class XqfCollection implements Collection {
  readonly format = 'xqf'
  readonly count = 1
  readonly about: CollectionFacts
  readonly issues: readonly Issue[]
  private readonly file: XqfFile
  private readonly encoding: string
  private readonly startIssues: readonly Issue[]

  constructor(files: FileSet, forced: string | undefined) {
    const container = new IssueCollector({ file: files.main.name })
    const start = new IssueCollector({ file: files.main.name })
    this.file = openFile(files.main, container, start)
    const { encoding, certainty } =
      forced === undefined ? guessXqfEncoding(this.file) : { encoding: forced, certainty: 1 }
    this.encoding = encoding
    if (forced === undefined && (encoding !== USUAL_ENCODING || certainty < UNSURE)) {
      container.add('text/encoding-guessed', 'info', { encoding, percent: percentOf(certainty) })
    }
    this.issues = container.list()
    this.startIssues = start.list()
    this.about = { version: String(this.file.version), encoding }
  }

  listing(index: number): Listing {
    checkIndex(index)
    const { header } = readHeader(this.file.plain, this.encoding, new IssueCollector({ file: this.file.name }))
    return { index, game: 'xiangqi', kind: 'game', header }
  }

  entry(index: number): Entry {
    checkIndex(index)
    const { file, encoding } = this
    const issues = new IssueCollector({ file: file.name })
    const { header, native } = readHeader(file.plain, encoding, issues)
    const records = file.records()
    const nodes = readTree(records, file.board.slice(), file.turn, encoding, issues)
    if (records.end < file.plain.length && !records.fault) {
      const count = file.plain.length - records.end
      issues.add('xqf/trailing-bytes', 'warning', { count }, { offset: records.end })
      native.trailing = toBase64(file.plain.subarray(records.end))
    }
    const record: GameRecord = { game: 'xiangqi', header, nodes }
    const setup = setupOf(file.board, file.turn)
    if (setup !== undefined) record.setup = setup
    if (Object.keys(native).length > 0) record.native = { xqf: native }
    record.origin = { format: 'xqf', version: String(file.version), file: file.name, index, encoding }
    return { index, record, issues: [...this.startIssues, ...issues.list()] }
  }

  *entries({ from = 0, to = 1 }: EntryOptions = {}): IterableIterator<Entry> {
    if (from <= 0 && to > 0) yield this.entry(0)
  }

  validate(): Iterable<Issue> {
    return checkFile(this.file)
  }
}

function checkIndex(index: number): void {
  if (index !== 0) throw new TypeError(`an XQF file holds one record, there is none with index ${index}`)
}
