/** `ludograph event`: the table of an event. */
import { InvalidArgumentError, type Command } from 'commander'
import type { Database } from '../../database/database.ts'
import { describeEvent, listEvents, type EventDescription, type Standing } from '../../database/names/entities.ts'
import { parseTieBreaks, TIE_BREAKS, type TieBreak } from '../../database/names/tie-breaks.ts'
import { colourName } from '../../model/record.ts'
import { withDatabase } from '../read/database.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { onlyName } from '../read/find-name.ts'
import { suggest } from '../show/suggest.ts'
import { CommandError, countOf, examples, EXIT, formatTable, paint, print, printJson } from '../show/terminal.ts'
import { formatScore } from '../show/rows.ts'

interface EventCommandOptions {
  edition?: string
  tieBreaks?: TieBreak[]
  limit?: number
  json?: boolean
}

export function addEvent(program: Command): void {
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

export function formatPoints(points: number): string {
  const half = points % 1 === 0 ? '' : '½'
  return points === 0.5 ? half : `${Math.floor(points)}${half}`
}
