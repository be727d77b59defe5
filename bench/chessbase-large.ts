/**
 * A ChessBase database of a million games, one in five with comments: how fast it is written, read on one
 * thread and on two, and exported as PGN, and how much memory that takes. The games are generated; the
 * database is in a temporary folder that is removed at the end. `--games=100000` makes a smaller one.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describeIssue } from '../src/issues/describe.ts'
import { convertShared } from '../src/cli/write/convert-shared.ts'
import type { Sink, SinkSet } from '../src/bytes/sink.ts'
import { chessbase } from '../src/formats/chessbase/format.ts'
import { pgn } from '../src/formats/pgn/format.ts'
import { ChessKernel } from '../src/formats/chess-kernel.ts'
import type { Collection } from '../src/formats/format.ts'
import type { GameRecord } from '../src/model/record.ts'
import { DiskSinkSet } from '../src/node/file-sink.ts'
import { DiskFileSet } from '../src/node/file-source.ts'
import { annotate, plainGames } from './support/chess-games.ts'
import { writeRecord } from '../src/formats/write-record.ts'
import { readMainLines } from './support/main-lines.ts'
import { measure, printTable, type Measurement } from './support/measure.ts'
import { PeakMemory } from './support/peak-memory.ts'

const COUNT = Number(process.argv.find((word) => word.startsWith('--games='))?.slice(8) ?? 1_000_000)
const SAMPLE = 2000
const THREADS = 2

/** Files that are discarded. */
class DiscardedFiles implements SinkSet {
  readonly name = 'discarded'
  size = 0

  create(): Sink {
    const count = (bytes: Uint8Array) => void (this.size += bytes.length)
    return { size: 0, append: count, patch: () => {} }
  }

  commit(): void {}

  abort(): void {}
}

/** Entries between two checks of the memory. */
const LOOK = 10_000

const peak = new PeakMemory()
const rows: Measurement[] = []
const memory: string[] = []

async function add(name: string, task: () => Record<string, number> | Promise<Record<string, number>>): Promise<void> {
  const timer = setInterval(() => peak.note(), 100)
  rows.push(await measure(name, task, 1))
  clearInterval(timer)
  memory.push(`${name} ${peak.take()} MB`)
}

async function create(path: string, games: readonly GameRecord[]): Promise<Record<string, number>> {
  const writer = await chessbase.write(new DiskSinkSet(path, { replaces: true }))
  for (let index = 0; index < COUNT; index++) {
    const [issue] = writer.add(games[index % games.length]!).issues
    if (issue) throw new Error(describeIssue(issue))
    if (index % LOOK === 0) peak.note()
  }
  writer.finish()
  return { games: COUNT, MB: sizeOf(path) }
}

function sizeOf(path: string): number {
  const parts = ['.cbh', '.cbg', '.cba', '.cbj'].map((part) => statSync(path.replace('.cbh', part)).size)
  return parts.reduce((sum, size) => sum + size, 0) / 1e6
}

function headers(collection: Collection): Record<string, number> {
  for (let index = 0; index < collection.count; index++) {
    collection.listing(index)
    if (index % LOOK === 0) peak.note()
  }
  return { games: collection.count }
}

function mainLines(collection: Collection): Record<string, number> {
  return readMainLines(collection, (index) => {
    if (index % LOOK === 0) peak.note()
  })
}

function trees(collection: Collection): Record<string, number> {
  let plies = 0
  for (const { index, record } of collection.entries()) {
    plies += record!.nodes.length - 1
    if (index % LOOK === 0) peak.note()
  }
  return { games: collection.count, plies }
}

/** Every thread reads the whole database. */
async function mainLinesOnThreads(workers: readonly Worker[]): Promise<Record<string, number>> {
  for (const worker of workers) worker.postMessage('go')
  const answers = await Promise.all(workers.map((worker) => once(worker, 'message') as Promise<[number]>))
  return { games: COUNT * workers.length, plies: answers.reduce((sum, [plies]) => sum + plies, 0) }
}

/** What each thread of an export does. */
async function convertToPgn(collection: Collection): Promise<Record<string, number>> {
  const out = new DiscardedFiles()
  const writer = await pgn.write(out)
  for (const { index, record, playedLine } of collection.entries({
    playedLine: { san: true },
    bare: true,
    kernel: new ChessKernel(),
  })) {
    writeRecord(writer, record!, playedLine?.san)
    if (index % LOOK === 0) peak.note()
  }
  writer.finish()
  return { games: collection.count, MB: out.size / 1e6 }
}

async function exportPgn(path: string): Promise<Record<string, number>> {
  const job = {
    path,
    format: 'chessbase',
    target: 'pgn',
    readOptions: {},
    writeOptions: {},
    texts: {},
    keepDeleted: true,
    openings: false,
  }
  const sinks = new DiskSinkSet(path.replace('.cbh', '.pgn'), { replaces: true })
  const sink = sinks.create(sinks.name)
  await convertShared(job, COUNT, ({ bytes }) => sink.append(bytes!))
  sinks.commit()
  return { games: COUNT, MB: sink.size / 1e6 }
}

const folder = mkdtempSync(join(tmpdir(), 'ludograph-bench-'))
try {
  const path = join(folder, 'large.cbh')
  const games = plainGames(SAMPLE).map((game, index) => (index % 5 === 0 ? annotate(game, index) : game))
  await add('created', () => create(path, games))
  const collection = await chessbase.open(new DiskFileSet(path))
  await add('main lines, every move legal', () => mainLines(collection))
  await add('headers', () => headers(collection))
  await add('full trees with annotations', () => trees(collection))
  await add('converted to PGN', () => convertToPgn(collection))
  const workers = Array.from(
    { length: THREADS },
    () => new Worker(new URL('support/scan-worker.ts', import.meta.url), { workerData: path }),
  )
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  await add(`main lines on ${THREADS} threads`, () => mainLinesOnThreads(workers))
  await Promise.all(workers.map((worker) => worker.terminate()))
  await add('exported as PGN, all processors', () => exportPgn(path))
  collection.close?.()
  const [created, lines, ...others] = rows
  printTable(`ChessBase: ${COUNT.toLocaleString('en')} games on disk`, [lines!, created!, ...others])
  console.log(`  most memory: ${memory.join(', ')}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
