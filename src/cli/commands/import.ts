/** `ludograph import`: games of any format into a database. */
import type { Command } from 'commander'
import { importSources, type ImportFailure, type ImportProgress } from '../../database/import/import.ts'
import { detectFormat, SURE_ENOUGH } from '../../convert/detect.ts'
import { FORMATS } from '../../formats/index.ts'
import { FormatError } from '../../issues/errors.ts'
import { DiskFileSet } from '../../node/file-source.ts'
import {
  describeFailure,
  expandInputs,
  formatById,
  readOptions,
  withPasswordHint,
  type Input,
  type ReadCommandOptions,
} from '../inputs.ts'
import { withNewDatabase } from '../database.ts'
import { withReadOptions } from '../run.ts'
import { countOf, drawProgress, examples, EXIT, note, paint, printJson } from '../terminal.ts'

interface ImportCommandOptions extends ReadCommandOptions {
  variations?: boolean
  json?: boolean
}

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('Import games of any format into a database, creating it if necessary')
    .argument('<database>', 'folder of the database')
    .argument('<input...>', 'files, databases or folders')
  withReadOptions(command)
    .option('--variations', 'index positions in variations too, not only in main lines')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'before',
      examples(
        'import games.db games.pgn',
        'import games.db collection/ --variations',
        'import games.db base.cbz --option password=secret',
      ),
    )
    .action(runImport)
}

async function runImport(folder: string, names: string[], options: ImportCommandOptions): Promise<void> {
  const start = performance.now()
  const inputs = expandInputs(names)
  const readable = inputs.filter((input) => input.isNamed || isReadable(input))
  const passedOver = inputs.length - readable.length
  const report = await withNewDatabase(folder, async (database) =>
    importSources(
      database,
      readable.map(({ path }) =>
        options.from === undefined ? { path } : { path, format: formatById(options.from).id },
      ),
      {
        readOptions: readOptions(options, options.from === undefined ? undefined : formatById(options.from)),
        variations: options.variations ?? false,
        onProgress: (progress) => showProgress(progress, start),
      },
    ),
  )
  const seconds = (performance.now() - start) / 1000
  if (report.failures.length > 0) process.exitCode = EXIT.unreadable
  else if (report.damaged > 0) process.exitCode = EXIT.issues
  if (options.json) return printJson({ ...report, passedOver, seconds })
  for (const failure of report.failures) note(paint('red', failureLine(failure)))
  if (passedOver > 0) note(`${countOf(passedOver, 'file')} of unknown format skipped`)
  if (report.skipped > 0) note(`${countOf(report.skipped, 'source')} already imported`)
  if (report.replaced > 0) note(`${countOf(report.replaced, 'source')} changed since the last import and replaced`)
  if (report.damaged > 0)
    note(paint('yellow', `${countOf(report.damaged, 'game')} had errors; everything readable in them was imported`))
  if (report.imported + report.replaced === 0) return note('nothing new to import')
  const rate = Math.round(report.games / seconds)
  note(
    `${countOf(report.games, 'game')} from ${countOf(report.imported + report.replaced, 'source')} imported into ${folder} ` +
      `in ${seconds.toFixed(1)} s (${rate.toLocaleString('en')} games/s, ${countOf(report.postings, 'position')})`,
  )
}

function failureLine({ path, error }: ImportFailure): string {
  if (!(error instanceof FormatError)) return `${path}: ${error.message}`
  return describeFailure(withPasswordHint(error.at({ ...error.place, file: path }), '--option password=PASSWORD'))
}

function isReadable({ path }: Input): boolean {
  const files = new DiskFileSet(path)
  try {
    return detectFormat(files.main, FORMATS, SURE_ENOUGH)?.open !== undefined
  } finally {
    files.close()
  }
}

function showProgress({ done, total, path }: ImportProgress, start: number): void {
  const seconds = (performance.now() - start) / 1000
  const rate = done / seconds
  const left = Math.round((total - done) / rate)
  drawProgress(
    `${done.toLocaleString('en')} of ${countOf(total, 'game')}, ${Math.round(rate).toLocaleString('en')}/s, ${left} s left  ${path}`,
  )
}
