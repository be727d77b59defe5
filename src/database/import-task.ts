/** What the importer and its workers say to each other. */
import type { ReadOptions } from '../formats/format.ts'
import type { BatchCount } from './batch.ts'
import type { NewSegment } from './index-builder.ts'
import type { RowChunk } from './row-chunk.ts'

/** A range of entries to read, which makes one batch. */
export interface ImportTask {
  path: string
  /** Id of the format, found by the bytes when not given. */
  format?: string
  readOptions: ReadOptions
  source: number
  firstGame: number
  from: number
  to: number
  variations: boolean
}

/** What all workers of an import are asked: to read all these ranges between them. */
export interface ImportRequest {
  tasks: readonly ImportTask[]
  /** Shared: the next task to take, and the batches that the importer has not taken in yet. */
  counters: Int32Array
  /** Batches that may be read or wait for the importer before the workers wait for it. */
  limit: number
}

/** Places of the counters. */
export const NEXT_TASK = 0
export const WAITING_BATCHES = 1

/**
 * What a worker answers: rows, which may be of several tasks; what each task came to; then that it is done
 * (with the segments written), or why it failed.
 */
export type ImportAnswer =
  | { type: 'rows'; chunk: RowChunk }
  | { type: 'batch'; count: BatchCount; task: number }
  | { type: 'done'; segments: NewSegment[] }
  | { type: 'failed'; message: string }
