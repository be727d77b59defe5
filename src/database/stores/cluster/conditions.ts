/**
 * The conditions of a query in ClickHouse's SQL, over the columns of the table `games`; database/search/conditions.ts
 * has the same for a database. Texts are matched by the same function, over the distinct ones on a server.
 */
import type { Game } from '../../../model/record.ts'
import { positionKey } from '../../../positions/position-key.ts'
import { ConditionError } from '../../../query/condition-error.ts'
import { sinceText, untilText } from '../../../query/dates.ts'
import { foldWords } from '../../../query/fold.ts'
import { parseOpening } from '../../../query/openings.ts'
import { assertReachable } from '../../../query/position.ts'
import { isSided, symbolOf, type GameQuery, type Side, type SIDED } from '../../../query/query.ts'
import { foldFor, makeTextTest, type TextKind } from '../../../query/text.ts'
import { sideSql, sidesSql, type IsPlayer } from './sides-sql.ts'
import type { Cluster } from './cluster.ts'
import { gameCode } from './schema.ts'
import { quoteNumber, quoteText, type Server } from './server.ts'

/** The context in which a condition is made: rows of this server that count. */
interface Making {
  cluster: Cluster
  server: Server
  live: string
}

/** What a cluster does not hold: comments, main lines to search, labels of one's own. */
const UNANSWERED = [
  'comment',
  'pattern',
  'material',
  'where',
  'tag',
  'collection',
  'note',
  'saved',
  'repertoire',
] as const

/** Conditions on both players are combined. */
type MadeApart = (typeof SIDED)[number] | 'position' | (typeof UNANSWERED)[number]

type Made = string | undefined | Promise<string | undefined>

type Makers = {
  [Name in Exclude<keyof GameQuery, MadeApart>]-?: (wanted: NonNullable<GameQuery[Name]>, making: Making) => Made
}

const MAKERS: Makers = {
  ids: (ids) => isOneOf(ids),
  game: (game) => `game = ${gameCode(game)}`,
  first: (name, making) => sideCondition('first', name, making),
  second: (name, making) => sideCondition('second', name, making),
  white: (name, making) => sideCondition('white', name, making),
  black: (name, making) => sideCondition('black', name, making),
  event: (name, making) => textCondition('name', name, ['event'], making),
  site: (name, making) => textCondition('name', name, ['site'], making),
  title: (name, making) => textCondition('name', name, ['title'], making),
  annotator: (name, making) => textCondition('person', name, ['annotator'], making),
  source: (text, making) => textCondition('name', text, ['path'], making),
  since: (date) => `date >= ${quoteText(sinceText(date))}`,
  until: (date) => {
    const text = untilText(date)
    const limit = quoteText(text)
    return `date != '' AND substring(date, 1, ${text.length}) <= ${limit}
      AND NOT (length(date) < ${text.length} AND substring(${limit}, 1, length(date)) = date)`
  },
  result: (result) => (result === 'win' || result === 'loss' ? undefined : `result = ${quoteText(symbolOf(result))}`),
  minRating: (least) => `least(rating1, rating2) >= ${quoteNumber(Math.max(1, least))}`,
  maxRating: (most) => `greatest(rating1, rating2) <= ${quoteNumber(most)} AND least(rating1, rating2) > 0`,
  opening: (text, making) => openingCondition(text, making),
  minPlies: (least) => `plies >= ${quoteNumber(least)}`,
  maxPlies: (most) => `plies <= ${quoteNumber(most)}`,
  kind: (kind) => (kind === 'game' ? `kind IN ('', 'game')` : `kind = ${quoteText(kind)}`),
  damaged: (damaged) => (damaged ? 'errors > 0' : 'errors = 0'),
}

/**
 * The server to ask for the games of a query, and the condition that they meet. Rejects with ConditionError for what a
 * cluster cannot find, and for a position that no game can reach.
 */
export async function findGames(cluster: Cluster, query: GameQuery): Promise<{ server: Server; where: string }> {
  for (const name of UNANSWERED) {
    if (query[name] !== undefined) throw new ConditionError(name, 'cluster/condition', {})
  }
  const live = await cluster.liveCondition()
  const { position } = query
  if (!position) return { server: cluster.home, where: await conditionsOf(cluster, cluster.home, query, live) }
  const [high, low] = positionKey(position.game, position.position).key
  // Every server has all games, so the one with the position can find them alone.
  const server = cluster.servers[cluster.shardOfKey(high!, low!)]!
  const postings = `${cluster.table('postings')} WHERE ${postingCondition(gameCode(position.game), high!, low!)} AND ${live}`
  if ((await server.rows(`SELECT id FROM ${postings} LIMIT 1`)).length === 0) assertReachable(position.position)
  const where = await conditionsOf(cluster, server, query, live)
  return { server, where: `${where} AND id IN (SELECT id FROM ${postings})` }
}

