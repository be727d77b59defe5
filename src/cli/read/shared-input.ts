/** One large input that worker threads read together, each some ranges of its entries. */
import { availableParallelism } from 'node:os'
import type { Collection, Format, ReadOptions, WriteOptions } from '../../formats/format.ts'
import { DiskFileSet } from '../../node/file-source.ts'
import { SharedFileSet, type SharedFiles } from '../../node/unpacked-files.ts'
import { askInOrder, workerCount, type WorkerPool, type WorkerPoolOptions } from '../../node/worker-pool.ts'
import { formatById, readOptions } from './format-options.ts'
import type { OpenInput } from './open-input.ts'
import type { ReadCommandOptions } from './read-options.ts'
import type { Input } from './names.ts'

/** An input as plain data, for other threads. */
export interface SharedInput {
  path: string
  /** What is read, where it is not the file of the path. */
  files?: SharedFiles | undefined
  /** Id of its format. */
  format: string
  readOptions: ReadOptions
}

/** Entries to read, from the first up to but not including the last. */
export interface Range {
  from: number
  to: number
}

/** The number of entries from which reading them together pays, of those that are only read. */
export const WORTH_READING_TOGETHER = 100_000

/** The same of those that are written: of 50,000 ChessBase games one thread makes a PGN file in the time of two. */
const WORTH_SHARING = 60_000

/**
 * The number of entries of which threads make files of a format together. Each compiles the same code and hands over what
 * it made. Of 340,000 games two threads of two processors save a quarter of the time of PGN, whose moves readers pass on
 * as texts, for a third to a half more of the processors'; of databases, whose parts are sent as records, no time for two
 * thirds more; of JSON lines, which take three times as long, a third of the time for a tenth more.
 */
export function worthSharing(target: Format, options: WriteOptions): number {
  const isSoonWritten = target.acceptsSan?.(options) ?? false
  const isWorthTwo = target.joins === true && !isSoonWritten
  return isWorthTwo || availableParallelism() > 2 ? WORTH_SHARING : Infinity
}

/** Entries of a range. */
const RANGE = 1000

/**
 * Megabytes for what was just made, a fifth of what V8 takes by default: hardly anything in a worker outlives its game,
 * so that collecting it more often takes no longer.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 9 }

/** Finished ranges per worker that may be waiting. */
const AHEAD = 3

/** An input for other threads; undefined if it is only here, or has fewer entries than it takes. */
export function shareInput(
  input: Input,
  { collection, format }: OpenInput,
  options: ReadCommandOptions,
  least: number,
): SharedInput | undefined {
  const isHere = input.path === '-' || (input.files !== undefined && !input.share)
  if (isHere || availableParallelism() < 2 || collection.count < least) return undefined
  // The offsets of the records, which are in shared memory.
  const starts = collection.starts?.()
  const read = readOptions(options, format)
  return {
    path: input.path,
    files: input.share?.(),
    format: format.id,
    readOptions: starts ? { ...read, starts } : read,
  }
}

/** Opens an input in another thread. */
export async function openShared({ path, files, format, readOptions }: SharedInput): Promise<Collection> {
  return await formatById(format).open!(files ? new SharedFileSet(files) : new DiskFileSet(path), readOptions)
}

/** Options of a pool of workers that read ranges of so many entries. */
export function readersOf(input: SharedInput, count: number): WorkerPoolOptions {
  return { size: Math.min(workerCount(), Math.ceil(count / RANGE)), data: input, resourceLimits: RESOURCE_LIMITS }
}

/**
 * Has workers work on all entries, a range at a time, and closes the pool. Only a few ranges are ahead of the one that
 * is due, so memory stays constant. Rejects with the first failure, including one of `take`.
 * @param workers answer every range once
 * @param take receives the answers in the order of the ranges
 */
export async function shareRanges<Reply>(
  workers: WorkerPool<Range, Reply>,
  count: number,
  take: (reply: Reply, range: Range) => void,
): Promise<void> {
  const ranges: Range[] = []
  for (let from = 0; from < count; from += RANGE) ranges.push({ from, to: Math.min(count, from + RANGE) })
  let due = 0
  try {
    await askInOrder(workers, ranges, AHEAD, (reply) => take(reply, ranges[due++]!))
  } finally {
    await workers.close()
  }
}
