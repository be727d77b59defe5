/**
 * Writing ChessBase databases: how fast games become a database, and what reading a
 * million of them takes in memory. The games are made by the rules; the large database lies in a temporary folder
 * that is removed at the end. `--quick` leaves the large database out.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MemorySinkSet } from '../src/bytes/sink.ts'
import { chessbase } from '../src/formats/chessbase/format.ts'
import type { Writer } from '../src/formats/format.ts'
import type { GameRecord } from '../src/model/record.ts'
import { DiskSinkSet } from '../src/node/file-sink.ts'
import { DiskFileSet } from '../src/node/file-source.ts'
import { randomGames } from '../test/support/random-games.ts'
import { measure, printTable } from './support/measure.ts'

const PLIES = 80
const SAMPLE = 2000
const LARGE = 1_000_000

const games = randomGames('chess', SAMPLE, 1, PLIES)
const annotated = games.map((game, index) => annotate(game, index))

/** The same game with variations, comments and symbols. */
function annotate(game: GameRecord, index: number): GameRecord {
  const nodes = structuredClone(game.nodes)
  for (let at = index % 7; at < nodes.length; at += 9) {
    nodes[at]!.comments = [{ text: 'A comment of some length on the position.', placement: 'after' }]
    if (at > 0) nodes[at]!.glyphs = [{ nag: 1 + (at % 6) }]
  }
  return { ...game, nodes }
}

async function measureWriting(): Promise<void> {
  const rows = [
    await measure('JSON of the same games', () => {
      let length = 0
      for (const game of games) length += JSON.stringify(game).length
      return { games: games.length, MB: length / 1e6 }
    }),
    await measure('games of 40 moves', () => write(games)),
    await measure('with comments and symbols', () => write(annotated)),
  ]
  printTable('ChessBase: writing to memory', rows)
}

async function write(records: readonly GameRecord[]): Promise<Record<string, number>> {
  const out = new MemorySinkSet('bench.cbh')
  const writer = await chessbase.write!(out)
  for (let pass = 0; pass < 5; pass++) for (const record of records) add(writer, record)
  writer.finish()
  const bytes = [...out.files.values()].reduce((sum, file) => sum + file.length, 0)
  return { games: records.length * 5, MB: bytes / 1e6 }
}

function add(writer: Writer, record: GameRecord): void {
  const issues = writer.add(record)
  if (issues.length > 0) throw new Error(issues[0]!.message)
}

async function measureLarge(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-bench-'))
  try {
    const path = join(folder, 'large.cbh')
    const peak = new PeakMemory()
    const writing = await measure('writing', () => writeLarge(path, peak), 1)
    const created = peak.take()
    const collection = await chessbase.open!(new DiskFileSet(path))
    const headers = await measure(
      'headers',
      () => {
        for (let index = 0; index < collection.count; index++) {
          collection.listing(index)
          if (index % 10_000 === 0) peak.note()
        }
        return { games: collection.count }
      },
      1,
    )
    const headersPeak = peak.take()
    const lines = await measure(
      'main lines with legality',
      () => {
        let plies = 0
        collection.scan!((game) => {
          plies += game.length
          if (game.index % 10_000 === 0) peak.note()
        })
        return { games: collection.count, plies }
      },
      1,
    )
    const linesPeak = peak.take()
    collection.close?.()
    printTable(`ChessBase: ${LARGE.toLocaleString('en')} games on disk`, [writing, headers, lines])
    console.log(`  most memory in use: writing ${created} MB, headers ${headersPeak} MB, main lines ${linesPeak} MB`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function writeLarge(path: string, peak: PeakMemory): Promise<Record<string, number>> {
  const writer = await chessbase.write!(new DiskSinkSet(path))
  for (let index = 0; index < LARGE; index++) {
    add(writer, games[index % SAMPLE]!)
    if (index % 10_000 === 0) peak.note()
  }
  writer.finish()
  const bytes = ['.cbh', '.cbg', '.cbj'].reduce((sum, part) => sum + statSync(path.replace('.cbh', part)).size, 0)
  return { games: LARGE, MB: bytes / 1e6 }
}

/** The most memory of the process that was seen. */
class PeakMemory {
  private most = 0

  note(): void {
    this.most = Math.max(this.most, process.memoryUsage.rss())
  }

  /** The peak in megabytes since the last asking. */
  take(): number {
    this.note()
    const megabytes = Math.round(this.most / 1e6)
    this.most = 0
    return megabytes
  }
}

await measureWriting()
if (!process.argv.includes('--quick')) await measureLarge()
