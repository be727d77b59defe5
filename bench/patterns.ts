/**
 * Patterns: Go games made by permuting those of the corpus (support/go-games.ts), 50,000 unless
 * `LUDOGRAPH_BENCH_GAMES` says how many, and chess games of the corpus. Processor time of each class of query, all
 * threads together, all hits with their next moves; and beside it that of peers, where they are installed, asked the
 * same in turn:
 *
 * - `LUDOGRAPH_KOMBILO`: folder in which Kombilo was built from its source: `pip download --no-binary :all: --no-deps
 *   kombilo`, unpacked, with the headers of Boost, `CFLAGS=-std=c++14 python3 setup.py build_ext --inplace`
 * - Scid: its program `tkscid`, or the one that `LUDOGRAPH_SCID` names
 */
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database, importSources, searchPattern } from '../src/database/index.ts'
import { anything, parseMaterial, parsePattern, type Pattern } from '../src/patterns/index.ts'
import type { GameQuery } from '../src/query/query.ts'
import { corpusPath, hasCorpus } from '../test/support/corpus.ts'
import { findScid } from '../test/support/find-program.ts'
import { writePermutedGames } from './support/go-games.ts'
import { noteFigure } from './support/figures.ts'
import { LinePeer } from './support/line-peer.ts'

const GAMES = Number(process.env['LUDOGRAPH_BENCH_GAMES'] ?? 50_000)
const RUNS = 5
/** Milliseconds that searches are asked again at the least, so that those of a moment are compiled. */
const LEAST_TIME = 1500
const SIDE = 19

const empty = (count: number): string => '.'.repeat(count)
/** A corner of so many points at a side, with stones on 3-3 of one colour and 4-5 of the other. */
const cornerOf = (side: number): string =>
  Array.from({ length: side }, (_, row) => {
    if (row === 2) return `..X${empty(side - 3)}`
    return row === 3 ? `${empty(4)}O${empty(side - 5)}`.slice(0, side) : empty(side)
  }).join('/')
/** An approach to a stone on 4-4, answered: four stones. */
const josekiOf = (side: number): string =>
  Array.from({ length: side }, (_, row) => {
    const points = [...empty(side)]
    if (row === 3) points[3] = 'X'
    if (row === 2) points[5] = 'O'
    if (row === 5) points[2] = 'X'
    return points.join('')
  }).join('/')

/** A query of each class. */
const QUERIES: Record<string, string> = {
  'whole board': `board: ${Array.from({ length: SIDE }, (_, row) => {
    const points = [...empty(SIDE)]
    if (row === 3) [points[3], points[15]] = ['O', 'X']
    if (row === 15) points[15] = 'X'
    return points.join('')
  }).join('/')}`,
  'corner 4x4': '..../..X./..O./....',
  'corner 5x5': cornerOf(5),
  'corner 6x6': josekiOf(6),
  'corner 7x7': cornerOf(7),
  'corner 7x7, 3 stones': josekiOf(7),
  'corner 8x8': josekiOf(8),
  'corner 9x9': josekiOf(9),
  'corner 9x9, wildcard': `${josekiOf(9).slice(0, -1)}*`,
  'corner 7x7, wildcards': '**...../*....../..X..../..O..../......./......./.......',
  'side 5x4': 'side: ...../..X../..O../.....',
  'side 7x4': 'side: ......./..O..../...X.../.......',
  'side 9x4': 'side: ........./....X..../........./.........',
  'centre 3x3': 'inner: XO./OX./...',
  'centre 5x5': 'inner: ...../.X.O./...../.O.X./.....',
  '3x3 anywhere': 'anywhere: XO./OX./...',
  '3x3, wildcards': 'anywhere: xO*/XX./...',
  'cross-cut anywhere': 'anywhere: XO/OX',
  'ponnuki anywhere': 'anywhere: ?X?/X.X/?X?',
  '4x4 anywhere': 'anywhere: ..../.XO./.OX./....',
}

