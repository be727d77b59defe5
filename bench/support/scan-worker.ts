/** Reads the main lines of a ChessBase database in a separate thread, on a signal. */
import { parentPort, workerData } from 'node:worker_threads'
import { chessbase } from '../../src/formats/chessbase/format.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { readMainLines } from './main-lines.ts'

const collection = await chessbase.open(new DiskFileSet(String(workerData)))
parentPort!.on('message', () => {
  parentPort!.postMessage(readMainLines(collection).plies)
})
parentPort!.postMessage('ready')
