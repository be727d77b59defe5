/** `ludograph convert`: from any format to any other, with a report of what is lost. */
import type { AnyRecord } from '../../model/line-record.ts'
import { basename, dirname, join } from 'node:path'
import type { Command } from 'commander'
import { safePath } from '../../bytes/file-name.ts'
import { extension } from '../../bytes/source.ts'
import { Conversion } from '../../convert/convert.ts'
import { makeChessKernel } from '../../formats/chess-kernel.ts'
import type { Collection, Entry, EntryOptions, Format } from '../../formats/format.ts'
import { describeIssue } from '../../issues/describe.ts'
import {
  LossRefused,
  writeSeries,
  shareConversion,
  writeShared,
  type AddEntry,
  type ConversionSource,
  type Job,
  type JobOptions,
} from '../write/convert-job.ts'
import { APPENDABLE, appendableFor } from '../../node/change-database.ts'
import { COMPRESSED_EXTENSIONS } from '../../node/compressed-sink.ts'
import { listOf, mainFilesOf } from '../write/changes.ts'
import type { OpenInput } from '../read/inputs.ts'
import { databasesAmong, refuseOptionsOfFiles } from '../read/databases.ts'
import { expandInputs, type Input } from '../read/names.ts'
import { inputsWithin } from '../read/packed-inputs.ts'
import {
  changeFolder,
  isFolderPath,
  mayReplace,
  numberedFiles,
  pathInFolder,
  refuseSamePath,
  wholeExtension,
} from '../write/output-paths.ts'
import {
  refuseIdleSplit,
  targetFormat,
  withOptionsOfWriter,
  withTarget,
  withWriteOptions,
  writeOptions,
  type WriteCommandOptions,
} from '../write/write-options.ts'
import { positiveNumber } from '../read/positive-number.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import type { SortOrder } from '../../query/sort-keys.ts'
import { conditionTexts, orderOf, withOrderOptions, withQueryOptions } from '../read/query.ts'
import { makeFilter, openingNamer } from '../read/record-filter.ts'
import { forEach, forEachInput, withFileList, withReadOptions, type InputCounts } from '../read/run.ts'
import { CommandError, countOf, examples, EXIT, note, paint } from '../show/terminal.ts'
import { report } from '../write/conversion-report.ts'
import { Progress } from '../show/progress.ts'

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
  const output = options.output ?? '-'
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
  const toFolder = isWrittenTogether(job) ? convertFolders : convertEach
  const counts = isFolderPath(output)
    ? await toFolder(names, output, job)
    : await convertTogether(names, output, await withConsent(output, job))
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

/** A job that may replace what is at a path. Throws CommandError if the user has not agreed to that. */
async function withConsent(path: string, job: Job): Promise<Job> {
  const { options, target, sinkOptions } = job
  if (options.append) return job
  const paths = isNumbered(job) ? [path, ...numberedFiles(path)] : [path]
  const advice = target.append && !isNumbered(job) ? ', or --append to add to it' : ''
  return { ...job, sinkOptions: { ...sinkOptions, replaces: await mayReplace(paths, options, advice) } }
}

/** Every input to a separate file below a folder; all of them appear together. */
async function convertEach(names: string[], folder: string, job: Job): Promise<InputCounts> {
  const used = new Map<string, number>()
  const change = changeFolder(folder)
  try {
    const counts = await forEachInput(names, job.options, async (input, open, place) => {
      job.progress.begin(place, open.collection.count)
      const path = pathInFolder(folder, input.relativePath, job.target, used)
      try {
        await convertOne(input, open, path, await withConsent(path, { ...job, sinkOptions: { change } }))
        tellOfDamage(input)
      } catch (error) {
        // The next input may convert without a loss.
        if (!(error instanceof LossRefused)) throw error
        note(paint('red', error.message))
        process.exitCode = EXIT.issues
      }
    })
    change.commit()
    return counts
  } catch (error) {
    change.abort()
    throw error
  }
}

/** Whether the inputs of a folder become files of one writer, which share their parts. */
function isWrittenTogether({ target, options }: Job): boolean {
  return target.folderName !== undefined && options.split === undefined && orderOf(options) === undefined
}

/** The inputs of every folder to files in one folder that share their parts; all of them appear together. */
async function convertFolders(names: string[], output: string, job: Job): Promise<InputCounts> {
  const inputs = Map.groupBy(await expandInputs(names, job.options), ({ relativePath }) => dirname(relativePath))
  const change = changeFolder(output)
  const all: InputCounts = { opened: 0, failed: 0, unknownFiles: 0 }
  const ofFolders = { ...job, sinkOptions: { change, replaces: () => job.options.force === true } }
  try {
    for (const [folder, within] of inputs) {
      const path = join(output, safePath(folder) ?? '', job.target.folderName!)
      let source: ConversionSource | undefined
      await writeSeries(
        path,
        1,
        ofFolders,
        () => source,
        async (add) => {
          const counts = await forEach(within, job.options, async (input, open, place) => {
            const { collection } = open
            source = { collection, file: input.path }
            job.progress.begin(place, collection.count)
            for (const entry of collection.entries(wantedOf(job))) {
              if (job.conversion.isFull) break
              const added = add(entry, input.path)
              if (added) await added
            }
            job.conversion.noteFound(collection, input.path)
            tellOfDamage(input)
          })
          refuseUnread(counts, job)
          all.opened += counts.opened
          all.failed += counts.failed
          all.unknownFiles += counts.unknownFiles
          return counts.opened
        },
      )
    }
    change.commit()
    return all
  } catch (error) {
    change.abort()
    throw error
  }
}

