/** `ludograph export`: games of a database to a file of any format. */
import type { AnyRecord } from '../../model/line-record.ts'
import type { Command } from 'commander'
import { Conversion } from '../../convert/convert.ts'
import { exportParquet } from '../../database/export/parquet.ts'
import type { FoundRecord, SearchOptions } from '../../database/search/search.ts'
import { makeChessKernel } from '../../formats/chess-kernel.ts'
import type { Entry } from '../../formats/format.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import { formatLosses } from '../write/conversion-report.ts'
import { parseCount, queryFor, withDatabase } from '../read/database.ts'
import { optionExcludes, optionsNeed } from '../read/option-use.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { withGameStore } from '../read/store.ts'
import { orderOf, withOrderOptions, withQueryOptions, type OrderOptions } from '../read/query.ts'
import { mayReplace, numberedFiles } from '../write/output-paths.ts'
import { OutputSeries } from '../write/output-series.ts'
import {
  refuseIdleSplit,
  targetFormat,
  withTarget,
  withWriteOptions,
  writeOptions,
  type WriteCommandOptions,
} from '../write/write-options.ts'
import { openingNamer } from '../read/record-filter.ts'
import { CommandError, countOf, examples, EXIT, note } from '../show/terminal.ts'
import { Progress } from '../show/progress.ts'

export interface ExportOptions extends ConditionTexts, WriteCommandOptions, OrderOptions {
  split?: number
  limit?: number
  parquet?: string
  plies?: boolean
}

export function addExport(program: Command): void {
  const command = program
    .command('export')
    .description('Write all games of a database, or those that match the filters, to a file')
    .argument('<database>', 'folder of the database, or address of a cluster (clickhouse://host/name)')
  withOrderOptions(withWriteOptions(withTarget(command, 'file to write')))
    .option('--split <count>', 'start a new file every COUNT games', parseCount)
    .option('--limit <count>', 'write at most COUNT games', positiveNumber)
    .option('--parquet <folder>', 'write tables as Parquet files instead, for Python, R and SQL (see docs/data.md)')
    .option('--plies', 'with --parquet: also a table with a row for each move')
  withQueryOptions(command)
    .addHelpText(
      'before',
      examples(
        'export games.db -o all.pgn --game chess',
        'export games.db -t jsonl --player Morphy',
        'export games.db -o games.pgn --sort date --split 10000',
        'export games.db --parquet tables/',
        'export games.db --parquet tables/ --plies      also every move with its position',
      ),
    )
    .action(runExport)
  const others = command.options.map(({ long }) => long!).filter((name) => !['--parquet', '--plies'].includes(name))
  optionExcludes(command, '--parquet', others)
  optionsNeed(command, ['--plies'], '--parquet')
}

/** Writes the games of a database, or of a cluster, that match the filters. */
export async function runExport(folder: string, options: ExportOptions): Promise<void> {
  if (options.parquet !== undefined) return await runParquet(folder, options.parquet, options.plies ?? false)
  const target = targetFormat(options)
  refuseIdleSplit(target, options.split)
  await withGameStore(folder, async (store) => {
    const { limit = Infinity } = options
    const query = await queryFor(store, options)
    const total = Math.min(limit, await store.countGames(query))
    const isEmpty = total === 0 && Object.keys(query).length === 0 && target.holds === 'many'
    if (total === 0 && !isEmpty) {
      throw new CommandError('no game matches the filters; nothing was written', EXIT.issues)
    }
    const complete = options.openings ? await openingNamer() : undefined
    const conversion = new Conversion(target, { keepDeleted: true, complete, limit })
    const progress = new Progress('game', { total })
    const output = options.output ?? '-'
    const settings = await writeOptions(options, target)
    const perFile = target.holds === 'one' ? 1 : (options.split ?? Infinity)
    const paths = total > perFile ? numberedFiles(output) : [output]
    const replaces = await mayReplace(paths, options)
    const series = new OutputSeries(target, output, settings, total, perFile, { replaces })
    const next = () =>
      series.next(
        () => {},
        (full) => conversion.finish(full),
      )
    const order = orderOf(options)
    // Records for other formats need their nodes.
    const noted = target.acceptsSan?.(settings) ? { kernel: makeChessKernel(), playedLine: { san: true } } : {}
    const found = recordsUpTo(
      (page) => store.searchRecords(query, { ...order, ...page }, noted),
      () => limit - conversion.counts.written,
    )
    try {
      if (isEmpty) await next()
      for await (const { id, record, playedLine } of found) {
        progress.step()
        const entry: Entry<AnyRecord> = { index: id, record, issues: [], playedLine }
        if (!conversion.accepts(entry)) continue
        conversion.copy(entry, await next())
      }
      series.complete((writer) => conversion.finish(writer))
    } catch (error) {
      series.abort()
      throw error
    }
    progress.end()
    const losses = conversion.losses.list()
    if (losses.length > 0) note(formatLosses(losses))
    const { written } = conversion.counts
    const leftOut = total > written ? `, ${countOf(total - written, 'game')} could not be written` : ''
    const nothing = written === 0 && !isEmpty && output !== '-' ? `; ${output} was not created` : ''
    note(`${countOf(written, 'game')} written as ${target.name}${leftOut}${nothing}`)
    if (written === 0 && !isEmpty) process.exitCode = EXIT.issues
  })
}

/**
 * The records of a query until no more are wanted. Only those wanted are asked for, and more if some of them could not be
 * used.
 */
async function* recordsUpTo(
  search: (page: SearchOptions) => AsyncGenerator<FoundRecord<AnyRecord>>,
  wanted: () => number,
): AsyncGenerator<FoundRecord<AnyRecord>> {
  let offset = 0
  for (let limit = wanted(); limit > 0; limit = wanted()) {
    const page = limit === Infinity ? {} : { limit, offset }
    const before = offset
    for await (const found of search(page)) {
      offset++
      yield found
    }
    if (offset - before < limit) return
  }
}

async function runParquet(folder: string, target: string, plies: boolean): Promise<void> {
  await withDatabase(folder, true, async (database) => {
    const progress = new Progress('position')
    const onProgress = (done: number, total: number) => progress.set(done, total)
    const report = await exportParquet(database, target, { plies, onProgress })
    progress.end()
    if (report.unplayed > 0)
      note(`${countOf(report.unplayed, 'game')} cannot be played here: without the text of moves`)
    const moves = plies ? `, ${countOf(report.plies, 'move')}` : ''
    note(`${countOf(report.games, 'game')}${moves} and ${countOf(report.postings, 'position')} written to ${target}`)
  })
}
