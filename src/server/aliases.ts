/** Aliases of players over HTTP: spellings that count as one player. */
import type { Context } from 'hono'
import { addAlias, AliasError, listAliases } from '../database/collections/aliases.ts'
import type { Database } from '../database/database.ts'
import { suggestAliases } from '../database/names/suggest-aliases.ts'
import type { ParamsOf } from '../issues/catalogue.ts'
import { refuseReadOnly, type SerializeWrite } from './changes.ts'
import { answerLines, maxOf } from './games.ts'
import { RequestError } from './request.ts'

/** The aliases or, with `suggested=true`, names that are likely spellings of one player. */
export async function answerAliases(context: Context, database: Database): Promise<Response> {
  const parameters = context.req.query()
  const max = maxOf(parameters)
  if (parameters['suggested'] === 'true') return answerLines(context, await suggestAliases(database, max))
  return answerLines(context, (await listAliases(database)).slice(0, max))
}

/** Makes the name in the address count as the player given by the parameter. */
export async function saveAlias(
  context: Context,
  database: Database,
  serializeWrite: SerializeWrite,
): Promise<Response> {
  refuseReadOnly(database)
  const name = context.req.param('name') ?? ''
  const { player = '' } = context.req.query()
  if (player === '') throw new RequestError('request/player-missing', {}, 'player')
  try {
    return context.json({ name, player: await serializeWrite(() => addAlias(database, name, player)) })
  } catch (error) {
    if (!(error instanceof AliasError)) throw error
    throw new RequestError(error.code, error.params as ParamsOf<typeof error.code>, 'player', 409)
  }
}
