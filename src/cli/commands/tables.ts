/** `ludograph tables`: the lists in a database: players, tournaments, sources ... */
import type { Command } from 'commander'
import type { Collection, Table } from '../../formats/format.ts'
import type { Json } from '../../model/json.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { suggest } from '../show/suggest.ts'
import { forEachInput } from '../read/inputs.ts'
import { withReadOptions, type ReadCommandOptions } from '../read/read-options.ts'
import {
  CommandError,
  countOf,
  examples,
  EXIT,
  formatTable,
  grouped,
  note,
  paint,
  print,
  printJson,
  printTable,
} from '../show/terminal.ts'

interface TablesOptions extends ReadCommandOptions {
  limit?: number
  json?: boolean
}

export function addTables(program: Command): void {
  const command = program
    .command('tables')
    .description('Show the lists in a database file: players, tournaments, sources ...')
    .argument('<input>', 'a database, such as a .cbh or .jou file')
    .argument('[table]', 'name of a list (default: show the names of all)')
  withReadOptions(command)
    .option('--limit <count>', 'list at most COUNT rows', positiveNumber)
    .option('--json', 'as JSON lines')
    .addHelpText('before', examples('tables base.cbh', 'tables base.cbh players', 'tables WTHOR.JOU players --json'))
    .action(async (path: string, name: string | undefined, options: TablesOptions) => {
      await forEachInput([path], options, (_input, { collection }) => showTables(collection, name, options))
    })
}

async function showTables(collection: Collection, name: string | undefined, options: TablesOptions): Promise<void> {
  const tables = collection.tables?.() ?? []
  if (name === undefined) {
    const { limit } = options
    if (options.json) {
      for (const { name, count, columns } of tables.slice(0, limit)) printJson({ name, count, columns: [...columns] })
      return
    }
    if (tables.length === 0) return note('this file has no lists')
    print(formatTable(tables.slice(0, limit).map((table) => [table.name, countOf(table.count, 'row')])))
    if (limit !== undefined && limit < tables.length) note(`${grouped(limit)} of ${countOf(tables.length, 'list')}`)
    return
  }
  const found = tables.filter((table) => table.name === name)
  if (found.length === 0) {
    const names = [...new Set(tables.map((table) => table.name))]
    const meant = suggest(name, names)
    const advice = meant ? `did you mean ${meant}?` : `it has ${names.join(', ') || 'none'}`
    throw new CommandError(`there is no list "${name}" in this file; ${advice}`, EXIT.usage)
  }
  for (const table of found) await showTable(table, options)
}

async function showTable(table: Table, { limit = Infinity, json }: TablesOptions): Promise<void> {
  let shown = 0
  function* rows(): Generator<Record<string, Json>> {
    for (const row of table.rows()) {
      if (shown === limit) return
      shown++
      yield row
    }
  }
  if (json) {
    for (const row of rows()) printJson(row)
    return
  }
  function* lines(): Generator<string[]> {
    yield table.columns.map((column) => paint('dim', column))
    for (const row of rows()) yield table.columns.map((column) => formatCell(row[column]))
  }
  await printTable(lines())
  note(`${grouped(shown)} of ${countOf(table.count, 'row')}`)
}

function formatCell(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
