/**
 * Ludograph beside its peers in one table: the same files, in turns, the least processor time of each. Peers of
 * registries are compiled from bench/peers, Scid, pgn-extract and Stockfish compared where they are installed; those that
 * are not here are named.
 *
 *     npm run bench -- peers --keep
 *
 * ChessBase files are made of the PGN of the corpus. `LUDOGRAPH_BENCH_PGN=games.pgn` names other games.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parsePgn, startingPosition } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { MemorySinkSet } from '../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../src/bytes/source.ts'
import { grouped } from '../src/cli/terminal.ts'
import { chessbase } from '../src/formats/chessbase/format.ts'
import { ChessKernel } from '../src/formats/chess-kernel.ts'
import type { Collection } from '../src/formats/format.ts'
import { pgn } from '../src/formats/pgn/format.ts'
import { openPgn } from '../src/formats/pgn/reader.ts'
import { openSgf } from '../src/formats/sgf/reader.ts'
import { wthor } from '../src/formats/wthor/format.ts'
import { DiskSinkSet } from '../src/node/file-sink.ts'
import { DiskFileSet } from '../src/node/file-source.ts'
import { chess, chessPerft, othelloPerft, OthelloPosition } from '../src/rules/index.ts'
import { corpusBytes, corpusFiles, corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { findProgram, findScid } from '../test/support/find-program.ts'
import type { Contender, Job, Run } from './peers/job.ts'
import { ScidJobs } from './peers/scid-jobs.ts'
import { noteFigure } from './support/figures.ts'
import { readMainLines } from './support/main-lines.ts'
import { nativePeer, runPeer, runProgram, rustPeer } from './support/native-peer.ts'

const ROUNDS = 5

const BOOK = 'chess-pgn/book-50000.pgn'
const EDITION = 'wthor/2022-edition'

/** Lines of six moves from the initial position (Chess Programming Wiki, Perft Results). */
const PERFT_6 = 119_060_324

/** Games of a small database, for which starting a program counts. */
const FEW_GAMES = 6000

/** Games for peers in JavaScript that check moves, which are slow. */
const SLOW_GAMES = 2000

const require = createRequire(import.meta.url)
const sabaki = require('@sabaki/sgf') as { parseBuffer(bytes: Uint8Array): unknown[] }

const folder = mkdtempSync(join(tmpdir(), 'ludograph-peers-'))
const kernel = new ChessKernel()
const built = join(import.meta.dirname, '..', 'dist', 'cli', 'ludograph.js')
const cli = existsSync(built) ? built : undefined

/** Runs a task of this process by its processor time, the compiler's and the collector's threads included. */
async function inProcess(task: () => number | Promise<number>): Promise<Run> {
  const start = process.cpuUsage()
  const amount = await task()
  const { user, system } = process.cpuUsage(start)
  return { amount, seconds: (user + system) / 1e6 }
}

function native(name: string, program: string | undefined, ...parameters: string[]): Contender[] {
  if (program === undefined) return []
  const run = (): Run => {
    const { amounts, seconds } = runPeer(program, parameters)
    return { amount: amounts[0]!, seconds }
  }
  return [{ name, run }]
}

function library(name: string, task: () => number | Promise<number>): Contender {
  return { name, run: () => inProcess(task) }
}

/** Does the job in turns and prints the least time of each, for a single thing that is counted. */
async function compare({ name, unit, own, peers }: Job): Promise<void> {
  const contenders: Contender[] = [{ name: 'Ludograph', run: own }, ...peers]
  const least = contenders.map(() => Infinity)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, contender] of contenders.entries()) {
      const { amount, seconds } = await contender.run()
      least[index] = Math.min(least[index]!, (seconds / amount) * 1e6)
    }
  }
  const [ours] = least
  for (const [index, { name: peer }] of contenders.entries()) {
    if (index === 0) continue
    const theirs = least[index]!
    const ratio = ours! / theirs
    noteFigure('peers', `${name}: ${peer}`, {
      [`ours, ${unit}/CPU s`]: 1e6 / ours!,
      [`theirs, ${unit}/CPU s`]: 1e6 / theirs,
      'our speed by theirs': 1 / ratio,
    })
    printLine(name, peer, `${formatTime(ours!)} a ${unit}`, formatTime(theirs), ratio.toPrecision(2))
  }
}

