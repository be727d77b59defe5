/**
 * The conditions of a query over a database; query/test.ts has the same for records. Columns (columns/) answer those on
 * the facts of games, the position index those on positions, and the catalogue the rest. Asynchronous parts
 * run first: then all games are narrowed at once, on one snapshot.
 */
import type { Colour } from '../../model/move.ts'
import type { Game } from '../../model/record.ts'
import { positionKey } from '../../positions/position-key.ts'
import { ConditionError } from '../../query/condition-error.ts'
import { isSince, isUntil, sinceText, untilText } from '../../query/dates.ts'
import { hasCode, parseOpening } from '../../query/openings.ts'
import { assertReachable } from '../../query/position.ts'
import { colourOfSide, isSided, symbolOf, WINS, type GameQuery, type Side, type SIDED } from '../../query/query.ts'
import { foldFor, makeTextTest } from '../../query/text.ts'
import type { Position } from '../../rules/rules.ts'
import type { AddValue } from '../catalogue/is-one-of.ts'
import { textsMeant } from '../collections/labels.ts'
import { withSavedQuery } from '../collections/saved-searches.ts'
import { hasTables } from '../collections/tables.ts'
import type { TextList } from '../columns/layout.ts'
import type { Database } from '../database.ts'
import { spellingsOf } from '../collections/aliases.ts'
import { addLineEnds, type LineEnds } from './line-ends.ts'
import { isOneOfTexts, matchingTexts, mayMatch } from './matching-texts.ts'
import {
  flagMatches,
  flagTexts,
  keepBetween,
  keepGames,
  keepKinds,
  keepRanges,
  keepSides,
  keepTexts,
  type Flags,
  type Narrow,
} from './narrow.ts'
import { gamesOfExpression, type ListGames } from './where.ts'

/** The context in which a condition is made. */
interface Making {
  database: Database
  list: ListGames
}

/**
 * Conditions on both players are combined; patterns are searched in the games that meet all other conditions
 * (scan.ts).
 */
type MadeApart = (typeof SIDED)[number] | 'pattern' | 'material'

type Made = Narrow | undefined | Promise<Narrow | undefined>

type Makers = {
  [Name in Exclude<keyof GameQuery, MadeApart>]-?: (wanted: NonNullable<GameQuery[Name]>, making: Making) => Made
}

/** More than any rating or number of plies. */
const LARGEST = 0xffff

const MAKERS: Makers = {
  ids: (ids) => keepGames(ids),
  game: (game) => keepKinds((kind) => kind === game),
  first: (name, making) => sideCondition('first', name, making),
  second: (name, making) => sideCondition('second', name, making),
  white: (name, making) => sideCondition('white', name, making),
  black: (name, making) => sideCondition('black', name, making),
  event: (name) => nameCondition('event', name),
  site: (name) => nameCondition('site', name),
  title: (name) => nameCondition('title', name),
  annotator: (name) => keepTexts('annotator', ['annotator'], flagMatches('annotator', 'person', name)),
  since: (date) => {
    const limit = sinceText(date)
    return keepTexts(
      'date',
      ['date'],
      flagTexts('date', (text) => isSince(text, limit)),
    )
  },
  until: (date) => {
    const limit = untilText(date)
    return keepTexts(
      'date',
      ['date'],
      flagTexts('date', (text) => isUntil(text, limit)),
    )
  },
  result: (result) => (result === 'win' || result === 'loss' ? undefined : resultIs(symbolOf(result))),
  // Both ratings are known.
  minRating: (least) => bothRatings(Math.max(1, least), LARGEST),
  maxRating: (most) => bothRatings(1, most),
  opening: openingCondition,
  minPlies: (least) => keepBetween('plies', least, LARGEST),
  maxPlies: (most) => keepBetween('plies', 0, most),
  comment: commentCondition,
  kind: (kind) =>
    keepTexts(
      'kind',
      ['kind'],
      flagTexts('kind', (text) => text === kind, kind === 'game'),
    ),
  source: sourceCondition,
  damaged: (damaged) => keepBetween('errors', damaged ? 1 : 0, damaged ? LARGEST : 0),
  tag: (name, making) => labelCondition('tag', name, making),
  collection: (name, making) => labelCondition('collection', name, making),
  note: noteCondition,
  saved: async (name, { database, list }) =>
    await withSavedQuery(database, name, async (query) => keepGames(await list(database, query))),
  repertoire: async (name, making) => await repertoireCondition(name, making),
  position: async ({ game, position }, { database }) => keepGames(await gamesWithPosition(database, game, position)),
  where: async ({ expression }, { database, list }) => keepGames(await gamesOfExpression(database, expression, list)),
}

