/** The sources of a database: the files its games came from. */
import type { Database } from '../database.ts'
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

/** The sources in the order of their import; only those whose path holds a text, if one is given. */
export async function listSources(
  { catalogue }: Database,
  { text = '', limit = DEFAULT_LIMIT, offset = 0 }: ListOptions = {},
): Promise<ListedSource[]> {
  const rows = await catalogue.rows(
    `SELECT id, path, format, size::DOUBLE AS size, strftime(imported, '%Y-%m-%d %H:%M:%S') AS imported, games, damaged
     FROM sources WHERE contains(strip_accents(lower(path)), strip_accents(lower($1))) ORDER BY id LIMIT $2 OFFSET $3`,
    [text, limit, offset],
  )
  return rows as unknown as ListedSource[]
}
