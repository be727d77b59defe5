/**
 * Everything users keep in a database beside its games, as JSON: labels with what identifies their games, saved searches and
 * aliases. Taken into another database with the same games, the labels find them as they do when a source is imported again
 * (identity.ts).
 */
import { FormatError } from '../../issues/errors.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import { foldLabel, type GameLabels } from '../../query/labels.ts'
import { parseConditions } from '../../query/parse.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { listValue } from '../catalogue/duckdb.ts'
import { Database } from '../database.ts'
import { addAliasNow, listAliases, type Alias } from './aliases.ts'
import { identifiedGames, noteComing, type IdentifiedGame } from './identity.ts'
import { labelsByKey, mergeKeys, MAX_NOTE, spellingOf } from './labels.ts'
import { listSavedSearches, saveNow, type SavedSearch } from './saved-searches.ts'
import { makeTables } from './tables.ts'

/** A labelled game of a backup. */
export interface BackedUpGame extends Omit<IdentifiedGame, 'key'>, GameLabels {}

/** A backup of labels, saved searches and aliases. Those of version 1 have no aliases. */
export interface LabelsBackup {
  ludograph: 'labels'
  version: 2
  games: BackedUpGame[]
  searches: SavedSearch[]
  aliases: Alias[]
}

/** What became of a backup. */
export interface RestoredLabels {
  /** Games of the backup, and those of them that are not in the database: their labels wait for them. */
  games: number
  absent: number
  /** Searches that were saved, and the names of those that were not because another search has the name. */
  searches: number
  refused: string[]
  /** Aliases of the backup, and the names of those that already count as somebody else. */
  aliases: number
  refusedAliases: string[]
}

/**
 * Backs up the labels of all games, those included that left the database, the saved searches and the aliases. The folder may
 * hold a database of any version that can be migrated, which is not changed. Rejects with FormatError if there is none.
 */
export async function backUpLabelsOf(folder: string): Promise<LabelsBackup> {
  const database = await Database.open(folder, { readOnly: true, withoutIndex: true, anyVersion: true })
  try {
    return await backUpLabels(database)
  } finally {
    database.close()
  }
}

/** The same of an open database. */
export async function backUpLabels(database: Database): Promise<LabelsBackup> {
  const games = await identifiedGames(database)
  const labels = await labelsByKey(database.catalogue)
  return {
    ludograph: 'labels',
    version: 2,
    games: games.map(({ key, ...game }) => ({ ...game, ...(labels.get(key) ?? { tags: [], collections: [] }) })),
    searches: await listSavedSearches(database),
    aliases: [...(await listAliases(database))],
  }
}

/**
 * Adds the labels, the saved searches and the aliases of a backup to those there are; nothing is removed. Of two notes on a game
 * both are kept, and a name that already counts as a player still does. Rejects with FormatError for anything but a backup, with LabelError for a name that cannot be one, and with ConditionError for
 * a search that is invalid.
 */
export async function restoreLabels(database: Database, backup: unknown): Promise<RestoredLabels> {
  const { games, searches, aliases } = readBackup(backup as Json)
  for (const { conditions } of searches) parseConditions(conditions)
  return await database.change(async () => {
    const { catalogue } = database
    await makeTables(catalogue)
    const first = Number(
      (await catalogue.rows('SELECT coalesce(max(key), 0) + 1 AS key FROM labelled_games'))[0]!['key'],
    )
    await addAbsent(catalogue, games, first)
    const sources = (await catalogue.rows('SELECT id FROM sources')).map(({ id }) => Number(id))
    if (sources.length > 0) await noteComing(database, sources)
    const absent = await catalogue.rows('SELECT count(*) AS count FROM labelled_games WHERE key >= $1 AND id IS NULL', [
      first,
    ])
    await mergeKeys(catalogue)
    const saved = await listSavedSearches(database)
    const refused: string[] = []
    for (const { name, conditions } of searches) {
      const other = saved.find((search) => foldLabel(search.name) === foldLabel(name))
      if (!other) await saveNow(database, name, conditions)
      else if (JSON.stringify(other.conditions) !== JSON.stringify(conditions)) refused.push(name)
    }
    const refusedAliases = await restoreAliases(catalogue, aliases)
    return {
      games: games.length,
      absent: Number(absent[0]!['count']),
      searches: searches.length - refused.length,
      refused,
      aliases: aliases.length - refusedAliases.length,
      refusedAliases,
    }
  })
}

