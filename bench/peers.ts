/**
 * Ludograph beside its peers in one table: the same files, in turns, the least processor time of each. Peers of
 * registries are compiled from bench/peers, Scid, pgn-extract and Stockfish compared where they are installed; those that
 * are not here are named.
 *
 *     npm run bench -- peers --keep
 *
 * ChessBase files are made of the PGN of the corpus. `LUDOGRAPH_BENCH_PGN=games.pgn` names other games.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { findScid } from '../test/support/find-program.ts'
import { chessJobs } from './peers/chess-jobs.ts'
import { goJobs } from './peers/go-jobs.ts'
import type { Contender, Job } from './peers/job.ts'
import { EDITION, othelloJobs } from './peers/othello-jobs.ts'
import { perftJobs } from './peers/perft-jobs.ts'
import { ScidJobs } from './peers/scid-jobs.ts'
import { noteFigure } from './support/figures.ts'
import { nativePeer, rustPeer } from './support/native-peer.ts'

const ROUNDS = 5

const BOOK = 'chess-pgn/book-50000.pgn'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-peers-'))
const built = join(import.meta.dirname, '..', 'dist', 'cli', 'ludograph.js')
const cli = existsSync(built) ? built : undefined

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

let scidJobs: ScidJobs | undefined
try {
  const rust = rustPeer()
  const c = nativePeer('othello')
  const path = process.env['LUDOGRAPH_BENCH_PGN'] ?? (hasCorpus(BOOK) ? corpusPath(BOOK) : undefined)
  const jobs = perftJobs(rust, c)
  if (path === undefined) console.log(`missing: ${BOOK} of the corpus, so chess is not compared`)
  else {
    jobs.push(...(await chessJobs(path, folder, rust, cli)))
    const scid = findScid()
    if (scid === undefined) console.log('missing: tkscid (Scid)')
    else {
      scidJobs = await ScidJobs.start(scid, path, folder, cli)
      jobs.push(...scidJobs.list)
    }
  }
  if (hasCorpus('go')) jobs.push(...goJobs(rust))
  else console.log('missing: files of Go of the corpus')
  if (hasCorpus(EDITION)) jobs.push(...othelloJobs(c))
  else console.log(`missing: ${EDITION} of the corpus`)
  console.log('not here: Kombilo, which `npm run bench -- patterns` compares where LUDOGRAPH_KOMBILO names it')
  printLine('processor time, least of turns', 'peer', 'Ludograph', 'peer', 'ratio')
  for (const job of jobs) await compare(job)
} finally {
  scidJobs?.close()
  rmSync(folder, { recursive: true })
}
