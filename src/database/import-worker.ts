/**
 * Reads one range of entries of a source after another. Runs in a worker
 * thread, sharing nothing: it hands the rows of the catalogue to the importer
 * and writes the segments of the position index itself. The source read last
 * stays open, since the next range is likely from the same.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { detectFormat } from '../convert/detect.ts'
import { FORMATS } from '../formats/index.ts'
import type { Collection, ReadOptions } from '../formats/format.ts'
import { DiskFileSet } from '../node/file-source.ts'
import { BatchBuilder, type Batch, type GameRow } from './batch.ts'
import { IndexBuilder, type NewSegment } from './index-builder.ts'

/** A range of entries to read. */
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

/** What a worker is asked: to read a range, or to write the segments of everything read since the last time. */
export type ImportRequest = { type: 'read'; task: ImportTask } | { type: 'finish' }

/** Rows on their way to the catalogue. */
export interface RowBatch {
  rows: GameRow[]
  entries: number
  damaged: number
}

/** What a worker answers: rows as they come, then that it is done (with the segments written), or why it failed. */
export type ImportAnswer =
  | { type: 'rows'; batch: RowBatch }
  | { type: 'done'; segments: NewSegment[] }
  | { type: 'failed'; message: string }

/** Games in a batch. */
const BATCH_GAMES = 512

let openPath: string | undefined
let openFiles: DiskFileSet | undefined
let openCollection: Collection | undefined

const port = parentPort
if (!port) throw new TypeError('the import worker runs in a worker thread')

const index = new IndexBuilder(String(workerData))

port.on('message', (request: ImportRequest) => {
  void answer(request).then(post, (error: unknown) =>
    post({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})

async function answer(request: ImportRequest): Promise<ImportAnswer> {
  if (request.type === 'finish') return { type: 'done', segments: index.finish() }
  const { task } = request
  const collection = await openSource(task)
  const builder = new BatchBuilder(task)
  for (const entry of collection.entries({ from: task.from, to: task.to })) {
    builder.add(entry)
    if (builder.games >= BATCH_GAMES) passOn(builder.take())
  }
  passOn(builder.take())
  return { type: 'done', segments: [] }
}

/** Keeps the postings of a batch and hands its rows over. */
function passOn(batch: Batch): void {
  index.add(batch)
  const { rows, entries, damaged } = batch
  post({ type: 'rows', batch: { rows, entries, damaged } })
}

function post(message: ImportAnswer): void {
  port!.postMessage(message)
}

async function openSource({ path, format: id, readOptions }: ImportTask): Promise<Collection> {
  if (openPath === path && openCollection) return openCollection
  openCollection?.close?.()
  openFiles?.close()
  openPath = undefined
  openFiles = new DiskFileSet(path)
  const format = FORMATS.find((candidate) => candidate.id === id) ?? detectFormat(openFiles.main)
  if (!format?.open) throw new Error(`${path}: not a game record of any known format`)
  openCollection = await format.open(openFiles, readOptions)
  openPath = path
  return openCollection
}