/** Material of chess, and what asks the same of Scid: men of each kind, at least and at most. */
const MATERIAL: Record<string, Record<string, [number, number]>> = {
  KRPkrp: { wr: [1, 1], br: [1, 1], wp: [1, 1], bp: [1, 1] },
  KRkr: { wr: [1, 1], br: [1, 1] },
  KQkq: { wq: [1, 1], bq: [1, 1] },
  KBPPkbpp: { wb: [1, 1], bb: [1, 1], wp: [2, 2], bp: [2, 2] },
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** What Kombilo is asked: the square places at which the pattern may begin, and its signs. */
function kombiloQuery({ columns, rows, cells, edges, isInner }: Pattern): string {
  const border = isInner ? 1 : 0
  const signs = new Array<string>(columns * rows).fill('*')
  for (const { column, row, allowed } of cells) {
    signs[row * columns + column] = { 1: '.', 2: 'X', 4: 'O', 3: 'x', 5: 'o' }[allowed] ?? '*'
  }
  const anchors = [border, edges.left ? 0 : SIDE - columns - border, border, edges.top ? 0 : SIDE - rows - border]
  return JSON.stringify({ anchors, columns, rows, text: signs.join(''), runs: RUNS })
}

async function measure(
  table: string,
  name: string,
  database: Database,
  query: GameQuery,
  other?: { ms: number; games: number },
) {
  let best = Infinity
  let found = ''
  const began = cpu()
  for (let run = 0; run < RUNS || cpu() - began < LEAST_TIME; run++) {
    const start = cpu()
    const { games, hits } = await searchPattern(database, query)
    best = Math.min(best, cpu() - start)
    found = `${games.length} games, ${hits.count} hits`
  }

  const ratio = other && other.ms / best
  noteFigure(table, name, { 'CPU ms': best, ...(ratio !== undefined && { 'times as fast': ratio }) })
  const beside = other
    ? `${other.ms.toFixed(1).padStart(8)} ms  ${ratio!.toFixed(1).padStart(6)}x  ${other.games} games`
    : ''
  console.log(`${name.padEnd(22)} ${best.toFixed(1).padStart(8)} ms  ${found.padEnd(32)} ${beside}`)
}

const folder = mkdtempSync(join(tmpdir(), 'ludograph-bench-'))
try {
  await measureGo()
  if (hasCorpus('chess-pgn')) await measureChess(corpusPath('chess-pgn/book-50000.pgn'))
} finally {
  rmSync(folder, { recursive: true })
}

async function measureGo(): Promise<void> {
  const path = join(folder, 'go.sgf')
  const real = await writePermutedGames(path, GAMES)
  console.log(`${GAMES} games made of ${real} real ones, ${(statSync(path).size / 1e6).toFixed(0)} MB of SGF`)
  const database = await Database.open(join(folder, 'go.db'))
  const before = cpu()
  await importSources(database, [{ path }])
  const spent = cpu() - before
  const [segment] = database.segmentsOf('go')
  const { linesSize, corners, postings } = segment!.header
  console.log(`import ${(spent / 1000).toFixed(1)} CPU s, ${((spent * 1000) / GAMES).toFixed(0)} us a game`)
  const perGame = (amount: number) => (amount / GAMES).toFixed(0)
  console.log(
    `a game: main lines with signatures and times ${perGame(linesSize)} bytes, ${perGame(corners)} corners of ${perGame(postings)} postings`,
  )
  const kombilo = process.env['LUDOGRAPH_KOMBILO']
  let peer: LinePeer | undefined
  if (kombilo === undefined) console.log('missing: Kombilo (LUDOGRAPH_KOMBILO names its folder)')
  else {
    const own = join(folder, 'kombilo')
    mkdirSync(own)
    peer = new LinePeer('python3', [join(import.meta.dirname, 'peers/kombilo.py'), kombilo, path, own])
    const made = await peer.next()
    console.log(`Kombilo: import ${(made.cpu / 1000).toFixed(1)} CPU s, ${perGame(made.bytes!)} bytes a game`)
  }
  for (const [name, text] of Object.entries(QUERIES)) {
    const pattern = parsePattern('go', text)
    // Kombilo has no sign for any stone.
    const canAsk = pattern.cells.every(({ allowed }) => allowed !== 6 && allowed !== anything('go'))
    const other = peer && canAsk ? await peer.ask(kombiloQuery(pattern)) : undefined
    await measure('Go', name, database, { pattern }, other)
  }
  peer?.close()
  database.close()
}

async function measureChess(path: string): Promise<void> {
  const database = await Database.open(join(folder, 'chess.db'))
  await importSources(database, [{ path }])
  const scid = findScid()
  let peer: LinePeer | undefined
  if (scid === undefined) console.log('missing: tkscid (Scid)')
  else {
    const own = join(folder, 'scid')
    mkdirSync(own)
    peer = new LinePeer(scid, [join(import.meta.dirname, 'peers/scid.tcl'), path, own, '50'])
    await peer.next()
  }
  console.log(`\nchess, ${statSync(path).size / 1e6} MB of PGN`)
  for (const [name, men] of Object.entries(MATERIAL)) {
    const kinds = ['w', 'b'].flatMap((colour) => [...'qrbnmp'].map((kind) => colour + kind))
    const asked = kinds.map((kind) => {
      const minor = kind[1] === 'm' ? [...'bn'].reduce((sum, one) => sum + (men[kind[0]! + one]?.[0] ?? 0), 0) : 0
      const [least, most] = men[kind] ?? [minor, minor]
      return `-${kind} {${least} ${most}}`
    })
    const line = `material ${asked.join(' ')} -flip 0 -filter 0 -range {0 999} -length 1 -bishops {} -diff {-40 40}`
    const other = peer && (await peer.ask(line))
    await measure('chess', name, database, { material: parseMaterial('chess', name) }, other)
  }
  peer?.close()
  database.close()
}
