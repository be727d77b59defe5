/**
 * Reads ranges of entries, one after another, as long as there are any. Runs
 * in a worker thread, sharing two counters with the others: it hands the rows of the
 * catalogue to the importer and writes the segments of the position index
 * itself. The source read last stays open, since the next range is likely
 * from the same.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { detectFormat } from '../convert/detect.ts'
import { FORMATS } from '../formats/index.ts'
import type { Collection } from '../formats/format.ts'
import { DiskFileSet } from '../node/file-source.ts'
import { loadAllOpenings } from '../openings/index.ts'
import { addEntries } from './batch.ts'
import { NEXT_TASK, WAITING_BATCHES, type ImportAnswer, type ImportRequest, type ImportTask } from './import-task.ts'
import { IndexBuilder } from './index-builder.ts'
import { RowPacker } from './row-chunk.ts'

let openPath: string | undefined
let openFiles: DiskFileSet | undefined
let openCollection: Collection | undefined

const port = parentPort
if (!port) throw new TypeError('the import worker runs in a worker thread')

const index = new IndexBuilder(String(workerData))
const rows = new RowPacker((chunk) => post({ type: 'rows', chunk }, [chunk.cells.buffer, chunk.texts.buffer]))

port.on('message', (request: ImportRequest) => {
  void answer(request).then(post, (error: unknown) =>
    post({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
  )
})

async function answer({ tasks, counters, limit }: ImportRequest): Promise<ImportAnswer> {
  const books = await loadAllOpenings()
  for (;;) {
    waitForRoom(counters, limit)
    const task = Atomics.add(counters, NEXT_TASK, 1)
    if (task >= tasks.length) break
    const { from, to, ...options } = tasks[task]!
    const collection = await openSource(tasks[task]!)
    Atomics.add(counters, WAITING_BATCHES, 1)
    const count = addEntries(collection.entries({ from, to, lines: true }), options, rows, index, books)
    post({ type: 'batch', count, task })
  }
  rows.finish()
  return { type: 'done', segments: index.finish() }
}

/** Waits until the importer has taken in most of what was read. */
function waitForRoom(counters: Int32Array, limit: number): void {
  for (;;) {
    const waiting = Atomics.load(counters, WAITING_BATCHES)
    if (waiting < limit) return
    Atomics.wait(counters, WAITING_BATCHES, waiting)
  }
}

function post(message: ImportAnswer, moved: ArrayBuffer[] = []): void {
  port!.postMessage(message, moved)
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
