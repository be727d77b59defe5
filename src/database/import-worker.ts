/**
 * Reads one range of entries of a source after another and hands batches of
 * games to the importer. Runs in a worker thread; keeps the source it read
 * last open, since the next range is likely from the same.
 */
import { parentPort } from 'node:worker_threads'
import { detectFormat } from '../convert/detect.ts'
import { FORMATS } from '../formats/index.ts'
import type { Collection, ReadOptions } from '../formats/format.ts'
import { DiskFileSet } from '../node/file-source.ts'
import { BatchBuilder, type Batch } from './batch.ts'

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

/** What a worker answers: batches, then the end of the task, or why it failed. */
export type ImportMessage = { type: 'batch'; batch: Batch } | { type: 'done' } | { type: 'failed'; message: string }

/** Games in a batch. */
const BATCH_GAMES = 2048

let openPath: string | undefined
let openFiles: DiskFileSet | undefined
let openCollection: Collection | undefined

const port = parentPort
if (!port) throw new TypeError('the import worker runs in a worker thread')

port.on('message', (task: ImportTask) => {
  void runTask(task).then(
    () => post({ type: 'done' }),
    (error: unknown) => post({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})

async function runTask(task: ImportTask): Promise<void> {
  const collection = await openSource(task)
  const builder = new BatchBuilder(task)
  for (const entry of collection.entries({ from: task.from, to: task.to })) {
    builder.add(entry)
    if (builder.games >= BATCH_GAMES) postBatch(builder.take())
  }
  postBatch(builder.take())
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

/** Hands a batch over; its typed arrays move without being copied. */
function postBatch(batch: Batch): void {
  const buffers: ArrayBuffer[] = [batch.facts.buffer as ArrayBuffer]
  for (const { high, low, game, move } of Object.values(batch.postings)) {
    for (const column of [high, low, game, move]) buffers.push(column.buffer as ArrayBuffer)
  }
  post({ type: 'batch', batch }, buffers)
}

function post(message: ImportMessage, transfer: ArrayBuffer[] = []): void {
  port!.postMessage(message, transfer)
}
