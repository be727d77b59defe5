/**
 * The database: import with the position index, then all kinds of queries, on the 50,000 games of the shared
 * corpus and on larger databases generated from them in two files each.
 * `LUDOGRAPH_BENCH_GAMES=340000,1000000 npm run bench -- database` says how large: a million games take 3.5 GB of
 * temporary files, which are removed. `LUDOGRAPH_BENCH_FOLDER` names a folder in which generated games are kept and found
 * again, as `1000000-1.pgn` and `1000000-2.pgn`: making a million takes minutes.
 */
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Checksum } from '../src/bytes/checksum.ts'
import { Database, explore, countGames, searchGames } from '../src/database/index.ts'
import { parseMaterial, parsePattern } from '../src/patterns/index.ts'
import { FORMATS } from '../src/formats/index.ts'
import type { GameRecord } from '../src/model/record.ts'
import { DiskFileSet, DiskSource } from '../src/node/file-source.ts'
import { PublishedPositions, type Fetch } from '../src/positions/index.ts'
import { rulesOf } from '../src/rules/index.ts'
import type { Position } from '../src/rules/rules.ts'
import { corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { randomInt, seededRandom } from '../test/support/random.ts'
import type { ImportMeasurement } from './support/import-database.ts'
import { noteFigure } from './support/figures.ts'
import { printLatencies } from './support/percentiles.ts'

const IMPORTER = fileURLToPath(new URL('support/import-database.ts', import.meta.url))

const BOOK = 'chess-pgn/book-50000.pgn'
/** Games of the generated databases. */
const SIZES = (process.env['LUDOGRAPH_BENCH_GAMES'] ?? '100000').split(',').map(Number)
const PLAYERS = ['Adams', 'Anand', 'Carlsen', 'Ivanchuk', 'Karpov', 'Kramnik', 'Polgar', 'Shirov', 'Svidler', 'Tal']
const RESULTS = ['1-0', '0-1', '1/2-1/2'] as const

const chess = rulesOf('chess')
const folder = mkdtempSync(join(tmpdir(), 'ludograph-bench-'))
/** Where generated games are kept, if they are. */
const keptFolder = process.env['LUDOGRAPH_BENCH_FOLDER']

/** Positions of real games after a number of plies, one per game. */
function positionsAt(records: readonly GameRecord[], ply: number, count: number): Position[] {
  const long = records.filter(({ nodes }) => nodes.length > ply + 1)
  const step = Math.max(1, Math.floor(long.length / count))
  return long
    .filter((_, index) => index % step === 0)
    .slice(0, count)
    .map((record) => {
      const position = chess.start()
      for (const { move } of record.nodes.slice(1, ply + 1)) chess.play(position, move!)
      return position
    })
}

/** Writes games that follow a real one into the middle game and go on at random, about 80 plies each. */
function generate(path: string, records: readonly GameRecord[], count: number, seed: number): void {
  const random = seededRandom(seed)
  const file = openSync(path, 'w')
  let text = ''
  for (let game = 0; game < count; game++) {
    const book = records[randomInt(random, records.length)]!
    const departure = 8 + randomInt(random, 16)
    const position = chess.start()
    let moves = ''
    for (let ply = 0; ply < 80; ply++) {
      const known = ply < departure ? book.nodes[ply + 1]?.move : undefined
      const legal = known === undefined ? chess.legal(position) : []
      const move = known ?? legal[randomInt(random, legal.length)]
      if (move === undefined) break
      moves += `${chess.writeMove(position, move)} `
      chess.play(position, move)
    }
    const name = () => `${PLAYERS[randomInt(random, PLAYERS.length)]}, ${randomInt(random, 1000)}`
    const result = RESULTS[randomInt(random, 3)]!
    text += `[Event "Generated ${game % 1000}"]\n[Date "${1970 + randomInt(random, 55)}.01.01"]\n[White "${name()}"]\n[Black "${name()}"]\n`
    text += `[Result "${result}"]\n[WhiteElo "${1800 + randomInt(random, 1000)}"]\n[BlackElo "${1800 + randomInt(random, 1000)}"]\n\n`
    text += `${game % 20 === 0 ? '{a note on the opening} ' : ''}${moves}${result}\n\n`
    if (text.length > 1 << 20) {
      writeSync(file, text)
      text = ''
    }
  }
  writeSync(file, text)
  closeSync(file)
}

/** The files of so many generated games, those that are kept or new ones. */
function generatedFiles(count: number, records: readonly GameRecord[]): string[] {
  const into = keptFolder ?? folder
  mkdirSync(into, { recursive: true })
  return [0, 1].map((half) => {
    const path = join(into, `${count}-${half + 1}.pgn`)
    if (existsSync(path)) return path
    // What is cut off on the way is not taken for the games later.
    const unfinished = `${path}.${process.pid}`
    generate(unfinished, records, Math.ceil(count / 2), half)
    renameSync(unfinished, path)
    return path
  })
}

/** Every tenth game of a PGN file. */
async function readSome(path: string): Promise<GameRecord[]> {
  const files = new DiskFileSet(path)
  const collection = await FORMATS.find(({ id }) => id === 'pgn')!.open!(files)
  const records: GameRecord[] = []
  for (const { index, record } of collection.entries()) if (record && index % 10 === 0) records.push(record)
  files.close()
  return records
}

/** Imports files in a separate process and prints time and memory. Returns the folder of the database. */
function importFiles(name: string, paths: readonly string[]): string {
  const database = join(folder, name)
  const output = execFileSync(process.execPath, [IMPORTER, database, ...paths], { encoding: 'utf8' })
  const measured = JSON.parse(output) as ImportMeasurement
  const { games, positions } = measured
  const positionsFolder = join(database, 'positions')
  const bytes = readdirSync(positionsFolder).reduce((sum, file) => sum + statSync(join(positionsFolder, file)).size, 0)
  const catalogue = statSync(join(database, 'catalogue.duckdb')).size
  const count = (amount: number): string => Math.round(amount).toLocaleString('en')
  const { import: imported, merge } = measured
  const perGame = (imported.processor / games) * 1e6
  noteFigure('import', name, {
    games,
    seconds: imported.seconds,
    'games/s': games / imported.seconds,
    'CPU us a game': perGame,
    'memory MB': imported.memory,
    'memory MB, with merging': merge.memory,
    'bytes a game': (bytes + catalogue) / games,
  })
  console.log(`\n${name}: ${count(games)} games, ${count(positions)} positions`)
  if (!measured.isBuilt)
    console.log('  imported by the sources, which takes more memory than the package (npm run build)')
  console.log(
    `  import with the index   ${imported.seconds.toFixed(1)} s, ${count(games / imported.seconds)} games/s, ` +
      `${count(positions / imported.seconds)} positions/s; ${perGame.toFixed(0)} us of processor time a game, ` +
      `which two free cores do at ${count(2e6 / perGame)} games/s; greatest memory ${count(imported.memory)} MB`,
  )
  if (paths.length > 1)
    console.log(
      `  merging their segments  ${merge.seconds.toFixed(1)} s, ${merge.processor.toFixed(1)} s of processor time; greatest memory ${count(merge.memory)} MB`,
    )
  console.log(
    `  index ${(bytes / positions).toFixed(1)} bytes a position, catalogue ${(catalogue / games).toFixed(0)} bytes a game`,
  )
  return database
}

/** Prints which part of the time of questions goes to the checksums of what they read. */
async function printChecksumShare(name: string, questions: readonly (() => Promise<unknown>)[]): Promise<void> {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own object below
  const { add } = Checksum.prototype
  let [spent, bytes] = [0, 0]
  Checksum.prototype.add = function (this: Checksum, part) {
    const start = performance.now()
    const result = add.call(this, part)
    spent += performance.now() - start
    bytes += part.length
    return result
  }
  const start = performance.now()
  for (const question of questions) await question()
  const all = performance.now() - start
  Checksum.prototype.add = add
  console.log(
    `  checksums of ${name}, first asked: ${((spent / all) * 100).toFixed(1)} % of the time, ` +
      `${Math.round(bytes / questions.length).toLocaleString('en')} bytes a question`,
  )
}

/** Questions that differ: enough for a 99th percentile that is not the slowest. */
function differing<Question>(make: (index: number) => Question): Question[] {
  return Array.from({ length: 300 }, (_, index) => make(index))
}

/** What somebody types to find a player: many of the generated names match. */
function playerOf(index: number): string {
  return `${PLAYERS[index % PLAYERS.length]} ${index % 100}`
}

async function ask(name: string, path: string, records: readonly GameRecord[]): Promise<void> {
  const latencies = async (question: string, questions: readonly (() => Promise<unknown>)[]) =>
    printLatencies(question, questions, name)
  const database = await Database.open(path, { readOnly: true })
  const lookup = (positions: readonly Position[], query = {}) =>
    positions.map((position) => () => explore(database, 'chess', position, { query }))
  const start = Array.from({ length: 300 }, () => chess.start())
  const common = [1, 2, 3, 4, 6].flatMap((ply) => positionsAt(records, ply, 60))
  const rare = [20, 30, 40, 50].flatMap((ply) => positionsAt(records, ply, 100))
  await printChecksumShare('common positions', lookup(common))
  await printChecksumShare('rare positions', lookup(rare))
  await latencies('statistics of the start position', lookup(start))
  await latencies('statistics of common positions, plies 1 to 6', lookup(common))
  await latencies('statistics of rare positions, plies 20 to 50', lookup(rare))
  await latencies(
    'start, both rated 2400 and more',
    differing((index) => lookup([chess.start()], { minRating: 2400 + index })[0]!),
  )
  await latencies(
    'start, since 2010',
    differing((index) => lookup([chess.start()], { since: { year: 1975 + (index % 50) }, minPlies: index })[0]!),
  )
  await latencies(
    'start, with a player',
    differing((index) => lookup([chess.start()], { player: playerOf(index) })[0]!),
  )
  await latencies('common, both rated 2400 and more', lookup(common, { minRating: 2400 }))
  await latencies('rare, both rated 2400 and more', lookup(rare, { minRating: 2400 }))
  await latencies('common, with a player', lookup(common, { player: 'kar' }))
  const games = (query: Parameters<typeof searchGames>[1]) => () =>
    searchGames(database, query, { limit: 50, order: 'date' })
  await latencies(
    '50 games of a player, by date',
    differing((index) => games({ player: playerOf(index) })),
  )
  await latencies(
    'games counted, of a player',
    differing((index) => async () => countGames(database, { player: playerOf(index) })),
  )
  await latencies(
    '50 games with a word in a comment',
    ['note', 'opening', 'mate'].map((comment) => games({ comment })),
  )
  const reached = (position: Position) => games({ position: { game: 'chess', position } })
  const shows = (query: Parameters<typeof searchGames>[1]) => () => countGames(database, query)
  await latencies('games counted with material, scan of all', [
    shows({ material: parseMaterial('chess', 'KRPkrp') }),
    shows({ material: parseMaterial('chess', 'KQkq') }),
  ])
  await latencies('games counted with a pattern, scan of all', [
    shows({ pattern: parsePattern('chess', '?????rk?/?????ppp/*/*/*/*/*/??KR') }),
    shows({ pattern: parsePattern('chess', '*/??????P') }),
  ])
  await latencies('50 games that reached a rare position', rare.map(reached))
  await latencies('50 games that reached a common position', common.map(reached))
  database.close()
}

/** Explores the folder as a plain host of files would serve it, and prints the maximum for a position. */
async function exploreAsPublished(path: string, records: readonly GameRecord[]): Promise<void> {
  let [requests, bytes] = [0, 0]
  const fetchFile: Fetch = (url, options) => {
    requests++
    const file = new DiskSource(join(path, decodeURIComponent(new URL(url).pathname)))
    const range = /^bytes=(\d+)-(\d+)$/.exec(options?.headers['Range'] ?? '')
    const [start, end] = range ? [Number(range[1]), Number(range[2]) + 1] : [0, file.size]
    const body = file.read(start, end).slice()
    file.close()
    bytes += body.length
    const headers = { 'content-range': `bytes ${start}-${end - 1}/${file.size}` }
    return Promise.resolve(new Response(body, range ? { status: 206, headers } : {}))
  }
  let [mostRequests, mostBytes] = [0, 0]
  for (const ply of [0, 1, 2, 4, 8, 16, 30, 60]) {
    for (const position of positionsAt(records, ply, ply === 0 ? 1 : 20)) {
      requests = 0
      bytes = 0
      const published = await PublishedPositions.open('http://example.org', fetchFile)
      await published.explore('chess', position)
      mostRequests = Math.max(mostRequests, requests)
      mostBytes = Math.max(mostBytes, bytes)
    }
  }
  console.log(
    `  published as files: a position, the list of files included, takes ${mostRequests} requests and ${mostBytes.toLocaleString('en')} bytes at the most`,
  )
}

if (!hasCorpus(BOOK)) {
  console.log('database: skipped, the shared corpus is not here')
} else {
  try {
    const corpus = importFiles('corpus', [corpusPath(BOOK)])
    const records = await readSome(corpusPath(BOOK))
    await exploreAsPublished(corpus, records)
    await ask('corpus', corpus, records)
    for (const wanted of SIZES) {
      const name = `${wanted} generated`
      const large = importFiles(name, generatedFiles(wanted, records))
      await exploreAsPublished(large, records)
      await ask(name, large, records)
      rmSync(large, { recursive: true })
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
