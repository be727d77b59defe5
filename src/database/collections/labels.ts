/** Labels of games: tags, collections and notes, kept beside the games, which they never change. */
import { CodedError } from '../../issues/errors.ts'
import { foldLabel, foldPath, type GameLabels } from '../../query/labels.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { listValue } from '../catalogue/duckdb.ts'
import type { Database } from '../database.ts'
import { hasTables, makeTables } from './tables.ts'

/** What a label is. */
export type LabelKind = 'tag' | 'collection' | 'note'

/** The longest name of a tag or a collection, and the longest note, in characters. */
const MAX_NAME = 200
export const MAX_NOTE = 100_000

/** The largest number of tags, and of collections, of one game. */
const MAX_LABELS = 1000

/** The largest number of games whose labels are changed by one statement. */
const GAMES_AT_ONCE = 50_000

/** Why a label cannot be given. */
export class LabelError extends CodedError<
  'database/label-name' | 'database/label-long' | 'database/label-many' | 'database/no-game'
> {
  override name = 'LabelError'
}

/** A tag or a collection, and how many games of the database it has. */
export interface LabelCount {
  name: string
  games: number
}

/** The labels of some games, by number; games without labels are absent. */
export async function labelsOf({ catalogue }: Database, ids: readonly number[]): Promise<Map<number, GameLabels>> {
  if (ids.length === 0 || !(await hasTables(catalogue))) return new Map()
  const rows = await catalogue.rows(
    `SELECT id, kind, text FROM labelled_games JOIN labels USING (key)
     WHERE id IN (SELECT unnest($1::UINTEGER[])) ORDER BY id, text`,
    [listValue(ids)],
  )
  return gather(rows.map(({ id, kind, text }) => ({ of: Number(id), kind, text })))
}

/** The labels of all labelled games, by key. */
export async function labelsByKey(catalogue: Catalogue): Promise<Map<number, GameLabels>> {
  if (!(await hasTables(catalogue))) return new Map()
  const rows = await catalogue.rows('SELECT key, kind, text FROM labels ORDER BY key, text')
  return gather(rows.map(({ key, kind, text }) => ({ of: Number(key), kind, text })))
}

function gather(rows: readonly { of: number; kind: unknown; text: unknown }[]): Map<number, GameLabels> {
  const labels = new Map<number, { tags: string[]; collections: string[]; note?: string }>()
  for (const { of, kind, text } of rows) {
    const known = labels.get(of) ?? { tags: [], collections: [] }
    labels.set(of, known)
    if (kind === 'tag') known.tags.push(String(text))
    if (kind === 'collection') known.collections.push(String(text))
    if (kind === 'note') known.note = String(text)
  }
  return labels
}

/** Gives a game that has several keys one with the labels of all; of its notes none is lost. In the open transaction. */
export async function mergeKeys(catalogue: Catalogue): Promise<void> {
  await catalogue.connection.run(
    `CREATE OR REPLACE TEMP TABLE merged_labels AS
     SELECT first, key, kind, text FROM labels JOIN (
       SELECT key, min(key) OVER (PARTITION BY id, path, entry, moves, header) AS first FROM labelled_games
     ) USING (key);
     DELETE FROM labelled_games WHERE key NOT IN (SELECT first FROM merged_labels);
     DELETE FROM labels;
     INSERT INTO labels SELECT DISTINCT first, kind, text FROM merged_labels WHERE kind <> 'note'`,
  )
  const rows = await catalogue.rows("SELECT first, text FROM merged_labels WHERE kind = 'note' ORDER BY first, key")
  const notes = new Map<number, string>()
  for (const { first, text } of rows) {
    const [key, known, other] = [Number(first), notes.get(Number(first)), String(text)]
    if (known === undefined) notes.set(key, other)
    else if (!known.includes(other)) notes.set(key, `${known}\n\n${other}`)
  }
  // A list without items has no type.
  if (notes.size > 0)
    await catalogue.rows("INSERT INTO labels SELECT unnest($1::UINTEGER[]), 'note', unnest($2::VARCHAR[])", [
      listValue([...notes.keys()]),
      listValue([...notes.values()]),
    ])
  await catalogue.connection.run('DROP TABLE merged_labels')
}

/** The games with notes, by number, with the note of each. */
export async function listNotes({ catalogue }: Database): Promise<{ id: number; note: string }[]> {
  if (!(await hasTables(catalogue))) return []
  const rows = await catalogue.rows(
    "SELECT id, text AS note FROM labelled_games JOIN labels USING (key) WHERE kind = 'note' AND id IS NOT NULL ORDER BY id",
  )
  return rows.map(({ id, note }) => ({ id: Number(id), note: String(note) }))
}