/** The condition that a posting is of a position. */
export function postingCondition(game: number, high: number, low: number): string {
  return `game = ${game} AND position = ${BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low))}`
}

/** The condition that a row of `games` counts and meets a query, apart from its position. */
export async function conditionsOf(cluster: Cluster, server: Server, query: GameQuery, live: string): Promise<string> {
  const making: Making = { cluster, server, live }
  const conditions = [live]
  for (const [name, wanted] of Object.entries(query)) {
    const make = MAKERS[name as keyof Makers] as ((wanted: unknown, making: Making) => Made) | undefined
    const condition = wanted === undefined ? undefined : await make?.(wanted, making)
    if (condition !== undefined) conditions.push(`(${condition})`)
  }
  if (isSided(query)) conditions.push(await sidesSql(query, (wanted) => playerCondition(wanted, making), gameValue))
  return conditions.join(' AND ')
}

/** The condition that a row is of one of some games. */
export function isOneOf(ids: readonly number[]): string {
  return ids.length === 0 ? '0' : `id IN (${ids.map(quoteNumber).join(', ')})`
}

function isOneOfTexts(column: string, texts: readonly string[]): string {
  return texts.length === 0 ? '0' : `${column} IN (${texts.map(quoteText).join(', ')})`
}

async function textCondition(kind: TextKind, wanted: string, columns: readonly string[], making: Making) {
  const texts = await matchingTexts(kind, wanted, columns, making)
  return columns.map((column) => isOneOfTexts(column, texts)).join(' OR ')
}

/** The distinct texts of some columns that match; SQL only excludes texts that cannot. */
async function matchingTexts(kind: TextKind, wanted: string, columns: readonly string[], making: Making) {
  const { cluster, server, live } = making
  const matches = makeTextTest(kind, wanted)
  const found = new Set<string>()
  for (const column of columns) {
    const sql = `SELECT DISTINCT ${column} AS text FROM ${cluster.table('games')} WHERE ${live} AND ${mayMatch(kind, wanted, column)}`
    for await (const rows of server.stream(sql)) {
      for (const row of rows) {
        const text = String(row['text'])
        if (matches(foldFor(kind, text))) found.add(text)
      }
    }
  }
  return [...found]
}

/** True for all texts that match and for some that do not: folding changes nothing but this in an ASCII text. */
function mayMatch(kind: TextKind, wanted: string, column: string): string {
  const words = foldWords(wanted)
  if (words.length === 0) return '0'
  const plain = ["'\\''", "'`'", "'-'"].reduce((text, sign) => `replaceAll(${text}, ${sign}, '')`, `lower(${column})`)
  const tests = words.map((word) => {
    // oxlint-disable-next-line no-control-regex -- letters beyond ASCII are what is looked for
    return /[^\0-\x7f]/.test(word) ? '0' : `position(${plain}, ${quoteText(word)}) > 0`
  })
  // All but one of a person's names may be initials.
  return `(length(${column}) != lengthUTF8(${column}) OR (${tests.join(kind === 'person' ? ' OR ' : ' AND ')}))`
}

/** Makes the condition that a column has the name of a player. */
async function playerCondition(wanted: string, making: Making): Promise<IsPlayer> {
  const texts = await matchingTexts('person', wanted, ['player1', 'player2'], making)
  return (column) => isOneOfTexts(column, texts)
}

const gameValue = (game: Game) => String(gameCode(game))

async function sideCondition(side: Side, wanted: string, making: Making): Promise<string> {
  return sideSql(side, await playerCondition(wanted, making), gameValue)
}

/** The opening from the source or from the moves. */
async function openingCondition(text: string, making: Making): Promise<string> {
  const query = parseOpening(text)
  if ('words' in query) return await textCondition('name', query.words, ['opening_name', 'found_opening_name'], making)
  const start = (column: string, length: number) => `substring(upper(${column}), 1, ${length})`
  return ['opening', 'found_opening']
    .flatMap((column) =>
      query.codes.map(
        ({ from, to }) =>
          `(${column} != '' AND ${start(column, from.length)} >= ${quoteText(from)} AND ${start(column, to.length)} <= ${quoteText(to)})`,
      ),
    )
    .join(' OR ')
}
