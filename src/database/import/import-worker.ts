/**
 * Counts the entries of sources, reads ranges of them, one after another, and later makes parts of segments from what
 * was read, or merges segments. Runs in a worker thread that shares two counters with the others; it sends rows for the
 * catalogue to the importer and gathers postings in files. The last source stays open, since the next range is probably
 * from the same one.
 */
import type { AnyRecord } from '../../model/line-record.ts'
import { getHeapStatistics } from 'node:v8'
import { FORMATS } from '../../formats/index.ts'
import type { Collection, Entry } from '../../formats/format.ts'
import { makeChessKernel } from '../../formats/chess-kernel.ts'
import { dataOf } from '../../issues/errors.ts'
import { issue } from '../../issues/issue.ts'
import type { DiskFileSet } from '../../node/file-source.ts'
import type { SharedFileSet } from '../../node/unpacked-files.ts'
import { dataOfPool, serveRequests, type PostReply } from '../../node/worker-port.ts'
import { loadAllOpenings, type OpeningBooks } from '../../openings/index.ts'
import type { SegmentPart } from '../../positions/segment/segment-part.ts'
import { LossReport } from '../../convert/losses.ts'
import { addEntries, type BatchCount } from './batch.ts'
import { closeSource, openSource } from './import-source.ts'
import {
  NEXT_TASK,
  WAITING_TASKS,
  type ImportReply,
  type ImportRequest,
  type ImportTask,
  type ImportWorkerData,
  type PartTask,
  type ReadableSource,
  type Share,
  type SharedRequest,
  type SourceCount,
} from './import-task.ts'
import { IndexBuilder } from '../index/index-builder.ts'
import { RowColumns } from '../columns/row-columns.ts'
import { RowPacker } from '../schema/row-chunk.ts'
import { SharedRing } from './shared-ring.ts'
import { buffersOfGathered, PartMaker, PartMemory, type PartJob } from '../index/segment-job.ts'

type Post = PostReply<ImportReply>

let openPath: string | undefined
let openFiles: DiskFileSet | SharedFileSet | undefined
let openCollection: Collection | undefined

const { folder, enough } = dataOfPool() as ImportWorkerData

const index = new IndexBuilder(folder)
const kernel = makeChessKernel()
const partMemory = new PartMemory()

/** What chunks of rows lie in, and parts of segments in the place of their texts. */
let ring = new SharedRing()

serveRequests<ImportRequest, ImportReply>(async (request, post) => {
  if (request.ring) ring = new SharedRing(request.ring)
  if (request.type === 'count') await countSource(request.source, post)
  else await workOn(request, post)
  if (hasEnough()) post({ type: 'enough', ring: ring.leave() })
})

/** Whether the thread once had so much memory that a new one is to do the rest. */
let isFull = false

/**
 * Whether this thread shall do no more: what a reader leaves behind is collected late, and the code that was made for it
 * stays.
 */
function hasEnough(): boolean {
  const { total_heap_size: heap, external_memory: outside } = getHeapStatistics()
  isFull ||= heap + outside > enough
  return isFull
}

async function countSource(source: ReadableSource, post: Post): Promise<void> {
  try {
    const collection = await openCollectionOf(source)
    // What finds where records begin counts them too.
    const starts = collection.starts?.(kernel)
    const count: SourceCount = { entries: collection.count }
    if (starts) count.starts = inSharedMemory(starts)
    post({ type: 'counted', count })
  } catch (error) {
    post({ type: 'uncounted', error: dataOf(error) })
  }
}

function inSharedMemory(numbers: Float64Array): Float64Array {
  const copy = new Float64Array(new SharedArrayBuffer(numbers.byteLength))
  copy.set(numbers)
  return copy
}

async function workOn(request: SharedRequest, post: Post): Promise<void> {
  if (request.type === 'make') return await makeParts(request.jobs, request.tasks, request, post)
  try {
    await readEntries(request.tasks, request, post)
  } catch (error) {
    if (!(error instanceof ReadingFailure)) throw error
    post({ type: 'unreadable', source: error.sourceId, error: dataOf(error.cause) })
  }
}

/** An error while a source was read. */
class ReadingFailure extends Error {
  readonly sourceId: number

  constructor(sourceId: number, cause: unknown) {
    super('a source cannot be read', { cause })
    this.sourceId = sourceId
  }
}

