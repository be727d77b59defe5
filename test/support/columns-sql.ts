/** The file of columns of games, made from their rows in the catalogue, for comparison with what was gathered. */
import type { DuckDBValue } from '@duckdb/node-api'
import type { Sink } from '../../src/bytes/sink.ts'
import type { Catalogue } from '../../src/database/catalogue/catalogue.ts'
import { ColumnsWriter, makeTextNumbers } from '../../src/database/columns/columns-file.ts'
import { NUMBER_NAMES, TEXT_COLUMNS, TEXT_LISTS } from '../../src/database/columns/layout.ts'
import { compareTexts, TextsWriter } from '../../src/database/columns/texts.ts'

/** The columns of numbers, as SQL. */
const NUMBERS = {
  rating1: 'coalesce(rating1, 0)',
  rating2: 'coalesce(rating2, 0)',
  plies: 'plies',
  errors: 'least(errors, 65535)',
} as const

/** Writes the columns of games. @param ids their numbers in order */
export async function writeColumnsBySql(catalogue: Catalogue, sink: Sink, ids: readonly number[]): Promise<void> {
  const numbers = NUMBER_NAMES.map((name) => `${NUMBERS[name]} AS ${name}`)
  const names = TEXT_LISTS.flatMap((list) => [...TEXT_COLUMNS[list]])
  const all = await catalogue.rows(`SELECT id, ${[...numbers, ...names].join(', ')} FROM games ORDER BY id`)
  const wanted = new Set(ids)
  const rows = all.filter(({ id }) => wanted.has(Number(id)))
  const first = ids[0] ?? 0
  const isWhole = ids.length === 0 || ids.at(-1)! - first + 1 === ids.length
  const writer = new ColumnsWriter(sink, {
    first,
    count: rows.length,
    ids: isWhole ? undefined : Uint32Array.from(ids),
  })
  for (const name of NUMBER_NAMES) {
    writer.addNumbers(
      name,
      Uint16Array.from(rows, (row) => Number(row[name])),
    )
  }
  for (const list of TEXT_LISTS) {
    const columns = TEXT_COLUMNS[list]
    const given = rows.flatMap((row) => columns.flatMap((name) => (row[name] === null ? [] : [String(row[name])])))
    const sorted = [...new Set(given)].sort(compareTexts)
    const texts = new TextsWriter()
    const places = new Map(sorted.map((text) => [text, texts.add(text)]))
    const placeOf = (text: DuckDBValue | undefined) => (text === null ? 0 : places.get(String(text))!)
    writer.addTexts(list, texts.finish())
    for (const name of columns) {
      const column = makeTextNumbers(rows.length, sorted.length)
      for (const [index, row] of rows.entries()) column[index] = placeOf(row[name])
      writer.addTextNumbers(name, column)
    }
  }
  writer.finish()
}
