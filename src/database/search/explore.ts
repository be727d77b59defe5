/** The opening explorer over a database. */
import type { Move } from '../../model/move.ts'
import type { Game } from '../../model/record.ts'
import { loadOpenings, type Opening } from '../../openings/index.ts'
import { imagesOf, makeExploration, ownImage, type Exploration } from '../../positions/exploration.ts'
import {
  byRecency,
  byStrength,
  countGamesOf,
  everyGame,
  groupFilter,
  onlyGames,
  sampleGames,
  type RatingGroups,
  type SampleGame,
} from '../../positions/read/filtered.ts'
import type { GameFilter } from '../../positions/facts.ts'
import { decodeMove } from '../../positions/move-code.ts'
import { positionKey } from '../../positions/position-key.ts'
import { mergeStatistics } from '../../positions/statistics.ts'
import { assertReachable } from '../../query/position.ts'
import type { GameQuery } from '../../query/query.ts'
import type { Position } from '../../rules/rules.ts'
import type { Database } from '../database.ts'
import type { FoundGame } from '../../query/found-game.ts'
import { gameFilter, gamesByNumber } from './search.ts'

/** What a database knows about a position. */
export interface DatabaseExploration extends Exploration {
  /** The name of the position. */
  opening?: Opening
  /** Games of the strongest players that reached it, if requested. */
  samples?: SampledGame[]
  /** The latest games that reached it, most recent first, if requested. */
  recent?: SampledGame[]
  /** The game of every move played by only one game, if requested. */
  only?: ReadonlyMap<Move, SampledGame>
}

/** A game that reached a position, with the move that it played there; without a move it ended there. */
export type SampledGame = FoundGame & { move?: Move }

/** Which games count, and how many to list. */
export interface ExploreOptions {
  /** Only games that meet these conditions count. */
  query?: Omit<GameQuery, 'game' | 'position'>
  /** Only games of these groups count, too. */
  ratingGroups?: RatingGroups | undefined
  /** How many games to show, those of the strongest players first. */
  games?: number
  /** How many of the latest games to show. */
  recent?: number
  /** Whether to show the game of every move that only one game played. */
  only?: boolean
}

/**
 * Looks a position up in all segments of its game. Rejects with ConditionError if it is not there and no game can reach
 * it.
 */
export async function explore(
  database: Database,
  game: Game,
  position: Position,
  options: ExploreOptions = {},
): Promise<DatabaseExploration> {
  const exploration = await count(database, game, position, options)
  const opening = (await loadOpenings(game))?.at?.(position)
  return opening ? { opening, ...exploration } : exploration
}

async function count(
  database: Database,
  game: Game,
  position: Position,
  { query = {}, ratingGroups, games = 0, recent = 0, only = false }: ExploreOptions,
): Promise<DatabaseExploration> {
  const { key, symmetry } = positionKey(game, position)
  const [high, low] = [key[0]!, key[1]!]
  const isFiltered = Object.keys(query).length > 0
  if (!isFiltered && !ratingGroups && !only && games === 0 && recent === 0) {
    const lists = await Promise.all(database.segmentsOf(game).map((segment) => segment.statistics(high, low)))
    if (lists.every((list) => list.length === 0)) assertReachable(position)
    return makeExploration(game, position, symmetry, mergeStatistics(lists))
  }
  const matches = isFiltered ? await gameFilter(database, { ...query, game }) : everyGame
  const counts: GameFilter = groupFilter(ratingGroups, matches)
  const lists = await Promise.all(
    database.segmentsOf(game).map(async (segment) => ({
      postings: await segment.postings(high, low),
      facts: await segment.readFacts(),
    })),
  )
  if (lists.every(({ postings }) => postings.games.length === 0)) assertReachable(position)
  const rows = lists.map(({ postings, facts }) => countGamesOf(postings, facts, counts))
  const exploration: DatabaseExploration = makeExploration(game, position, symmetry, mergeStatistics(rows))
  const images = imagesOf(game, position)
  const describe = (samples: readonly SampleGame[]) =>
    describeSamples(
      database,
      samples.map(({ game: id, move: code }) => {
        const move = decodeMove(game, code)
        return move === undefined ? { id } : { id, move: ownImage(move, symmetry, images, position) }
      }),
    )
  if (games > 0) exploration.samples = await describe(sampleGames(lists, games, counts, byStrength))
  if (recent > 0) exploration.recent = latestFirst(await describe(sampleGames(lists, recent, counts, byRecency)))
  if (only) {
    const single = [...onlyGames(lists, counts)].map(([move, id]) => ({ move, game: id }))
    exploration.only = new Map((await describe(single)).flatMap((found) => (found.move ? [[found.move, found]] : [])))
  }
  return exploration
}

/** Games by date, most recent first. The facts of the index only have years. @internal */
export function latestFirst(games: SampledGame[]): SampledGame[] {
  const date = (game: SampledGame) => game.date ?? ''
  return games.sort((left, right) => (date(left) < date(right) ? 1 : date(left) > date(right) ? -1 : 0))
}

/** Adds the details of the chosen games, in order. */
async function describeSamples(
  database: Database,
  samples: readonly { id: number; move?: Move }[],
): Promise<SampledGame[]> {
  const found = await gamesByNumber(
    database,
    samples.map(({ id }) => id),
  )
  return samples.flatMap(({ id, move }) => {
    const line = found.get(id)
    if (!line) return []
    return [move === undefined ? line : { ...line, move }]
  })
}