/** The tags or the collections in use, by name, with the number of games of each. */
export async function countLabels({ catalogue }: Database, kind: 'tag' | 'collection'): Promise<LabelCount[]> {
  if (!(await hasTables(catalogue))) return []
  const rows = await catalogue.rows(
    'SELECT text AS name, count(id) AS games FROM labels JOIN labelled_games USING (key) WHERE kind = $1 GROUP BY text ORDER BY text',
    [kind],
  )
  return rows.map(({ name, games }) => ({ name: String(name), games: Number(games) }))
}

/**
 * Gives games a tag, or puts them into a collection. Unknown numbers are skipped, as are games that have it. Returns
 * how many games did not have it. Rejects with LabelError for a name without letters or digits.
 */
export async function addLabel(
  database: Database,
  kind: 'tag' | 'collection',
  name: string,
  ids: readonly number[],
): Promise<number> {
  return await database.change(async () => {
    await makeTables(database.catalogue)
    return await addNow(database.catalogue, kind, await spellingOf(database.catalogue, kind, name), ids)
  })
}

/** Takes a tag from games, or games from a collection and those within it. Returns how many labels were removed. */
export async function removeLabel(
  database: Database,
  kind: 'tag' | 'collection',
  name: string,
  ids: readonly number[],
): Promise<number> {
  return await database.change(async () => {
    const { catalogue } = database
    if (!(await hasTables(catalogue))) return 0
    const texts = await textsMeant(catalogue, kind, name)
    if (texts.length === 0) return 0
    const removed = await countInParts(ids, async (part) => {
      const { rowsChanged } = await catalogue.connection.run(
        `DELETE FROM labels WHERE kind = $1 AND text IN (SELECT unnest($2::VARCHAR[]))
         AND key IN (SELECT key FROM labelled_games WHERE id IN (SELECT unnest($3::UINTEGER[])))`,
        [kind, listValue(texts), listValue(part)],
      )
      return rowsChanged
    })
    await forgetUnlabelled(catalogue)
    return removed
  })
}

/** Removes a tag from all games, or a collection and those within it; also from absent games. */
export async function dropLabel(database: Database, kind: 'tag' | 'collection', name: string): Promise<number> {
  return await database.change(async () => {
    const { catalogue } = database
    if (!(await hasTables(catalogue))) return 0
    const texts = await textsMeant(catalogue, kind, name)
    if (texts.length === 0) return 0
    const { rowsChanged } = await catalogue.connection.run(
      'DELETE FROM labels WHERE kind = $1 AND text IN (SELECT unnest($2::VARCHAR[]))',
      [kind, listValue(texts)],
    )
    await forgetUnlabelled(catalogue)
    return rowsChanged
  })
}

/**
 * Replaces all labels of a game. Rejects with LabelError if there is no such game, or for a label that cannot be given.
 * Returns the labels it has now: names are spelled as they already are in the database.
 */
export async function setLabels(
  database: Database,
  id: number,
  { tags, collections, note }: GameLabels,
): Promise<GameLabels> {
  return await database.change(async () => {
    const { catalogue } = database
    const [game] = await catalogue.rows('SELECT id FROM games WHERE id = $1', [id])
    if (!game) throw new LabelError('database/no-game', { id })
    await makeTables(catalogue)
    await catalogue.rows('DELETE FROM labels WHERE key IN (SELECT key FROM labelled_games WHERE id = $1)', [id])
    for (const [kind, names] of [
      ['tag', tags],
      ['collection', collections],
    ] as const) {
      if (names.length > MAX_LABELS) throw new LabelError('database/label-many', { most: MAX_LABELS })
      for (const name of names) await addNow(catalogue, kind, await spellingOf(catalogue, kind, name), [id])
    }
    const text = note?.trim() ?? ''
    if (text.length > MAX_NOTE) throw new LabelError('database/label-long', { most: MAX_NOTE })
    if (text !== '') await addNow(catalogue, 'note', text, [id])
    await forgetUnlabelled(catalogue)
    return (await labelsOf(database, [id])).get(id) ?? { tags: [], collections: [] }
  })
}

