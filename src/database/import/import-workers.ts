/** Worker threads that read sources and make segments between them. */
import { errorOf } from '../../issues/errors.ts'
import { moduleBeside } from '../../node/module-beside.ts'
import { WorkerPool, workerCount } from '../../node/worker-pool.ts'
import type { BatchCount } from './batch.ts'
import {
  NEXT_TASK,
  WAITING_TASKS,
  type ImportReply,
  type ImportRequest,
  type ImportTask,
  type ImportWork,
  type ImportWorkerData,
  type PartTask,
  type ReadableSource,
  type Share,
  type SharedRequest,
  type SourceCount,
} from './import-task.ts'
import type { RowChunk } from '../schema/row-chunk.ts'
import { giveBack, type SharedPiece } from './shared-ring.ts'
import {
  commitAll,
  partJobOf,
  planSegments,
  removeGathered,
  SegmentFile,
  writeGatheredColumns,
  type GatheredGames,
  type NewSegment,
  type SegmentJob,
} from '../index/segment-job.ts'

const WORKER = moduleBeside(import.meta.url, './import-worker')

/**
 * Tasks for each worker that may be under way or wait, a megabyte or two each: as many as come in while
 * DuckDB compresses a group of rows and the importer can do nothing else.
 */
const TASKS_AHEAD = 8

/** Records live for a moment only; more room for new objects than this takes memory and saves no time. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 12 }

/**
 * Bytes of sources that are worth a further worker: of 30 MB of PGN two take a quarter more of the processors and of
 * memory than one, since each compiles the same code again.
 */
const BYTES_OF_WORKER = 1 << 25

/** Bytes of a game as PGN, about: in other formats it takes fewer, and as long to import. */
const BYTES_OF_GAME = 640

/**
 * Megabytes of memory with which a worker is replaced. Of games of one kind it stays below, but for long texts; of a folder
 * with twenty formats it would come to twice as much.
 */
const WORKER_MEMORY = 65

/** A source that a worker could not read. */
export class UnreadableSource extends Error {
  readonly sourceId: number

  constructor(sourceId: number, cause: Error) {
    super(cause.message, { cause })
    this.sourceId = sourceId
  }
}

/** What a worker made of a range of keys. */
type MadePart = Extract<ImportReply, { type: 'part' }>

export class ImportWorkers {
  private readonly folder: string
  private readonly pool: WorkerPool<ImportRequest, ImportReply>
  /** What workers that were replaced have left to their successors, by number. */
  private readonly rings = new Map<number, SharedPiece[]>()

  /**
   * @param folder folder of the database @param size how many workers are started at once
   * @param memory megabytes with which a worker is replaced, once it has done a task
   */
  constructor(folder: string, size = workerCount(), memory = WORKER_MEMORY) {
    this.folder = folder
    const data: ImportWorkerData = { folder, enough: memory * 2 ** 20 }
    this.pool = new WorkerPool(WORKER, { size, data, resourceLimits: RESOURCE_LIMITS })
  }

  /** Whether they can only be closed. */
  get haveFailed(): boolean {
    return this.pool.hasFailed
  }

  /** Starts more workers if what is to be read is worth it. @param games how many it has, where they are counted */
  growFor(bytes: number, games = 0): void {
    const work = Math.max(bytes, games * BYTES_OF_GAME)
    this.pool.growTo(Math.min(workerCount(), Math.ceil(work / BYTES_OF_WORKER)))
  }

  /**
   * Counts the entries of a source, on the first worker: readers leave a hundred megabytes behind, which are given back
   * with it. Rejects with what the reader throws, after which the workers are as before, or with another failure like
   * `read`.
   */
  async count(source: ReadableSource): Promise<SourceCount> {
    let result: SourceCount | undefined
    let error: Error | undefined
    await this.ask(0, { type: 'count', source }, (reply) => {
      if (reply.type === 'counted') result = reply.count
      if (reply.type === 'uncounted') error = errorOf(reply.error)
    })
    if (error) throw error
    return result!
  }

