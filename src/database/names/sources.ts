/** The sources of a database: the files its games came from. */
import type { DuckDBValue } from '@duckdb/node-api'
import type { Database } from '../database.ts'
import { isOneOfTexts, matchingTexts } from '../search/matching-texts.ts'
import type { ListOptions } from './entities.ts'

/** A source as a line of a list. */
export interface ListedSource {
  id: number
  path: string
  format: string
  /** Bytes of the file, or of all files of a database. */
  size: number
  /** When it was imported, in UTC: `2026-01-31 12:00:00`. */
  imported: string
  games: number
  /** Games that were read with errors. */
  damaged: number
}

const DEFAULT_LIMIT = 100

/** The sources in order of import; if a text is given, only those whose path matches it. */
export async function listSources(
  { catalogue }: Database,
  { text = '', limit = DEFAULT_LIMIT, offset = 0 }: ListOptions = {},
): Promise<ListedSource[]> {
  const values: DuckDBValue[] = []
  const value = (one: DuckDBValue) => `$${values.push(one)}`
  const paths = text === '' ? undefined : await matchingTexts(catalogue, 'name', text, 'sources', ['path'])
  const rows = await catalogue.rows(
    `SELECT id, path, format, size::DOUBLE AS size, strftime(imported, '%Y-%m-%d %H:%M:%S') AS imported, games, damaged
     FROM sources ${paths ? `WHERE ${isOneOfTexts('path', paths, value)}` : ''}
     ORDER BY id LIMIT ${value(limit)} OFFSET ${value(offset)}`,
    values,
  )
  return rows as unknown as ListedSource[]
}

/** The sources with a text in their path; an exact match comes first. */
export async function findSources({ catalogue }: Database, text: string): Promise<{ id: number; path: string }[]> {
  const rows = await catalogue.rows(
    'SELECT id, path FROM sources WHERE contains(path, $1) ORDER BY (path = $1) DESC, path',
    [text],
  )
  return rows.map(({ id, path }) => ({ id: Number(id), path: String(path) }))
}

/** Whether there is a source with a number. */
export async function hasSource({ catalogue }: Database, id: number): Promise<boolean> {
  return (await catalogue.rows('SELECT id FROM sources WHERE id = $1', [id])).length > 0
}