/** Moves the labels of some games to others, of the first of each pair to the second, in the open transaction. */
export async function moveLabels(database: Database, pairs: ReadonlyMap<number, number>): Promise<void> {
  const { catalogue } = database
  if (pairs.size === 0 || !(await hasTables(catalogue))) return
  for (const [id, { tags, collections, note }] of await labelsOf(database, [...pairs.keys()])) {
    const other = pairs.get(id)!
    for (const tag of tags) await addNow(catalogue, 'tag', tag, [other])
    for (const collection of collections) await addNow(catalogue, 'collection', collection, [other])
    if (note === undefined) continue
    const own = (await labelsOf(database, [other])).get(other)?.note
    if (own === note) continue
    await catalogue.rows(
      "DELETE FROM labels WHERE kind = 'note' AND key IN (SELECT key FROM labelled_games WHERE id = $1)",
      [other],
    )
    await addNow(catalogue, 'note', own === undefined ? note : `${own}\n\n${note}`, [other])
  }
  await catalogue.rows(
    'DELETE FROM labels WHERE key IN (SELECT key FROM labelled_games WHERE id IN (SELECT unnest($1::UINTEGER[])))',
    [listValue([...pairs.keys()])],
  )
  await forgetUnlabelled(catalogue)
}

/** The texts of labels of a kind that a name means: a tag, or a collection with those within it. */
export async function textsMeant(catalogue: Catalogue, kind: 'tag' | 'collection', name: string): Promise<string[]> {
  const rows = await catalogue.rows('SELECT DISTINCT text FROM labels WHERE kind = $1', [kind])
  const texts = rows.map(({ text }) => String(text))
  if (kind === 'tag') return texts.filter((text) => foldLabel(text) === foldLabel(name))
  const wanted = foldPath(name)
  return texts.filter((text) => foldPath(text) === wanted || foldPath(text).startsWith(`${wanted}/`))
}

/** A name as it is already spelled, or as it is spelled from now on. Throws LabelError if it cannot be one. */
export async function spellingOf(catalogue: Catalogue, kind: 'tag' | 'collection', name: string): Promise<string> {
  const parts = kind === 'tag' ? [name] : name.split('/').filter((part) => part.trim() !== '')
  // oxlint-disable-next-line no-control-regex -- what would control a terminal is not part of a name
  const plain = parts.map((part) => part.replaceAll(/[\0-\x1f\x7f\s]+/g, ' ').trim())
  if (plain.length === 0 || plain.some((part) => foldLabel(part) === '')) {
    throw new LabelError('database/label-name', { name: name.slice(0, 40) })
  }
  const text = plain.join('/')
  if (text.length > MAX_NAME) throw new LabelError('database/label-long', { most: MAX_NAME })
  const known = await textsMeant(catalogue, kind, text)
  return known.find((other) => kind === 'tag' || foldPath(other) === foldPath(text)) ?? text
}

/** Labels games that do not have this label yet, in the open transaction. */
async function addNow(catalogue: Catalogue, kind: LabelKind, text: string, ids: readonly number[]): Promise<number> {
  return await countInParts(ids, async (part) => {
    await catalogue.connection.run(
      `INSERT INTO labelled_games (key, id)
       SELECT (SELECT coalesce(max(key), 0) FROM labelled_games) + row_number() OVER (ORDER BY id), id FROM games
       WHERE id IN (SELECT unnest($1::UINTEGER[])) AND id NOT IN (SELECT id FROM labelled_games WHERE id IS NOT NULL)`,
      [listValue(part)],
    )
    const { rowsChanged } = await catalogue.connection.run(
      `INSERT INTO labels SELECT key, $2, $3 FROM labelled_games WHERE id IN (SELECT unnest($1::UINTEGER[]))
       AND key NOT IN (SELECT key FROM labels WHERE kind = $2 AND text = $3)`,
      [listValue(part), kind, text],
    )
    return rowsChanged
  })
}

/** Changes the labels of some games after others, which take memory as long as a statement runs. Returns the sum. */
async function countInParts(
  ids: readonly number[],
  change: (part: readonly number[]) => Promise<number>,
): Promise<number> {
  let changed = 0
  for (let start = 0; start < ids.length; start += GAMES_AT_ONCE) {
    changed += await change(ids.slice(start, start + GAMES_AT_ONCE))
  }
  return changed
}

/** Removes games without labels from the table of labelled games. */
async function forgetUnlabelled(catalogue: Catalogue): Promise<void> {
  await catalogue.rows('DELETE FROM labelled_games WHERE key NOT IN (SELECT key FROM labels)')
}