/**
 * The conditions of a query except patterns and material, all of which must hold.
 * @param list lists the games of the queries within an expression
 */
export async function makeConditions(database: Database, query: GameQuery, list: ListGames): Promise<Narrow[]> {
  const making: Making = { database, list }
  const conditions: Narrow[] = []
  for (const [name, wanted] of Object.entries(query)) {
    const make = MAKERS[name as keyof Makers] as ((wanted: unknown, making: Making) => Made) | undefined
    const condition = wanted === undefined ? undefined : await make?.(wanted, making)
    if (condition !== undefined) conditions.push(condition)
  }
  if (isSided(query)) conditions.push(await sidesCondition(query, making))
  return conditions
}

function nameCondition(list: TextList & ('event' | 'site' | 'title'), name: string): Narrow {
  return keepTexts(list, [list], flagMatches(list, 'name', name))
}

function resultIs(symbol: string): Narrow {
  return keepTexts(
    'result',
    ['result'],
    flagTexts('result', (text) => text === symbol),
  )
}

function bothRatings(least: number, most: number): Narrow {
  const [first, second] = [keepBetween('rating1', least, most), keepBetween('rating2', least, most)]
  return (columns, marks) => {
    first(columns, marks)
    second(columns, marks)
  }
}

/** A player by name or alias: flags all spellings. */
async function flagPlayer(wanted: string, { database }: Making): Promise<Flags> {
  const matches = makeTextTest('person', wanted)
  const spellings = await spellingsOf(database, (name) => matches(foldFor('person', name)))
  return flagMatches('player', 'person', wanted, spellings)
}

const playerIs = (colour: Colour, flags: Flags): Narrow => keepTexts('player', [`player${colour}`], flags)

/** The player of a side: White does not move first in all games. */
async function sideCondition(side: Side, wanted: string, making: Making): Promise<Narrow> {
  const flags = await flagPlayer(wanted, making)
  return keepSides((colour) => [keepKinds((game) => colourOfSide(side, game) === colour), playerIs(colour, flags)])
}

/** The player, the opponent, the side and the result of a game, from the point of view of one of its players. */
async function sidesCondition({ player, opponent, colour, result }: GameQuery, making: Making): Promise<Narrow> {
  const isPlayer = player === undefined ? undefined : await flagPlayer(player, making)
  if (isPlayer && opponent === undefined && !colour && result !== 'win' && result !== 'loss') {
    return keepTexts('player', ['player1', 'player2'], isPlayer)
  }
  const isOpponent = opponent === undefined ? undefined : await flagPlayer(opponent, making)
  return keepSides((own) => {
    const other: Colour = own === 1 ? 2 : 1
    return [
      ...(isPlayer ? [playerIs(own, isPlayer)] : []),
      ...(isOpponent ? [playerIs(other, isOpponent)] : []),
      ...(colour ? [keepKinds((game) => colourOfSide(colour, game) === own)] : []),
      ...(result === 'win' ? [resultIs(WINS[own])] : []),
      ...(result === 'loss' ? [resultIs(WINS[other])] : []),
    ]
  })
}

/** The opening from the source or from the moves. */
function openingCondition(text: string): Narrow {
  const query = parseOpening(text)
  if ('codes' in query) {
    return keepTexts(
      'opening',
      ['opening', 'found_opening'],
      flagTexts('opening', (code) => hasCode(query.codes, code)),
    )
  }
  return keepTexts(
    'openingName',
    ['opening_name', 'found_opening_name'],
    flagMatches('openingName', 'name', query.words),
  )
}

