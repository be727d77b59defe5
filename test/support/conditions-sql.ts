/**
 * The conditions of a query in SQL over the catalogue: what the columns have to agree with (database/search/conditions.ts).
 * Everything a user types is bound as a value, never part of the SQL.
 */
import type { Game } from '../../src/model/record.ts'
import { sinceText, untilText } from '../../src/query/dates.ts'
import { parseOpening, type CodeRange } from '../../src/query/openings.ts'
import { isSided, symbolOf, type GameQuery, type Side, type SIDED } from '../../src/query/query.ts'
import { foldFor, makeTextTest, type TextKind } from '../../src/query/text.ts'
import type { SortKey } from '../../src/query/sort-keys.ts'
import type { SearchOptions } from '../../src/database/search/order.ts'
import { textsMeant } from '../../src/database/collections/labels.ts'
import { withSavedQuery } from '../../src/database/collections/saved-searches.ts'
import { hasTables } from '../../src/database/collections/tables.ts'
import type { Database } from '../../src/database/database.ts'
import { spellingsOf } from '../../src/database/collections/aliases.ts'
import { gamesOfExpression, type ListGames } from '../../src/database/search/where.ts'
import { isOneOf, type AddValue } from '../../src/database/catalogue/is-one-of.ts'
import { gamesWithPosition } from '../../src/database/search/conditions.ts'
import { isOneOfTexts, matchingTexts, mayMatch } from '../../src/database/search/matching-texts.ts'
import { sideSql, sidesSql, type IsPlayer } from '../../src/database/stores/cluster/sides-sql.ts'

/** The context in which a condition is made. */
interface Making {
  database: Database
  value: AddValue
  list: ListGames
}

/**
 * Conditions on both players are combined; patterns are searched in the games that meet all other conditions
 * (scan.ts); repertoires have a slow search of their own to agree with (repertoire-condition.test.ts).
 */
type MadeApart = (typeof SIDED)[number] | 'pattern' | 'material' | 'repertoire'

type Made = string | undefined | Promise<string | undefined>

type Makers = {
  [Name in Exclude<keyof GameQuery, MadeApart>]-?: (wanted: NonNullable<GameQuery[Name]>, making: Making) => Made
}

const MAKERS: Makers = {
  ids: (ids, { value }) => isOneOf(ids, value),
  game: (game, { value }) => `game = ${value(game)}`,
  first: (name, making) => sideCondition('first', name, making),
  second: (name, making) => sideCondition('second', name, making),
  white: (name, making) => sideCondition('white', name, making),
  black: (name, making) => sideCondition('black', name, making),
  event: (name, making) => textCondition('name', name, 'event', making),
  site: (name, making) => textCondition('name', name, 'site', making),
  title: (name, making) => textCondition('name', name, 'title', making),
  annotator: (name, making) => textCondition('person', name, 'annotator', making),
  since: (date, { value }) => `date >= ${value(sinceText(date))}`,
  until: (date, { value }) => {
    const text = untilText(date)
    const limit = value(text)
    return `left(date, ${text.length}) <= ${limit} AND NOT (length(date) < ${text.length} AND starts_with(${limit}, date))`
  },
  result: (result, { value }) =>
    result === 'win' || result === 'loss' ? undefined : `result = ${value(symbolOf(result))}`,
  minRating: (least, { value }) => `least(rating1, rating2) >= ${value(least)} AND ${HAS_RATINGS}`,
  maxRating: (most, { value }) => `greatest(rating1, rating2) <= ${value(most)} AND ${HAS_RATINGS}`,
  opening: openingCondition,
  minPlies: (least, { value }) => `plies >= ${value(least)}`,
  maxPlies: (most, { value }) => `plies <= ${value(most)}`,
  comment: commentCondition,
  kind: (kind, { value }) => `coalesce(kind, 'game') = ${value(kind)}`,
  source: sourceCondition,
  damaged: (damaged) => (damaged ? 'errors > 0' : 'errors = 0'),
  tag: (name, making) => labelCondition('tag', name, making),
  collection: (name, making) => labelCondition('collection', name, making),
  note: noteCondition,
  saved: async (name, { database, value, list }) =>
    await withSavedQuery(database, name, async (query) => isOneOf(await list(database, query), value)),
  position: async ({ game, position }, { database, value }) =>
    isOneOf(await gamesWithPosition(database, game, position), value),
  where: async ({ expression }, { database, value, list }) =>
    isOneOf(await gamesOfExpression(database, expression, list), value),
}

/** `least` and `greatest` ignore unknown numbers. */
const HAS_RATINGS = 'rating1 IS NOT NULL AND rating2 IS NOT NULL'

/**
 * The conditions of a query except patterns and material, all of which must hold.
 * @param list lists the games of the queries within an expression
 */
export async function makeConditions(
  database: Database,
  query: GameQuery,
  value: AddValue,
  list: ListGames,
): Promise<string[]> {
  const making: Making = { database, value, list }
  const conditions: string[] = []
  for (const [name, wanted] of Object.entries(query)) {
    const make = MAKERS[name as keyof Makers] as ((wanted: unknown, making: Making) => Made) | undefined
    const condition = wanted === undefined ? undefined : await make?.(wanted, making)
    if (condition !== undefined) conditions.push(`(${condition})`)
  }
  if (isSided(query)) conditions.push(await sidesSql(query, (wanted) => playerCondition(wanted, making), gameValue))
  return conditions
}

