/** The messages between the importer and its workers. */
import type { ReadOptions } from '../../formats/format.ts'
import type { ErrorData } from '../../issues/errors.ts'
import type { SharedFiles } from '../../node/unpacked-files.ts'
import type { SegmentPart } from '../../positions/segment/segment-part.ts'
import type { BatchCount } from './batch.ts'
import type { RowChunk } from '../schema/row-chunk.ts'
import type { GatheredGames, PartJob } from '../index/segment-job.ts'
import type { SharedPiece } from './shared-ring.ts'

/** What a worker reads from. */
export interface ReadableSource {
  path: string
  /** What is read, where it is not the file of the path. */
  files?: SharedFiles | undefined
  /** Id of the format. */
  format: string
  readOptions: ReadOptions
}

/** A range of entries to read, which makes one batch. */
export interface ImportTask extends ReadableSource {
  source: number
  firstGame: number
  from: number
  to: number
  variations: boolean
}

/** A range of keys from which a worker makes a part of a segment. */
export interface PartTask {
  /** Index of its job. */
  job: number
  range: number
}

/** What a worker is started with. */
export interface ImportWorkerData {
  /** Folder of the database. */
  folder: string
  /** Bytes of memory with which it asks to be replaced. */
  enough: number
}

/** A request to one worker: to count the entries of a source. */
export interface CountRequest {
  type: 'count'
  source: ReadableSource
}

/** A request shared by all workers of an import: to read ranges of entries, or to make parts of segments. */
export type SharedRequest = Share &
  (
    | { type: 'read'; tasks: readonly ImportTask[] }
    | { type: 'make'; jobs: readonly PartJob[]; tasks: readonly PartTask[] }
  )

/** What a worker is asked to do. */
export type ImportWork = CountRequest | SharedRequest

/** The same, with the memory that a worker before it has left. */
export type ImportRequest = ImportWork & { ring?: SharedPiece[] }

/** What is found out about a source before it is read. */
export interface SourceCount {
  entries: number
  /** Where its entries begin, see Collection.starts; in shared memory. */
  starts?: Float64Array
}

/** How workers share tasks. */
export interface Share {
  /** Shared memory: the next task, and the number of tasks whose results the importer has not handled yet. */
  counters: Int32Array
  /** The number of tasks in progress or waiting for the importer at which workers wait. */
  limit: number
}

/** Indexes of the counters. */
export const NEXT_TASK = 0
export const WAITING_TASKS = 1

/**
 * What a worker sends back: how many entries a source has; rows, which may be of several tasks; what the reading of each
 * task came to, or the part it made, if there is anything in its range; what it has gathered when it reads no more; the
 * source that cannot be read, when that is to blame for the end of the work and not the disk of the database; and at
 * the end of a request that it has enough, so that another has to do the rest. Chunks and parts lie in shared memory,
 * which goes back to the worker by its mark, and in the end to the next worker (shared-ring.ts).
 */
export type ImportReply =
  | { type: 'counted'; count: SourceCount }
  | { type: 'uncounted'; error: ErrorData }
  | { type: 'rows'; chunk: RowChunk; mark: Int32Array }
  | { type: 'count'; task: number; count: BatchCount }
  | { type: 'part'; task: number; part?: SegmentPart; mark?: Int32Array }
  | { type: 'gathered'; gathered: GatheredGames }
  | { type: 'unreadable'; source: number; error: ErrorData }
  | { type: 'enough'; ring: SharedPiece[] }
