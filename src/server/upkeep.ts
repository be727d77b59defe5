/** Maintenance of a database over HTTP: its sources, removing games, listing duplicates, checking everything. */
import type { Context } from 'hono'
import type { Database } from '../database/database.ts'
import { findDuplicates } from '../database/upkeep/duplicates.ts'
import { mergeDuplicates } from '../database/upkeep/merge-duplicates.ts'
import type { ListOptions } from '../database/names/entities.ts'
import { removeSources } from '../database/import/remove-sources.ts'
import { removeGames } from '../database/import/save.ts'
import { hasSource, listSources } from '../database/names/sources.ts'
import { verifyDatabase } from '../database/upkeep/verify.ts'
import { withMessage } from '../issues/describe.ts'
import type { Issue } from '../issues/issue.ts'
import { refuseReadOnly, type SerializeWrite } from './changes.ts'
import { answerLines, gameNumber, maxOf } from './games.ts'
import { baseName, numberOf, RequestError } from './request.ts'

/** The files the games came from, without folders. */
export async function answerSources(context: Context, database: Database, options: ListOptions): Promise<Response> {
  const sources = await listSources(database, options)
  return answerLines(
    context,
    sources.map((source) => ({ ...source, path: baseName(source.path) })),
  )
}

/** Removes a source, with its games. */
export async function deleteSource(
  context: Context,
  database: Database,
  serializeWrite: SerializeWrite,
): Promise<Response> {
  refuseReadOnly(database)
  const id = numberOf(context, 'source')
  const games = await serializeWrite(async () =>
    (await hasSource(database, id)) ? await removeSources(database, [id]) : undefined,
  )
  if (games === undefined) throw new RequestError('request/no-source', {}, 'id', 404)
  return context.json({ id, games })
}

/** Removes a game. */
export async function deleteGame(
  context: Context,
  database: Database,
  serializeWrite: SerializeWrite,
): Promise<Response> {
  refuseReadOnly(database)
  const id = gameNumber(context)
  const removed = await serializeWrite(() => removeGames(database, [id]))
  if (removed === 0) throw new RequestError('request/no-game', {}, 'id', 404)
  return context.json({ id })
}

/** Groups of likely duplicates, most likely first. */
export async function answerDuplicates(context: Context, database: Database): Promise<Response> {
  const { source } = context.req.query()
  const limit = maxOf(context.req.query())
  const groups = await findDuplicates(database, { limit, ...(source !== undefined && { source }) })
  return answerLines(
    context,
    groups.map(({ games, ...group }) => ({
      ...group,
      games: games.map((game) => ({ ...game, source: baseName(game.source) })),
    })),
  )
}

/** Removes all but one of each group with the same moves, players and date, and completes that one from the others. */
export async function mergeSentDuplicates(
  context: Context,
  database: Database,
  serializeWrite: SerializeWrite,
): Promise<Response> {
  refuseReadOnly(database)
  const { source } = context.req.query()
  const report = await serializeWrite(async () => {
    const reason = 'same moves, players and date'
    const limit = Number.MAX_SAFE_INTEGER
    const groups = await findDuplicates(database, { limit, reason, ...(source !== undefined && { source }) })
    return await mergeDuplicates(database, groups)
  })
  return context.json(report)
}

/** Verifies the whole database, between two changes. */
export async function answerVerify(
  context: Context,
  database: Database,
  serializeWrite: SerializeWrite,
): Promise<Response> {
  const issues: Issue[] = []
  await serializeWrite(async () => {
    for await (const issue of verifyDatabase(database)) issues.push(issue)
  })
  return context.json({ sound: !issues.some(({ severity }) => severity === 'error'), issues: issues.map(withMessage) })
}
