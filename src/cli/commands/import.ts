/** `ludograph import`: games of any format into a database. */
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { importSources, type ImportFailure } from '../../database/import/import.ts'
import { isPacked } from '../../bytes/packed/index.ts'
import { detectFormat, SURE_ENOUGH } from '../../convert/detect.ts'
import type { ImportSource } from '../../database/import/import-source.ts'
import type { Format } from '../../formats/format.ts'
import { FORMATS } from '../../formats/index.ts'
import { withMessage } from '../../issues/describe.ts'
import { FormatError } from '../../issues/errors.ts'
import { formatLosses } from '../write/conversion-report.ts'
import { DiskFileSet } from '../../node/file-source.ts'
import { shareSource } from '../../node/unpacked-files.ts'
import { describeFailure } from '../show/failure.ts'
import { formatById, readOptions } from '../read/format-options.ts'
import { withLimitHint, withPasswordHint } from '../read/open-input.ts'
import { type ReadCommandOptions, withFileList, withReadOptions } from '../read/read-options.ts'
import { expandInputs, type Input } from '../read/names.ts'
import { spillStandardInput } from '../read/standard-input.ts'
import { withNewDatabase } from '../read/database.ts'
import { countOf, examples, EXIT, grouped, note, paint, printJson } from '../show/terminal.ts'
import { Progress } from '../show/progress.ts'

interface ImportCommandOptions extends ReadCommandOptions {
  variations?: boolean
  json?: boolean
}

export function addImport(program: Command): void {
  const command = program
    .command('import')
    .description('Import games of any format into a database, creating it if necessary')
    .argument('<database>', 'folder of the database')
    .argument('[input...]', 'files, databases or folders; - is standard input')
  withFileList(withReadOptions(command))
    .option('--variations', 'index positions in variations too, not only in main lines')
    .option('--json', 'print the report as JSON')
    .addHelpText(
      'before',
      examples(
        'import games.db games.pgn',
        'import games.db lichess_db_standard_rated_2013-01.pgn.zst',
        'import games.db collection/ --variations',
        'import games.db --files-from names.txt         the files that names.txt names, one a line',
        'import games.db base.cbz --option password=secret',
      ),
    )
    .action(runImport)
}

async function runImport(folder: string, names: string[], options: ImportCommandOptions): Promise<void> {
  const start = performance.now()
  const progress = new Progress('game')
  const missing: string[] = []
  const inputs = await expandInputs(names, { ...options, onMissing: (name) => missing.push(name) })
  const readable = inputs.filter((input) => input.isNamed || isReadable(input))
  const format = options.from === undefined ? undefined : formatById(options.from)
  const sources = await Promise.all(readable.map(async (input) => sourceOf(input, format)))
  const report = await withNewDatabase(folder, async (database) =>
    importSources(database, sources, {
      readOptions: readOptions(options, format),
      variations: options.variations ?? false,
      maxUnpacked: options.maxUnpacked,
      onProgress: ({ done, total, path }) => progress.set(done, total, path),
    }),
  )
  const unknownFiles = inputs.length - readable.length + report.unknownFiles
  const seconds = (performance.now() - start) / 1000
  if (report.failures.length > 0) process.exitCode = EXIT.unreadable
  else if (report.damaged > 0) process.exitCode ??= EXIT.issues
  if (options.json)
    return printJson({ ...report, found: report.found.map(withMessage), missing, unknownFiles, seconds })
  for (const failure of report.failures) note(paint('red', failureLine(failure)))
  if (unknownFiles > 0) note(`${countOf(unknownFiles, 'file')} of unknown format skipped`)
  if (report.skipped > 0) note(`${countOf(report.skipped, 'source')} already imported`)
  if (report.replaced > 0) note(`${countOf(report.replaced, 'source')} changed since the last import and replaced`)
  if (report.damaged > 0)
    note(paint('yellow', `${countOf(report.damaged, 'game')} had errors; everything readable in them was imported`))
  if (report.found.length > 0) note(`\n${paint('bold', 'Not read as written:')}\n${formatLosses(report.found)}`)
  if (report.imported + report.replaced === 0) return note('nothing new to import')
  // Of a moment, a rate says nothing.
  const rate = seconds >= 1 ? `${grouped(Math.round(report.games / seconds))} games/s, ` : ''
  note(
    `${countOf(report.games, 'game')} from ${countOf(report.imported + report.replaced, 'source')} imported into ${folder} ` +
      `in ${seconds.toFixed(1)} s (${rate}${countOf(report.postings, 'position')})`,
  )
}

/** Standard input has no name of its own, so that one import from it does not replace another. */
export async function sourceOf({ path }: Input, format: Format | undefined): Promise<ImportSource> {
  const source: ImportSource = { path }
  if (format) source.format = format.id
  if (path !== '-') return source
  const files = shareSource(await spillStandardInput())
  return { ...source, files, name: `stdin ${new Date().toISOString()}` }
}

/** A source that cannot be imported, in a line. */
export function failureLine({ path, error }: ImportFailure): string {
  if (!(error instanceof FormatError)) return `${path}: ${error.message}`
  const placed = error.at({ ...error.place, file: path })
  return describeFailure(withLimitHint(withPasswordHint(placed, '--option password=PASSWORD')))
}

/** Whether a file found in a folder is worth an attempt; a link that leads nowhere is, since it fails with its reason. */
export function isReadable({ path }: Input): boolean {
  if (!existsSync(path)) return true
  const files = new DiskFileSet(path)
  try {
    return isPacked(files.main) || detectFormat(files.main, FORMATS, SURE_ENOUGH)?.open !== undefined
  } finally {
    files.close()
  }
}
