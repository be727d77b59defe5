/**
 * What makes a game the same game when it leaves the database and comes back, with a newer version of its source or
 * in another file, so that its labels come back with it.
 *
 * Numbers do not: a source that is imported again gets new ones. A game that comes is taken for one that left if, in
 * this order, it has the same main line and the same header in the same source, the same main line and header in any
 * source, the same main line in the same source (its header was corrected), or the same header in the same source (it
 * was continued or corrected). The header is players, event, site, round and date. Where several games fit equally, the
 * one at the same place in the source is taken; for the last two ways no other is.
 */
import type { DuckDBValue } from '@duckdb/node-api'
import type { Database } from '../database.ts'
import type { GamesTable } from '../catalogue/catalogue.ts'
import { listValue } from '../catalogue/duckdb.ts'
import { hasTables } from './tables.ts'

const MOVES = "md5(concat_ws(chr(31), game, coalesce(setup, ''), md5(moves)))"
const HEADER_FIELDS = ['player1', 'player2', 'event', 'site', 'round', 'date']
const HEADER = `md5(concat_ws(chr(31), ${HEADER_FIELDS.map((field) => `coalesce(${field}, '')`).join(', ')}))`
/** Whether the header says anything: that of games without players and events is no evidence. */
const HAS_HEADER = 'coalesce(player1, player2, event) IS NOT NULL'
const DESCRIPTION = "concat_ws(' ', player1, '–', player2, date, event)"

/** Writes down what identifies the labelled games that meet a condition, which are about to leave; in the open transaction. */
export async function noteLeaving({ catalogue }: Database, condition: string, values: DuckDBValue[]): Promise<void> {
  if (!(await hasTables(catalogue))) return
  await catalogue.rows(
    `UPDATE labelled_games SET id = NULL, path = leaving.path, entry = leaving.entry, moves = leaving.moves,
       header = leaving.header, description = leaving.description
     FROM (
       SELECT games.id, sources.path, entry, ${MOVES} AS moves, if(${HAS_HEADER}, ${HEADER}, '') AS header,
         ${DESCRIPTION} AS description
       FROM games JOIN sources ON sources.id = games.source
       WHERE games.id IN (SELECT labelled_games.id FROM labelled_games) AND ${condition}
     ) AS leaving WHERE labelled_games.id = leaving.id`,
    values,
  )
}

/** A labelled game with what identifies it. */
export interface IdentifiedGame {
  /** Its key among the labelled games. */
  key: number
  /** The path of its source, and its place there. */
  path: string
  entry: number
  /** What its main line, and its header, come to; '' for a header that says nothing. */
  moves: string
  header: string
  /** Players, date and event. */
  description: string
}

/** All labelled games, those included that left the database, which may be of any version. */
export async function identifiedGames({ catalogue }: Database): Promise<IdentifiedGame[]> {
  if (!(await hasTables(catalogue))) return []
  // As long as a migration is not finished, all games are still there.
  const games: GamesTable = (await catalogue.columnsOf('games_before')).size > 0 ? 'games_before' : 'games'
  const rows = await catalogue.rows(
    `SELECT key, sources.path, games.entry, ${MOVES} AS moves, if(${HAS_HEADER}, ${HEADER}, '') AS header,
       ${DESCRIPTION} AS description
     FROM ${games} AS games JOIN sources ON sources.id = games.source
       JOIN (SELECT key, id FROM labelled_games) AS labelled ON labelled.id = games.id
     UNION ALL SELECT key, path, entry, moves, header, description FROM labelled_games WHERE id IS NULL ORDER BY key`,
  )
  return rows.map(({ key, path, entry, moves, header, description }) => ({
    key: Number(key),
    path: String(path),
    entry: Number(entry),
    moves: String(moves),
    header: String(header),
    description: String(description),
  }))
}

interface Identity {
  path: string
  entry: number
  moves: string
  header: string
}