function printLine(job: string, peer: string, ours: string, theirs: string, ratio: string): void {
  console.log(`  ${job.padEnd(42)} ${peer.padEnd(24)} ${ours.padStart(22)} ${theirs.padStart(12)} ${ratio.padStart(8)}`)
}

/** Microseconds, nanoseconds of what takes less than a tenth of one, milliseconds of what takes a thousand. */
function formatTime(microseconds: number): string {
  if (microseconds >= 1000) return `${(microseconds / 1000).toPrecision(3)} ms`
  return microseconds < 0.1 ? `${(microseconds * 1000).toPrecision(3)} ns` : `${microseconds.toPrecision(3)} us`
}

function countMainLines(collection: Collection): number {
  return readMainLines(collection).games
}

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

/** A ChessBase database of the first games of a PGN file. Returns its path without an extension. */
async function makeChessbase(games: Collection, name: string, to = games.count): Promise<string> {
  const writer = await chessbase.write(new DiskSinkSet(join(folder, `${name}.cbh`), { replaces: true }))
  for (const { record } of games.entries({ to })) if (record) writer.add(record)
  writer.finish()
  return join(folder, name)
}

async function writePgn(games: Collection): Promise<number> {
  const writer = await pgn.write(new MemorySinkSet('games.pgn'))
  let count = 0
  for (const { record, san } of games.entries({ san: true, bare: true, kernel })) {
    if (!record) continue
    writer.add(record, san)
    count++
  }
  writer.finish()
  return count
}

async function chessJobs(path: string, rust: string | undefined): Promise<Job[]> {
  const bytes = new Uint8Array(readFileSync(path))
  const open = () => openPgn(new MemoryFileSet(new MemorySource('games.pgn', bytes)))
  const games = open().count
  const part = bytes.subarray(0, [...open().entries({ to: SLOW_GAMES + 1 })].at(-1)!.record!.origin!.offset)
  const text = new TextDecoder('windows-1252').decode(part)
  const base = await makeChessbase(open(), 'games')
  const smallBase = await makeChessbase(open(), 'few', FEW_GAMES)
  const openBase = () => chessbase.open(new DiskFileSet(`${base}.cbh`))
  const extract = findProgram('pgn-extract')
  if (extract === undefined) console.log('missing: pgn-extract')
  if (cli === undefined)
    console.log('missing: the built command of Ludograph (npm run build), so commands are not compared')
  const jobs: Job[] = [
    {
      name: 'PGN: main lines, legal, with keys',
      unit: 'game',
      own: () => inProcess(() => countMainLines(open())),
      peers: [
        ...native('shakmaty, with keys', rust, 'pgn-keys', path),
        ...native('shakmaty, without keys', rust, 'pgn-legal', path),
      ],
    },
    {
      name: 'PGN: full records, legal',
      unit: 'game',
      own: () => inProcess(() => countRecords(open())),
      peers: [library('chessops', () => replayWithChessops(text))],
    },
    {
      name: 'ChessBase: main lines, legal, with keys',
      unit: 'game',
      own: () => inProcess(async () => countMainLines(await openBase())),
      peers: native('cbvault', rust, 'cbh-lines', base),
    },
    {
      name: 'ChessBase to PGN, in memory',
      unit: 'game',
      own: () => inProcess(async () => writePgn(await openBase())),
      peers: native('cbvault', rust, 'cbh-pgn', base),
    },
  ]
  const theirs = join(folder, 'theirs.pgn')
  const ours = join(folder, 'ours.pgn')
  const command =
    (amount: number, program: string, ...words: string[]) =>
    () => ({ amount, seconds: runProgram(program, words) })
  if (rust !== undefined && cli !== undefined) {
    for (const [database, amount] of [
      [base, games],
      [smallBase, Math.min(games, FEW_GAMES)],
    ] as const) {
      jobs.push({
        name: `ChessBase to PGN, ${grouped(amount)} games, command`,
        unit: 'game',
        own: command(amount, process.execPath, cli, 'convert', `${database}.cbh`, '-o', ours, '--force'),
        peers: [{ name: 'cbvault', run: command(amount, rust, 'cbh-file', database, theirs) }],
      })
    }
  }
  if (extract !== undefined && cli !== undefined) {
    jobs.push({
      name: 'PGN to PGN, whole command',
      unit: 'game',
      own: command(games, process.execPath, cli, 'convert', path, '-o', ours, '--force'),
      peers: [{ name: 'pgn-extract', run: command(games, extract, '-s', '-o', theirs, path) }],
    })
  }
  return jobs
}

