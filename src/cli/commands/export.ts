/** `ludograph export`: games of a database to a file of any format. */
import type { Command } from 'commander'
import { Conversion } from '../../convert/convert.ts'
import { formatForName } from '../../convert/detect.ts'
import { exportParquet } from '../../database/parquet.ts'
import { countGames, searchRecords } from '../../database/search.ts'
import type { WriteOptions } from '../../formats/format.ts'
import { formatLosses } from './convert.ts'
import { makeQuery, withDatabase, withQueryOptions, type QueryOptions } from '../database.ts'
import { formatById, parseSettings } from '../inputs.ts'
import { OutputSeries } from '../outputs.ts'
import { collect } from '../run.ts'
import { CommandError, countOf, examples, EXIT, note, Progress } from '../terminal.ts'

interface ExportOptions extends QueryOptions {
  to?: string
  output?: string
  writeEncoding?: string
  writeOption?: string[]
  parquet?: string
}

export function addExport(program: Command): void {
  const command = program
    .command('export')
    .description('Write games of a database to a file, all of them or those that meet conditions')
    .argument('<database>', 'folder of the database')
    .option('-t, --to <format>', 'format to write; found by the extension of the output otherwise')
    .option('-o, --output <path>', 'file to write; standard output otherwise')
    .option('--parquet <folder>', 'write the tables as Parquet files instead, see docs/scale.md')
    .option('--write-encoding <label>', 'text encoding of the output, where the format has a choice')
    .option('--write-option <name=value>', 'an option of the format written', collect)
  withQueryOptions(command)
    .addHelpText(
      'before',
      examples(
        'export games.db -o all.pgn --kind chess',
        'export games.db -t jsonl --player Morphy',
        'export games.db --parquet tables/',
      ),
    )
    .action(runExport)
}

async function runExport(folder: string, options: ExportOptions): Promise<void> {
  if (options.parquet !== undefined) return await runParquet(folder, options.parquet)
  const target = options.to === undefined ? formatForName(options.output ?? '') : formatById(options.to)
  if (!target?.write) {
    throw new CommandError('say what to write: --to FORMAT, or an --output name with a known extension', EXIT.usage)
  }
  const query = makeQuery(options)
  const writeOptions: WriteOptions = {}
  if (options.writeEncoding !== undefined) writeOptions.encoding = options.writeEncoding
  const settings = parseSettings(options.writeOption, target, 'writing')
  if (settings) writeOptions.settings = settings
  await withDatabase(folder, true, async (database) => {
    const conversion = new Conversion(target, { keepDeleted: true })
    const progress = new Progress('game')
    const output = options.output ?? '-'
    const series = new OutputSeries(target, output, writeOptions, await countGames(database, query), Infinity)
    try {
      for await (const { id, record } of searchRecords(database, query)) {
        progress.step()
        const entry = { index: id, record, issues: [] }
        if (!conversion.accepts(entry)) continue
        const writer = await series.next(
          () => {},
          (full) => conversion.finish(full),
        )
        conversion.copy(entry, writer)
      }
      series.complete((writer) => conversion.finish(writer))
    } catch (error) {
      series.abort()
      throw error
    }
    progress.end()
    const losses = conversion.losses.list()
    if (losses.length > 0) note(formatLosses(losses))
    note(`${countOf(conversion.counts.written, 'game')} written as ${target.name}`)
  })
}

async function runParquet(folder: string, target: string): Promise<void> {
  await withDatabase(folder, true, async (database) => {
    const { games, postings } = await exportParquet(database, target)
    note(`${countOf(games, 'game')} and ${countOf(postings, 'position')} written to ${target}`)
  })
}