/** The texts of games that match: memoized, since a list is paged through, sorted and narrowed. */
async function textsOfGames(
  database: Database,
  kind: TextKind,
  wanted: string,
  columns: readonly string[],
): Promise<string[]> {
  return await database.memoize(JSON.stringify([kind, wanted, columns]), async () =>
    matchingTexts(database.catalogue, kind, wanted, 'games', columns),
  )
}

async function textCondition(kind: TextKind, wanted: string, column: string, making: Making): Promise<string> {
  const texts = await textsOfGames(making.database, kind, wanted, [column])
  return isOneOfTexts(column, texts, making.value)
}

/** A player by name or alias: makes the condition that a column has one of the spellings. */
async function playerCondition(wanted: string, { database, value }: Making): Promise<IsPlayer> {
  const names = await textsOfGames(database, 'person', wanted, ['player1', 'player2'])
  const matches = makeTextTest('person', wanted)
  const spellings = await spellingsOf(database, (name) => matches(foldFor('person', name)))
  const texts = [...new Set([...names, ...spellings])]
  return (column) => isOneOfTexts(column, texts, value)
}

const gameValue = (game: Game) => `'${game}'`

async function sideCondition(side: Side, wanted: string, making: Making): Promise<string> {
  return sideSql(side, await playerCondition(wanted, making), gameValue)
}

/** The opening from the source or from the moves. */
async function openingCondition(text: string, { database, value }: Making): Promise<string> {
  const query = parseOpening(text)
  if ('codes' in query) {
    const places = query.codes.map(({ from, to }) => ({ from: value(from), to: value(to), range: { from, to } }))
    const isIn = (column: string) => places.map((place) => codeCondition(column, place))
    return ['opening', 'found_opening'].flatMap(isIn).join(' OR ')
  }
  const columns = ['opening_name', 'found_opening_name']
  const texts = await textsOfGames(database, 'name', query.words, columns)
  return columns.map((column) => isOneOfTexts(column, texts, value)).join(' OR ')
}

function codeCondition(column: string, { from, to, range }: { from: string; to: string; range: CodeRange }): string {
  const start = (length: number) => `left(upper(${column}), ${length})`
  return `(${start(range.from.length)} >= ${from} AND ${start(range.to.length)} <= ${to})`
}

async function commentCondition(text: string, { database, value }: Making): Promise<string> {
  const found: number[] = []
  const matches = makeTextTest('prose', text)
  const values: Parameters<AddValue>[0][] = []
  const may = mayMatch('prose', text, 'comments', (one) => `$${values.push(one)}`)
  for await (const chunk of database.catalogue.chunks(`SELECT id, comments FROM games WHERE ${may}`, values)) {
    const [ids, comments] = chunk.getColumns() as [number[], string[]]
    for (const [row, comment] of comments.entries()) if (matches(foldFor('prose', comment))) found.push(ids[row]!)
  }
  return isOneOf(found, value)
}

/** Games with a tag or in a collection. */
async function labelCondition(kind: 'tag' | 'collection', name: string, { database, value }: Making): Promise<string> {
  const { catalogue } = database
  if (!(await hasTables(catalogue))) return 'false'
  const texts = await textsMeant(catalogue, kind, name)
  return `id IN (SELECT labelled_games.id FROM labelled_games JOIN labels USING (key) WHERE labelled_games.id IS NOT NULL AND kind = ${value(kind)} AND ${isOneOfTexts('text', texts, value)})`
}

async function noteCondition(wanted: string, { database, value }: Making): Promise<string> {
  const { catalogue } = database
  if (!(await hasTables(catalogue))) return 'false'
  const rows = await catalogue.rows(
    "SELECT id, text FROM labelled_games JOIN labels USING (key) WHERE id IS NOT NULL AND kind = 'note'",
  )
  const matches = makeTextTest('prose', wanted)
  const found = rows.filter(({ text }) => matches(foldFor('prose', String(text))))
  return isOneOf(
    found.map(({ id }) => Number(id)),
    value,
  )
}

async function sourceCondition(text: string, { database, value }: Making): Promise<string> {
  const paths = await matchingTexts(database.catalogue, 'name', text, 'sources', ['path'])
  return `source IN (SELECT id FROM sources WHERE ${isOneOfTexts('path', paths, value)})`
}

/** The SQL of each sort key; ties are broken by the number of the game. */
const ORDER_COLUMNS: Record<SortKey, string> = {
  id: 'id',
  date: 'date',
  first: 'player1',
  second: 'player2',
  event: 'event',
  rating: 'greatest(rating1, rating2)',
  result: 'result',
  opening: 'coalesce(opening, found_opening)',
  plies: 'plies',
}

/** The numbers of the games that match a query without pattern and material, in order. */
export async function listGamesBySql(
  database: Database,
  query: GameQuery,
  { order = 'id', descending = false, limit, offset }: SearchOptions = {},
): Promise<Uint32Array> {
  const values: Parameters<AddValue>[0][] = []
  const conditions = await makeConditions(database, query, (one) => `$${values.push(one)}`, listGamesBySql)
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  const page = `${limit === undefined ? '' : `LIMIT ${limit}`} ${offset === undefined ? '' : `OFFSET ${offset}`}`
  const rows = await database.catalogue.rows(
    `SELECT id FROM games ${where} ORDER BY ${ORDER_COLUMNS[order]} ${descending ? 'DESC' : 'ASC'} NULLS LAST, id ${page}`,
    values,
  )
  return Uint32Array.from(rows, ({ id }) => Number(id))
}
