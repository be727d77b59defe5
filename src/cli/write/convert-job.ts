/** One conversion of the command line: its state, and how a file is written, completely or not at all. */
import type { AnyRecord } from '../../model/line-record.ts'
import type { SinkSet } from '../../bytes/sink.ts'
import type { Conversion } from '../../convert/convert.ts'
import type { LossReport } from '../../convert/losses.ts'
import type { AppendingFormat, Collection, Entry, Format, WriteOptions, Writer } from '../../formats/format.ts'
import { describeIssue, describePlace } from '../../issues/describe.ts'
import { FormatError } from '../../issues/errors.ts'
import { DiskSinkSet, type DiskSinkSetOptions } from '../../node/file-sink.ts'
import { AddedGames } from './changes.ts'
import { convertShared } from './convert-shared.ts'
import type { ConvertedRange } from './convert-task.ts'
import type { ConditionTexts } from '../../query/conditions.ts'
import { describeFailure } from '../show/failure.ts'
import { asUsage } from '../read/format-options.ts'
import type { OpenInput } from '../read/open-input.ts'
import type { ReadCommandOptions } from '../read/read-options.ts'
import type { Input } from '../read/names.ts'
import { OutputSeries, type Output } from './output-series.ts'
import { tellOfWaiting } from './output-paths.ts'
import { orderOf, type OrderOptions } from '../read/query.ts'
import type { Progress } from '../show/progress.ts'
import { shareInput, worthSharing, type SharedInput } from '../read/shared-input.ts'
import { CommandError, EXIT } from '../show/terminal.ts'

/** The options of a conversion, as given by the user. */
export interface JobOptions extends ReadCommandOptions, OrderOptions {
  append?: boolean
  force?: boolean
  strict?: boolean
  deleted?: boolean
  split?: number
  limit?: number
  openings?: boolean
}

/** The state of a conversion across inputs. */
export interface Job {
  conversion: Conversion
  target: Format
  options: JobOptions
  writeOptions: WriteOptions
  /** The filters as they were typed, for the workers; the conversion knows them already. */
  texts: ConditionTexts
  progress: Progress
  /** Whether existing files may be replaced, and the change of the folder to which all are written. */
  sinkOptions: DiskSinkSetOptions
  /** Files written. */
  files: string[]
}

/** A file or database that is read: what is known of it, and where it is. */
export interface ConversionSource {
  collection: Collection
  file: string
}

/**
 * Handles an entry of a file. There is something to wait for only when a file is begun: waiting for nothing takes a
 * fiftieth of the time of a plain game.
 */
export type AddEntry = (entry: Entry<AnyRecord>, file: string) => Promise<void> | undefined

/**
 * Writes what `produce` provides, completely or, if something fails or --strict forbids it, not at all. Facts about the
 * source that is read at the time are included. @param produce returns how many files or databases it read
 */
export async function writeSeries(
  path: string,
  total: number,
  job: Job,
  source: () => ConversionSource | undefined,
  produce: (add: AddEntry) => Promise<number>,
): Promise<void> {
  const { conversion, options } = job
  const series = asOutput((): Output =>
    options.append
      ? new AddedGames(path, job.target as AppendingFormat, job.writeOptions)
      : new OutputSeries(job.target, path, job.writeOptions, total, options.split ?? Infinity, {
          ...job.sinkOptions,
          isStrict: options.strict ?? false,
        }),
  )
  let begun: ConversionSource | undefined
  const begin = (writer: Writer) => {
    begun = source()
    if (begun) conversion.begin(writer, begun.collection, begun.file)
  }
  const finish = (writer: Writer) => conversion.finish(writer)
  const lossesBefore = conversion.losses.last
  const readBefore = conversion.counts.read
  const copy = (entry: Entry<AnyRecord>, writer: Writer, file: string) => {
    asOutput(() => conversion.copy(entry, writer, file))
    refuseLosses(job, lossesBefore)
  }
  const copyToNew = async (entry: Entry<AnyRecord>, begun: Promise<Writer>, file: string) => {
    const writer = await begun.catch((error: unknown) => {
      throw outputFailure(error)
    })
    copy(entry, writer, file)
  }
  const add: AddEntry = (entry, file) => {
    job.progress.step(file)
    if (conversion.accepts(entry, file)) {
      const writer = series.next(begin, finish)
      if (writer instanceof Promise) return copyToNew(entry, writer, file)
      if (begun !== source()) begin(writer)
      copy(entry, writer, file)
    } else refuseLosses(job, lossesBefore)
    return undefined
  }
  await allOrNothing(job, series, async () => {
    const opened = await produce(add)
    refuseLosses(job, lossesBefore)
    // An empty database becomes an empty database.
    const isEmpty = opened > 0 && conversion.counts.read === readBefore
    if (isEmpty && job.target.holds === 'many' && !options.append) await series.next(begin, finish)
    asOutput(() => series.complete(finish))
    job.files.push(...series.files)
  })
}

