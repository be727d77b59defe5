/** `ludograph players`, `player`, `events`, `event`: who played, and where. */
import { InvalidArgumentError, type Command } from 'commander'
import type { Database } from '../../database/database.ts'
import {
  describeEvent,
  describePlayer,
  listEvents,
  listPlayers,
  type EventDescription,
  type ListOptions,
  type PlayerDescription,
  type Score,
  type Standing,
} from '../../database/names/entities.ts'
import type { ListedPlayer } from '../../database/names/name-lists.ts'
import { parseTieBreaks, TIE_BREAKS, type TieBreak } from '../../database/names/tie-breaks.ts'
import { describeHeadToHead, type HeadToHead } from '../../database/names/head-to-head.ts'
import { colourName, type Game } from '../../model/record.ts'
import { parseNumber, withDatabase } from '../read/database.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { onlyName } from '../read/find-name.ts'
import { suggest } from '../show/suggest.ts'
import { formatGames } from './search.ts'
import { CommandError, countOf, examples, EXIT, formatTable, note, paint, print, printJson } from '../show/terminal.ts'

interface ListCommandOptions {
  limit: number
  offset?: number
  json?: boolean
}

const DEFAULT_LIMIT = 20

export function addPlayerCommands(program: Command): void {
  addList(
    program,
    'players',
    'List the players in a database with their games and results',
    'morphy',
    listPlayers,
    (player) => ({ ...player, years: years(player) }),
  )
  addPlayer(program)
  addList(program, 'events', 'List the events in a database', 'wch', listEvents)
  addEvent(program)
}

interface EventCommandOptions {
  edition?: string
  tieBreaks?: TieBreak[]
  limit?: number
  json?: boolean
}

function addEvent(program: Command): void {
  program
    .command('event')
    .description('Show the table of an event: standings with tie-breaks and performance, a crosstable or rounds')
    .argument('<database>', 'folder of the database')
    .argument('<name>', 'name or a part of it, as listed by ludograph events')
    .option('--edition <month>', 'only the edition that began in this month (1999-12), or the last one (last)')
    .option(
      '--tie-breaks <list>',
      `what breaks ties, comma-separated: ${TIE_BREAKS.join(', ')} (default: what is usual for the kind of event)`,
      readTieBreaks,
    )
    .option('--limit <count>', 'list at most COUNT players, the best ones (default: 200)', positiveNumber)
    .option('--json', 'as JSON')
    .addHelpText(
      'before',
      examples(
        'event games.db "Hastings 1895"',
        'event games.db hastings --edition last',
        'event games.db olympiad --tie-breaks buchholz,sonnebornBerger',
      ),
    )
    .action(async (folder: string, wanted: string, { json, ...options }: EventCommandOptions) => {
      await withDatabase(folder, true, async (database) => {
        const describe = (name: string) => describeEvent(database, name, options)
        const name = (await describeEvent(database, wanted))
          ? wanted
          : await onlyName(database, 'event', wanted, listEvents)
        const found = await describe(name)
        if (!found) throw new CommandError(await noEdition(database, name, options.edition!), EXIT.usage)
        if (json) printJson(found)
        else print(formatEvent(found))
      })
    })
}

function readTieBreaks(text: string): TieBreak[] {
  const read = parseTieBreaks(text)
  if ('rules' in read) return read.rules
  const meant = suggest(read.unknown, TIE_BREAKS)
  throw new InvalidArgumentError(meant ? `Did you mean ${meant}?` : `expected one of ${TIE_BREAKS.join(', ')}.`)
}

async function noEdition(database: Database, name: string, edition: string): Promise<string> {
  const { editions } = (await describeEvent(database, name))!
  const months = editions.map(({ from }) => from ?? 'undated').join(', ')
  return `${name} has no edition "${edition}"; those it has began in ${months}`
}

