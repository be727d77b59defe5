/**
 * Texts in a database that match what was typed. The same function as for records (query/text.ts) decides, once for
 * every distinct text; SQL only excludes texts that cannot match, so that few of a million names are examined.
 */
import type { DuckDBValue } from '@duckdb/node-api'
import { foldWords } from '../../query/fold.ts'
import { foldFor, makeTextTest, type TextKind } from '../../query/text.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { listValue } from '../catalogue/duckdb.ts'
import type { AddValue } from '../catalogue/is-one-of.ts'

/** More texts than any database has. */
const MOST_TEXTS = 2 ** 40

/**
 * The condition that a text may match: true for all that do, and for some that do not. Folding keeps the letters and
 * digits of an ASCII text except for case, apostrophes and hyphens; any other text may become anything.
 */
export function mayMatch(kind: TextKind, wanted: string, column: string, value: AddValue): string {
  const words = foldWords(wanted)
  if (words.length === 0) return 'false'
  const plain = `replace(replace(replace(lower(${column}), '''', ''), chr(96), ''), '-', '')`
  // oxlint-disable-next-line no-control-regex -- letters beyond ASCII are what is looked for
  const tests = words.map((word) => (/[^\0-\x7f]/.test(word) ? 'false' : `contains(${plain}, ${value(word)})`))
  // All but one of a person's names may be initials.
  return `(strlen(${column}) <> length(${column}) OR (${tests.join(kind === 'person' ? ' OR ' : ' AND ')}))`
}

/** The distinct texts of some columns of a table or view that match. */
export async function matchingTexts(
  catalogue: Catalogue,
  kind: TextKind,
  wanted: string,
  table: string,
  columns: readonly string[],
): Promise<string[]> {
  const values: DuckDBValue[] = []
  const all = columns.map((column) => `SELECT ${column} AS text FROM ${table}`).join(' UNION ALL ')
  // The limit, which is never met, keeps DuckDB from testing the text of every game before it finds the distinct ones.
  const distinct = `SELECT DISTINCT text FROM (${all}) LIMIT ${MOST_TEXTS}`
  const sql = `SELECT text FROM (${distinct}) WHERE ${mayMatch(kind, wanted, 'text', (one) => `$${values.push(one)}`)}`
  const matches = makeTextTest(kind, wanted)
  const found: string[] = []
  for await (const chunk of catalogue.chunks(sql, values)) {
    for (const text of chunk.getColumnValues(0) as string[]) if (matches(foldFor(kind, text))) found.push(text)
  }
  return found
}

/** The condition that a column is one of some texts. */
export function isOneOfTexts(column: string, texts: readonly string[], value: AddValue): string {
  if (texts.length === 0) return 'false'
  return `${column} IN (SELECT unnest(${value(listValue(texts))}::VARCHAR[]))`
}
