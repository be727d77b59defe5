/** `ludograph stats`, `sql`: the catalogue of a database. */
import type { Command } from 'commander'
import type { DuckDBValue } from '@duckdb/node-api'
import type { Database } from '../../database/database.ts'
import { jsonValue } from '../../database/catalogue/json-value.ts'
import { plainRow } from '../../database/catalogue/plain-row.ts'
import { databaseStatistics } from '../../database/catalogue/statistics.ts'
import { delimitedRow } from '../../bytes/delimited.ts'
import { withDatabase } from '../read/database.ts'
import { optionExcludes } from '../read/option-use.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { CommandError, examples, EXIT, grouped, note, paint, print, printJson, printTable } from '../show/terminal.ts'

export function addCatalogueCommands(program: Command): void {
  addStats(program)
  addSql(program)
}

function addStats(program: Command): void {
  program
    .command('stats')
    .description('Show statistics of a database: games, sources, positions, size')
    .argument('<database>', 'folder of the database')
    .option('--json', 'as JSON')
    .addHelpText('before', examples('stats games.db', 'stats games.db --json'))
    .action(async (folder: string, { json }: { json?: boolean }) => {
      await withDatabase(folder, true, async (database) => {
        const stats = await databaseStatistics(database)
        if (json) return printJson(mapRows(stats, plainRow))
        const parts = Object.entries(stats).filter(([, rows]) => rows.length > 0)
        if (parts.length === 0) return note('The database is empty; add games with ludograph import.')
        for (const [name, rows] of parts) {
          print(paint('bold', name))
          await printRows(rows, false)
          print('')
        }
      })
    })
}

function mapRows<From, To>(parts: Record<string, From[]>, map: (row: From) => To): Record<string, To[]> {
  return Object.fromEntries(Object.entries(parts).map(([name, rows]) => [name, rows.map(map)]))
}

function addSql(program: Command): void {
  const command = program
    .command('sql')
    .description('Query the catalogue with SQL (read-only); docs/database.md describes the tables')
    .argument('<database>', 'folder of the database')
    .argument('<query>', 'a query in DuckDB SQL')
    .option('--limit <count>', 'print at most COUNT rows', positiveNumber)
    .option('--csv', 'as comma-separated values')
    .option('--tsv', 'as tab-separated values')
    .option('--json', 'as JSON lines')
    .addHelpText(
      'before',
      examples('sql games.db "SELECT event, count(*) FROM games GROUP BY event ORDER BY 2 DESC LIMIT 10"'),
    )
    .action(async (folder: string, query: string, { json = false, csv, tsv, limit }: SqlOptions) => {
      if (query.trim() === '') throw new CommandError('the query is empty', EXIT.usage)
      await withDatabase(folder, true, async (database) => {
        const rows = firstOf(resultOf(database, query), limit)
        if (csv || tsv) await printDelimited(rows, csv ? ',' : '\t')
        else await printRows(rows, json)
      })
    })
  optionExcludes(command, '--csv', ['--tsv', '--json'])
  optionExcludes(command, '--tsv', ['--json'])
}

interface SqlOptions {
  json?: boolean
  csv?: boolean
  tsv?: boolean
  limit?: number
}

async function* firstOf(rows: AsyncIterable<Row>, limit = Infinity): AsyncGenerator<Row> {
  let left = limit
  for await (const row of rows) {
    yield row
    if (--left === 0) return
  }
}

/** The names of the columns and the rows, for spreadsheets and pipes; nothing if there is no row. */
async function printDelimited(rows: AsyncIterable<Row>, separator: string): Promise<void> {
  let isFirst = true
  for await (const row of rows) {
    if (isFirst) print(delimitedRow(Object.keys(row), { separator }).trimEnd())
    isFirst = false
    print(delimitedRow(Object.values(row).map(plainCell), { separator }).replace(/\r\n$/, ''))
  }
}

/** A value as programs read it: numbers without separators, lists and structures as JSON. */
function plainCell(value: DuckDBValue): string {
  if (value === null) return ''
  if (typeof value !== 'object') return String(value)
  const plain = jsonValue('', value)
  return typeof plain === 'string' ? plain : JSON.stringify(value, jsonValue)
}

type Row = Record<string, DuckDBValue>

/** The rows of a query, streamed. A query that DuckDB rejects is a usage error. */
async function* resultOf({ catalogue }: Database, query: string): AsyncGenerator<Row> {
  try {
    yield* catalogue.stream(query)
  } catch (error) {
    throw new CommandError((error as Error).message.replace(/^Failed to extract statements: /, ''), EXIT.usage)
  }
}

async function printRows(rows: Iterable<Row> | AsyncIterable<Row>, json: boolean): Promise<void> {
  let count = 0
  async function* lines(): AsyncGenerator<string[]> {
    for await (const row of rows) {
      if (count++ === 0) yield Object.keys(row).map((name) => paint('dim', name))
      yield Object.values(row).map(formatValue)
    }
  }
  if (json) for await (const row of rows) printJson(row, jsonValue)
  else await printTable(lines())
  if (!json && count === 0) note('nothing found')
}

function formatValue(value: DuckDBValue): string {
  if (value === null) return ''
  if (typeof value === 'object' && 'items' in value) return value.items.map(String).join(', ')
  return typeof value === 'bigint' ? grouped(value) : String(value)
}
