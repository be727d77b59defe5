/** Removes all but one of each group of equal games from a database, and completes that one from the others. */
import { sameJson } from '../../model/json.ts'
import type { GameRecord, Header } from '../../model/record.ts'
import { RowColumns } from '../columns/row-columns.ts'
import { moveLabels } from '../collections/labels.ts'
import type { Database } from '../database.ts'
import { GAME_OF_ROW, gameOfRow } from '../schema/game-row.ts'
import type { DuplicateGroup } from './duplicates.ts'
import { fillHeader } from './fill-header.ts'
import { gameRow } from '../schema/game-columns.ts'
import { GamesAppender } from '../catalogue/games-appender.ts'
import { IndexBuilder } from '../index/index-builder.ts'
import { decodeHead } from '../schema/stored-record.ts'
import { tidyUp } from '../catalogue/write-error.ts'
import { removeGamesNow } from '../import/save.ts'
import { writeSegments } from '../index/segment-job.ts'
import { listValue } from '../catalogue/duckdb.ts'

/** The result of merging duplicate games. */
export interface MergeReport {
  /** Games removed. */
  removed: number
  /** Games kept whose header was completed from those removed. */
  filled: number
  /** Facts on which removed games differed from those kept, with the number of games. */
  differing: Record<string, number>
}

/** Groups whose games are in memory at a time. */
const MERGED_AT_ONCE = 5000

/**
 * Groups that are merged in one transaction: what it changes is in memory until it is committed, 8 KB a group of
 * annotated games.
 */
const TRANSACTION_GROUPS = 5000

/** Parts of a record other than header and notes. Those of a removed game are not carried over. */
const OTHER_PARTS = ['variant', 'size', 'timeline', 'native'] as const satisfies (keyof GameRecord)[]

/**
 * Removes all games of some groups except the one to keep and those with other notes. The headers of the games kept are
 * completed from the others; differing values are not changed, and are counted. Very many groups take several
 * transactions: if one fails, those before it are done.
 * @param onProgress learns how many groups have been merged
 * @param transactionGroups the most groups of a transaction
 */
export async function mergeDuplicates(
  database: Database,
  groups: readonly DuplicateGroup[],
  onProgress: (done: number, total: number) => void = () => {},
  transactionGroups = TRANSACTION_GROUPS,
): Promise<MergeReport> {
  const report: MergeReport = { removed: 0, filled: 0, differing: {} }
  for (let start = 0; start < groups.length; start += transactionGroups) {
    const part = groups.slice(start, start + transactionGroups)
    await mergePart(database, part, report, (done) => onProgress(start + done, groups.length))
  }
  await tidyUp(() => database.compact())
  return report
}

/** Merges some groups in one transaction. */
async function mergePart(
  database: Database,
  groups: readonly DuplicateGroup[],
  report: MergeReport,
  onProgress: (done: number) => void,
): Promise<void> {
  await database.change(async () => {
    const filled = new Map<number, Header>()
    const removed: number[] = []
    const keptFor = new Map<number, number>()
    for (let start = 0; start < groups.length; start += MERGED_AT_ONCE) {
      const part = groups.slice(start, start + MERGED_AT_ONCE)
      const records = await readRecords(database, part)
      for (const group of part) {
        const gone = mergeGroup(group, records, filled, report)
        removed.push(...gone)
        for (const id of gone) keptFor.set(id, group.keep)
      }
      onProgress(start + part.length)
    }
    report.removed += removed.length
    report.filled += filled.size
    await moveLabels(database, keptFor)
    if (removed.length > 0) await removeGamesNow(database, removed)
    if (filled.size > 0) await replaceHeaders(database, filled)
  })
}

/** Heads of the games of some groups, by number. */
async function readRecords(
  { catalogue }: Database,
  groups: readonly DuplicateGroup[],
): Promise<Map<number, Omit<GameRecord, 'nodes'>>> {
  const ids = groups.flatMap(({ games }) => games.map(({ id }) => id))
  const rows = await catalogue.rows('SELECT id, head FROM games WHERE id IN (SELECT unnest($1::UINTEGER[]))', [
    listValue(ids),
  ])
  return new Map(rows.map(({ id, head }) => [Number(id), decodeHead(String(head))]))
}

/** Completes the header of the game to keep, and returns the games to remove. */
function mergeGroup(
  { games, keep, withOtherNotes }: DuplicateGroup,
  records: ReadonlyMap<number, Omit<GameRecord, 'nodes'>>,
  filled: Map<number, Header>,
  { differing }: MergeReport,
): number[] {
  const kept = records.get(keep)!
  let { header } = kept
  const removed = games.map(({ id }) => id).filter((id) => id !== keep && !withOtherNotes.includes(id))
  for (const id of removed) {
    const other = records.get(id)!
    const merged = fillHeader(header, other.header)
    header = merged.header
    if (merged.isFuller) filled.set(keep, header)
    const parts = OTHER_PARTS.filter((part) => other[part] !== undefined && !sameJson(kept[part], other[part]))
    for (const name of [...merged.differing, ...parts]) differing[name] = (differing[name] ?? 0) + 1
  }
  return removed
}

/** Replaces the headers of some games, in the open transaction; moves, notes and numbers stay. */
async function replaceHeaders(database: Database, headers: ReadonlyMap<number, Header>): Promise<void> {
  const { catalogue } = database
  // The index takes games in their order.
  const ids = [...headers.keys()].sort((left, right) => left - right)
  const index = new IndexBuilder(database.folder)
  const appender = await GamesAppender.open(catalogue)
  const columns = new RowColumns()
  const rows = appender.packInto(columns)
  await database.addTombstones(ids)
  for (let start = 0; start < ids.length; start += MERGED_AT_ONCE) {
    const part = [listValue(ids.slice(start, start + MERGED_AT_ONCE))]
    const found = await catalogue.rows(
      `SELECT games.id, ${GAME_OF_ROW}, sources.variations AS is_all_indexed
       FROM games JOIN sources ON sources.id = games.source WHERE games.id IN (SELECT unnest($1::UINTEGER[])) ORDER BY games.id`,
      part,
    )
    await catalogue.rows('DELETE FROM games WHERE id IN (SELECT unnest($1::UINTEGER[]))', part)
    for (const row of found) {
      const game = gameOfRow(row)
      const record = { ...game.record, header: headers.get(game.id)! }
      rows.add(gameRow({ ...game, record }))
      index.add(record, game.id, row['is_all_indexed'] === true)
    }
  }
  rows.finish()
  appender.close()
  const gathered = { positions: index.finish(), columns: columns.finish() }
  await database.listSegments(await writeSegments(database.folder, gathered))
}