/** Adds aliases in the open transaction. Returns the names that already count as somebody else. */
async function restoreAliases(catalogue: Catalogue, aliases: readonly Alias[]): Promise<string[]> {
  const rows = (await catalogue.rows('SELECT name, player FROM aliases')) as unknown as Alias[]
  const known = new Map(rows.map(({ name, player }) => [name, player]))
  const refused: string[] = []
  for (const { name, player } of aliases) {
    const main = known.get(player) ?? player
    if (known.get(name) === main) continue
    if (known.has(name) || main === name) {
      refused.push(name)
      continue
    }
    known.set(name, await addAliasNow(catalogue, name, player))
    // Names that counted as this one do as the player now.
    for (const [other, its] of known) if (its === name) known.set(other, main)
  }
  return refused
}

/** Adds games with their labels as if they had left the database, with keys from `first`, in the open transaction. */
async function addAbsent(catalogue: Catalogue, games: readonly BackedUpGame[], first: number): Promise<void> {
  // A list without items has no type.
  if (games.length === 0) return
  const column = (name: 'path' | 'entry' | 'moves' | 'header' | 'description') =>
    listValue(games.map((game) => game[name]))
  await catalogue.rows(
    `INSERT INTO labelled_games SELECT unnest($1::UINTEGER[]), NULL, unnest($2::VARCHAR[]), unnest($3::UINTEGER[]),
       unnest($4::VARCHAR[]), unnest($5::VARCHAR[]), unnest($6::VARCHAR[])`,
    [
      listValue(games.map((_, index) => first + index)),
      column('path'),
      column('entry'),
      column('moves'),
      column('header'),
      column('description'),
    ],
  )
  const rows: { key: number; kind: string; text: string }[] = []
  for (const kind of ['tag', 'collection'] as const) {
    const spellings = new Map<string, string>()
    for (const [index, game] of games.entries()) {
      for (const name of kind === 'tag' ? game.tags : game.collections) {
        const text = spellings.get(name) ?? (await spellingOf(catalogue, kind, name))
        spellings.set(name, text)
        rows.push({ key: first + index, kind, text })
      }
    }
  }
  for (const [index, { note }] of games.entries()) {
    if (note !== undefined && note !== '') rows.push({ key: first + index, kind: 'note', text: note })
  }
  if (rows.length === 0) return
  await catalogue.rows(
    'INSERT INTO labels SELECT unnest($1::UINTEGER[]), unnest($2::VARCHAR[]), unnest($3::VARCHAR[])',
    [
      listValue(rows.map(({ key }) => key)),
      listValue(rows.map(({ kind }) => kind)),
      listValue(rows.map(({ text }) => text)),
    ],
  )
}

function readBackup(value: Json): Pick<LabelsBackup, 'games' | 'searches' | 'aliases'> {
  if (!isJsonObject(value) || value['ludograph'] !== 'labels') throw new FormatError('labels/other', {}, {})
  if (value['version'] !== 1 && value['version'] !== 2) throw new FormatError('labels/version', {}, {})
  const { games, searches, aliases = [] } = value
  if (!Array.isArray(games) || !Array.isArray(searches) || !Array.isArray(aliases)) {
    throw new FormatError('labels/other', {}, {})
  }
  return { games: games.map(readGame), searches: searches.map(readSearch), aliases: aliases.map(readAlias) }
}

function readAlias(value: Json): Alias {
  if (!isJsonObject(value)) throw new FormatError('labels/other', {}, {})
  return { name: textOf(value['name']), player: textOf(value['player']) }
}

function readGame(value: Json): BackedUpGame {
  if (!isJsonObject(value)) throw new FormatError('labels/other', {}, {})
  const { entry, note, tags = [], collections = [] } = value
  const isEntry = typeof entry === 'number' && Number.isInteger(entry) && entry >= 0 && entry <= 0xffff_ffff
  if (!isEntry || (note !== undefined && typeof note !== 'string')) throw new FormatError('labels/other', {}, {})
  if (note !== undefined && note.length > MAX_NOTE) throw new FormatError('labels/other', {}, {})
  return {
    path: textOf(value['path']),
    entry,
    moves: textOf(value['moves']),
    header: textOf(value['header']),
    description: textOf(value['description']),
    tags: textsOf(tags),
    collections: textsOf(collections),
    ...(note !== undefined && { note }),
  }
}

function readSearch(value: Json): SavedSearch {
  if (!isJsonObject(value) || !isJsonObject(value['conditions'])) throw new FormatError('labels/other', {}, {})
  const conditions = Object.entries(value['conditions']).map(([name, text]) => [name, textOf(text)])
  return { name: textOf(value['name']), conditions: Object.fromEntries(conditions) as ConditionTexts }
}

function textOf(value: Json | undefined): string {
  if (typeof value !== 'string') throw new FormatError('labels/other', {}, {})
  return value
}

function textsOf(value: Json): string[] {
  if (!Array.isArray(value)) throw new FormatError('labels/other', {}, {})
  return value.map(textOf)
}
