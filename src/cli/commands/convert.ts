/** `ludograph convert`: from any format to any other, with a report of what is lost. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { Conversion } from '../../convert/convert.ts'
import { makeFilter, parseFilterDate, type RecordFilter } from '../../convert/filter.ts'
import type { Loss, LossReport } from '../../convert/losses.ts'
import { sortKeys, sortEntries, type SortKey } from '../../convert/sort.ts'
import type { Collection, Entry, Format, WriteOptions, Writer } from '../../formats/format.ts'
import { FormatError, formatPlace } from '../../model/issue.ts'
import { chessbase } from '../../formats/chessbase/format.ts'
import { AddedGames } from '../changes.ts'
import { describeFailure, expandInputs, type Input } from '../inputs.ts'
import {
  isFolderPath,
  OutputSeries,
  pathInFolder,
  refuseSamePath,
  targetFormat,
  withTarget,
  withWriteOptions,
  writeOptions,
  type WriteCommandOptions,
} from '../outputs.ts'
import { forEachInput, withReadOptions, type InputCounts, type ReadCommandOptions } from '../run.ts'
import { breathe, CommandError, countOf, examples, EXIT, formatTable, note, paint, Progress } from '../terminal.ts'

interface ConvertOptions extends ReadCommandOptions, WriteCommandOptions {
  append?: boolean
  strict?: boolean
  deleted?: boolean
  split?: number
  sort?: SortKey
  json?: boolean
  player?: string
  event?: string
  since?: string
  until?: string
  result?: string
  opening?: string
  minPlies?: number
  maxPlies?: number
  minRating?: number
}

export function addConvert(program: Command): void {
  const command = program
    .command('convert')
    .description('Convert files, databases or whole folders, and say what the target cannot hold')
    .argument('<input...>', 'files, databases or folders; - is standard input')
  withWriteOptions(withReadOptions(withTarget(command, 'file or folder to write')))
    .option('--append', 'add to the ChessBase database named by --output, all of it or nothing')
    .option('--strict', 'write nothing when something would be lost')
    .option('--deleted', 'also convert games marked as deleted')
    .option('--split <count>', 'begin a new file after so many games', positiveNumber)
    .option('--sort <key>', `sort the games by ${sortKeys.join(', ')}`, sortKey)
    .option('--json', 'the report as JSON on standard error')
    .optionsGroup('Only games that meet all of:')
    .option('--player <text>', 'a player whose name holds the text')
    .option('--event <text>', 'an event whose name holds the text')
    .option('--since <date>', 'played on or after 1999, 1999.12 or 1999.12.31')
    .option('--until <date>', 'played on or before that date')
    .addOption(new Option('--result <result>', 'how the game ended').choices(['1-0', '0-1', '1/2-1/2', '0-0', '*']))
    .option('--opening <code>', 'opening code that begins so, or name that holds the text')
    .option('--min-plies <count>', 'at least so many moves of the main line', positiveNumber)
    .option('--max-plies <count>', 'at most so many', positiveNumber)
    .option('--min-rating <rating>', 'a player rated at least so high', positiveNumber)
    .addHelpText(
      'before',
      examples(
        'convert game.xqf -o game.pgn            one file, the format by its name',
        'convert collection/ -t pgn -o out/      a folder of the same shape',
        'convert collection/ -o all.pgn          everything in one file',
        'convert games.pgn -t jsonl | jq .header records as JSON, one a line',
        'convert big.cbh -o morphy.pgn --player Morphy --sort date',
        'convert new.pgn --append -o base.cbh    games added to a ChessBase database',
      ),
    )
    .action(runConvert)
}

function positiveNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('a whole number from 1 is expected.')
  return value
}

function sortKey(text: string): SortKey {
  const key = sortKeys.find((candidate) => candidate === text)
  if (!key) throw new InvalidArgumentError(`one of ${sortKeys.join(', ')} is expected.`)
  return key
}

async function runConvert(names: string[], options: ConvertOptions): Promise<void> {
  const target = targetFormat(options)
  const output = options.output ?? '-'
  if (options.append) refuseAppend(target, options)
  const filter = makeFilter(recordFilter(options))
  const job: Job = {
    conversion: new Conversion(target, { filter, keepDeleted: options.deleted }),
    target,
    options,
    writeOptions: writeOptions(options, target),
    progress: new Progress('game'),
    files: [],
  }
  const counts =
    isFolderPath(output) && output !== '-'
      ? await convertEach(names, output, job)
      : await convertTogether(names, output, job)
  job.progress.end()
  report(job, counts)
}

/** Throws when the output is none to add to. */
function refuseAppend(target: Format, { output, split }: ConvertOptions): void {
  if (target !== chessbase || output === undefined || isFolderPath(output)) {
    throw new CommandError('--append adds to a ChessBase database: name its .cbh with --output', EXIT.usage)
  }
  if (split !== undefined) throw new CommandError('--append and --split exclude each other', EXIT.usage)
}

