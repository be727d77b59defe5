/** Saved searches: conditions under a name, kept in the database as they were typed. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { CodedError } from '../../issues/errors.ts'
import { ConditionError } from '../../query/condition-error.ts'
import { ALIAS_NAMES, CONDITION_NAMES, type ConditionTexts } from '../../query/conditions.ts'
import { foldLabel } from '../../query/labels.ts'
import { parseConditions } from '../../query/parse.ts'
import type { GameQuery } from '../../query/query.ts'
import type { Database } from '../database.ts'
import { kindsOf } from '../catalogue/statistics.ts'
import { hasTables, makeTables } from './tables.ts'

/** Conditions under a name. */
export interface SavedSearch {
  name: string
  /** As they were typed; docs/query.md says what each means. */
  conditions: ConditionTexts
}

/** Why a search cannot be saved. */
export class SavedSearchError extends CodedError<
  'database/label-name' | 'database/label-long' | 'database/search-empty'
> {
  override name = 'SavedSearchError'
}

/** The longest name, in characters. */
const MAX_NAME = 200

/** How often a saved search may refer to another that refers to another. */
const MAX_DEPTH = 20

const depth = new AsyncLocalStorage<number>()

/** All saved searches, by name. */
export async function listSavedSearches({ catalogue }: Database): Promise<SavedSearch[]> {
  if (!(await hasTables(catalogue))) return []
  const rows = await catalogue.rows('SELECT name, conditions FROM saved_searches ORDER BY name')
  return rows.map(({ name, conditions }) => ({ name: String(name), conditions: textsOf(String(conditions)) }))
}

/**
 * Saves conditions under a name, instead of those that were saved under it. Rejects with ConditionError if one of them
 * is invalid, and with SavedSearchError if there is none or the name cannot be one.
 */
export async function saveSearch(database: Database, name: string, conditions: ConditionTexts): Promise<void> {
  await database.change(async () => saveNow(database, name, conditions))
}

/** The same in the open transaction. */
export async function saveNow(database: Database, name: string, conditions: ConditionTexts): Promise<void> {
  const plain = name.replaceAll(/\s+/g, ' ').trim()
  if (foldLabel(plain) === '') throw new SavedSearchError('database/label-name', { name: name.slice(0, 40) })
  if (plain.length > MAX_NAME) throw new SavedSearchError('database/label-long', { most: MAX_NAME })
  const query = parseConditions(conditions, await kindsOf(database))
  if (Object.keys(query).length === 0) throw new SavedSearchError('database/search-empty', {})
  const texts = textsOf(JSON.stringify(conditions))
  const { catalogue } = database
  await makeTables(catalogue)
  await removeNow(database, plain)
  await catalogue.rows('INSERT INTO saved_searches VALUES ($1, $2)', [plain, JSON.stringify(texts)])
}

/** Removes a saved search. Returns whether there was one. */
export async function removeSavedSearch(database: Database, name: string): Promise<boolean> {
  return await database.change(async () => await removeNow(database, name))
}

async function removeNow(database: Database, name: string): Promise<boolean> {
  const saved = await listSavedSearches(database)
  const meant = saved.filter((search) => foldLabel(search.name) === foldLabel(name))
  for (const { name } of meant) await database.catalogue.rows('DELETE FROM saved_searches WHERE name = $1', [name])
  return meant.length > 0
}

/**
 * Does something with the query that is saved under a name. Rejects with ConditionError if there is none, or if it
 * refers to itself.
 */
export async function withSavedQuery<Result>(
  database: Database,
  name: string,
  work: (query: GameQuery) => Promise<Result>,
): Promise<Result> {
  const level = (depth.getStore() ?? 0) + 1
  if (level > MAX_DEPTH) throw new ConditionError('saved', 'query/saved-deep', { name, most: MAX_DEPTH })
  const saved = await listSavedSearches(database)
  const search = saved.find((one) => foldLabel(one.name) === foldLabel(name))
  if (!search) throw new ConditionError('saved', 'query/no-saved', { name: name.slice(0, 40) })
  const query = parseConditions(search.conditions, await kindsOf(database))
  return await depth.run(level, () => work(query))
}

/** Conditions of JSON, without what is none. */
function textsOf(json: string): ConditionTexts {
  const given = JSON.parse(json) as Record<string, unknown>
  return Object.fromEntries(
    [...CONDITION_NAMES, ...ALIAS_NAMES].flatMap((name) => {
      const text = given[name]
      return typeof text === 'string' && text.trim() !== '' ? [[name, text.trim()]] : []
    }),
  )
}