  /**
   * Reads tasks on all workers, hands over rows and what each task came to as they come, and returns what was
   * gathered. Rejects with the first failure, UnreadableSource when a source is to blame; the workers can then only
   * be closed.
   * @param takeRows returns a promise if the rows are taken in later
   */
  async read(
    tasks: readonly ImportTask[],
    takeRows: (chunk: RowChunk) => Promise<void> | undefined,
    takeCount: (count: BatchCount, task: ImportTask) => void,
  ): Promise<GatheredGames[]> {
    const gathered: GatheredGames[] = []
    /** Rows that were not taken in at once. */
    const late: Promise<void>[] = []
    const takeIn = ({ chunk, mark }: ImportReply & { type: 'rows' }): void => {
      const taken = takeRows(chunk)
      if (!taken) return giveBack(mark)
      const done = taken.finally(() => giveBack(mark))
      // What it rejects with is thrown in the end.
      done.catch(() => {})
      late.push(done)
    }
    const read = this.askAll({ type: 'read', tasks, ...this.share() }, (reply, release) => {
      if (reply.type === 'rows') takeIn(reply)
      if (reply.type === 'gathered') gathered.push(reply.gathered)
      if (reply.type === 'unreadable') throw new UnreadableSource(reply.source, errorOf(reply.error))
      if (reply.type !== 'count') return
      takeCount(reply.count, tasks[reply.task]!)
      release()
    })
    await read.finally(async () => Promise.allSettled(late))
    await Promise.all(late)
    return gathered
  }

  /** Makes segments of what was gathered, whose files go, and their columns. Rejects like `read`. */
  async writeSegments(gathered: readonly GatheredGames[]): Promise<NewSegment[]> {
    const positions = gathered.flatMap((games) => games.positions)
    try {
      const segments = await commitAll(await this.runJobs(planSegments(positions)))
      writeGatheredColumns(
        this.folder,
        segments,
        gathered.map(({ columns }) => columns),
      )
      return segments
    } finally {
      removeGathered(gathered)
    }
  }

  /**
   * Makes the files of segments, their parts on all workers; main lines are not in them yet. Rejects like `read`.
   * @param onProgress called from time to time with the number of postings of a job gone through
   */
  async runJobs(
    jobs: readonly SegmentJob[],
    onProgress: (postings: number) => void = () => {},
  ): Promise<SegmentFile[]> {
    const tasks: PartTask[] = jobs.flatMap(({ ranges }, job) =>
      Array.from({ length: ranges.length - 1 }, (_, range) => ({ job, range })),
    )
    const files: SegmentFile[] = []
    const waiting = new Map<number, MadePart>()
    let due = 0
    let postings = 0
    let file: SegmentFile | undefined
    try {
      await this.askAll({ type: 'make', jobs: jobs.map(partJobOf), tasks, ...this.share() }, (reply, release) => {
        if (reply.type !== 'part') return
        waiting.set(reply.task, reply)
        for (; waiting.has(due); due++) {
          const { job, range } = tasks[due]!
          file ??= new SegmentFile(this.folder, jobs[job]!)
          const { part, mark } = waiting.get(due)!
          waiting.delete(due)
          if (part) file.append(part)
          if (mark) giveBack(mark)
          release()
          postings += part?.postings ?? 0
          onProgress(postings)
          if (range < jobs[job]!.ranges.length - 2) continue
          files.push(file)
          file = undefined
          postings = 0
        }
      })
      return files
    } catch (error) {
      for (const begun of [...files, ...(file ? [file] : [])]) begun.abort()
      throw error
    }
  }

  private share(): Share {
    return { counters: new Int32Array(new SharedArrayBuffer(8)), limit: TASKS_AHEAD * this.pool.size }
  }

  /**
   * Asks all workers the same, each until no task is left.
   * @param take gets every reply, and calls `release` once for each task whose outcome it has taken in
   */
  private async askAll(request: SharedRequest, take: (reply: ImportReply, release: () => void) => void): Promise<void> {
    const { counters, tasks } = request
    const release = (): void => {
      Atomics.sub(counters, WAITING_TASKS, 1)
      Atomics.notify(counters, WAITING_TASKS)
    }
    const work = async (worker: number): Promise<void> => {
      do await this.ask(worker, request, (reply) => take(reply, release))
      while (Atomics.load(counters, NEXT_TASK) < tasks.length)
    }
    try {
      await Promise.all(Array.from({ length: this.pool.size }, (_, worker) => work(worker)))
    } catch (error) {
      Atomics.store(counters, NEXT_TASK, tasks.length)
      throw error
    }
  }

  /** Asks a worker, and replaces it if it then has enough. */
  private async ask(worker: number, task: ImportWork, take: (reply: ImportReply) => void): Promise<void> {
    const ring = this.rings.get(worker)
    this.rings.delete(worker)
    await this.pool.ask(worker, ring ? { ...task, ring } : task, (reply) => {
      if (reply.type === 'enough') this.rings.set(worker, reply.ring)
      else take(reply)
    })
    if (this.rings.has(worker)) await this.pool.renew(worker)
  }

  async close(): Promise<void> {
    await this.pool.close()
  }
}
