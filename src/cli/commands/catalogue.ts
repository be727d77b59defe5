/** `ludograph stats`, `sql`: the catalogue of a database. */
import type { Command } from 'commander'
import type { DuckDBValue } from '@duckdb/node-api'
import type { Database } from '../../database/database.ts'
import { withDatabase } from '../database.ts'
import { CommandError, examples, EXIT, formatTable, note, paint, print, printJson } from '../terminal.ts'

export function addCatalogueCommands(program: Command): void {
  addStats(program)
  addSql(program)
}

function addStats(program: Command): void {
  program
    .command('stats')
    .description('What a database holds: games, sources, positions, size')
    .argument('<database>', 'folder of the database')
    .option('--json', 'as JSON')
    .addHelpText('before', examples('stats games.db', 'stats games.db --json'))
    .action(async (folder: string, { json }: { json?: boolean }) => {
      await withDatabase(folder, true, async (database) => {
        const stats = await gatherStats(database)
        if (json) return printJson(stats, toJson)
        const parts = Object.entries(stats).filter(([, rows]) => rows.length > 0)
        if (parts.length === 0) return note('The database holds no games; ludograph import brings some.')
        for (const [name, rows] of parts) {
          print(paint('bold', name))
          printRows(rows, false)
          print('')
        }
      })
    })
}

async function gatherStats({ catalogue }: Database): Promise<Record<string, Record<string, DuckDBValue>[]>> {
  return {
    games: await catalogue.rows(
      'SELECT game, count(*) AS games, sum(plies) AS moves, min(year) AS from_year, max(year) AS to_year, count(*) FILTER (errors > 0) AS damaged FROM games GROUP BY game ORDER BY game',
    ),
    sources: await catalogue.rows(
      'SELECT format, count(*) AS sources, sum(games) AS games, sum(size) AS bytes FROM sources GROUP BY format ORDER BY format',
    ),
    openings: await catalogue.rows(
      `SELECT game, coalesce(opening, found_opening) AS code, coalesce(opening_name, found_opening_name) AS name, count(*) AS games
       FROM games WHERE coalesce(opening, opening_name, found_opening, found_opening_name) IS NOT NULL
       GROUP BY ALL ORDER BY games DESC, code LIMIT 10`,
    ),
    positions: await catalogue.rows(
      'SELECT game, count(*) AS segments, sum(postings) AS postings, sum(positions) AS positions, sum(size) AS bytes FROM segments GROUP BY game ORDER BY game',
    ),
  }
}

function addSql(program: Command): void {
  program
    .command('sql')
    .description('Ask the catalogue in SQL, for reading only; docs/database.md describes its tables')
    .argument('<database>', 'folder of the database')
    .argument('<query>', 'a query in the SQL of DuckDB')
    .option('--json', 'as JSON lines')
    .addHelpText(
      'before',
      examples('sql games.db "SELECT event, count(*) FROM games GROUP BY event ORDER BY 2 DESC LIMIT 10"'),
    )
    .action(async (folder: string, query: string, { json }: { json?: boolean }) => {
      if (query.trim() === '') throw new CommandError('the query is empty', EXIT.usage)
      await withDatabase(folder, true, async (database) => {
        let rows: Record<string, DuckDBValue>[]
        try {
          rows = await database.catalogue.rows(query)
        } catch (error) {
          const message = (error as Error).message.replace(/^Failed to extract statements: /, '')
          throw new CommandError(message, EXIT.usage)
        }
        printRows(rows, json ?? false)
      })
    })
}

function printRows(rows: readonly Record<string, DuckDBValue>[], json: boolean): void {
  if (json) {
    for (const row of rows) printJson(row, toJson)
    return
  }
  if (rows.length === 0) return note('nothing found')
  const names = Object.keys(rows[0]!)
  const cells = rows.map((row) => names.map((name) => formatValue(row[name]!)))
  print(formatTable([names.map((name) => paint('dim', name)), ...cells]))
}

function formatValue(value: DuckDBValue): string {
  if (value === null) return ''
  if (typeof value === 'object' && 'items' in value) return value.items.map(String).join(', ')
  return typeof value === 'bigint' ? value.toLocaleString('en') : String(value)
}

/**
 * DuckDB's own values as JSON: numbers of 64 bits as numbers while they are exact, decimals as numbers,
 * lists and structures as such, bytes in base64, dates, times and all else as their text.
 */
function toJson(_name: string, given: unknown): unknown {
  const value = given as DuckDBValue | Record<string, DuckDBValue> | undefined
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isPlain(value)) return value
  if ('bytes' in value) return Buffer.from(value.bytes).toString('base64')
  if ('scale' in value) return Number(value)
  if ('items' in value) return value.items
  if ('entries' in value) return value.entries
  return String(value)
}

function isPlain(value: object): value is Record<string, DuckDBValue> {
  return Object.getPrototypeOf(value) === Object.prototype
}
