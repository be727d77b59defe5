/** Removes sources from a database: their games from the catalogue and from the position index. */
import type { Game } from '../../model/record.ts'
import { noteLeaving } from '../collections/identity.ts'
import type { Database } from '../database.ts'
import { listValue } from '../catalogue/duckdb.ts'

/** Removes sources by number, in a transaction. Returns how many games were removed. */
export async function removeSources(database: Database, sources: readonly number[]): Promise<number> {
  return await database.change(async () => takeOutSources(database, sources))
}

/**
 * Removes sources within the open transaction. The loaded segments of their kinds of game are rewritten without them;
 * segments added since are not touched.
 */
export async function takeOutSources(database: Database, sources: readonly number[]): Promise<number> {
  const { catalogue } = database
  const ids = [listValue([...sources])]
  const ranges = await catalogue.rows(
    'SELECT first_game, entries, games FROM sources WHERE list_contains($1::UINTEGER[], id)',
    ids,
  )
  const spans = ranges.map(
    (row) => [Number(row['first_game']), Number(row['first_game']) + Number(row['entries'])] as const,
  )
  const kinds = await catalogue.rows('SELECT DISTINCT game FROM games WHERE list_contains($1::UINTEGER[], source)', ids)
  await noteLeaving(database, 'list_contains($1::UINTEGER[], source)', ids)
  await catalogue.rows('DELETE FROM games WHERE list_contains($1::UINTEGER[], source)', ids)
  await catalogue.rows('DELETE FROM sources WHERE list_contains($1::UINTEGER[], id)', ids)
  await database.rewriteWithout(
    kinds.map(({ game }) => game as Game),
    spans,
  )
  return ranges.reduce((sum, row) => sum + Number(row['games']), 0)
}
