/** The inputs of a conversion to its outputs: each to a file, all to one, or those of a folder to files that belong together. */
import { dirname, join } from 'node:path'
import { safePath } from '../../bytes/file-name.ts'
import type { Collection, Entry, EntryOptions } from '../../formats/format.ts'
import { describeIssue } from '../../issues/describe.ts'
import type { AnyRecord } from '../../model/line-record.ts'
import type { SortOrder } from '../../query/sort-keys.ts'
import { Inputs, type InputCounts } from '../read/inputs.ts'
import type { Input } from '../read/names.ts'
import type { OpenInput } from '../read/open-input.ts'
import { orderOf } from '../read/query.ts'
import { CommandError, countOf, EXIT, note, paint } from '../show/terminal.ts'
import {
  LossRefused,
  shareConversion,
  writeSeries,
  writeShared,
  type AddEntry,
  type ConversionSource,
  type Job,
} from './convert-job.ts'
import { changeFolder, isFolderPath, mayReplace, numberedFiles, pathInFolder, refuseSamePath } from './output-paths.ts'

/**
 * Converts what names stand for to a file, or to files below a folder: one for each input, or for each folder one of a
 * format whose files share their parts.
 */
export async function convertInputs(names: readonly string[], output: string, job: Job): Promise<InputCounts> {
  const inputs = await Inputs.named(names, job.options)
  try {
    if (!isFolderPath(output)) return await convertTogether(inputs, output, await withConsent(output, job))
    return await (isWrittenTogether(job) ? convertFolders : convertEach)(inputs, output, job)
  } finally {
    inputs.close()
  }
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
async function convertEach(inputs: Inputs, folder: string, job: Job): Promise<InputCounts> {
  const used = new Map<string, number>()
  const change = changeFolder(folder)
  try {
    const counts = await forEach(inputs, job, async (input, open) => {
      const path = pathInFolder(folder, input.relativePath, job.target, used)
      try {
        await convertOne(input, open, path, await withConsent(path, { ...job, sinkOptions: { change } }))
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
async function convertFolders(inputs: Inputs, output: string, job: Job): Promise<InputCounts> {
  const folders = Map.groupBy(inputs.list, ({ relativePath }) => dirname(relativePath))
  const change = changeFolder(output)
  const all: InputCounts = { opened: 0, failed: 0, unknownFiles: 0 }
  const ofFolders = { ...job, sinkOptions: { change, replaces: () => job.options.force === true } }
  try {
    for (const [folder, list] of folders) {
      const within = new Inputs(list, job.options)
      const path = join(output, safePath(folder) ?? '', job.target.folderName!)
      let source: ConversionSource | undefined
      await writeSeries(
        path,
        1,
        ofFolders,
        () => source,
        async (add) => {
          const counts = await forEach(within, job, async (input, { collection }) => {
            source = { collection, file: input.path }
            for (const entry of collection.entries(wantedOf(job))) {
              if (job.conversion.isFull) break
              const added = add(entry, input.path)
              if (added) await added
            }
            job.conversion.noteFound(collection, input.path)
          })
          within.close()
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
async function convertTogether(inputs: Inputs, output: string, job: Job): Promise<InputCounts> {
  if (await inputs.isOne()) {
    return await forEach(inputs, job, async (input, open) => await convertOne(input, open, output, job))
  }
  const total = await countRecords(inputs, job)
  let counts: InputCounts = { opened: 0, failed: 0, unknownFiles: 0 }
  const noSource = () => undefined
  await writeSeries(output, total, job, noSource, async (add) => {
    const order = orderOf(job.options)
    // What comes with an entry is only valid until the next one.
    const wanted: EntryOptions = order ? { bare: true } : wantedOf(job)
    const sorted: { entry: Entry<AnyRecord>; file: string }[] = []
    counts = await forEach(inputs, job, async (input, { collection }) => {
      refuseSamePath(input.path, output)
      job.conversion.leaveUnread(collection)
      job.conversion.loseComment(collection, input.path)
      for (const entry of collection.entries(wanted)) {
        if (job.conversion.isFull) break
        const added = order ? void sorted.push({ entry, file: input.path }) : add(entry, input.path)
        if (added) await added
      }
      job.conversion.noteFound(collection, input.path)
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

/** Works on every input, with its progress and what it is found to miss. */
async function forEach(
  inputs: Inputs,
  { progress }: Job,
  work: (input: Input, open: OpenInput) => Promise<void>,
): Promise<InputCounts> {
  return await inputs.forEach(async (input, open, place) => {
    progress.begin(place, open.collection.count)
    await work(input, open)
    tellOfDamage(input)
  })
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

/** Whether the files of an output are numbered if there are more records than fit into one. */
function isNumbered({ target, options }: Job): boolean {
  return target.holds === 'one' || options.split !== undefined
}

/** The number of records to come, only needed if files are numbered. */
async function countRecords(inputs: Inputs, job: Job): Promise<number> {
  return isNumbered(job) ? await inputs.countRecords() : 1
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
