/** Players and events of a database: lists, and everything known about one. */
import { editionsOf, type Edition, type MonthOfEvent } from './editions.ts'
import type { DuckDBValue } from '@duckdb/node-api'
import type { Game } from '../../model/record.ts'
import type { Database } from '../database.ts'
import { listValue } from '../catalogue/duckdb.ts'
import { plainRow } from '../catalogue/plain-row.ts'
import { foldFor, makeTextTest, type TextKind } from '../../query/text.ts'
import { openingOf, type FoundOpening } from '../../query/found-game.ts'
import { flagMatches } from '../search/narrow.ts'
import { kindOfEvent, rankPlayers, usualTieBreaks, type EventKind, type TieBreak } from './tie-breaks.ts'
import { listAliases, namesOfPlayer, type Alias } from '../collections/aliases.ts'
import { countEvents, countPlayers, type ListedEvent, type ListedPlayer } from './name-lists.ts'
import { compareTexts } from '../columns/texts.ts'
import type { TextList } from '../columns/layout.ts'
import type { LoadedColumns } from '../columns/loaded-columns.ts'

/** Which lines of a list to return; 100 by default. */
export interface ListOptions {
  /** Only matching names, see docs/query.md; for players, in any of their spellings. */
  text?: string
  limit?: number
  offset?: number
}

/** Lines of a list, by default. */
const DEFAULT_LIMIT = 100

/** The players, the most active first. */
export async function listPlayers(database: Database, options: ListOptions = {}): Promise<ListedPlayer[]> {
  const aliases = await listAliases(database)
  const { columns } = database
  const players = onceFor(columns, 'players', aliases, () => byGames(countPlayers(columns, aliases)))
  return pageOf(players, options, (text) => {
    const mains = new Map(aliases.map(({ name, player }) => [name, player]))
    const matches = makeTextTest('person', text)
    const listed = aliases.flatMap(({ player }) => (matches(foldFor('person', player)) ? [player] : []))
    return [...listed, ...matchingNames(columns, 'player', 'person', text).map((name) => mains.get(name) ?? name)]
  })
}

/** The events, the largest first. */
export async function listEvents({ columns }: Database, options: ListOptions = {}): Promise<ListedEvent[]> {
  return await Promise.resolve(
    pageOf(
      onceFor(columns, 'events', undefined, () => byGames(countEvents(columns))),
      options,
      (text) => matchingNames(columns, 'event', 'name', text),
    ),
  )
}

/** The texts of a list that match what was typed. */
function matchingNames(columns: LoadedColumns, list: TextList, kind: TextKind, wanted: string): string[] {
  const flags = flagMatches(list, kind, wanted)(columns)
  return columns
    .textsOf(list)
    .list()
    .filter((_, index) => flags[index + 1] === 1)
}

/** A list, and the aliases with which it was made. */
interface KeptList {
  aliases: readonly Alias[] | undefined
  rows: readonly unknown[]
}

/** The lists of players and events of a state of a database: counting them takes as long as a hundred pages of them. */
const keptLists = new WeakMap<LoadedColumns, Map<string, KeptList>>()

/** A list that is made once for a state of the columns and of the aliases. */
function onceFor<Row>(
  columns: LoadedColumns,
  name: string,
  aliases: readonly Alias[] | undefined,
  make: () => Row[],
): readonly Row[] {
  const lists = keptLists.get(columns) ?? new Map<string, KeptList>()
  keptLists.set(columns, lists)
  const kept = lists.get(name)
  if (kept && kept.aliases === aliases) return kept.rows as Row[]
  const rows = make()
  lists.set(name, { aliases, rows })
  return rows
}

/** Those with the most games first, equal ones by name. */
function byGames<Row extends { name: string; games: number }>(rows: Row[]): Row[] {
  return rows.sort((one, other) => other.games - one.games || compareTexts(one.name, other.name))
}

/** A page of rows that are in order. @param find the names that match a text */
function pageOf<Row extends { name: string; games: number }>(
  rows: readonly Row[],
  { text = '', limit = DEFAULT_LIMIT, offset = 0 }: ListOptions,
  find: (text: string) => string[],
): Row[] {
  const wanted = text === '' ? undefined : new Set(find(text))
  const matching = wanted ? rows.filter(({ name }) => wanted.has(name)) : rows
  return matching.slice(offset, offset + limit)
}

/** The number of names suggested for one that is not in the database. */
const LIKE_NAMES = 3

/**
 * Suggestions for a name that is not in the database: players or events with the same words or nearly the same letters.
 */
export async function likeNames({ catalogue }: Database, view: 'players' | 'events', name: string): Promise<string[]> {
  const rows = await catalogue.rows(
    `WITH meant AS (SELECT strip_accents(lower($1)) AS meant),
     compared AS (
       SELECT name, games, strip_accents(lower(name)) AS plain, meant,
         list_filter(string_split_regex(meant, '[^\\p{L}\\p{N}]+'), word -> word <> '') AS words
       FROM ${view}, meant),
     measured AS (
       SELECT name, games, len(words) > 0 AND len(list_filter(words, word -> NOT contains(plain, word))) = 0 AS has_words,
         damerau_levenshtein(plain, meant) AS changes, length(meant) AS size
       FROM compared WHERE abs(length(plain) - length(meant)) <= length(meant) / 4
         OR len(list_filter(words, word -> NOT contains(plain, word))) = 0)
     SELECT name FROM measured WHERE has_words OR changes <= greatest(1, size / 4)
     ORDER BY has_words DESC, CASE WHEN has_words THEN 0 ELSE changes END, games DESC, name LIMIT ${LIKE_NAMES}`,
    [name],
  )
  return rows.map((row) => String(row['name']))
}

