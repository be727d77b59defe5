/**
 * Finds games that stand more than once in a database: the same moves from
 * the same start. They are shown with what tells them apart, never merged silently.
 */
import type { DuckDBValue } from '@duckdb/node-api'
import type { Database } from './database.ts'

export interface DuplicateGroup {
  /** Why they are taken for the same game. */
  reason: 'same moves and players' | 'same moves'
  games: {
    id: number
    player1: string | null
    player2: string | null
    date: string | null
    event: string | null
    source: string
  }[]
}

/** Moves below which equal games are no surprise. */
const MIN_PLIES = 10

/** Groups of games with equal moves, those whose players are equal too first. */
export async function findDuplicates(
  database: Database,
  { limit = 1000 }: { limit?: number } = {},
): Promise<DuplicateGroup[]> {
  const rows = await database.catalogue.rows(
    `SELECT list({'id': games.id, 'player1': player1, 'player2': player2, 'date': date, 'event': event, 'source': sources.path} ORDER BY games.id) AS games,
       count(DISTINCT (lower(strip_accents(player1)), lower(strip_accents(player2)))) AS pairs
     FROM games JOIN sources ON sources.id = games.source
     WHERE plies >= ${MIN_PLIES}
     GROUP BY game, coalesce(setup, ''), moves HAVING count(*) > 1
     ORDER BY pairs, count(*) DESC, min(games.id) LIMIT $1`,
    [limit],
  )
  return rows.map((row) => ({
    reason: Number(row['pairs']) <= 1 ? 'same moves and players' : 'same moves',
    games: (row['games'] as { items: { entries: Record<string, DuckDBValue> }[] }).items.map(
      ({ entries }) => entries as DuplicateGroup['games'][number],
    ),
  }))
}
