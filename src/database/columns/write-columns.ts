/** Makes the columns of the games of a segment from their rows in the catalogue. */
import type { DuckDBValue } from '@duckdb/node-api'
import type { Sink } from '../../bytes/sink.ts'
import { CodedError } from '../../issues/errors.ts'
import type { GameFacts } from '../../positions/facts.ts'
import type { Catalogue, NumbersType } from '../catalogue/catalogue.ts'
import { isOneOf } from '../search/is-one-of.ts'
import { ColumnsWriter, makeTextNumbers, type TextNumbers } from './columns-file.ts'
import { NUMBER_COLUMNS, NUMBER_NAMES, TEXT_COLUMNS, TEXT_LISTS } from './layout.ts'
import { TextsWriter, type Texts } from './texts.ts'

/** The table of texts while their numbers are looked up. */
const TEXTS_TABLE = 'temp.numbered_texts'

/** Writes the columns of games, as they are in the open transaction. */
export async function writeColumns(catalogue: Catalogue, sink: Sink, facts: GameFacts): Promise<void> {
  const games = await ChosenGames.of(catalogue, facts)
  const writer = new ColumnsWriter(sink, games)
  const numbers = await games.read<Uint16Array>(
    `SELECT id, ${Object.values(NUMBER_COLUMNS).join(', ')} FROM games`,
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
    this.count = ids.length
    this.first = ids[0] ?? 0
    const range = ids.length === 0 ? 0 : ids.at(-1)! - this.first + 1
    if (range === ids.length) return
    this.ids = ids
    this.rows = new Uint32Array(range)
    for (const [row, id] of ids.entries()) this.rows[id - this.first] = row
  }

  static async of(catalogue: Catalogue, facts: GameFacts): Promise<ChosenGames> {
    const values: DuckDBValue[] = []
    const present = presentGames(facts)
    const isWhole = present.length === facts.count
    const condition = isWhole
      ? `id >= ${facts.firstGame} AND id < ${facts.firstGame + facts.count}`
      : isOneOf(present, (one) => `$${values.push(one)}`)
    const ids: number[] = []
    for await (const chunk of catalogue.chunks(`SELECT id FROM games WHERE ${condition}`, values)) {
      for (const id of chunk.getColumnValues(0) as number[]) ids.push(id)
    }
    const names = TEXT_LISTS.flatMap((list) => [...TEXT_COLUMNS[list]])
    const counts = names.map((name) => `count(${name}) AS ${name}`).join(', ')
    const [row] = await catalogue.rows(`SELECT ${counts} FROM games WHERE ${condition}`, values)
    const known = new Set(names.filter((name) => Number(row![name]) > 0))
    return new ChosenGames(catalogue, condition, values, Uint32Array.from(ids).sort(), known)
  }

  /** Reads numbers of the games. @param sql gives the number of each game and the columns, without a condition */
  async read<Numbers extends Uint16Array | Uint32Array>(
    sql: string,
    columns: readonly Numbers[],
  ): Promise<readonly Numbers[]> {
    const { first, rows } = this
    const types = [Uint32Array, ...columns.map((column) => column.constructor)] as NumbersType[]
    let count = 0
    for await (const [ids, ...values] of this.catalogue.numbers(`${sql} WHERE ${this.condition}`, this.values, types)) {
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
    return await this.read(`SELECT id, ${numbers.join(', ')} FROM games ${joined.join(' ')}`, found)
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

function presentGames(facts: GameFacts): Uint32Array {
  const ids = new Uint32Array(facts.countPresent())
  let count = 0
  for (let game = facts.firstGame; game < facts.firstGame + facts.count; game++) {
    if (facts.has(game)) ids[count++] = game
  }
  return ids
}
