/** Games of chess are read and converted, from PGN and ChessBase. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { grouped } from '../../src/cli/show/terminal.ts'
import { chessbase } from '../../src/formats/chessbase/format.ts'
import type { Collection } from '../../src/formats/format.ts'
import { openPgn } from '../../src/formats/pgn/reader.ts'
import { DiskSinkSet } from '../../src/node/file-sink.ts'
import { findProgram } from '../../test/support/find-program.ts'
import { runProgram } from '../support/native-peer.ts'
import { native, ownTask } from './contenders.ts'
import type { Job } from './job.ts'

/** Games of a small database, for which starting a program counts, and of a large one, for which it does not. */
const FEW_GAMES = 6000
const MANY_GAMES = 300_000

/** A ChessBase database of so many games of a PGN file, each of them several times if need be. */
interface Base {
  /** Its path without an extension. */
  path: string
  amount: number
}

async function makeChessbase(games: Collection, folder: string, amount: number): Promise<Base> {
  const path = join(folder, `${amount}-games`)
  const writer = await chessbase.write(new DiskSinkSet(`${path}.cbh`, { replaces: true }))
  for (let left = amount; left > 0; left -= games.count) {
    for (const { record } of games.entries({ to: left })) if (record) writer.add(record)
  }
  writer.finish()
  return { path, amount }
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
  const usual = await makeChessbase(open(), folder, games)
  const base = usual.path
  const extract = findProgram('pgn-extract')
  if (extract === undefined) console.log('missing: pgn-extract')
  if (cli === undefined)
    console.log('missing: the built command of Ludograph (npm run build), so commands are not compared')
  const jobs: Job[] = [
    {
      name: 'PGN: main lines, legal, with keys',
      unit: 'game',
      own: ownTask('pgn-lines', path),
      peers: [
        ...native('shakmaty, with keys', rust, 'pgn-keys', path),
        ...native('shakmaty, without keys', rust, 'pgn-legal', path),
      ],
    },
    {
      name: 'PGN: full records, legal',
      unit: 'game',
      own: ownTask('pgn-records', path),
      peers: [{ name: 'chessops', run: ownTask('pgn-chessops', path) }],
    },
    {
      name: 'ChessBase: main lines, legal, with keys',
      unit: 'game',
      own: ownTask('chessbase-lines', `${base}.cbh`),
      peers: native('cbvault', rust, 'cbh-lines', base),
    },
    {
      name: 'ChessBase to PGN, in memory',
      unit: 'game',
      own: ownTask('chessbase-pgn', `${base}.cbh`),
      peers: native('cbvault', rust, 'cbh-pgn', base),
    },
  ]
  const theirs = join(folder, 'theirs.pgn')
  const ours = join(folder, 'ours.pgn')
  const command =
    (amount: number, program: string, ...words: string[]) =>
    () => ({ amount, seconds: runProgram(program, words) })
  if (rust !== undefined && cli !== undefined) {
    const large = await makeChessbase(open(), folder, MANY_GAMES)
    const small = await makeChessbase(open(), folder, FEW_GAMES)
    for (const { path: database, amount } of [large, usual, small]) {
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