/** One input to one file, or to numbered ones. */
async function convertOne(input: Input, open: OpenInput, path: string, job: Job): Promise<void> {
  const { collection } = open
  refuseSamePath(input.path, path)
  const shared = shareConversion(input, open, path, job)
  if (shared) return await writeShared(shared, open, path, job)
  const produce = async (add: AddEntry) => {
    for (const entry of await entriesOf(collection, job)) {
      if (job.conversion.isFull) break
      const added = add(entry, input.path)
      if (added) await added
    }
    job.conversion.noteFound(collection, input.path)
    return 1
  }
  const source: ConversionSource = { collection, file: input.path }
  await writeSeries(path, isNumbered(job) ? collection.count : 1, job, () => source, produce)
}

/** All inputs to one file, or to numbered ones when the format or --split asks for it. */
async function convertTogether(names: string[], output: string, job: Job): Promise<InputCounts> {
  const inputs = await expandInputs(names, job.options)
  if (await isOneFile(inputs, job.options)) {
    return await forEach(inputs, job.options, async (input, open, place) => {
      job.progress.begin(place, open.collection.count)
      await convertOne(input, open, output, job)
      tellOfDamage(input)
    })
  }
  const total = await countRecords(inputs, job)
  let counts: InputCounts = { opened: 0, failed: 0, unknownFiles: 0 }
  const noSource = () => undefined
  await writeSeries(output, total, job, noSource, async (add) => {
    const order = orderOf(job.options)
    // What comes with an entry is only valid until the next one.
    const wanted: EntryOptions = order ? { bare: true } : wantedOf(job)
    const sorted: { entry: Entry<AnyRecord>; file: string }[] = []
    counts = await forEach(inputs, job.options, async (input, { collection }, place) => {
      job.progress.begin(place, collection.count)
      refuseSamePath(input.path, output)
      job.conversion.leaveUnread(collection)
      job.conversion.loseComment(collection, input.path)
      for (const entry of collection.entries(wanted)) {
        if (job.conversion.isFull) break
        const added = order ? void sorted.push({ entry, file: input.path }) : add(entry, input.path)
        if (added) await added
      }
      job.conversion.noteFound(collection, input.path)
      tellOfDamage(input)
    })
    refuseUnread(counts, job)
    if (order) {
      const { sortGames } = await import('../../query/sort.ts')
      const games = await sortGames(sorted, order, (item) => item.entry.record)
      for (const { entry, file } of games) {
        if (job.conversion.isFull) break
        const added = add(entry, file)
        if (added) await added
      }
    }
    return counts.opened
  })
  return counts
}

/** Throws if inputs of one output could not be read and --strict forbids to write the others. */
function refuseUnread({ failed }: InputCounts, { options }: Job): void {
  if (!options.strict || failed === 0) return
  throw new CommandError(`${countOf(failed, 'input')} could not be read; --strict writes nothing then`, EXIT.unreadable)
}

/** Warns that an input that was not decompressed to its end may miss games. */
function tellOfDamage({ path, files }: Input): void {
  for (const issue of files?.issues ?? []) {
    note(paint('red', `${path}: ${describeIssue(issue)}`))
    process.exitCode = EXIT.unreadable
  }
}

/** Whether inputs are one file or database. */
async function isOneFile(inputs: readonly Input[], { maxUnpacked }: JobOptions): Promise<boolean> {
  if (inputs.length !== 1) return false
  // A file that cannot be unpacked is reported where it is worked on.
  const within = await inputsWithin(inputs[0]!, maxUnpacked).catch(() => undefined)
  return within === undefined || within.inputs.length === 1
}

/** Whether the files of an output are numbered if there are more records than fit into one. */
function isNumbered({ target, options }: Job): boolean {
  return target.holds === 'one' || options.split !== undefined
}

/** The number of records to come, only needed if files are numbered. */
async function countRecords(inputs: readonly Input[], job: Job): Promise<number> {
  if (!isNumbered(job)) return 1
  let total = 0
  await forEach(inputs, job.options, (_input, { collection }) => {
    total += collection.count
  })
  return total
}

/** The entries of one file, in the order that is wanted: sorted ones are read twice, so that memory holds one at a time. */
async function entriesOf(collection: Collection, job: Job): Promise<Iterable<Entry<AnyRecord>>> {
  const wanted = wantedOf(job)
  const order = orderOf(job.options)
  return order ? await sortedEntries(collection, order, wanted) : collection.entries(wanted)
}

async function sortedEntries(
  collection: Collection,
  order: SortOrder,
  wanted: EntryOptions,
): Promise<Iterable<Entry<AnyRecord>>> {
  const { GameOrder } = await import('../../query/sort.ts')
  const games = await GameOrder.by(order)
  for (const { record } of collection.entries({ bare: true })) games.add(record)
  return (function* () {
    for (const index of games.sorted()) yield* collection.entries({ ...wanted, from: index, to: index + 1 })
  })()
}

/** What to request with each entry, for the filters and the writer. */
function wantedOf({ conversion, target, writeOptions }: Job): EntryOptions {
  return conversion.wanted(target.acceptsSan?.(writeOptions))
}