/** What a conversion carries from input to input. */
interface Job {
  conversion: Conversion
  target: Format
  options: ConvertOptions
  writeOptions: WriteOptions
  progress: Progress
  /** Files written. */
  files: string[]
}

/** Every input to a file of its own below a folder. */
async function convertEach(names: string[], folder: string, job: Job): Promise<InputCounts> {
  const used = new Set<string>()
  return await forEachInput(names, job.options, async (input, { collection }) => {
    const path = pathInFolder(folder, input.relativePath, job.target, used)
    refuseSamePath(input.path, path)
    try {
      await writeSeries(
        path,
        collection.count,
        job,
        () => collection,
        async (add) => {
          for (const entry of entriesOf(collection, job.options)) await add(entry, input.path)
        },
      )
    } catch (error) {
      // The next input may convert without a loss.
      if (!(error instanceof LossRefused)) throw error
      note(paint('red', error.message, process.stderr))
      process.exitCode = EXIT.issues
    }
  })
}

/** All inputs to one file, or to numbered ones when the format or --split asks for it. */
async function convertTogether(names: string[], output: string, job: Job): Promise<InputCounts> {
  const inputs = expandInputs(names)
  const total = await countRecords(inputs, job)
  let counts: InputCounts = { opened: 0, failed: 0, passedOver: 0 }
  let only: Collection | undefined
  await writeSeries(
    output,
    total,
    job,
    () => only,
    async (add) => {
      const sorted: { entry: Entry; file: string }[] = []
      counts = await forEachInput(names, job.options, async (input, { collection }) => {
        refuseSamePath(input.path, output)
        if (inputs.length === 1) only = collection
        for (const entry of collection.entries()) {
          if (job.options.sort) sorted.push({ entry, file: input.path })
          else await add(entry, input.path)
        }
      })
      if (!job.options.sort) return
      for (const { entry, file } of sortEntries(sorted, job.options.sort, (item) => item.entry)) await add(entry, file)
    },
  )
  return counts
}

/** How many records are to come, needed only where files are numbered. */
async function countRecords(inputs: readonly Input[], { target, options }: Job): Promise<number> {
  const isNumbered = target.holds === 'one' || options.split !== undefined
  if (!isNumbered) return 1
  let total = 0
  await forEachInput(
    inputs.map(({ path }) => path),
    options,
    (_input, { collection }) => {
      total += collection.count
    },
  )
  return total
}

function entriesOf(collection: Collection, { sort }: ConvertOptions): Iterable<Entry> {
  if (!sort) return collection.entries()
  return sortEntries([...collection.entries()], sort, (entry) => entry)
}

/**
 * Writes what `produce` hands over; all of it or, when something fails or
 * --strict forbids, nothing. What is known of the only source goes along.
 */
