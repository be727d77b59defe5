/** The opening explorer over HTTP, in the field names of lichess. */
import type { Context } from 'hono'
import { describeExploration } from '../database/search/describe-exploration.ts'
import type { PositionStore } from '../database/stores/store.ts'
import { rulesOf } from '../rules/index.ts'
import { readQuery, wholeNumber } from './request.ts'

/** The largest number of games listed in a response. */
const LARGEST_SAMPLE = 100

/** What was played in a position. */
export async function answerExplore(context: Context, store: PositionStore): Promise<Response> {
  const parameters = context.req.query()
  const { game = 'chess', position: asked, ...query } = readQuery(parameters)
  const rules = rulesOf(game)
  const position = asked?.position ?? rules.start()
  const games = Math.min(LARGEST_SAMPLE, wholeNumber(parameters, 'topGames') ?? 0)
  const exploration = await store.explore(game, position, { query, games })
  return context.json(describeExploration(game, position, exploration))
}