/** A command that lists rows of the catalogue. */
function addList<Row extends object>(
  program: Command,
  name: string,
  description: string,
  example: string,
  list: (database: Database, options: ListOptions) => Promise<Row[]>,
  show: (row: Row) => object = (row) => row,
): void {
  program
    .command(name)
    .description(description)
    .argument('<database>', 'folder of the database')
    .argument('[text]', 'only names containing this text')
    .option('--limit <count>', 'list at most COUNT lines', positiveNumber, DEFAULT_LIMIT)
    .option('--offset <count>', 'number of lines to skip', parseNumber)
    .option('--json', 'as JSON lines')
    .addHelpText('before', examples(`${name} games.db`, `${name} games.db ${example}`, `${name} games.db --json`))
    .action(async (folder: string, text: string | undefined, { limit, offset = 0, json }: ListCommandOptions) => {
      await withDatabase(folder, true, async (database) => {
        const rows = await list(database, { limit, offset, ...(text !== undefined && { text }) })
        if (json) {
          for (const row of rows) printJson(row)
          return
        }
        if (rows.length === 0) return note('nothing found')
        print(formatRows(rows.map(show) as Record<string, Cell>[], (column) => !HIDDEN.has(column)))
        if (rows.length === limit) note(`showing ${countOf(limit, 'line')}; use --limit and --offset for more`)
      })
    })
}

/** Columns that another column has in short form. */
const HIDDEN: ReadonlySet<string> = new Set(['firstYear', 'lastYear'])

/** Lines of each list of a player that people are shown by default; programs get more. */
const PART = 10

interface PlayerCommandOptions {
  against?: string
  limit?: number
  json?: boolean
}

function addPlayer(program: Command): void {
  program
    .command('player')
    .description('Show a player: results, ratings, openings, opponents, events; or two against each other')
    .argument('<database>', 'folder of the database')
    .argument('<name>', 'name or a part of it, as listed by ludograph players')
    .option('--against <name>', 'only what the player did against this one, with all their games')
    .option(
      '--limit <count>',
      `list at most COUNT openings, opponents and events each (default: ${PART}, with --json 30)`,
      positiveNumber,
    )
    .option('--json', 'as JSON')
    .addHelpText(
      'before',
      examples(
        'player games.db "Morphy, Paul"',
        'player games.db Morphy',
        'player games.db Morphy --against "Anderssen, Adolf"',
      ),
    )
    .action(async (folder: string, wanted: string, { against, limit, json }: PlayerCommandOptions) => {
      const options = json ? { limit } : { limit: limit ?? PART }
      await withDatabase(folder, true, async (database) => {
        const describe = async (name: string) =>
          (await describePlayer(database, name, options)) ??
          (await describePlayer(database, await onlyName(database, 'player', name, listPlayers), options))!
        const found = await describe(wanted)
        if (against === undefined) {
          if (json) printJson(found)
          else print(formatPlayer(found))
          return
        }
        const other = await describe(against)
        const all = await describeHeadToHead(database, found.name, other.name)
        if (!all) throw new CommandError(`${found.name} and ${other.name} have not met`, EXIT.usage)
        const met = { ...all, openings: all.openings.slice(0, options.limit) }
        if (json) printJson(met)
        else print(formatHeadToHead(met))
      })
    })
}

function formatRows(rows: readonly Record<string, Cell>[], shows: (column: string) => boolean): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(shows)
  const cells = rows.map((row) => columns.map((column) => formatCell(row[column])))
  return formatTable([columns.map((column) => paint('dim', wordsOf(column))), ...cells])
}

/** `best rating` for `bestRating`. */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

type Cell = string | number | readonly string[]

function formatCell(value: Cell | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'object' ? value.join(', ') : String(value)
}

function years({ firstYear, lastYear }: ListedPlayer): string {
  if (firstYear === undefined) return ''
  return firstYear === lastYear ? String(firstYear) : `${firstYear}–${lastYear}`
}

