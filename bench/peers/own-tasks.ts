/**
 * One task of Ludograph, or of a JavaScript library beside it, in a process that does nothing else, as the peers in C and
 * Rust do theirs: what V8 compiles for one task can be slower in the next. `node own-tasks.ts TASK PATH...` prints how much was
 * done and the seconds of processor time of the fastest of some runs, the compiler's and the collector's threads included.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { parsePgn, startingPosition } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { ChessKernel } from '../../src/formats/chess-kernel.ts'
import { chessbase } from '../../src/formats/chessbase/format.ts'
import type { Collection } from '../../src/formats/format.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import { openPgn } from '../../src/formats/pgn/reader.ts'
import { openSgf } from '../../src/formats/sgf/reader.ts'
import { wthor } from '../../src/formats/wthor/format.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { chess, chessPerft, othelloPerft, OthelloPosition } from '../../src/rules/index.ts'
import { writeRecord } from '../../src/formats/write-record.ts'
import { readMainLines } from '../support/main-lines.ts'

const RUNS = 5

/** Games for chessops, which is slow. */
const SLOW_GAMES = 2000

/** Does the task once and returns how much was done. */
type Task = () => number | Promise<number>

/** The tasks by name; what is read from the disk is read beforehand, except that of ChessBase. */
const TASKS: Record<string, (paths: string[]) => Task | Promise<Task>> = {
  'chess-perft': () => () => chessPerft(chess.start(), 5),
  'othello-perft': () => () => othelloPerft(new OthelloPosition(), 9),
  'pgn-lines': ([path]) => {
    const open = openerOfPgn(path!)
    return () => readMainLines(open()).games
  },
  'pgn-records': ([path]) => {
    const open = openerOfPgn(path!)
    return () => countRecords(open())
  },
  'pgn-chessops': ([path]) => {
    const open = openerOfPgn(path!)
    const end = [...open().entries({ to: SLOW_GAMES + 1 })].at(-1)!.record!.origin!.offset
    const text = new TextDecoder('windows-1252').decode(bytesOf(path!).subarray(0, end))
    return () => replayWithChessops(text)
  },
  'chessbase-lines':
    ([path]) =>
    async () =>
      readMainLines(await chessbase.open(new DiskFileSet(path!))).games,
  'chessbase-pgn':
    ([path]) =>
    async () =>
      writePgn(await chessbase.open(new DiskFileSet(path!))),
  'sgf-trees': (paths) => {
    const files = paths.map((path) => new MemorySource(basename(path), bytesOf(path)))
    return () => {
      for (const file of files) countRecords(openSgf(new MemoryFileSet(file)))
      return files.length
    }
  },
  'sgf-sabaki': (paths) => {
    const sabaki = createRequire(import.meta.url)('@sabaki/sgf') as { parseBuffer(bytes: Uint8Array): unknown[] }
    const files = paths.map(bytesOf)
    return () => {
      for (const file of files) sabaki.parseBuffer(file)
      return files.length
    }
  },
  'wthor-check': async (paths) => {
    const open = (path: string) => wthor.open(new MemoryFileSet(new MemorySource(basename(path), bytesOf(path))))
    const years = await Promise.all(paths.map(open))
    return () => {
      for (const year of years) for (const { id } of year.validate!()) if (id === 'wthor/move') throw new Error(id)
      return years.reduce((sum, { count }) => sum + count, 0)
    }
  },
}

/** Not as a Buffer, with which libraries may do something else. */
function bytesOf(path: string): Uint8Array {
  return new Uint8Array(readFileSync(path))
}

/** Opens the same bytes again and again. */
function openerOfPgn(path: string): () => Collection {
  const bytes = bytesOf(path)
  return () => openPgn(new MemoryFileSet(new MemorySource('games.pgn', bytes)))
}

/** Reads every record of a collection. Returns how many there are. */
function countRecords(collection: Collection): number {
  let games = 0
  for (const { record } of collection.entries()) if (record) games++
  return games
}

/** Parses games with chessops and plays their main lines. */
function replayWithChessops(text: string): number {
  const games = parsePgn(text)
  for (const game of games) {
    const position = startingPosition(game.headers).unwrap()
    for (const { san } of game.moves.mainline()) {
      const move = parseSan(position, san)
      if (!move) break
      position.play(move)
    }
  }
  return games.length
}

async function writePgn(games: Collection): Promise<number> {
  const writer = await pgn.write(new MemorySinkSet('games.pgn'))
  const kernel = new ChessKernel()
  let count = 0
  for (const { record, playedLine } of games.entries({ playedLine: { san: true }, bare: true, kernel })) {
    if (!record) continue
    writeRecord(writer, record, playedLine?.san)
    count++
  }
  writer.finish()
  return count
}

const [name, ...paths] = process.argv.slice(2)
const task = await TASKS[name!]!(paths)
let [amount, least] = [0, Infinity]
for (let run = 0; run < RUNS; run++) {
  const start = process.cpuUsage()
  amount = await task()
  const { user, system } = process.cpuUsage(start)
  least = Math.min(least, (user + system) / 1e6)
}
console.log(`${amount} ${least}`)