/** The number of games and the results of a player. */
export interface Score {
  games: number
  won: number
  drawn: number
  lost: number
}

/** Everything the database knows about a player. */
export interface PlayerDescription extends Score {
  name: string
  /** The spellings that count as this player, including the name itself. */
  names: string[]
  kinds: Game[]
  /** Colour 1 moved first. */
  byColour: (Score & { colour: 1 | 2 })[]
  byYear: (Score & { year?: number; rating?: number })[]
  /** Mean rating of every month in which rated games were played, as 1999-12 (1999 if the month is unknown). */
  ratings: { date: string; game: Game; rating: number }[]
  openings: (Score & { game: Game; colour: 1 | 2; opening?: FoundOpening })[]
  opponents: (Score & { name: string })[]
  events: { name: string; date?: string; games: number }[]
}

const SCORE = `count(*) AS games,
  count(*) FILTER ((result = '1-0' AND colour = 1) OR (result = '0-1' AND colour = 2)) AS won,
  count(*) FILTER (result = '1/2-1/2') AS drawn,
  count(*) FILTER ((result = '0-1' AND colour = 1) OR (result = '1-0' AND colour = 2)) AS lost`

interface OpeningRow extends Score {
  game: Game
  colour: 1 | 2
  opening?: string
  openingName?: string
}

/** Lines of each list of a description by default. */
const TOP = 30

/** What to describe of a player. */
export interface PlayerOptions {
  /** The most openings, opponents and events that are listed of each; 30 by default. */
  limit?: number | undefined
}

/** Describes a player by full name or alias; undefined if there is no such player. */
export async function describePlayer(
  database: Database,
  name: string,
  { limit = TOP }: PlayerOptions = {},
): Promise<PlayerDescription | undefined> {
  const question = JSON.stringify(['player', name, limit])
  return await database.memoize(question, async () => await askOfPlayer(database, name, limit))
}

async function askOfPlayer(database: Database, name: string, limit: number): Promise<PlayerDescription | undefined> {
  const { catalogue } = database
  const { name: main, names } = await namesOfPlayer(database, name)
  const mine = 'FROM appearances WHERE list_contains($1::VARCHAR[], name)'
  const ask = async <Row>(sql: string): Promise<Row[]> =>
    (await catalogue.rows(sql, [listValue(names)])).map((row) => plainRow(row) as Row)

  const [total] = await ask<Score & { kinds: Game[] }>(
    `SELECT ${SCORE}, list_sort(list(DISTINCT game)) AS kinds ${mine}`,
  )
  if (!total || total.games === 0) return undefined
  return {
    name: main,
    names,
    ...total,
    byColour: await ask(`SELECT colour, ${SCORE} ${mine} GROUP BY colour ORDER BY colour`),
    byYear: await ask(
      `SELECT year, ${SCORE}, round(avg(rating))::INTEGER AS rating ${mine} GROUP BY year ORDER BY year NULLS LAST`,
    ),
    ratings: await ask(
      `SELECT left(date, 7) AS date, game, round(avg(rating))::INTEGER AS rating ${mine}
         AND rating IS NOT NULL AND date IS NOT NULL GROUP BY ALL ORDER BY date, game`,
    ),
    openings: (
      await ask<OpeningRow>(
        `SELECT game, colour, opening, min(opening_name) AS opening_name, ${SCORE} ${mine}
         AND (opening IS NOT NULL OR opening_name IS NOT NULL)
       GROUP BY game, colour, opening, CASE WHEN opening IS NULL THEN opening_name END
       ORDER BY games DESC, opening, opening_name, colour LIMIT ${limit}`,
      )
    ).map(({ opening, openingName, ...score }) => ({ ...score, ...openingOf(opening, openingName) })),
    opponents: await ask(
      `SELECT coalesce(player, opponent) AS name, ${SCORE}
       FROM (SELECT opponent, colour, result ${mine} AND opponent IS NOT NULL) AS met
         LEFT JOIN aliases ON aliases.name = opponent
       GROUP BY 1 ORDER BY games DESC, 1 LIMIT ${limit}`,
    ),
    events: await ask(
      `SELECT event AS name, min(date) AS date, count(*) AS games ${mine} AND event IS NOT NULL
       GROUP BY event ORDER BY date DESC NULLS LAST, event LIMIT ${limit}`,
    ),
  }
}

