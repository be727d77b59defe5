/** Makes the columns of the games of a segment from their rows in the catalogue. */
import type { DuckDBValue } from '@duckdb/node-api'
import type { Sink } from '../../bytes/sink.ts'
import { CodedError } from '../../issues/errors.ts'
import type { GameFacts } from '../../positions/facts.ts'
import type { Catalogue, NumbersType } from '../catalogue/catalogue.ts'
import { isOneOf } from '../catalogue/is-one-of.ts'
import { ColumnsWriter, makeTextNumbers, type GameNumbers, type TextNumbers } from './columns-file.ts'
import { NUMBER_COLUMNS, NUMBER_NAMES, TEXT_COLUMNS, TEXT_LISTS } from './layout.ts'
import { compareTexts, TextsWriter, type Texts } from './texts.ts'

/** The table of texts while their numbers are looked up. */
const TEXTS_TABLE = 'temp.numbered_texts'

/** Games up to which their rows are read: for an edited game, one statement instead of thirty. */
const FEW_GAMES = 1000

/**
 * Writes the columns of games, as they are in the open transaction.
 * @param few games up to which they are made from rows; of more, DuckDB numbers the texts
 */
export async function writeColumns(catalogue: Catalogue, sink: Sink, facts: GameFacts, few = FEW_GAMES): Promise<void> {
  const ids = presentGames(facts)
  if (ids.length <= few) return await writeFew(catalogue, sink, ids)
  const games = await ChosenGames.of(catalogue, ids)
  const writer = new ColumnsWriter(sink, games)
  const numbers = await games.read<Uint16Array>(
    Object.values(NUMBER_COLUMNS).join(', '),
    '',
    NUMBER_NAMES.map(() => new Uint16Array(games.count)),
  )
  for (const [index, name] of NUMBER_NAMES.entries()) writer.addNumbers(name, numbers[index]!)
  for (const list of TEXT_LISTS) {
    const columns = TEXT_COLUMNS[list]
    const isKnown = columns.some((column) => games.known.has(column))
    const texts = isKnown ? await games.numberTexts(columns) : NO_TEXTS
    const found = isKnown ? await games.findTexts(columns) : columns.map(() => new Uint32Array(games.count))
    writer.addTexts(
      list,
      texts,
      found.map((column) => narrow(column, texts.count)),
    )
  }
  await catalogue.rows(`DROP TABLE IF EXISTS ${TEXTS_TABLE}`)
  writer.finish()
}

/** The same from the rows of a few games. */
async function writeFew(catalogue: Catalogue, sink: Sink, ids: Uint32Array): Promise<void> {
  const values: DuckDBValue[] = []
  const numbers = NUMBER_NAMES.map((name) => `${NUMBER_COLUMNS[name]} AS ${name}`)
  // As in a list, DuckDB would read all columns of two thousand games for each of them.
  const chosen = `rowid IN (SELECT rowid FROM games WHERE ${isOneOf(ids, (one) => `$${values.push(one)}`)})`
  const rows = await catalogue.rows(
    `SELECT id, ${[...numbers, ...TEXT_NAMES].join(', ')} FROM games WHERE ${chosen} ORDER BY id`,
    values,
  )
  const writer = new ColumnsWriter(sink, numbered(Uint32Array.from(rows, ({ id }) => Number(id))))
  for (const name of NUMBER_NAMES) {
    const column = rows.map((row) => Number(row[name]))
    writer.addNumbers(name, Uint16Array.from(column))
  }
  for (const list of TEXT_LISTS) {
    const names = TEXT_COLUMNS[list]
    const all = rows.flatMap((row) => names.flatMap((name) => (row[name] === null ? [] : [String(row[name])])))
    const sorted = [...new Set(all)].sort(compareTexts)
    const texts = new TextsWriter()
    const places = new Map(sorted.map((text) => [text, texts.add(text)]))
    const placeOf = (text: DuckDBValue | undefined) => (text === null ? 0 : places.get(String(text))!)
    const columns = names.map((name) => Uint32Array.from(rows, (row) => placeOf(row[name])))
    writer.addTexts(
      list,
      texts.finish(),
      columns.map((column) => narrow(column, sorted.length)),
    )
  }
  writer.finish()
}

function narrow(numbers: Uint32Array, texts: number): TextNumbers {
  const narrowed = makeTextNumbers(numbers.length, texts)
  narrowed.set(numbers)
  return narrowed
}

const NO_TEXTS = new TextsWriter().finish()

/** The games of facts that the catalogue has, in order of their numbers. */
class ChosenGames {
  readonly first: number
  readonly count: number
  readonly ids: Uint32Array | undefined
  /** Columns in which at least one of them has a text. */
  readonly known: ReadonlySet<string>
  private readonly catalogue: Catalogue
  private readonly condition: string
  private readonly values: DuckDBValue[]
  /** The row of each game by its number from the first. */
  private readonly rows: Uint32Array | undefined