async function writeSeries(
  path: string,
  total: number,
  job: Job,
  only: () => Collection | undefined,
  produce: (add: (entry: Entry, file: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { conversion, options } = job
  const series = options.append
    ? new AddedGames(path, job.writeOptions)
    : new OutputSeries(job.target, path, job.writeOptions, total, options.split ?? Infinity)
  const begin = (writer: Writer) => {
    const source = only()
    if (source) conversion.begin(writer, source)
  }
  const finish = (writer: Writer) => conversion.finish(writer)
  const lossesBefore = conversion.losses.last
  const writtenBefore = conversion.counts.written
  try {
    await produce(async (entry, file) => {
      job.progress.step(file)
      await breathe()
      if (!conversion.accepts(entry, file)) return refuseLosses(job, lossesBefore)
      try {
        conversion.copy(entry, await series.next(begin, finish), file)
      } catch (error) {
        throw outputFailure(error)
      }
      refuseLosses(job, lossesBefore)
    })
    series.complete(finish)
    job.files.push(...series.files)
  } catch (error) {
    series.abort()
    conversion.counts.written = writtenBefore
    throw error
  }
}

/** Trouble with the output ends the command; it is not the fault of the input being read. */
function outputFailure(error: unknown): unknown {
  const isTrouble = error instanceof FormatError || (error as NodeJS.ErrnoException).syscall !== undefined
  return isTrouble ? new CommandError(describeFailure(error), EXIT.unreadable) : error
}

/** A loss met under --strict. */
class LossRefused extends CommandError {}

/** Throws when something was lost since the report stood as it did before and --strict forbids it. */
function refuseLosses({ options, conversion }: Job, before: LossReport['last']): void {
  const { last } = conversion.losses
  if (!options.strict || !last || last === before) return
  const { loss, place } = last
  throw new LossRefused(
    `${loss.id}: ${loss.message} (${formatPlace(place)}); --strict writes nothing then`,
    EXIT.issues,
  )
}

function recordFilter({ since, until, ...options }: ConvertOptions): RecordFilter {
  const filter: RecordFilter = {}
  if (options.player !== undefined) filter.player = options.player
  if (options.event !== undefined) filter.event = options.event
  if (options.result !== undefined) filter.result = options.result
  if (options.opening !== undefined) filter.opening = options.opening
  if (options.minPlies !== undefined) filter.minPlies = options.minPlies
  if (options.maxPlies !== undefined) filter.maxPlies = options.maxPlies
  if (options.minRating !== undefined) filter.minRating = options.minRating
  if (since !== undefined) filter.since = filterDate(since, 'since')
  if (until !== undefined) filter.until = filterDate(until, 'until')
  return filter
}

function filterDate(text: string, option: string) {
  const date = parseFilterDate(text)
  if (!date)
    throw new CommandError(`--${option} takes a date like 1999, 1999.12 or 1999.12.31, not "${text}"`, EXIT.usage)
  return date
}

/** Says on standard error what happened; the last line is the count that matters. */
function report({ conversion, options, files, target }: Job, inputs: InputCounts): void {
  const { counts } = conversion
  const losses = conversion.losses.list()
  if (losses.some(({ severity }) => severity === 'error') || counts.withErrors > 0) process.exitCode ??= EXIT.issues
  if (options.json) return note(JSON.stringify({ inputs, counts, files, losses }))
  if (losses.length > 0)
    note(`\n${paint('bold', 'Not in the output, or not as it was:', process.stderr)}\n${formatLosses(losses)}`)
  if (inputs.passedOver > 0) note(`${countOf(inputs.passedOver, 'file')} of no known format passed over`)
  if (inputs.failed > 0) note(paint('red', `${countOf(inputs.failed, 'file')} could not be read`, process.stderr))
  if (counts.leftOut > 0) note(`${countOf(counts.leftOut, 'game')} left out by the choice made`)
  if (counts.refused > 0)
    note(paint('yellow', `${countOf(counts.refused, 'entry', 'entries')} could not be written`, process.stderr))
  if (counts.withErrors > 0) note(`${countOf(counts.withErrors, 'record')} had errors; ludograph validate shows them`)
  const where = files.length === 1 ? (files[0] === '-' ? 'standard output' : files[0]!) : countOf(files.length, 'file')
  const done = options.append ? `added to ${where}` : `written to ${where} as ${target.name}`
  note(`${countOf(counts.written, 'game')} from ${countOf(inputs.opened, 'file')} ${done}`)
}

/** Losses as a table: what, how many in how many games, where first. */
export function formatLosses(losses: readonly Loss[]): string {
  return formatTable(
    losses.map(({ id, severity, message, count, games, places }) => [
      paint(severity === 'error' ? 'red' : 'yellow', id, process.stderr),
      `${count.toLocaleString('en')} in ${countOf(games, 'game')}`,
      message,
      places[0] ? paint('dim', formatPlace(places[0]), process.stderr) : '',
    ]),
    '  ',
  )
}