/** One player's line in the table of an event. */
export interface Standing {
  name: string
  rating?: number
  /** A point for a win, half a point for a draw. */
  points: number
  games: number
  won: number
  drawn: number
  lost: number
  /** Rating performance against the opponents whose ratings are known. */
  performance?: number
  /** The values of the rules that broke ties in this event. */
  tieBreaks?: Partial<Record<TieBreak, number>>
  /** The games in the order of rounds and dates; points are absent for a game without a result. */
  results: { id: number; opponent: string; colour: 1 | 2; round?: string; points?: number }[]
}

/** An event with its games, standings and crosstable. */
export interface EventDescription extends ListedEvent {
  /** Editions that are told apart by their dates, the earliest first. */
  editions: Omit<Edition, 'months'>[]
  /** First month of the only edition described, '' for the games without a date; absent if all are. */
  edition?: string
  rounds: string[]
  /** How it was played, as far as the games tell, and the rules by which ties in the table are broken. */
  kind: EventKind
  tieBreaks: readonly TieBreak[]
  /** The players, the most points first. For the largest events, only the first are listed. */
  table: Standing[]
  players: number
}

/** The largest number of players in the table of an event by default. */
const TABLE_PLAYERS = 200

/** What to describe of an event. */
export interface EventOptions {
  /** Only one edition: its first month as 1999-12, 1999 or '', or `last`. */
  edition?: string
  /** What breaks ties, in this order; by default what is usual for its kind. */
  tieBreaks?: readonly TieBreak[]
  /** The most players in the table; 200 by default. */
  limit?: number
}

/** Describes an event by its full name; undefined if there is none, or no such edition. */
export async function describeEvent(
  { catalogue }: Database,
  name: string,
  { edition, tieBreaks: chosen, limit = TABLE_PLAYERS }: EventOptions = {},
): Promise<EventDescription | undefined> {
  const rowsOfEvent = await catalogue.rows('SELECT * FROM events WHERE name = $1', [name])
  const [event] = rowsOfEvent.map((row) => plainRow(row) as ListedEvent)
  if (!event) return undefined
  const months = await catalogue.rows(
    `SELECT left(date, 7) AS month, count(*) AS games FROM games WHERE event = $1 GROUP BY 1`,
    [name],
  )
  const editions = editionsOf(months.map((row) => plainRow(row) as MonthOfEvent))
  const dated = editions.filter(({ from }) => from !== undefined)
  const only =
    edition === undefined
      ? undefined
      : edition === 'last'
        ? (dated.at(-1) ?? editions[0])
        : editions.find(({ from }) => (from ?? '') === edition)
  if (edition !== undefined && !only) return undefined
  const condition = !only
    ? ''
    : only.from === undefined
      ? 'AND date IS NULL'
      : 'AND list_contains($2::VARCHAR[], left(date, 7))'
  const rows = await catalogue.rows(
    `SELECT id, coalesce(one.player, player1) AS first, coalesce(other.player, player2) AS second,
       rating1, rating2, round, result
     FROM games LEFT JOIN aliases AS one ON one.name = player1 LEFT JOIN aliases AS other ON other.name = player2
     WHERE event = $1 ${condition} ORDER BY try_cast(round AS DOUBLE) NULLS LAST, date NULLS LAST, id`,
    only?.from === undefined ? [name] : [name, listValue([...only.months])],
  )
  const standings = new Map<string, Standing>()
  const rounds = new Set<string>()
  for (const row of rows) {
    if (row['round'] !== null) rounds.add(String(row['round']))
    addResult(standings, row, 1)
    addResult(standings, row, 2)
  }
  const kind = kindOfEvent([...standings.values()])
  const tieBreaks = chosen ?? usualTieBreaks(kind, event.kinds[0])
  const table = rankPlayers([...standings.values()], tieBreaks)
  return {
    ...event,
    editions: editions.map((known) => {
      const { months: _, ...one } = known
      return one
    }),
    ...(only && { edition: only.from ?? '', games: only.games }),
    rounds: [...rounds],
    kind,
    tieBreaks,
    table: table.slice(0, limit),
    players: table.length,
  }
}

/** Points of colour 1 by result. */
const POINTS: Record<string, number> = { '1-0': 1, '1/2-1/2': 0.5, '0-1': 0 }

function addResult(standings: Map<string, Standing>, row: Record<string, DuckDBValue>, colour: 1 | 2): void {
  const names = [row['first'], row['second']] as (string | null)[]
  const name = names[colour - 1]
  if (!name) return
  const standing = standings.get(name) ?? {
    name,
    points: 0,
    games: 0,
    won: 0,
    drawn: 0,
    lost: 0,
    results: [],
  }
  standings.set(name, standing)
  const rating = row[`rating${colour}`] as number | null
  if (rating !== null) standing.rating ??= rating
  standing.games++
  const result = String(row['result'])
  const first = POINTS[result]
  const points = result === '0-0' ? 0 : first === undefined || colour === 1 ? first : 1 - first
  const round = row['round'] as string | null
  if (points !== undefined) standing.points += points
  if (points === 1) standing.won++
  if (points === 0.5) standing.drawn++
  if (points === 0) standing.lost++
  standing.results.push({
    id: Number(row['id']),
    opponent: names[2 - colour] ?? '?',
    colour,
    ...(round !== null && { round }),
    ...(points !== undefined && { points }),
  })
}
