/**
 * One database of real games of four kinds and a dozen formats, against the
 * readers and against a count with the rules alone: a sample in the quick run, the whole
 * corpus in the full one.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { detectFormat, SURE_ENOUGH } from '../../src/convert/detect.ts'
import {
  countGames,
  Database,
  explore,
  importSources,
  searchRecords,
  verifyDatabase,
} from '../../src/database/index.ts'
import { parseConditions } from '../../src/query/index.ts'
import { FORMATS } from '../../src/formats/index.ts'
import type { Format } from '../../src/formats/format.ts'
import type { Issue } from '../../src/issues/index.ts'
import { GAMES, type Game, type GameRecord } from '../../src/model/index.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { positionFault, rulesOf } from '../../src/rules/index.ts'
import type { Position } from '../../src/rules/rules.ts'
import { BruteForce, eachPosition, type MoveCounts } from '../support/brute-force.ts'
import { corpusFiles, corpusPath } from '../support/corpus.ts'
import { needsCorpus } from '../support/needs.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { isFullRun, sample, scaled } from '../support/scale.ts'

const BOOK = 'chess-pgn/book-50000.pgn'
/** Bytes of the large PGN file that the quick run takes. */
const BOOK_SAMPLE = 1_500_000
/** Positions of each game that are counted again. */
const POSITIONS = 1000
/** Records of each format that are written. */
const WRITTEN = scaled(100, 2000)

const folder = mkdtempSync(join(tmpdir(), 'ludograph-corpus-'))
let database: Database
const sources: { path: string; format: Format }[] = []

/** The files to import: all that a format knows, apart from parts of databases and what is under a password. */
function findSources(): string[] {
  const small = corpusFiles('', /\.(?:pgn|sgf|xqf|wtb|cbh|gib|ngf|ugf|ggf|wei7)$/i).filter((path) => path !== BOOK)
  if (isFullRun) return [BOOK, ...small].map(corpusPath)
  const book = readFileSync(corpusPath(BOOK)).subarray(0, BOOK_SAMPLE)
  writeFileSync(join(folder, 'book.pgn'), book.subarray(0, book.lastIndexOf('\n\n[Event ') + 2))
  const byKind = Map.groupBy(small, (path) => path.slice(path.lastIndexOf('.')).toLowerCase())
  const counts: Record<string, number> = { '.wtb': 1, '.pgn': 6, '.xqf': 120, '.sgf': 60 }
  const chosen = [...byKind].flatMap(([kind, paths]) => sample(paths, counts[kind] ?? 5))
  return [join(folder, 'book.pgn'), ...chosen.map(corpusPath)]
}

/** Every record of the sources, as their readers give them, in order. */
async function* readRecords(): AsyncGenerator<{ format: Format; record: GameRecord }> {
  for (const { path, format } of sources) {
    const files = new DiskFileSet(path)
    const collection = await format.open!(files)
    for (const { record } of collection.entries()) if (record) yield { format, record }
    collection.close?.()
    files.close()
  }
}

async function write(format: Format, records: readonly GameRecord[]): Promise<Map<string, Uint8Array>> {
  const sinks = new MemorySinkSet(`games${format.extensions[0]}`)
  const writer = await format.write!(sinks)
  for (const record of records) writer.add(record)
  writer.finish()
  return sinks.files
}

