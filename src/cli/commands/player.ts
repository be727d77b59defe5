/** `ludograph player`: one player, alone or against another. */
import type { Command } from 'commander'
import { describePlayer, listPlayers, type PlayerDescription } from '../../database/names/entities.ts'
import { describeHeadToHead, type HeadToHead } from '../../database/names/head-to-head.ts'
import { colourName, type Game } from '../../model/record.ts'
import { withDatabase } from '../read/database.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { onlyName } from '../read/find-name.ts'
import { formatGames } from './search.ts'
import { CommandError, countOf, examples, EXIT, formatTable, paint, print, printJson } from '../show/terminal.ts'
import { formatPoints } from './event.ts'
import { formatScore } from '../show/rows.ts'

/** Lines of each list of a player that people are shown by default; programs get more. */
const PART = 10

interface PlayerCommandOptions {
  against?: string
  limit?: number
  json?: boolean
}

export function addPlayer(program: Command): void {
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