async function readEntries(tasks: readonly ImportTask[], share: Share, post: Post): Promise<void> {
  const books = await loadAllOpenings()
  if (kernel) books.get('chess')?.prepare?.((moves) => kernel.keyAfter(moves))
  const columns = new RowColumns()
  const rows = new RowPacker(
    (chunk) => {
      columns.add(chunk)
      post({ type: 'rows', chunk, mark: ring.send() })
    },
    () => ring.next(),
  )
  // One task at least, whatever it has: otherwise nothing would get done.
  do {
    const task = takeTask(share, tasks.length)
    if (task >= tasks.length) break
    const count = await readTask(tasks[task]!, rows, books)
    post({ type: 'count', task, count })
  } while (!hasEnough())
  rows.finish()
  const gathered = { positions: index.finish(), columns: columns.finish() }
  post({ type: 'gathered', gathered }, buffersOfGathered(gathered))
}

/**
 * Reads the entries of a task. Rejects with ReadingFailure for anything a reader throws, and for a game that cannot be
 * imported.
 */
async function readTask(task: ImportTask, rows: RowPacker, books: OpeningBooks): Promise<BatchCount> {
  const { from, to, ...options } = task
  let isReading = true
  try {
    const collection = await openCollectionOf(task)
    const entries = collection.entries({ from, to, playedLine: { keys: true }, bare: true, kernel })[Symbol.iterator]()
    const watched: IterableIterator<Entry<AnyRecord>> = {
      next() {
        isReading = true
        const step = entries.next()
        isReading = false
        return step
      },
      [Symbol.iterator]: () => watched,
    }
    const count = addEntries(watched, options, rows, index, books)
    // What was found in the source as a whole is told once.
    const isCommented = (collection.about.comment ?? '') !== ''
    if (from > 0 || (collection.issues.length === 0 && !isCommented)) return count
    const found = new LossReport()
    found.merge(count.found ?? [])
    found.addFound(collection.issues, { file: task.path })
    if (isCommented) found.addIssues([issue('database/about', 'warning', {})], { file: task.path })
    return { ...count, found: found.list() }
  } catch (error) {
    // Except in reading, system errors only concern the folder of the database.
    if (!isReading && (error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw new ReadingFailure(task.source, error)
  }
}

async function makeParts(
  jobs: readonly PartJob[],
  tasks: readonly PartTask[],
  share: Share,
  post: Post,
): Promise<void> {
  // Tasks are in the order of their jobs.
  let current = -1
  let maker: PartMaker | undefined
  for (;;) {
    const task = takeTask(share, tasks.length)
    if (task >= tasks.length) break
    const { job, range } = tasks[task]!
    if (job !== current) {
      maker?.close()
      maker = new PartMaker(jobs[job]!, partMemory)
      current = job
    }
    const made = await maker!.make(range)
    if (made) post({ type: 'part', task, part: shareBody(made), mark: ring.send() })
    else post({ type: 'part', task })
  }
  maker?.close()
  partMemory.release()
}

/** A part whose buckets lie in shared memory. */
function shareBody(part: SegmentPart): SegmentPart {
  const memory = ring.next()
  const { length } = part.body
  if (length > memory.texts.length) memory.growTexts(length, 0)
  const body = memory.texts.subarray(0, length)
  body.set(part.body)
  return { ...part, ends: part.ends.slice(), body }
}

/**
 * The next task, once the importer has handled most of the results. @param count the number of tasks; this or a higher
 * number means there are no more
 */
function takeTask({ counters, limit }: Share, count: number): number {
  for (;;) {
    const waiting = Atomics.load(counters, WAITING_TASKS)
    if (waiting < limit) break
    Atomics.wait(counters, WAITING_TASKS, waiting)
  }
  const task = Atomics.add(counters, NEXT_TASK, 1)
  if (task < count) Atomics.add(counters, WAITING_TASKS, 1)
  return task
}

async function openCollectionOf(source: ReadableSource): Promise<Collection> {
  const { path, format: id, readOptions } = source
  if (openPath === path && openCollection) return openCollection
  openCollection?.close?.()
  openCollection = undefined
  closeSource(openFiles)
  openFiles = openSource(source)
  const format = FORMATS.find((candidate) => candidate.id === id)!
  openCollection = await format.open!(openFiles, readOptions)
  openPath = path
  return openCollection
}
