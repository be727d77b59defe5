/** Scans the main lines of a ChessBase database in a separate thread, on a signal. */
import { parentPort, workerData } from 'node:worker_threads'
import { chessbase } from '../../src/formats/chessbase/format.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'

const collection = await chessbase.open(new DiskFileSet(String(workerData)))
parentPort!.on('message', () => {
  let plies = 0
  collection.scan!(({ length }) => void (plies += length))
  parentPort!.postMessage(plies)
})
parentPort!.postMessage('ready')
