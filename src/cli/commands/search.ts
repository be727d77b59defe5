/** `ludograph search`: games of a database by header, comment and position. */
import type { Command } from 'commander'
import type { GameStore } from '../../database/stores/store.ts'
import { inOrder, type FoundGame, type FoundPlayer } from '../../query/found-game.ts'
import type { SearchOptions } from '../../database/search/search.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import type { GameQuery } from '../../query/query.ts'
import { movesOfPlies } from '../../model/move-count.ts'
import { parseNumber, queryFor } from '../read/database.ts'
import { optionExcludes } from '../read/option-use.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { withGameStore } from '../read/store.ts'
import { orderOf, withOrderOptions, withQueryOptions, type OrderOptions } from '../read/query.ts'
import {
  countOf,
  examples,
  formatTable,
  grouped,
  note,
  paint,
  print,
  printJson,
  printTable,
  cellText,
  foundNothing,
} from '../show/terminal.ts'

interface SearchCommandOptions extends ConditionTexts, OrderOptions {
  limit: number
  offset?: number
  count?: boolean
  json?: boolean
}

const DEFAULT_LIMIT = 20

export function addSearch(program: Command): void {
  const command = program
    .command('search')
    .description('Find games in a database; all filters must match')
    .argument('<database>', 'folder of the database, or address of a cluster (clickhouse://host/name)')
  withOrderOptions(command)
    .option('--limit <count>', 'list at most COUNT games', positiveNumber, DEFAULT_LIMIT)
    .option('--offset <count>', 'number of lines to skip', parseNumber)
    .option('--count', 'print only the number of games')
    .option('--json', 'as JSON lines')
  withQueryOptions(command)
    .addHelpText(
      'before',
      examples(
        'search games.db --player Morphy --result 1-0',
        'search clickhouse://host/chess --player Morphy',
        'search games.db --moves "e4 e5 Nf3 Nc6 Bc4" --min-rating 2600',
        'export games.db --player Morphy -o morphy.pgn',
      ),
    )
    .action(async (folder: string, options: SearchCommandOptions) => {
      await withGameStore(folder, async (store) => runSearch(store, await queryFor(store, options), options))
    })
  optionExcludes(command, '--count', ['--limit', '--offset', '--sort', '--descending'])
}

async function runSearch(store: GameStore, query: GameQuery, options: SearchCommandOptions): Promise<void> {
  if (options.count) {
    const count = await store.countGames(query)
    if (count === 0) foundNothing()
    return print(String(count))
  }
  const { limit, offset } = options
  const page: SearchOptions = { ...orderOf(options), ...(offset !== undefined && { offset }), limit }
  if (options.json) {
    let isEmpty = true
    for await (const game of store.streamGames(query, page)) {
      isEmpty = false
      printJson(game)
    }
    if (isEmpty) foundNothing()
    return
  }
  const total = await store.countGames(query)
  let shown = 0
  async function* rows(): AsyncGenerator<string[]> {
    for await (const game of store.streamGames(query, page)) {
      shown++
      yield gameRow(game)
    }
  }
  await printTable(rows())
  if (total === 0) foundNothing()
  const more = total > shown ? `; showing ${grouped(shown)} (--limit, --offset)` : ''
  note(`${countOf(total, 'game')} found${more}`)
}

/** Games as lines of a table. */
export function formatGames(games: readonly FoundGame[]): string {
  return formatTable(games.map(gameRow))
}

/** Columns that an event or an opening takes on a terminal. */
const MOST_WORDS = 40

function gameRow(game: FoundGame): string[] {
  const player = ({ name = '?', rating }: FoundPlayer = {}) => `${name}${rating ? paint('dim', ` ${rating}`) : ''}`
  const [first, second] = inOrder(game)
  return [
    paint('dim', String(game.id)),
    game.game,
    player(first),
    player(second),
    game.result,
    game.date ?? '',
    cellText([game.title, game.event, game.site].filter(Boolean).join(', '), MOST_WORDS),
    cellText([game.opening?.eco, game.opening?.name].filter(Boolean).join(' '), MOST_WORDS),
    countOf(movesOfPlies(game.game, game.plies), 'move'),
    paint('dim', (game.tags ?? []).map((tag) => `[${tag}]`).join(' ')),
  ]
}