describe('a database of the corpus', needsCorpus(BOOK), () => {
  beforeAll(async () => {
    for (const path of findSources()) {
      const files = new DiskFileSet(path)
      const format = detectFormat(files.main, FORMATS, SURE_ENOUGH)
      files.close()
      if (format?.open) sources.push({ path, format })
    }
    const start = performance.now()
    database = await Database.open(join(folder, 'corpus.db'))
    const report = await importSources(
      database,
      sources.map(({ path }) => ({ path })),
    )
    const seconds = (performance.now() - start) / 1000
    console.info(`${report.games} games imported, ${Math.round(report.games / seconds)} games/s`)
    expect(report.failures).toEqual([])
    // Files of the same content are one source.
    const paths = await database.catalogue.rows('SELECT path FROM sources ORDER BY id')
    const kept = new Set(paths.map(({ path }) => String(path)))
    sources.splice(0, sources.length, ...sources.filter(({ path }) => kept.has(path)))
    expect(sources.length).toBe(report.imported)
  })

  afterAll(() => {
    database?.close()
    rmSync(folder, { recursive: true })
  })

  it('is sound', async () => {
    const problems: Issue[] = []
    for await (const problem of verifyDatabase(database)) problems.push(problem)
    expect(problems).toEqual([])
  })

  it('finds every set-up that a game begins from, however odd', async () => {
    const rows = await database.catalogue.rows('SELECT DISTINCT game, setup FROM games WHERE setup IS NOT NULL')
    expect(rows.length).toBeGreaterThan(20)
    let odd = 0
    for (const row of rows) {
      const [game, setup] = [row['game'] as Game, String(row['setup'])]
      if (positionFault(rulesOf(game).parse(setup))) odd++
      const games = await countGames(database, parseConditions({ game, position: setup }))
      expect(games, setup).toBeGreaterThan(0)
    }
    console.info(`${rows.length} set-ups found, ${odd} of them that no game could come to`)
  })

  it('gives back every record as its reader does, and writes it the same', async () => {
    const counts = new Map<string, number>()
    const toWrite = new Map<Format, { read: GameRecord[]; stored: GameRecord[] }>()
    const found = searchRecords(database, {})
    for await (const { format, record } of readRecords()) {
      const stored = (await found.next()).value as { id: number; record: GameRecord }
      if (!isDeepStrictEqual(stored.record, record)) expect(stored.record).toEqual(record)
      counts.set(format.id, (counts.get(format.id) ?? 0) + 1)
      if (!format.write || format.holds === 'one') continue
      const lists = toWrite.get(format) ?? { read: [], stored: [] }
      toWrite.set(format, lists)
      if (lists.read.length >= WRITTEN) continue
      lists.read.push(record)
      lists.stored.push(stored.record)
    }
    expect((await found.next()).done).toBe(true)
    const rows = await database.catalogue.rows('SELECT format, sum(games)::INTEGER AS games FROM sources GROUP BY 1')
    expect(new Map(rows.map(({ format, games }) => [String(format), Number(games)]))).toEqual(counts)
    if (isFullRun) console.info(Object.fromEntries(counts))
    for (const [format, { read, stored }] of toWrite) {
      expect(await write(format, stored)).toEqual(await write(format, read))
    }
  })

  it('finds as many games of a position that very many reached as the index counts', async () => {
    const rules = rulesOf('chess')
    const position = rules.start()
    for (const text of ['', 'e4', 'e5', 'Nf3']) {
      if (text !== '') rules.play(position, rules.readMove(position, text)!)
      const { games } = await explore(database, 'chess', position)
      expect(games).toBeGreaterThan(0)
      expect(await countGames(database, { position: { game: 'chess', position } })).toBe(games)
    }
  })

  it.each(GAMES)(
    'counts %s as the rules do',
    async (game: Game) => {
      const random = seededRandom(5)
      const records: GameRecord[] = []
      for await (const { record } of searchRecords(database, { game })) records.push(record)
      const bruteForce = new BruteForce(game)
      const rules = rulesOf(game)
      const asked: { position: Position; counts: MoveCounts }[] = []
      for (let round = 0; round < POSITIONS; round++) {
        const record = records[randomInt(random, records.length)]!
        // Half of them from the opening, where games meet.
        const wanted = randomInt(random, round % 2 === 0 ? 12 : record.nodes.length)
        let index = 0
        eachPosition(record, (position) => {
          if (index++ === wanted) asked.push({ position: rules.clone(position), counts: bruteForce.ask(position) })
        })
      }
      for (const record of records) bruteForce.pass(record)
      for (const { position, counts } of asked) {
        const exploration = await explore(database, game, position)
        const found: MoveCounts = new Map(exploration.ended > 0 ? [['', exploration.ended]] : [])
        for (const { move, games } of exploration.moves) {
          const name = bruteForce.name(position, move)
          found.set(name, (found.get(name) ?? 0) + games)
        }
        expect(found).toEqual(counts)
      }
      expect(asked.length).toBeGreaterThan(POSITIONS / 2)
    },
    600_000,
  )
})
