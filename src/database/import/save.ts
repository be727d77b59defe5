/**
 * Changes single games: replaces a game with its edited version, and removes games. Segments never change, so the ones
 * that hold the games get tombstones for them, and a small new segment holds what was saved. Both happen in one
 * transaction of the catalogue.
 */
import type { Entry } from '../../formats/format.ts'
import type { GameRecord, Game } from '../../model/record.ts'
import { loadAllOpenings } from '../../openings/index.ts'
import { tidyUp } from '../catalogue/write-error.ts'
import { noteLeaving } from '../collections/identity.ts'
import { addEntries } from './batch.ts'
import type { Database } from '../database.ts'
import { GamesAppender } from '../catalogue/games-appender.ts'
import { IndexBuilder } from '../index/index-builder.ts'
import { writeSegments } from '../index/segment-job.ts'
import { CodedError } from '../../issues/errors.ts'
import { RowColumns } from '../columns/row-columns.ts'
import { listValue } from '../catalogue/duckdb.ts'

/** Why a game cannot replace another. */
export class SaveError extends CodedError<'database/no-game' | 'database/other-game'> {
  override name = 'SaveError'
}

/**
 * Replaces a game with a record; its number, its source and its index there stay the same. Rejects with SaveError if
 * there is no such game or it is of another kind. @param issues found when the record was read; errors are counted as
 * in an import
 */
export async function saveGame(
  database: Database,
  id: number,
  record: GameRecord,
  issues: Entry['issues'] = [],
): Promise<void> {
  const { catalogue } = database
  const books = await loadAllOpenings()
  await database.change(async () => {
    const [old] = await catalogue.rows(
      `SELECT game, source, entry, errors, sources.variations AS is_all_indexed
       FROM games JOIN sources ON sources.id = games.source WHERE games.id = $1`,
      [id],
    )
    if (!old) throw new SaveError('database/no-game', { id })
    if (old['game'] !== record.game) {
      throw new SaveError('database/other-game', { id, game: old['game'] as Game, otherGame: record.game })
    }
    const [source, entry] = [Number(old['source']), Number(old['entry'])]
    const options = { firstGame: id - entry, source, variations: old['is_all_indexed'] === true }
    const index = new IndexBuilder(database.folder)
    const appender = await GamesAppender.open(catalogue)
    const columns = new RowColumns()
    const rows = appender.packInto(columns)
    const count = addEntries([{ index: entry, record, issues }], options, rows, index, books)
    await database.addTombstones([id])
    await catalogue.rows('DELETE FROM games WHERE id = $1', [id])
    rows.finish()
    appender.close()
    const added = await writeSegments(database.folder, { positions: index.finish(), columns: columns.finish() })
    await catalogue.rows('UPDATE sources SET damaged = damaged + $1 WHERE id = $2', [
      count.damaged - (Number(old['errors']) > 0 ? 1 : 0),
      source,
    ])
    await database.listSegments(added)
  })
  await tidyUp(() => database.compactSmall(record.game))
}

/** Removes games from a database and returns how many there were; unknown numbers are skipped. */
export async function removeGames(database: Database, ids: readonly number[]): Promise<number> {
  return await database.change(async () => removeGamesNow(database, ids))
}

/** Removes games within the open transaction, and returns how many there were. */
export async function removeGamesNow(database: Database, ids: readonly number[]): Promise<number> {
  const { catalogue } = database
  const chosen = [listValue([...new Set(ids)])]
  await noteLeaving(database, 'games.id IN (SELECT unnest($1::UINTEGER[]))', chosen)
  const rows = await catalogue.rows(
    'SELECT source, count(*) AS games, count(*) FILTER (errors > 0) AS damaged FROM games WHERE id IN (SELECT unnest($1::UINTEGER[])) GROUP BY source',
    chosen,
  )
  for (const { source, games, damaged } of rows) {
    await catalogue.rows('UPDATE sources SET games = games - $1, damaged = damaged - $2 WHERE id = $3', [
      Number(games),
      Number(damaged),
      source!,
    ])
  }
  await database.addTombstones([...new Set(ids)])
  await catalogue.rows('DELETE FROM games WHERE id IN (SELECT unnest($1::UINTEGER[]))', chosen)
  return rows.reduce((sum, { games }) => sum + Number(games), 0)
}
