/** Turns entries of a source into rows for the catalogue, and passes their positions to the index. */
import { LossReport, type Loss } from '../../convert/losses.ts'
import type { IssueLocation } from '../../issues/issue.ts'
import type { AnyRecord } from '../../model/line-record.ts'
import type { Entry } from '../../formats/format.ts'
import { findOpening, type OpeningBooks } from '../../openings/index.ts'
import { gameRow } from '../schema/game-columns.ts'
import type { IndexBuilder } from '../index/index-builder.ts'
import type { RowPacker } from '../schema/row-chunk.ts'

/** Counts of what was read from entries of a source. */
export interface BatchCount {
  /** Entries imported, games or not. */
  entries: number
  games: number
  /** Games with an issue of error severity. */
  damaged: number
  /** What could not be read, or had to be guessed; undefined for nothing. */
  found?: Loss[]
}

export interface BatchOptions {
  /** Number of the source's first entry in the database; an entry's game number is this plus its index. */
  firstGame: number
  source: number
  /** The path of the source, for places in it. */
  path?: string
  /** Indexes the positions of variations too. */
  variations: boolean
}

/** Adds the entries of one batch. A text, or an entry that cannot be read, is only counted. */
export function addEntries(
  entries: Iterable<Entry<AnyRecord>>,
  options: BatchOptions,
  rows: RowPacker,
  index: IndexBuilder,
  books: OpeningBooks,
): BatchCount {
  const count: BatchCount = { entries: 0, games: 0, damaged: 0 }
  let found: LossReport | undefined
  for (const entry of entries) {
    count.entries++
    const { index: number, record, issues, playedLine } = entry
    const line = playedLine?.keyed
    const errors = issues.filter(({ severity }) => severity === 'error').length
    if (errors > 0) count.damaged++
    if (issues.length > 0) (found ??= new LossReport()).addFound(issues, placeOf(number, options.path))
    if (!record) continue
    count.games++
    const id = options.firstGame + number
    const opening = findOpening(record, books, line)
    rows.add(gameRow({ id, source: options.source, entry: number, record, line, errors, opening }))
    index.add(record, id, options.variations, line)
  }
  if (found) count.found = found.list()
  return count
}

function placeOf(record: number, file: string | undefined): IssueLocation {
  return file === undefined ? { record } : { file, record }
}
