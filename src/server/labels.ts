/** Labels and saved searches over HTTP: what users keep in a database beside its games. */
import type { Context } from 'hono'
import { listAbsent } from '../database/collections/identity.ts'
import { addLabel, countLabels, LabelError, labelsOf, removeLabel, setLabels } from '../database/collections/labels.ts'
import { listSavedSearches, SavedSearchError, saveSearch } from '../database/collections/saved-searches.ts'
import type { Database } from '../database/database.ts'
import { makeMessage } from '../issues/issue.ts'
import { isJsonObject, type Json } from '../model/json.ts'
import { isJsonBody, parseJsonBody, readBody } from './body.ts'
import { refuseReadOnly, type SerializeWrite } from './changes.ts'
import { answerLines, gameNumber } from './games.ts'
import { conditionTextsOf, RequestError } from './request.ts'

/** Most games that one request labels. */
const MOST_GAMES = 100_000

/** The tags and collections in use with their numbers of games, and how many games with labels left the database. */
export async function answerLabels(context: Context, database: Database): Promise<Response> {
  return context.json({
    tags: await countLabels(database, 'tag'),
    collections: await countLabels(database, 'collection'),
    absent: (await listAbsent(database)).length,
  })
}

/** The labels of the game in the address. */
export async function answerGameLabels(context: Context, database: Database): Promise<Response> {
  const id = gameNumber(context)
  return context.json((await labelsOf(database, [id])).get(id) ?? { tags: [], collections: [] })
}

/** Replaces the labels of the game in the address by those in the body. */
export async function saveGameLabels(
  context: Context,
  database: Database,
  serializeWrite: SerializeWrite,
): Promise<Response> {
  refuseReadOnly(database)
  const id = gameNumber(context)
  const fields = await readObject(context, ['tags', 'collections', 'note'])
  const { note } = fields
  if (note !== undefined && typeof note !== 'string') throw wrong('note', 'json/string')
  const labels = { tags: textsOf(fields, 'tags'), collections: textsOf(fields, 'collections') }
  const given = { ...labels, ...(note !== undefined && { note }) }
  return context.json(await explained(() => serializeWrite(() => setLabels(database, id, given))))
}

/** Gives games a tag or puts them into a collection, or the contrary. */
export async function labelGames(
  context: Context,
  database: Database,
  serializeWrite: SerializeWrite,
): Promise<Response> {
  refuseReadOnly(database)
  const { games, tag, collection, remove = false } = await readObject(context, ['games', 'tag', 'collection', 'remove'])
  if (!Array.isArray(games) || games.length > MOST_GAMES || !games.every(isGameNumber))
    throw wrong('games', 'json/array')
  if (typeof remove !== 'boolean') throw wrong('remove', 'json/boolean')
  const name = tag ?? collection
  if (typeof name !== 'string' || (tag !== undefined && collection !== undefined)) throw wrong('tag', 'json/string')
  const change = remove ? removeLabel : addLabel
  const kind = tag === undefined ? 'collection' : 'tag'
  const changed = await explained(() => serializeWrite(() => change(database, kind, name, games as number[])))
  return context.json({ games: changed })
}

/** The saved searches, by name. */
export async function answerSearches(context: Context, database: Database): Promise<Response> {
  return answerLines(context, await listSavedSearches(database))
}

/** Saves the conditions of the parameters under the name in the address. */
export async function saveSentSearch(
  context: Context,
  database: Database,
  serializeWrite: SerializeWrite,
): Promise<Response> {
  refuseReadOnly(database)
  const name = context.req.param('name') ?? ''
  const conditions = conditionTextsOf(context.req.query())
  await explained(() => serializeWrite(() => saveSearch(database, name, conditions)))
  return context.json({ name, conditions })
}

async function readObject(context: Context, names: readonly string[]): Promise<Record<string, Json>> {
  if (!isJsonBody(context)) throw new RequestError('request/json-only', {}, 'body', 415)
  const body = parseJsonBody(await readBody(context))
  if (!isJsonObject(body)) throw wrong('body', 'json/object')
  const other = Object.keys(body)
    .find((name) => !names.includes(name))
    ?.slice(0, 40)
  if (other === undefined) return body
  throw new RequestError('request/unknown-parameter', { name: other, names: names.join(', ') }, other)
}

function textsOf(fields: Record<string, Json>, name: string): string[] {
  const texts = fields[name] ?? []
  if (!Array.isArray(texts)) throw wrong(name, 'json/array')
  if (!texts.every((text) => typeof text === 'string')) throw wrong(name, 'json/string')
  return texts
}

function isGameNumber(value: Json): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xffff_ffff
}

function wrong(name: string, what: 'json/object' | 'json/array' | 'json/string' | 'json/boolean'): RequestError {
  return new RequestError('request/wrong-field', { name, what: makeMessage(what, {}) }, name)
}

/** What cannot be kept is an invalid request. */
async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof LabelError || error instanceof SavedSearchError)) throw error
    const status = error.code === 'database/no-game' ? 404 : 400
    throw new RequestError(error.code, error.params, 'labels', status)
  }
}
