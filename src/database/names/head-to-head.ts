/** Two players against each other: their score, by colour, year and opening, and their games. */
import type { Game } from '../../model/record.ts'
import { inOrder, type FoundGame, type FoundOpening } from '../../query/found-game.ts'
import { listValue } from '../catalogue/duckdb.ts'
import type { Database } from '../database.ts'
import { FOUND_COLUMNS, foundGame } from '../search/found-row.ts'
import { namesOfPlayer } from '../collections/aliases.ts'
import type { Score } from './entities.ts'

/** What two players did against each other, from the point of view of the first of them. */
export interface HeadToHead extends Score {
  name: string
  opponent: string
  /** The spellings of both that count, the name itself first. */
  names: string[]
  opponentNames: string[]
  kinds: Game[]
  /** A point for a win, half a point for a draw. */
  points: number
  opponentPoints: number
  /** Colour 1 moved first. */
  byColour: (Score & { colour: 1 | 2 })[]
  byYear: (Score & { year?: number })[]
  /** The openings of each colour, the most frequent first. */
  openings: (Score & { game: Game; colour: 1 | 2; opening: FoundOpening })[]
  /** All games, the earliest first; those without a date at the end. */
  list: FoundGame[]
}

interface Met {
  game: FoundGame
  colour: 1 | 2
}

/** Describes two players by full name or alias against each other; undefined if they have not met. */
export async function describeHeadToHead(
  database: Database,
  name: string,
  opponent: string,
): Promise<HeadToHead | undefined> {
  const [one, other] = [await namesOfPlayer(database, name), await namesOfPlayer(database, opponent)]
  const is = (column: string, place: number) => `list_contains($${place}::VARCHAR[], ${column})`
  const rows = await database.catalogue.rows(
    `SELECT ${FOUND_COLUMNS} FROM games
     WHERE (${is('player1', 1)} AND ${is('player2', 2)}) OR (${is('player2', 1)} AND ${is('player1', 2)})
     ORDER BY date NULLS LAST, try_cast(round AS DOUBLE) NULLS LAST, id`,
    [listValue(one.names), listValue(other.names)],
  )
  const own = new Set(one.names)
  const met = rows.map((row): Met => {
    const game = foundGame(row)
    return { game, colour: own.has(inOrder(game)[0]?.name ?? '') ? 1 : 2 }
  })
  if (met.length === 0) return undefined
  const score = scoreOf(met)
  const points = score.won + score.drawn / 2
  // Both may lose a game: 0-0.
  const others = scoreOf(met.map(({ game, colour }) => ({ game, colour: colour === 1 ? 2 : 1 })))
  return {
    name: one.name,
    opponent: other.name,
    names: one.names,
    opponentNames: other.names,
    kinds: [...new Set(met.map(({ game }) => game.game))],
    ...score,
    points,
    opponentPoints: others.won + others.drawn / 2,
    byColour: ([1, 2] as const).flatMap((colour) => {
      const games = met.filter((one) => one.colour === colour)
      return games.length === 0 ? [] : [{ colour, ...scoreOf(games) }]
    }),
    byYear: [...Map.groupBy(met, ({ game }) => game.date?.slice(0, 4))].map(([year, games]) => ({
      ...(year !== undefined && { year: Number(year) }),
      ...scoreOf(games),
    })),
    openings: openingsOf(met),
    list: met.map(({ game }) => game),
  }
}

function openingsOf(met: readonly Met[]): HeadToHead['openings'] {
  const named = met.filter(({ game }) => game.opening !== undefined)
  const groups = Map.groupBy(named, ({ game: { game, opening }, colour }) =>
    JSON.stringify([game, colour, opening!.eco ?? opening!.name]),
  )
  return [...groups.values()]
    .sort((left, right) => right.length - left.length)
    .map((games) => {
      const [{ game, colour }] = games as [Met, ...Met[]]
      return { game: game.game, colour, opening: game.opening!, ...scoreOf(games) }
    })
}

function scoreOf(met: readonly Met[]): Score {
  const count = (...results: string[]) =>
    met.filter(({ game, colour }) => results.includes(`${colour} ${game.result}`)).length
  return {
    games: met.length,
    won: count('1 1-0', '2 0-1'),
    drawn: count('1 1/2-1/2', '2 1/2-1/2'),
    lost: count('1 0-1', '2 1-0', '1 0-0', '2 0-0'),
  }
}
