/** Copies records to writers, counting what happens to each and what is lost. */
import type { ChessKernel } from '../formats/chess-kernel.ts'
import type { Collection, Entry, EntryOptions, Format, RecordWriter, Writer } from '../formats/format.ts'
import type { KeyedLine } from '../rules/keyed-line.ts'
import { writeRecord } from '../formats/write-record.ts'
import { notWritten } from '../formats/write-result.ts'
import { issue, type Issue, type IssueLocation } from '../issues/issue.ts'
import type { AnyRecord } from '../model/line-record.ts'
import { LossReport, type Loss } from './losses.ts'

/** What happened to the entries of a conversion. */
export interface ConversionCounts {
  /** Entries read, written or not. */
  read: number
  written: number
  /** Records left out by the filter. */
  unmatched: number
  /** Records left out because they are marked as deleted. */
  deleted: number
  /** Entries the target cannot store: another game, a text, an unreadable record. */
  refused: number
  /** Written records that lost something. */
  withLosses: number
  /** Entries read with an issue of error severity. */
  withErrors: number
}

/** What a conversion did, as plain data. */
export interface ConversionPart {
  counts: ConversionCounts
  losses: Loss[]
}

/** Which records a conversion copies. */
export interface ConversionOptions {
  /** Whether to keep an entry of a file. */
  filter?: ((entry: Entry<AnyRecord>, file: string | undefined) => boolean) | undefined
  /** Also copies records marked as deleted. */
  keepDeleted?: boolean | undefined
  /** What is written instead of a record, with the same moves: the record with the name of its opening. */
  complete?: ((record: AnyRecord, line: KeyedLine | undefined) => AnyRecord) | undefined
  /** Reads plain games of chess. */
  kernel?: ChessKernel | undefined
  /** Most entries that are written. */
  limit?: number | undefined
}

/** A conversion to one format, from any number of collections to any number of files. */
export class Conversion {
  readonly target: Format
  readonly counts: ConversionCounts = {
    read: 0,
    written: 0,
    unmatched: 0,
    deleted: 0,
    refused: 0,
    withLosses: 0,
    withErrors: 0,
  }
  readonly losses = new LossReport()
  private readonly options: ConversionOptions

  constructor(target: Format, options: ConversionOptions = {}) {
    this.target = target
    this.options = options
  }

  /** Whether the limit is reached. */
  get isFull(): boolean {
    return this.counts.written >= (this.options.limit ?? Infinity)
  }

  /**
   * What to request with each entry, so that filters and names of openings need not play their moves.
   * @param san for a writer that accepts it
   */
  wanted(san = false): EntryOptions {
    const { filter, complete, kernel } = this.options
    return { bare: true, playedLine: { keys: filter !== undefined || complete !== undefined, san }, kernel }
  }

  /** Copies every entry of a collection to a writer, up to the limit. */
  copyAll(collection: Collection, writer: Writer, file?: string): void {
    const steps = this.copying(collection, writer, file)
    while (!steps.next().done);
  }

  /** The same, an entry at each step: the caller may pause between them. */
  *copying(collection: Collection, writer: Writer, file?: string): Generator<void, void> {
    for (const entry of collection.entries(this.wanted(writer.acceptsSan))) {
      if (this.isFull) return
      if (this.accepts(entry, file)) this.copy(entry, writer, file)
      yield
    }
    this.noteFound(collection, file)
  }

  /**
   * Passes on what is known about the only source of a file: its title and comment, and its lists if both have the same
   * format.
   */
  begin(writer: Writer, source: Collection, file?: string): void {
    writer.begin?.(source.about, source)
    if (!writer.keepsComment) this.loseComment(source, file)
    if (source.format !== this.target.id) this.leaveUnread(source)
    if (!writer.put || source.format !== this.target.id) return
    for (const table of source.tables?.() ?? []) {
      for (const row of table.rows()) this.losses.addIssues(writer.put(table.name, row).issues, {})
    }
  }

  /** Reports the comment on a database for which a file in the target format has no room. */
  loseComment({ about: { comment = '' } }: Collection, file?: string): void {
    const place = file === undefined ? {} : { file }
    if (comment !== '') this.losses.addIssues([issue('loss/about', 'warning', { format: this.target.id })], place)
  }

  /** Reports what was found in a collection as a whole, after its entries have been read. */
  noteFound({ issues }: Collection, file?: string): void {
    this.losses.addFound(issues, file === undefined ? {} : { file })
  }

  /** Reports the parts of a database that nobody can read, and that cannot be written in another format. */
  leaveUnread({ unread = [] }: Collection): void {
    if (unread.length === 0) return
    const names = unread.map(({ name }) => name).join(', ')
    this.losses.addIssues([issue('loss/unread-parts', 'info', { names })], {})
  }

  /** Counts an entry and decides whether it is passed to a writer. */
  accepts(entry: Entry<AnyRecord>, file?: string): boolean {
    const { record, document, issues, index } = entry
    this.counts.read++
    if (issues.some(({ severity }) => severity === 'error')) this.counts.withErrors++
    if (this.options.filter?.(entry, file) === false) {
      this.counts.unmatched++
      return false
    }
    if (record?.header.deleted && !this.options.keepDeleted) {
      this.counts.deleted++
      return false
    }
    this.losses.addFound(issues, placeOf(index, file))
    const refusal = refusalOf(record, document !== undefined, this.target)
    if (refusal) {
      this.counts.refused++
      this.losses.addIssues([refusal], placeOf(index, file))
    }
    return refusal === undefined
  }

  /** Writes an accepted entry and reports what is lost. */
  copy({ record: read, document, index, playedLine }: Entry<AnyRecord>, writer: RecordWriter, file?: string): void {
    const record = read && (this.options.complete?.(read, playedLine?.keyed) ?? read)
    const place = placeOf(index, file)
    let result = notWritten(lostDocument(this.target))
    if (record) result = writeRecord(writer, record, playedLine?.san)
    else if (document && writer.addDocument) result = writer.addDocument(document)
    const { written, issues } = result
    // For an entry that was not written, only the reason matters.
    const kinds = written && record ? this.losses.addRecord(record, this.target, place) : 0
    this.losses.addIssues(issues, place)
    if (!written) this.counts.refused++
    else {
      this.counts.written++
      if (kinds > 0 || issues.length > 0) this.counts.withLosses++
    }
  }

  /** The report so far. */
  snapshot(): ConversionPart {
    return { counts: this.counts, losses: this.losses.list() }
  }

  /** Adds the report of another conversion of later entries of the same source. */
  addPart({ counts, losses }: ConversionPart): void {
    for (const key of Object.keys(this.counts) as (keyof ConversionCounts)[]) this.counts[key] += counts[key]
    this.losses.merge(losses)
  }

  /** Completes a file and reports its last issues. */
  finish(writer: Writer, file?: string): void {
    this.losses.addIssues(writer.finish(), file === undefined ? {} : { file })
  }
}

function placeOf(record: number, file: string | undefined): IssueLocation {
  return file === undefined ? { record } : { file, record }
}

/** Why a format cannot store an entry at all. */
function refusalOf(record: AnyRecord | undefined, isDocument: boolean, target: Format): Issue | undefined {
  if (record) {
    if (target.games.includes(record.game)) return undefined
    return issue('loss/game', 'error', { format: target.id, game: record.game })
  }
  if (!isDocument) return issue('loss/unreadable', 'error', {})
  return target.keeps.has('documents') ? undefined : lostDocument(target)
}

function lostDocument(target: Format): Issue {
  return issue('loss/documents', 'warning', { format: target.id })
}