/** What workers need to convert an input: a large one, to a format that can be written in parts. */
export function shareConversion(input: Input, open: OpenInput, path: string, job: Job): SharedInput | undefined {
  const { target, options, writeOptions } = job
  const { collection } = open
  const isPlain =
    !options.append && orderOf(options) === undefined && options.split === undefined && options.limit === undefined
  const isInParts = target.joins ?? (target.writePart !== undefined && collection.count <= (target.most ?? Infinity))
  if (!isInParts || !isPlain || writeOptions.encoding !== undefined || path === '-') return undefined
  return shareInput(input, open, options, worthSharing(target, writeOptions))
}

/** Writes a file that workers convert together. */
export async function writeShared(input: SharedInput, open: OpenInput, path: string, job: Job): Promise<void> {
  const { conversion, options, progress, target } = job
  const sinks = new DiskSinkSet(path, { onWait: tellOfWaiting, ...job.sinkOptions, format: target })
  const lossesBefore = conversion.losses.last
  const shared = {
    ...input,
    target: target.id,
    writeOptions: job.writeOptions,
    texts: job.texts,
    keepDeleted: options.deleted ?? false,
    openings: options.openings ?? false,
  }
  await allOrNothing(job, sinks, async () => {
    const whole = await beginWhole(job, open, input.path, sinks)
    let isEmpty = true
    await convertShared(shared, open.collection.count, (converted) => {
      progress.add(converted.part.counts.read, input.path)
      if (converted.bytes !== undefined || converted.records !== undefined) {
        isEmpty = false
        asOutput(() => whole.add(converted))
      }
      conversion.addPart(converted.part)
      refuseLosses(job, lossesBefore)
    })
    conversion.noteFound(open.collection, input.path)
    refuseLosses(job, lossesBefore)
    // As with one thread, there is no file without a game to be written.
    if (isEmpty) return sinks.abort()
    asOutput(() => whole.complete())
    job.files.push(...sinks.written)
  })
}

/** A file or database that is put together of what workers wrote. */
interface Whole {
  /** Adds a range that a worker converted. */
  add(converted: ConvertedRange): void
  complete(): void
}

async function beginWhole(job: Job, { collection, format }: OpenInput, file: string, sinks: SinkSet): Promise<Whole> {
  const { conversion, target, writeOptions } = job
  if (target.joins) {
    if (format !== target) conversion.leaveUnread(collection)
    conversion.loseComment(collection, file)
    const sink = asOutput(() => sinks.create(sinks.name))
    return { add: ({ bytes }) => sink.append(bytes!), complete: () => sinks.commit() }
  }
  const writer = await target.write!(sinks, writeOptions).catch((error: unknown) => {
    throw outputFailure(asUsage(error))
  })
  conversion.begin(writer, collection, file)
  return {
    add: ({ records }) => writer.addPart!(records!),
    complete: () => conversion.finish(writer),
  }
}

/** Discards an unfinished output, and the counts of what was written to it. */
async function allOrNothing({ conversion }: Job, output: { abort(): void }, write: () => Promise<void>): Promise<void> {
  const writtenBefore = conversion.counts.written
  try {
    await write()
  } catch (error) {
    output.abort()
    conversion.counts.written = writtenBefore
    throw error
  }
}

/** Does a step of writing. An error of the output ends the command, whatever input is being read. */
function asOutput<Result>(step: () => Result): Result {
  try {
    return step()
  } catch (error) {
    throw outputFailure(error)
  }
}

/** An error of the output ends the command; it is not the fault of the input being read. */
function outputFailure(error: unknown): unknown {
  const isTrouble = error instanceof FormatError || (error as NodeJS.ErrnoException).syscall !== undefined
  return isTrouble ? new CommandError(describeFailure(error), EXIT.unreadable) : error
}

/** A loss with --strict. */
export class LossRefused extends CommandError {}

/** Throws if something was lost since the given report and --strict forbids it. */
function refuseLosses({ options, conversion }: Job, before: LossReport['last']): void {
  const { last } = conversion.losses
  if (!options.strict || !last || last === before) return
  const { place } = last
  const { count: _, ...loss } = last.loss
  const what = `${loss.id}: ${describeIssue(loss)} (${describePlace(place)})`
  throw new LossRefused(`${what}; --strict writes nothing then`, EXIT.issues)
}
