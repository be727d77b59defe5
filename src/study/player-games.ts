/** The games of a player, from one statement over the catalogue. */
import type { Database } from '../database/database.ts'
import { listValue } from '../database/catalogue/duckdb.ts'
import { namesOfPlayer } from '../database/collections/aliases.ts'
import { isOneOf } from '../database/catalogue/is-one-of.ts'
import { foundGame, FOUND_COLUMNS } from '../database/search/found-row.ts'
import { listGames } from '../database/search/search.ts'
import type { Colour } from '../model/move.ts'
import { inOrder, type FoundGame } from '../query/found-game.ts'
import { isSided, type GameQuery } from '../query/query.ts'
import { pointsOf, type Points } from '../repertoire/scores.ts'

/** A game of a player. */
export interface PlayerGame {
  found: FoundGame
  colour: Colour
  points: Points
  /** The year, 0 when it is unknown. */
  year: number
  rating?: number
  opponent?: string
  opponentRating?: number
}

/** The games of a player that meet a query, the earliest first; those without a date come first. */
export async function gamesOfPlayer(
  database: Database,
  name: string,
  query: GameQuery,
): Promise<{ name: string; names: string[]; games: PlayerGame[] }> {
  const { name: main, names } = await namesOfPlayer(database, name)
  const values = [listValue(names)] as Parameters<typeof database.catalogue.rows>[1] & object
  const value = (one: (typeof values)[number]) => `$${values.push(one)}`
  // Colours, results and opponents are those of the player.
  const own = isSided(query) ? { ...query, player: main } : query
  const conditions = Object.keys(own).length === 0 ? [] : [isOneOf(await listGames(database, own), value)]
  const isMine = (column: string) => `coalesce(list_contains($1::VARCHAR[], ${column}), false)`
  const rows = await database.catalogue.rows(
    `SELECT ${FOUND_COLUMNS}, ${isMine('player1')} AS is_first FROM games
     WHERE ${[`(${isMine('player1')} OR ${isMine('player2')})`, ...conditions].join(' AND ')}
     ORDER BY date NULLS FIRST, id`,
    values,
  )
  const aliases = await database.catalogue.rows('SELECT name, player FROM aliases')
  const players = new Map(aliases.map((row) => [String(row['name']), String(row['player'])]))
  const games = rows.map(({ is_first: isFirst, ...row }): PlayerGame => {
    const found = foundGame(row)
    const colour: Colour = isFirst === true ? 1 : 2
    const sides = inOrder(found)
    const [own, other] = colour === 1 ? sides : [sides[1], sides[0]]
    const opponent = other?.name
    return {
      found,
      colour,
      points: pointsOf(found.result, colour),
      year: found.date === undefined ? 0 : Number(found.date.slice(0, 4)),
      ...(own?.rating !== undefined && { rating: own.rating }),
      ...(opponent !== undefined && { opponent: players.get(opponent) ?? opponent }),
      ...(other?.rating !== undefined && { opponentRating: other.rating }),
    }
  })
  return { name: main, names, games }
}
