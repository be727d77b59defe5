/** `ludograph convert`: from any format to any other, with a report of what is lost. */
import { basename, dirname, join } from 'node:path'
import type { Command } from 'commander'
import { extension } from '../../bytes/source.ts'
import { Conversion } from '../../convert/convert.ts'
import { makeChessKernel } from '../../formats/chess-kernel.ts'
import type { Format } from '../../formats/format.ts'
import { APPENDABLE, appendableFor } from '../../node/change-database.ts'
import { COMPRESSED_EXTENSIONS } from '../../node/compressed-sink.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import { databasesAmong, refuseOptionsOfFiles } from '../read/databases.ts'
import { positiveNumber } from '../read/positive-number.ts'
import { conditionTexts, withOrderOptions, withQueryOptions } from '../read/query.ts'
import { withFileList, withReadOptions } from '../read/read-options.ts'
import { makeFilter, openingNamer } from '../read/record-filter.ts'
import { Progress } from '../show/progress.ts'
import { CommandError, examples, EXIT } from '../show/terminal.ts'
import { listOf, mainFilesOf } from '../write/changes.ts'
import { report } from '../write/conversion-report.ts'
import { convertInputs } from '../write/convert-inputs.ts'
import type { Job, JobOptions } from '../write/convert-job.ts'
import { isFolderPath, wholeExtension } from '../write/output-paths.ts'
import {
  refuseIdleSplit,
  targetFormat,
  withOptionsOfWriter,
  withTarget,
  withWriteOptions,
  writeOptions,
  type WriteCommandOptions,
} from '../write/write-options.ts'

interface ConvertOptions extends JobOptions, WriteCommandOptions, ConditionTexts {
  json?: boolean
}

/** The formats that games can be added to, by name. */
const appendable = listOf(APPENDABLE.map(({ name }) => name))

export function addConvert(program: Command): void {
  const command = program
    .command('convert')
    .description('Convert files, databases or folders, and report what the target format cannot store')
    .argument('[input...]', 'files, databases or folders; - is standard input')
  withWriteOptions(withFileList(withReadOptions(withTarget(command, 'file or folder to write'))))
    .option('--append', `add the games to the file or database given by --output (${appendable}), all or none`)
    .option('--strict', 'write nothing if anything would be lost, or could not be read')
    .option('--deleted', 'include games marked as deleted')
    .option('--split <count>', 'start a new file every COUNT games', positiveNumber)
    .option('--limit <count>', 'write at most COUNT games', positiveNumber)
    .option('--json', 'print the report as JSON to standard error')
  withQueryOptions(withOrderOptions(command), { ofDatabase: false })
    .addHelpText(
      'before',
      examples(
        'convert game.xqf -o game.pgn            format chosen by the extension',
        'convert collection/ -t pgn -o out/      a folder with the same structure',
        'convert collection/ -o all.pgn          all games in one file',
        'convert games.pgn -t jsonl | jq .header one JSON record per line',
        'convert big.cbh -o morphy.pgn --player Morphy --sort date',
        'convert new.pgn --append -o base.cbh    add games to a ChessBase database',
        'convert new.cbh --append -o all.pgn     add games to a PGN file',
      ),
    )
    .action(runConvert)
}

async function runConvert(names: string[], given: ConvertOptions): Promise<void> {
  const databases = await databasesAmong(names)
  if (databases.length > 0) return await convertDatabase(names, given)
  const target = targetFormat(given)
  const options = withOptionsOfWriter(given, target)
  refuseIdleSplit(target, options.split)
  if (options.append) refuseAppend(target, options)
  const texts = conditionTexts(options)
  const job: Job = {
    conversion: new Conversion(target, {
      filter: await makeFilter(texts),
      keepDeleted: options.deleted,
      complete: options.openings ? await openingNamer() : undefined,
      limit: options.limit,
      kernel: makeChessKernel(),
    }),
    target,
    options,
    writeOptions: await writeOptions(options, target),
    texts,
    progress: new Progress('game'),
    sinkOptions: {},
    files: [],
  }
  const counts = await convertInputs(names, options.output ?? '-', job)
  job.progress.end()
  report(job, counts, options.json)
}

/** Writes the games of a database, as `export` does. */
async function convertDatabase(names: readonly string[], options: ConvertOptions): Promise<void> {
  const [folder] = names
  if (names.length > 1 || options.filesFrom !== undefined) {
    throw new CommandError('a database is converted alone: give no other input', EXIT.usage)
  }
  // What --option says may be for the writer.
  refuseOptionsOfFiles(options, ['from', 'encoding', 'maxUnpacked'])
  const idle = (['append', 'strict', 'json', 'deleted'] as const).find((name) => options[name])
  if (idle) throw new CommandError(`--${idle} is not for games of a database; use ludograph export`, EXIT.usage)
  if (options.output !== undefined && isFolderPath(options.output)) {
    throw new CommandError('the games of a database go to a file: give its name with --output', EXIT.usage)
  }
  const { runExport } = await import('./export.ts')
  await runExport(folder!, options)
}

/** Throws if nothing can be added to the output. */
function refuseAppend(target: Format, { output, split }: ConvertOptions): void {
  if (output === undefined || isFolderPath(output)) {
    const files = mainFilesOf(APPENDABLE)
    throw new CommandError(
      `--append adds to a file or database (${appendable}): name a ${files} file with --output`,
      EXIT.usage,
    )
  }
  if (appendableFor(output) !== target) {
    throw new CommandError(`${whyNotAppendable(target, output)}; ${instead(target, output)}`, EXIT.usage)
  }
  if (split !== undefined) throw new CommandError('--append cannot be combined with --split', EXIT.usage)
}

/** Why games cannot be added to a file. */
function whyNotAppendable(target: Format, output: string): string {
  const end = extension(output)
  if (COMPRESSED_EXTENSIONS.includes(end))
    return `--append cannot add to ${output}: a ${end} file is compressed as a whole`
  if (target.holds === 'one') return `--append cannot add to ${output}: ${target.name} holds one game per file`
  const known = appendableFor(output)
  if (known) return `--append cannot add to ${output}: games are added to ${known.name}, not written as ${target.name}`
  return `--append cannot add to ${output}: files of ${target.name} are only written whole`
}

/** What does the same where games cannot be added. */
function instead(target: Format, output: string): string {
  if (target.holds === 'one') return 'write them to a folder: --output FOLDER/'
  const end = wholeExtension(output)
  const other = join(dirname(output), `${basename(output, end)}-2${end}`)
  return `write a new file of both: ludograph convert ${output} NEW -o ${other}`
}
