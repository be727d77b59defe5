/** The opening explorer over a database. */
import type { Move } from '../../model/move.ts'
import type { Game } from '../../model/record.ts'
import { loadOpenings, type Opening } from '../../openings/index.ts'
import { imagesOf, makeExploration, ownImage, type Exploration } from '../../positions/exploration.ts'
import { countGamesOf, strongestGames } from '../../positions/filtered.ts'
import { decodeMove } from '../../positions/move-code.ts'
import { positionKey } from '../../positions/position-key.ts'
import { mergeStatistics } from '../../positions/statistics.ts'
import { assertReachable } from '../../query/position.ts'
import type { GameQuery } from '../../query/query.ts'
import type { Position } from '../../rules/rules.ts'
import type { Database } from '../database.ts'
import type { FoundGame } from '../../query/found-game.ts'
import { gameFilter, gamesByNumber } from './search.ts'

/** What a database knows of a position. */
export interface DatabaseExploration extends Exploration {
  /** The name of the position. */
  opening?: Opening
  /** Games that reached it, with the move each played; there when they were asked for. */
  samples?: (FoundGame & { move?: Move })[]
}

/** Which games count, and how many to list. */
export interface ExploreOptions {
  /** Only games that meet these conditions count. */
  query?: Omit<GameQuery, 'game' | 'position'>
  /** How many games to show, those of the strongest players first. */
  games?: number
}

/**
 * Looks a position up in all segments of its game. Rejects with ConditionError when it is not there and no game can
 * reach it.
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
  { query = {}, games = 0 }: ExploreOptions,
): Promise<DatabaseExploration> {
  const { key, symmetry } = positionKey(game, position)
  const [high, low] = [key[0]!, key[1]!]
  const isFiltered = Object.keys(query).length > 0
  if (!isFiltered && games === 0) {
    const lists = await Promise.all(database.segmentsOf(game).map((segment) => segment.statistics(high, low)))
    if (lists.every((list) => list.length === 0)) assertReachable(position)
    return makeExploration(game, position, symmetry, mergeStatistics(lists))
  }
  const counts = isFiltered ? await gameFilter(database, { ...query, game }) : () => true
  const lists = await Promise.all(
    database.segmentsOf(game).map(async (segment) => ({
      postings: await segment.postings(high, low),
      facts: await segment.readFacts(),
    })),
  )
  if (lists.every(({ postings }) => postings.games.length === 0)) assertReachable(position)
  const rows = lists.map(({ postings, facts }) => countGamesOf(postings, facts, counts))
  const exploration: DatabaseExploration = makeExploration(game, position, symmetry, mergeStatistics(rows))
  if (games > 0) {
    const images = imagesOf(game, position)
    const samples = strongestGames(lists, games, counts).map(({ game: id, move: code }) => {
      const move = decodeMove(game, code)
      return move === undefined ? { id } : { id, move: ownImage(move, symmetry, images, position) }
    })
    exploration.samples = await describeSamples(database, samples)
  }
  return exploration
}

/** Puts the lines of a list to the games chosen, in their order. */
async function describeSamples(database: Database, samples: readonly { id: number; move?: Move }[]) {
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
