/** `ludograph players`, `player`, `events`, `event`: who played, and where. */
import type { Command } from 'commander'
import type { Database } from '../../database/database.ts'
import { listEvents, listPlayers, type ListOptions } from '../../database/names/entities.ts'
import { parseNumber, withDatabase } from '../read/database.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { countOf, examples, note, print, printJson, foundNothing } from '../show/terminal.ts'
import { addEvent } from './event.ts'
import { addPlayer } from './player.ts'
import { formatRows, years, type Cell } from '../show/rows.ts'

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
        if (rows.length === 0) foundNothing()
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