/** Gives labels back to games of sources that have just come, in the open transaction. */
export async function noteComing({ catalogue }: Database, sources: readonly number[]): Promise<void> {
  if (!(await hasTables(catalogue))) return
  const absent = (await catalogue.rows(
    'SELECT key, path, entry, moves, header FROM labelled_games WHERE id IS NULL ORDER BY key',
  )) as unknown as (Identity & { key: number })[]
  if (absent.length === 0) return
  const coming = (await catalogue.rows(
    `SELECT * FROM (
       SELECT games.id, sources.path, entry, ${MOVES} AS moves, if(${HAS_HEADER}, ${HEADER}, '') AS header
       FROM games JOIN sources ON sources.id = games.source WHERE source IN (SELECT unnest($1::UINTEGER[]))
     ) WHERE moves IN (SELECT moves FROM labelled_games WHERE id IS NULL)
       OR header IN (SELECT header FROM labelled_games WHERE id IS NULL AND header <> '') ORDER BY id`,
    [listValue(sources)],
  )) as unknown as (Identity & { id: number })[]
  const found = matchGames(absent, coming)
  // A list without items has no type.
  if (found.size === 0) return
  await catalogue.rows(
    `UPDATE labelled_games
     SET id = found.id, path = NULL, entry = NULL, moves = NULL, header = NULL, description = NULL
     FROM (SELECT unnest($1::UINTEGER[]) AS key, unnest($2::UINTEGER[]) AS id) AS found
     WHERE labelled_games.key = found.key`,
    [listValue([...found.keys()]), listValue([...found.values()])],
  )
}

/** The ways in which a game is recognised, most certain first; undefined where one does not apply. */
const WAYS: readonly { of: (game: Identity) => string | undefined; isSure: boolean }[] = [
  { of: ({ moves, header, path }) => JSON.stringify([moves, header, path]), isSure: true },
  { of: ({ moves, header }) => (header === '' ? undefined : JSON.stringify([moves, header])), isSure: true },
  { of: ({ moves, path }) => JSON.stringify([moves, path]), isSure: false },
  { of: ({ header, path }) => (header === '' ? undefined : JSON.stringify([header, path])), isSure: false },
]

/** Which of the games that left came back, by the keys of those and the numbers of these. Takes linear time. */
function matchGames(
  absent: readonly (Identity & { key: number })[],
  coming: readonly (Identity & { id: number })[],
): Map<number, number> {
  const found = new Map<number, number>()
  const taken = new Set<number>()
  const take = (key: number, id: number) => {
    found.set(key, id)
    taken.add(id)
  }
  for (const { of, isSure } of WAYS) {
    const free = coming.filter(({ id }) => !taken.has(id))
    const left = absent.filter(({ key }) => !found.has(key))
    // Those with a game at their own place first, so that no other takes it.
    const byPlace = new Map(free.map((game) => [placeOf(game), game]))
    for (const game of left) {
      const identity = of(game)
      const other = byPlace.get(placeOf(game))
      if (identity !== undefined && other && of(other) === identity && !taken.has(other.id)) take(game.key, other.id)
    }
    const byIdentity = Map.groupBy(free, of)
    const passed = new Map<string, number>()
    for (const game of left) {
      const identity = of(game)
      if (found.has(game.key) || identity === undefined) continue
      const all = byIdentity.get(identity) ?? []
      if (!isSure && all.length !== 1) continue
      let at = passed.get(identity) ?? 0
      while (at < all.length && taken.has(all[at]!.id)) at++
      passed.set(identity, at)
      if (at < all.length) take(game.key, all[at]!.id)
    }
  }
  return found
}

/** The place of a game among the sources: no two games have the same. */
function placeOf({ path, entry }: Identity): string {
  return JSON.stringify([path, entry])
}

/** A game that left the database with its labels. */
export interface AbsentGame {
  /** Players, date and event. */
  description: string
  /** The source that it was in. */
  path: string
  labels: { kind: string; text: string }[]
}

/** The games that left the database and whose labels wait for them. */
export async function listAbsent({ catalogue }: Database): Promise<AbsentGame[]> {
  if (!(await hasTables(catalogue))) return []
  const rows = await catalogue.rows(
    `SELECT key, description, path, kind, text FROM labelled_games JOIN labels USING (key)
     WHERE id IS NULL ORDER BY key, kind DESC, text`,
  )
  const games = new Map<number, AbsentGame>()
  for (const { key, description, path, kind, text } of rows) {
    const game = games.get(Number(key)) ?? { description: String(description), path: String(path), labels: [] }
    games.set(Number(key), game)
    game.labels.push({ kind: String(kind), text: String(text) })
  }
  return [...games.values()]
}

/** Forgets the labels of all games that left the database. Returns how many games there were. */
export async function forgetAbsent(database: Database): Promise<number> {
  return await database.change(async () => {
    const { catalogue } = database
    if (!(await hasTables(catalogue))) return 0
    await catalogue.rows('DELETE FROM labels WHERE key IN (SELECT key FROM labelled_games WHERE id IS NULL)')
    const forgotten = await catalogue.rows('DELETE FROM labelled_games WHERE id IS NULL RETURNING key')
    return forgotten.length
  })
}
