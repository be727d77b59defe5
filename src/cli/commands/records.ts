/** `ludograph records`: the longest, the shortest, the greatest upsets and series among the games of a database. */
import type { Command } from 'commander'
import { findRecords, type GameRecords, type Series } from '../../database/names/records.ts'
import { kindsOf, mostPlayed } from '../../database/catalogue/statistics.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import type { FoundGame } from '../../query/found-game.ts'
import { withDatabase } from '../read/database.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { Progress } from '../show/progress.ts'
import { makeQuery } from '../read/make-query.ts'
import { withQueryOptions } from '../read/query.ts'
import { partsText } from '../show/study-text.ts'
import { countOf, examples, formatTable, note, paint, print, printJson, foundNothing } from '../show/terminal.ts'
import { formatGames } from './search.ts'

interface RecordsCommandOptions extends ConditionTexts {
  limit: number
  json?: boolean
}

const DEFAULT_LINES = 5

export function addRecords(program: Command): void {
  const command = program
    .command('records')
    .description('Records of the games: longest, shortest, upsets, series of wins or without a loss, youngest winners')
    .argument('<database>', 'folder of the database')
    .option('--limit <count>', 'list at most COUNT lines of each kind', positiveNumber, DEFAULT_LINES)
    .option('--json', 'as JSON')
  withQueryOptions(command)
    .addHelpText(
      'before',
      examples(
        'records games.db',
        'records games.db --player "Morphy, Paul"',
        'records games.db --event hastings --limit 3',
        'records games.db --game xiangqi --since 2000',
      ),
    )
    .action(async (folder: string, { limit, json, ...conditions }: RecordsCommandOptions) => {
      await withDatabase(folder, true, async (database) => {
        const { game = await mostPlayed(database), ...query } = makeQuery(conditions, await kindsOf(database))
        const progress = new Progress('list')
        const records = await findRecords(database, game, query, limit, (made, lists) => progress.set(made, lists))
        progress.end()
        if (records.games === 0) foundNothing()
        if (json) return printJson(records)
        if (records.games === 0) return note('nothing found')
        print(formatRecords(records))
      })
    })
}

function formatRecords({ game, games, longest, shortest, upsets, wins, unbeaten, youngest }: GameRecords): string {
  return partsText([
    ['', `${paint('bold', `Records of ${game}`)}  ${countOf(games, 'game')}`],
    ['longest games', formatGames(longest)],
    ['shortest games won', formatGames(shortest)],
    ['greatest upsets, by the difference of ratings', namedGames(upsets.map((one) => [`${one.difference}`, one.game]))],
    ['longest series of wins', formatSeries(wins)],
    ['longest series without a loss', formatSeries(unbeaten)],
    ['youngest winners', namedGames(youngest.map(({ name, age, game: won }) => [`${name}, ${age}`, won]))],
  ])
}

function namedGames(rows: readonly (readonly [string, FoundGame])[]): string {
  const lines = formatGames(rows.map(([, game]) => game)).split('\n')
  return rows.length === 0 ? '' : formatTable(rows.map(([name], index) => [paint('bold', name), lines[index]!]))
}

function formatSeries(series: readonly Series[]): string {
  return formatTable(
    series.map(({ name, games, firstDate, lastDate, first, last }) => [
      String(games),
      name,
      firstDate === lastDate ? firstDate : `${firstDate} to ${lastDate}`,
      paint('dim', `games ${first} to ${last}`),
    ]),
  )
}