  private constructor(
    catalogue: Catalogue,
    condition: string,
    values: DuckDBValue[],
    ids: Uint32Array,
    known: ReadonlySet<string>,
  ) {
    this.catalogue = catalogue
    this.known = known
    this.condition = condition
    this.values = values
    const { first, count, ids: scattered } = numbered(ids)
    this.first = first
    this.count = count
    this.ids = scattered
    if (!scattered) return
    this.rows = new Uint32Array(scattered.at(-1)! - first + 1)
    for (const [row, id] of ids.entries()) this.rows[id - this.first] = row
  }

  static async of(catalogue: Catalogue, wanted: Uint32Array): Promise<ChosenGames> {
    const values: DuckDBValue[] = []
    const { first, count, ids: scattered } = numbered(wanted)
    const condition = scattered
      ? isOneOf(scattered, (one) => `$${values.push(one)}`)
      : `id >= ${first} AND id < ${first + count}`
    const ids: number[] = []
    for await (const chunk of catalogue.chunks(`SELECT id FROM games WHERE ${condition}`, values)) {
      for (const id of chunk.getColumnValues(0) as number[]) ids.push(id)
    }
    const counts = TEXT_NAMES.map((name) => `count(${name}) AS ${name}`).join(', ')
    const [row] = await catalogue.rows(`SELECT ${counts} FROM games WHERE ${condition}`, values)
    const known = new Set(TEXT_NAMES.filter((name) => Number(row![name]) > 0))
    return new ChosenGames(catalogue, condition, values, Uint32Array.from(ids).sort(), known)
  }

  /** Reads numbers of the games: expressions over their rows, joined with other tables. */
  async read<Numbers extends Uint16Array | Uint32Array>(
    expressions: string,
    joined: string,
    columns: readonly Numbers[],
  ): Promise<readonly Numbers[]> {
    const { first, rows } = this
    const sql = `SELECT id, ${expressions} FROM games ${joined} WHERE ${this.condition}`
    const types = [Uint32Array, ...columns.map((column) => column.constructor)] as NumbersType[]
    let count = 0
    for await (const [ids, ...values] of this.catalogue.numbers(sql, this.values, types)) {
      count += ids!.length
      for (const [index, column] of columns.entries()) {
        const from = values[index]!
        for (let at = 0; at < ids!.length; at++) {
          const row = ids![at]! - first
          column[rows ? rows[row]! : row] = from[at]!
        }
      }
    }
    // If memory runs out in the middle, DuckDB's Node package ends a stream without an error.
    if (count !== this.count) throw new CodedError('database/query-cut', { count, expected: this.count })
    return columns
  }

  /** Looks up the numbers of the texts of columns that were numbered last. */
  async findTexts(columns: readonly string[]): Promise<readonly Uint32Array[]> {
    const found = columns.map(() => new Uint32Array(this.count))
    const numbers = columns.map((_, index) => `coalesce(texts${index}.number, 0)`)
    const joined = columns.map((column, index) => {
      return `LEFT JOIN ${TEXTS_TABLE} AS texts${index} ON texts${index}.text = ${column}`
    })
    return await this.read(numbers.join(', '), joined.join(' '), found)
  }

  /** Numbers the different texts of columns in a temporary table. */
  async numberTexts(columns: readonly string[]): Promise<Texts> {
    const each = columns.map((column) => `SELECT DISTINCT ${column} AS text FROM games WHERE ${this.condition}`)
    await this.catalogue.rows(
      `CREATE OR REPLACE TEMP TABLE numbered_texts AS
       SELECT text, (row_number() OVER (ORDER BY text))::UINTEGER AS number FROM (${each.join(' UNION ')}) WHERE text IS NOT NULL`,
      this.values,
    )
    const writer = new TextsWriter()
    for await (const chunk of this.catalogue.chunks(`SELECT text FROM ${TEXTS_TABLE} ORDER BY number`)) {
      for (const text of chunk.getColumnValues(0) as string[]) writer.add(text)
    }
    return writer.finish()
  }
}

/** The names of all columns of text. */
const TEXT_NAMES = TEXT_LISTS.flatMap((list) => [...TEXT_COLUMNS[list]])

/** The numbers of games in order, as a file has them. */
function numbered(ids: Uint32Array): GameNumbers {
  const [first = 0, last = -1] = [ids[0], ids.at(-1)]
  return { first, count: ids.length, ids: last - first + 1 === ids.length ? undefined : ids }
}

function presentGames(facts: GameFacts): Uint32Array {
  const ids = new Uint32Array(facts.countPresent())
  let count = 0
  for (let game = facts.firstGame; game < facts.firstGame + facts.count; game++) {
    if (facts.has(game)) ids[count++] = game
  }
  return ids
}