async function commentCondition(text: string, { database }: Making): Promise<Narrow> {
  const found: number[] = []
  const matches = makeTextTest('prose', text)
  const values: Parameters<AddValue>[0][] = []
  const may = mayMatch('prose', text, 'comments', (one) => `$${values.push(one)}`)
  for await (const chunk of database.catalogue.chunks(`SELECT id, comments FROM games WHERE ${may}`, values)) {
    const [ids, comments] = chunk.getColumns() as [number[], string[]]
    for (const [row, comment] of comments.entries()) if (matches(foldFor('prose', comment))) found.push(ids[row]!)
  }
  return keepGames(found)
}

/** Games with a tag or in a collection. */
async function labelCondition(kind: 'tag' | 'collection', name: string, { database }: Making): Promise<Narrow> {
  const { catalogue } = database
  if (!(await hasTables(catalogue))) return keepGames([])
  const texts = await textsMeant(catalogue, kind, name)
  const values: Parameters<AddValue>[0][] = [kind]
  const isMeant = isOneOfTexts('text', texts, (one) => `$${values.push(one)}`)
  const rows = await catalogue.rows(
    `SELECT id FROM labelled_games JOIN labels USING (key) WHERE id IS NOT NULL AND kind = $1 AND ${isMeant}`,
    values,
  )
  return keepGames(rows.map(({ id }) => Number(id)))
}

/** Games with the last position of a line of a repertoire, which is a collection; its own games are not among them. */
async function repertoireCondition(name: string, { database, list }: Making): Promise<Narrow> {
  const trees = [...(await list(database, { collection: name }))]
  if (trees.length === 0) throw new ConditionError('repertoire', 'query/no-repertoire', { name: name.slice(0, 40) })
  const ends = new Map<Game, LineEnds>()
  for (const id of trees) {
    const record = await database.record(id)
    if (record) addLineEnds(record, ends)
  }
  const found = new Set<number>()
  for (const [game, { keys }] of ends) {
    for (const segment of database.segmentsOf(game)) {
      for (const [high, low] of keys.values()) {
        for (const id of (await segment.postings(high, low)).games) found.add(id)
      }
    }
  }
  for (const id of trees) found.delete(id)
  return keepGames([...found])
}

async function noteCondition(wanted: string, { database: { catalogue } }: Making): Promise<Narrow> {
  if (!(await hasTables(catalogue))) return keepGames([])
  const rows = await catalogue.rows(
    "SELECT id, text FROM labelled_games JOIN labels USING (key) WHERE id IS NOT NULL AND kind = 'note'",
  )
  const matches = makeTextTest('prose', wanted)
  const found = rows.filter(({ text }) => matches(foldFor('prose', String(text))))
  return keepGames(found.map(({ id }) => Number(id)))
}

/** The games of a source have its numbers, one after another. */
async function sourceCondition(text: string, { database: { catalogue } }: Making): Promise<Narrow> {
  const values: Parameters<AddValue>[0][] = []
  const paths = await matchingTexts(catalogue, 'name', text, 'sources', ['path'])
  const isMeant = isOneOfTexts('path', paths, (one) => `$${values.push(one)}`)
  const rows = await catalogue.rows(`SELECT first_game, entries FROM sources WHERE ${isMeant}`, values)
  return keepRanges(
    rows.map((row) => {
      const start = Number(row['first_game'])
      return { start, end: start + Number(row['entries']) }
    }),
  )
}

/** Numbers of the games in which a position occurs; a game that repeats it is listed more than once. @internal */
export async function gamesWithPosition(database: Database, game: Game, position: Position): Promise<Uint32Array> {
  const { key } = positionKey(game, position)
  const lists = await Promise.all(database.segmentsOf(game).map((segment) => segment.postings(key[0]!, key[1]!)))
  if (lists.every(({ games }) => games.length === 0)) assertReachable(position)
  if (lists.length === 1) return lists[0]!.games
  const all = new Uint32Array(lists.reduce((sum, { games }) => sum + games.length, 0))
  let at = 0
  for (const { games } of lists) {
    all.set(games, at)
    at += games.length
  }
  return all
}
