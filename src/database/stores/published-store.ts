/** A published folder as a store: statistics of positions, also among the games with some ratings, years or results. */
import { GAMES, type Game } from '../../model/record.ts'
import { loadOpenings } from '../../openings/index.ts'
import { makeExploration } from '../../positions/exploration.ts'
import { countGamesOf, factFilter, groupFilter } from '../../positions/read/filtered.ts'
import { positionKey } from '../../positions/position-key.ts'
import { PublishedPositions, type Fetch } from '../../positions/published/published.ts'
import { mergeStatistics } from '../../positions/statistics.ts'
import { ConditionError } from '../../query/condition-error.ts'
import { CONDITION_NAMES } from '../../query/conditions.ts'
import { assertReachable } from '../../query/position.ts'
import type { GameQuery } from '../../query/query.ts'
import type { Position } from '../../rules/rules.ts'
import type { DatabaseExploration, ExploreOptions } from '../search/explore.ts'
import { factConditions } from '../search/search.ts'
import type { PositionStore } from './store.ts'

/**
 * Opens a published folder by its address as a store. It lists no games: `games`, `recent` and `only` of the options
 * make no difference. Rejects with FormatError.
 */
export async function openPublishedStore(address: string, fetch?: Fetch): Promise<PositionStore> {
  const published = await PublishedPositions.open(address, fetch)
  return {
    kinds: () => Promise.resolve(GAMES.filter((game) => published.kinds.includes(game))),
    explore: async (game, position, options) => await explorePublished(published, game, position, options),
    close: () => Promise.resolve(),
  }
}

async function explorePublished(
  published: PublishedPositions,
  game: Game,
  position: Position,
  { query = {}, ratingGroups }: ExploreOptions = {},
): Promise<DatabaseExploration> {
  const { key, symmetry } = positionKey(game, position)
  const [high, low] = [key[0]!, key[1]!]
  const segments = published.segmentsOf(game)
  const isAll = Object.keys(query).length === 0 && !ratingGroups
  const matches = factFilter(conditionsOn(query))
  const counts = groupFilter(ratingGroups, matches)
  let isThere = false
  const lists = await Promise.all(
    segments.map(async (segment) => {
      if (isAll) {
        const statistics = await segment.statistics(high, low)
        isThere ||= statistics.length > 0
        return statistics
      }
      const postings = await segment.postings(high, low)
      if (postings.games.length === 0) return []
      isThere = true
      return countGamesOf(postings, await segment.readFacts(), counts)
    }),
  )
  if (!isThere) assertReachable(position)
  const exploration = makeExploration(game, position, symmetry, mergeStatistics(lists))
  const opening = (await loadOpenings(game))?.at?.(position)
  return opening ? { opening, ...exploration } : exploration
}

/** The conditions as far as the facts of the index decide them. Throws ConditionError for others. */
function conditionsOn(query: GameQuery) {
  const conditions = factConditions(query)
  if (conditions) return conditions
  const name = CONDITION_NAMES.find((one) => one in query && !factConditions({ [one]: query[one as keyof GameQuery] }))
  throw new ConditionError(name ?? 'ids', 'published/condition', {})
}
