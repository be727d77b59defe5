/** Games of chess are read and converted, from PGN and ChessBase. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePgn, startingPosition } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { grouped } from '../../src/cli/terminal.ts'
import { chessbase } from '../../src/formats/chessbase/format.ts'
import { ChessKernel } from '../../src/formats/chess-kernel.ts'
import type { Collection } from '../../src/formats/format.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import { openPgn } from '../../src/formats/pgn/reader.ts'
import { DiskSinkSet } from '../../src/node/file-sink.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { findProgram } from '../../test/support/find-program.ts'
import { readMainLines } from '../support/main-lines.ts'
import { runProgram } from '../support/native-peer.ts'
import { inProcess, library, native } from './contenders.ts'
import { countRecords } from './count-records.ts'
import type { Job } from './job.ts'

/** Games of a small database, for which starting a program counts. */
const FEW_GAMES = 6000

/** Games for peers in JavaScript that check moves, which are slow. */
const SLOW_GAMES = 2000

const kernel = new ChessKernel()

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
async function makeChessbase(games: Collection, folder: string, name: string, to = games.count): Promise<string> {
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

/**
 * Chess files are read and converted.
 * @param folder where files are made
 * @param rust the program of peers in Rust, if it is here
 * @param cli the built command of Ludograph, if it is here
 */
export async function chessJobs(
  path: string,
  folder: string,
  rust: string | undefined,
  cli: string | undefined,
): Promise<Job[]> {
  const bytes = new Uint8Array(readFileSync(path))
  const open = () => openPgn(new MemoryFileSet(new MemorySource('games.pgn', bytes)))
  const games = open().count
  const part = bytes.subarray(0, [...open().entries({ to: SLOW_GAMES + 1 })].at(-1)!.record!.origin!.offset)
  const text = new TextDecoder('windows-1252').decode(part)
  const base = await makeChessbase(open(), folder, 'games')
  const smallBase = await makeChessbase(open(), folder, 'few', FEW_GAMES)
  const openBase = () => chessbase.open(new DiskFileSet(`${base}.cbh`))
  const extract = findProgram('pgn-extract')
  if (extract === undefined) console.log('missing: pgn-extract')
  if (cli === undefined)
    console.log('missing: the built command of Ludograph (npm run build), so commands are not compared')
  const jobs: Job[] = [
    {
      name: 'PGN: main lines, legal, with keys',
      unit: 'game',
      own: () => inProcess(() => readMainLines(open()).games),
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
      own: () => inProcess(async () => readMainLines(await openBase()).games),
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