/** Stockfish counts a ply more, since it would be done before it has loaded. */
function stockfishPerft(): Contender[] {
  const stockfish = findProgram('stockfish')
  if (stockfish === undefined) console.log('missing: stockfish')
  else return [{ name: 'Stockfish', run: () => ({ amount: PERFT_6, seconds: runProgram(stockfish, ['go perft 6']) }) }]
  return []
}

function perftJobs(rust: string | undefined, c: string | undefined): Job[] {
  return [
    {
      name: 'Chess perft 5',
      unit: 'line',
      own: () => inProcess(() => chessPerft(chess.start(), 5)),
      peers: [...native('shakmaty', rust, 'perft', '5'), ...stockfishPerft()],
    },
    {
      name: 'Othello perft 9',
      unit: 'line',
      own: () => inProcess(() => othelloPerft(new OthelloPosition(), 9)),
      peers: native('bitboards in C', c, 'perft', '9'),
    },
  ]
}

async function othelloJobs(c: string | undefined): Promise<Job[]> {
  const years = corpusFiles(EDITION, /\.wtb$/i)
  const open = (path: string) => wthor.open(new MemoryFileSet(new MemorySource(basename(path), corpusBytes(path))))
  const collections = await Promise.all(years.map(open))
  return [
    {
      name: 'WTHOR: main lines, legal, with keys',
      unit: 'game',
      own: () => inProcess(() => collections.reduce((sum, collection) => sum + countMainLines(collection), 0)),
      peers: native('bitboards in C', c, 'wthor', ...years.map(corpusPath)),
    },
  ]
}

/** The files of Go that all of them can read: one that a peer refuses takes it no time. */
function goJobs(rust: string | undefined): Job[] {
  const files = corpusFiles('go', /\.sgf$/i)
    .map((path) => ({ name: basename(path), path: corpusPath(path), bytes: corpusBytes(path) }))
    .filter(({ path, bytes }) => {
      if (rust !== undefined && runPeer(rust, ['sgf', path]).amounts[0] === 0) return false
      try {
        return sabaki.parseBuffer(bytes).length > 0
      } catch {
        return false
      }
    })
  const read = ({ name, bytes }: (typeof files)[number]) => {
    countRecords(openSgf(new MemoryFileSet(new MemorySource(name, bytes))))
  }
  const each = (task: (file: (typeof files)[number]) => void) => () => {
    for (const file of files) task(file)
    return files.length
  }
  const paths = files.map(({ path }) => path)
  return [
    {
      name: 'SGF: trees',
      unit: 'file',
      own: () => inProcess(each(read)),
      peers: [
        library(
          '@sabaki/sgf',
          each(({ bytes }) => void sabaki.parseBuffer(bytes)),
        ),
        ...native('sgf-parse', rust, 'sgf', ...paths).map((peer) => ({
          name: peer.name,
          run: async () => ({ ...(await peer.run()), amount: files.length }),
        })),
      ],
    },
  ]
}

let scidJobs: ScidJobs | undefined
try {
  const rust = rustPeer()
  const c = nativePeer('othello')
  const path = process.env['LUDOGRAPH_BENCH_PGN'] ?? (hasCorpus(BOOK) ? corpusPath(BOOK) : undefined)
  const jobs = perftJobs(rust, c)
  if (path === undefined) console.log(`missing: ${BOOK} of the corpus, so chess is not compared`)
  else {
    jobs.push(...(await chessJobs(path, rust)))
    const scid = findScid()
    if (scid === undefined) console.log('missing: tkscid (Scid)')
    else {
      scidJobs = await ScidJobs.start(scid, path, folder, cli)
      jobs.push(...scidJobs.list)
    }
  }
  if (hasCorpus('go')) jobs.push(...goJobs(rust))
  else console.log('missing: files of Go of the corpus')
  if (hasCorpus(EDITION)) jobs.push(...(await othelloJobs(c)))
  else console.log(`missing: ${EDITION} of the corpus`)
  console.log('not here: Kombilo, which `npm run bench -- patterns` compares where LUDOGRAPH_KOMBILO names it')
  printLine('processor time, least of turns', 'peer', 'Ludograph', 'peer', 'ratio')
  for (const job of jobs) await compare(job)
} finally {
  scidJobs?.close()
  rmSync(folder, { recursive: true })
}