/** Games, results and score in one line: `12 games, +5 =4 -3, 58%`. */
function formatScore({ games, won, drawn, lost }: Score): string {
  const decided = won + drawn + lost
  const share = decided === 0 ? '' : `, ${Math.round((100 * (won + drawn / 2)) / decided)}%`
  return `${countOf(games, 'game')}, +${won} =${drawn} -${lost}${share}`
}

/** Text in parts, each a table under a title; those without rows are left out. */
function startParts(head: string) {
  const parts = [head]
  const add = (title: string, rows: string[][]): void => {
    if (rows.length > 0) parts.push(`${paint('dim', title)}\n${formatTable(rows, '  ')}`)
  }
  return { parts, add }
}

function alsoCalled(names: readonly string[]): string {
  return names.length > 1 ? `\nalso ${names.slice(1).join('; ')}` : ''
}

/** Names of the sides: those of the game, if all games are of one kind. */
function sideNames(kinds: readonly Game[]): (colour: 1 | 2) => string {
  const [game] = kinds
  return (colour) => (kinds.length === 1 ? colourName(game!, colour) : colour === 1 ? 'moving first' : 'moving second')
}

function formatHeadToHead(met: HeadToHead): string {
  const { name, opponent, points, opponentPoints } = met
  const score = `${formatPoints(points)} : ${formatPoints(opponentPoints)}`
  const { parts, add } = startParts(
    `${paint('bold', `${name} – ${opponent}`)}  ${score}  ${formatScore(met)}${alsoCalled(met.names)}${alsoCalled(met.opponentNames)}`,
  )
  const sideOf = sideNames(met.kinds)
  add(
    `by colour of ${name}`,
    met.byColour.map(({ colour, ...one }) => [sideOf(colour), formatScore(one)]),
  )
  add(
    'by year',
    met.byYear.map(({ year, ...one }) => [year === undefined ? 'no year' : String(year), formatScore(one)]),
  )
  add(
    'openings',
    met.openings.map(({ colour, opening, ...one }) => [
      [opening.eco, opening.name].filter(Boolean).join(' '),
      sideOf(colour),
      formatScore(one),
    ]),
  )
  parts.push(`${paint('dim', 'games')}\n${formatGames(met.list)}`)
  return parts.join('\n\n')
}

function formatPlayer(player: PlayerDescription): string {
  const head = `${paint('bold', player.name)}  ${formatScore(player)}${alsoCalled(player.names)}`
  const { parts, add } = startParts(head)
  const sideOf = sideNames(player.kinds)
  add(
    'by colour',
    player.byColour.map(({ colour, ...score }) => [sideOf(colour), formatScore(score)]),
  )
  add(
    'by year',
    player.byYear.map(({ year, rating, ...score }) => [
      year === undefined ? 'no year' : String(year),
      `${formatScore(score)}${rating === undefined ? '' : `, rated ${rating}`}`,
    ]),
  )
  add(
    'openings',
    player.openings.map(({ colour, opening, ...score }) => [
      [opening?.eco, opening?.name].filter(Boolean).join(' '),
      sideOf(colour),
      formatScore(score),
    ]),
  )
  add(
    'opponents',
    player.opponents.map(({ name, ...score }) => [name, formatScore(score)]),
  )
  add(
    'events',
    player.events.map(({ name, date, games }) => [name, date ?? '', countOf(games, 'game')]),
  )
  return parts.join('\n\n')
}

/** The largest number of players in a crosstable. */
const CROSS_TABLE = 24

/** Heads of columns, where they are not the name of the rule. */
const RULE_HEADS: Partial<Record<TieBreak, string>> = {
  sonnebornBerger: 'Sonneborn-Berger',
  buchholz: 'Buchholz',
  buchholzCut1: 'Buchholz cut 1',
  buchholzMedian: 'Buchholz median',
  sos: 'SOS',
  sosos: 'SOSOS',
  sodos: 'SODOS',
  koya: 'Koya',
  secondWins: 'wins as second',
  opponentRating: 'mean rating of opponents',
}

function formatEvent(event: EventDescription): string {
  const dates = [event.firstDate, event.lastDate].filter((date) => date !== undefined)
  const head = [paint('bold', event.name), event.site, [...new Set(dates)].join(' to '), countOf(event.games, 'game')]
  const numbers = new Map(event.table.map(({ name }, index) => [name, index + 1]))
  const rounds = event.kind === 'swiss' ? roundsOf(event) : []
  const isCrossed = rounds.length === 0 && event.table.length <= CROSS_TABLE
  const rules = event.tieBreaks.filter((rule) => event.table.some(({ tieBreaks }) => tieBreaks?.[rule] !== undefined))
  const rows = event.table.map((standing, index) => [
    String(index + 1),
    standing.name,
    String(standing.rating ?? ''),
    `${formatPoints(standing.points)}/${standing.games}`,
    ...rules.map((rule) => valueText(standing.tieBreaks?.[rule])),
    String(standing.performance ?? ''),
    ...(rounds.length > 0
      ? rounds.map((round) => resultOfRound(event, standing, round, numbers))
      : isCrossed
        ? event.table.map((other) => resultsAgainst(standing, other))
        : [formatScore(standing)]),
  ])
  const columns = rounds.length > 0 ? rounds : isCrossed ? event.table.map((_, index) => String(index + 1)) : ['']
  const heads = rules.map((rule) => RULE_HEADS[rule] ?? rule)
  const title = ['', 'player', 'rating', 'points', ...heads, 'performance', ...columns]
  // Ratings and performance are often unknown to all.
  const used = title.map((_, column) => column < 2 || rows.some((row) => row[column] !== ''))
  const only = (row: readonly string[]) => row.filter((_, column) => used[column])
  const more = event.players > numbers.size ? `\n${countOf(event.players - numbers.size, 'player')} more` : ''
  const table = formatTable([only(title).map((cell) => paint('dim', cell)), ...rows.map(only)])
  return `${head.filter(Boolean).join('  ')}\n\n${table}${more}`
}

/** The most rounds that have columns of their own. */
const MOST_ROUNDS = 20

/** The rounds of a tournament in which everybody plays one game a round at most; none for others. */
function roundsOf({ rounds, table }: EventDescription): readonly string[] {
  const isOneEach = table.every(({ results }) => {
    const played = results.map(({ round }) => round)
    return !played.includes(undefined) && new Set(played).size === played.length
  })
  return isOneEach && rounds.length <= MOST_ROUNDS && rounds.every((round) => /^\d+$/.test(round)) ? rounds : []
}

/** What a player did in a round: the number of the opponent, the player's colour and points: `12w½`. */
function resultOfRound(
  { kinds }: EventDescription,
  standing: Standing,
  round: string,
  numbers: ReadonlyMap<string, number>,
): string {
  const result = standing.results.find((one) => one.round === round)
  if (!result) return ''
  return `${numbers.get(result.opponent) ?? '?'}${colourName(kinds[0] ?? 'chess', result.colour)[0]!.toLowerCase()}${pointText(result.points)}`
}

/** A value of a rule, with quarters where Sonneborn-Berger has them. */
function valueText(value: number | undefined): string {
  return value === undefined ? '' : String(Math.round(100 * value) / 100)
}

/** A player's results against another, one character per game. */
function resultsAgainst(standing: Standing, other: Standing): string {
  if (standing === other) return '·'
  return standing.results
    .filter(({ opponent }) => opponent === other.name)
    .map(({ points }) => pointText(points))
    .join('')
}

function pointText(points: number | undefined): string {
  return points === undefined ? '*' : points === 0.5 ? '½' : String(points)
}

function formatPoints(points: number): string {
  const half = points % 1 === 0 ? '' : '½'
  return points === 0.5 ? half : `${Math.floor(points)}${half}`
}
