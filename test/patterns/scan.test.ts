/** Scans on typed arrays against the slow, obvious search: random patterns cut from random games. */
import { describe, expect, it } from 'vitest'
import {
  emptyRecord,
  GAMES,
  makePass,
  makePlacement,
  USUAL_SIZE,
  type Game,
  type GameRecord,
} from '../../src/model/index.ts'
import { parseMaterial, parsePattern, type Hits } from '../../src/patterns/index.ts'
import { type LineScan } from '../../src/patterns/scan/line-scan.ts'
import { depthOf } from '../../src/patterns/answer/following.ts'
import { makeScan } from '../../src/patterns/scan/make-scan.ts'
import { describeHit } from '../../src/patterns/answer/describe.ts'
import { writeMainLine } from '../../src/positions/follow-line.ts'
import { MainLineWriter } from '../../src/positions/main-line.ts'
import { BLOCK_GAMES } from '../../src/positions/segment/segment-blocks.ts'
import { readSignature, SignatureWriter } from '../../src/positions/segment/segment-signatures.ts'
import { BlockTimes, TimesWriter } from '../../src/positions/segment/segment-times.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { randomGames } from '../support/random-games.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'
import { hitTexts, slowGame, slowHits, type SlowGame, type SlowPattern } from './slow-search.ts'

/** Patterns of each kind of game. */
const PATTERNS = scaled(100, 10_000)
const PLIES: Record<Game, number> = { chess: 120, xiangqi: 120, go: 75, othello: 60 }
/** Games that each pattern is searched in. */
const SEARCHED = 3

interface Tried {
  record: GameRecord
  slow: SlowGame
  line: Uint16Array
}

function lineOf(record: GameRecord): Uint16Array {
  const writer = new MainLineWriter()
  writeMainLine(writer, rulesOf(record.game), record)
  return writer.words.slice(0, writer.length)
}

function scanAll(scan: LineScan, tried: readonly Pick<Tried, 'line'>[]): Hits {
  for (const [index, { line }] of tried.entries()) scan.scan(line, 0, line.length, index)
  return scan.hits
}

/** What a segment says of the lines of a block: where stones ever were, and when they came. */
interface BlockOfLines {
  signature: Uint32Array
  times: BlockTimes
}

function blockOf(lines: readonly Uint16Array[]): BlockOfLines {
  const signatures = new SignatureWriter('go')
  const times = new TimesWriter()
  for (const [index, line] of lines.entries()) {
    signatures.add(index, line)
    times.add(index, line)
  }
  const place = { file: '', offset: 0 }
  return {
    signature: readSignature(0, signatures.endBlock(0), place, false),
    times: new BlockTimes(0, times.endBlock(0, lines.length), lines.length, place, false),
  }
}

/** Scans a block as a segment is scanned, by times where they tell. Returns the hits, and of how many games they told. */
function scanByTimes(scan: LineScan, lines: readonly Uint16Array[], block: BlockOfLines): { hits: Hits; told: number } {
  const listed = scan.beginTimes!(0, block.signature)
  let told = 0
  for (const [index, line] of lines.entries()) {
    if (!listed) scan.scan(line, 0, line.length, index)
    else if (listed[index] === 0 || scan.scanTimes!(block.times, index)) told++
    else scan.follow!(line, 0, line.length, index)
  }
  return { hits: scan.hits, told }
}

/** All that hits say, a line for each, in an order that does not depend on how they were found. */
function rowsOf(hits: Hits): string {
  const { count, games, plies, orientations, places, distances, next } = hits
  const columns = [games, plies, orientations, places, distances, next]
  return Array.from({ length: count }, (_, row) => columns.map((column) => column[row]).join(' '))
    .sort()
    .join('\n')
}

/** Games of a kind; of Go on boards of several sizes, some of which are full of captures. */
function gamesOf(game: Game): Tried[] {
  const records = randomGames(game, 24, 7, PLIES[game])
  return records.map((record) => ({ record, slow: slowGame(record), line: lineOf(record) }))
}

/**
 * A game of Go, and how the board looked at some times: in a part of the board where stones are captured, or all over it
 * and long, with a handicap, with stones set up within it, or on a smaller board.
 */
function variedGame(kind: number, random: () => number): { line: Uint16Array; boards: string[][] } {
  const record = emptyRecord('go')
  const isSmall = kind % 8 === 5
  const isLong = kind % 8 === 6
  if (isSmall) record.size = { columns: 13, rows: 13 }
  const { columns, rows } = record.size ?? USUAL_SIZE.go
  const rules = rulesOf('go')
  const position = rules.start(record)
  const side = isLong ? columns : 6
  const [left, top] = [randomInt(random, columns - side + 1), randomInt(random, rows - side + 1)]
  const pointIn = () => (top + randomInt(random, side)) * columns + left + randomInt(random, side)
  if (kind % 8 === 7) {
    const edits = [{ squares: [pointIn(), pointIn()], piece: '1' }]
    Object.assign(record.nodes[0]!, { edits, turn: 2 })
    rules.edit!(position, edits, 2)
  }
  const plies = isLong ? 330 : 60
  // Of long games what a byte cannot say: after more than 252 moves.
  const early = isLong ? 250 : 0
  const shown = new Set(Array.from({ length: 6 }, () => early + randomInt(random, plies - early)))
  const boards: string[][] = []
  for (let ply = 0, tries = 0; ply < plies && tries < 10 * plies; tries++) {
    if (shown.delete(ply)) {
      const signAt = (square: number) => '.XO'[Number(position.pieceAt(square))]!
      boards.push(
        Array.from({ length: rows }, (_, row) =>
          Array.from({ length: columns }, (__, column) => signAt(row * columns + column)).join(''),
        ),
      )
    }
    const parent = record.nodes.length - 1
    if (kind % 16 === 4 && ply === 30) {
      const edits = [{ squares: [pointIn()], piece: '2' }]
      rules.edit!(position, edits)
      record.nodes.push({ parent, edits })
      ply++
      continue
    }
    const move = random() < 0.01 ? makePass(position.turn) : makePlacement(pointIn(), position.turn)
    if (!rules.isLegal(position, move)) continue
    rules.play(position, move)
    record.nodes.push({ parent, move })
    ply++
  }
  return { line: lineOf(record), boards }
}

/** What a square of a pattern may hold when a sign stands there: that alone, or more. */
function randomCell(game: Game, sign: string, random: () => number): { text: string; signs: string | undefined } {
  const chance = random()
  if (chance < 0.3) return { text: random() < 0.5 ? '?' : '*', signs: undefined }
  if (chance < 0.7) return { text: sign, signs: sign }
  if (game === 'chess' || game === 'xiangqi') {
    if (sign === '.') return { text: '{.Pp}', signs: '.Pp' }
    if (chance < 0.8) return { text: `{${sign}Rr}`, signs: `${sign}Rr` }
    const all = game === 'chess' ? 'PNBRQKpnbrqk' : 'PCRNBAKpcrnbak'
    return chance < 0.9 ? { text: '~', signs: all } : { text: '{^.}', signs: all }
  }
  if (sign === '.') return random() < 0.5 ? { text: 'x', signs: '.X' } : { text: 'o', signs: '.O' }
  if (chance < 0.85) return { text: '#', signs: 'XO' }
  return sign === 'X' ? { text: 'x', signs: '.X' } : { text: 'o', signs: '.O' }
}

/** A pattern cut from a position, with its text. */
function randomPattern(game: Game, rows: readonly string[], random: () => number): { text: string; slow: SlowPattern } {
  const isOfMen = game === 'chess' || game === 'xiangqi'
  const [height, width] = [rows.length, rows[0]!.length]
  const tall = isOfMen ? height : 1 + randomInt(random, Math.min(height, random() < 0.2 ? height : 5))
  const wide = isOfMen ? width : 1 + randomInt(random, Math.min(width, random() < 0.2 ? width : 5))
  const place = isOfMen ? 'corner' : (['corner', 'side', 'anywhere', 'inner'] as const)[randomInt(random, 4)]!
  const top = place === 'anywhere' || place === 'inner' ? randomInt(random, height - tall + 1) : 0
  const left = place === 'corner' ? 0 : randomInt(random, width - wide + 1)
  const cells: (string | undefined)[][] = []
  const texts: string[] = []
  // Few squares of a whole board, or nothing would ever stand.
  const density = isOfMen ? 0.08 : 1
  for (let row = 0; row < tall; row++) {
    const line = Array.from({ length: wide }, (_, column) =>
      random() < density ? randomCell(game, rows[top + row]![left + column]!, random) : { text: '?', signs: undefined },
    )
    cells.push(line.map(({ signs }) => signs))
    texts.push(line.map(({ text }) => text).join(''))
  }
  if (cells.flat().every((signs) => signs === undefined)) {
    cells[0]![0] = rows[top]![left]!
    texts[0] = rows[top]![left]! + '?'.repeat(wide - 1)
  }
  const isFixed = game === 'go' && random() < 0.3
  const isStill = random() < 0.2
  const words = [...(isOfMen ? [] : [place]), ...(isFixed ? ['fixed'] : []), ...(isStill ? ['still'] : [])]
  const text = `${words.length > 0 ? `${words.join(' ')}: ` : ''}${texts.join('/')}`
  return { text, slow: { cells, place, isFixed, isStill } }
}

describe.each(GAMES)('patterns of %s', (game) => {
  const tried = gamesOf(game)

  it('are where a plain search finds them, with the next move', () => {
    const random = seededRandom(11 + GAMES.indexOf(game))
    let found = 0
    for (let count = 0; count < PATTERNS; count++) {
      const some = Array.from({ length: SEARCHED }, () => tried[randomInt(random, tried.length)]!)
      const { positions } = some[0]!.slow
      const { text, slow } = randomPattern(game, positions[randomInt(random, positions.length)]!, random)
      const pattern = parsePattern(game, text)
      const hits = scanAll(makeScan(game, { pattern }, { depth: 1, isFirstOnly: false })!, some)
      const fast: string[] = []
      for (let row = 0; row < hits.count; row++) {
        const columns = some[0]!.slow.positions[0]![0]!.length
        const { ply, left, top, columns: wide, rows } = describeHit(pattern, hits, row, columns, undefined)
        fast.push([hits.games[row]!, ply, left, top, wide, rows, hits.distances[row]!].join(' '))
      }
      const expected = some.flatMap((one, index) => hitTexts(index, slowHits(game, one.slow, slow))).sort()
      found += expected.length
      if (fast.sort().join('\n') !== expected.join('\n')) {
        expect({ text, hits: fast }).toEqual({ text, hits: expected })
      }
      const games = scanAll(makeScan(game, { pattern }, { depth: depthOf(pattern), isFirstOnly: true })!, some)
      const different = new Set(games.games.subarray(0, games.count))
      if (different.size !== new Set(expected.map((hit) => hit.split(' ')[0])).size) expect(text).toBe('in other games')
    }
    expect(found).toBeGreaterThan(PATTERNS)
  })
})

/** A part of a board as it stood, beside its stones: where nothing is left open, all depends on what came and went when. */
function cutOut(rows: readonly string[], random: () => number): string {
  const stones = rows.flatMap((row, y) => [...row].flatMap((sign, x) => (sign === '.' ? [] : [[x, y] as const])))
  const [x, y] = stones.length === 0 ? [3, 3] : stones[randomInt(random, stones.length)]!
  const [wide, tall] = [1 + randomInt(random, 5), 1 + randomInt(random, 5)]
  const left = Math.max(0, Math.min(x - randomInt(random, wide), rows[0]!.length - wide))
  const top = Math.max(0, Math.min(y - randomInt(random, tall), rows.length - tall))
  const part = rows.slice(top, top + tall).map((row) => row.slice(left, left + wide))
  return `${random() < 0.5 ? 'anywhere fixed still' : 'anywhere fixed'}: ${part.join('/')}`
}

it('patterns of go are at the same places by the times of stones as by the moves', () => {
  const random = seededRandom(23)
  const games = Array.from({ length: BLOCK_GAMES }, (_, kind) => variedGame(kind, random))
  const lines = games.map(({ line }) => line)
  const block = blockOf(lines)
  const options = { depth: 1, isFirstOnly: false }
  const patterns = scaled(100, 10_000)
  let [found, told] = [0, 0]
  for (let count = 0; count < patterns; count++) {
    const { boards } = games[randomInt(random, games.length)]!
    const rows = boards[randomInt(random, boards.length)]!
    const text = count % 4 === 0 ? randomPattern('go', rows, random).text : cutOut(rows, random)
    const pattern = parsePattern('go', text)
    const byTimes = scanByTimes(makeScan('go', { pattern }, options)!, lines, block)
    told += byTimes.told
    found += byTimes.hits.count
    const byMoves = makeScan('go', { pattern }, options)!
    for (const [index, line] of lines.entries()) byMoves.follow!(line, 0, line.length, index)
    const expected = rowsOf(byMoves.hits)
    if (rowsOf(byTimes.hits) !== expected)
      expect({ text, hits: rowsOf(byTimes.hits) }).toEqual({ text, hits: expected })
    // Read from the lines, times are looked at when enough games were followed.
    if (count % 4 !== 0) continue
    const byLines = makeScan('go', { pattern }, options)!
    for (let round = 0; round < 3; round++) {
      byLines.hits.clear()
      for (const [index, line] of lines.entries()) byLines.scan(line, 0, line.length, index)
    }
    if (rowsOf(byLines.hits) !== expected)
      expect({ text, hits: rowsOf(byLines.hits) }).toEqual({ text, hits: expected })
  }
  expect(found).toBeGreaterThan(patterns * 10)
  expect(told).toBeGreaterThan(patterns * 5)
})

describe.each(['chess', 'xiangqi'] as const)('material of %s', (game) => {
  const tried = gamesOf(game)
  const count = (rows: readonly string[], letters: string) =>
    [...rows.join('')].filter((sign) => letters.includes(sign)).length

  it('is what the men on the board come to', () => {
    const random = seededRandom(3)
    for (let trial = 0; trial < scaled(60, 2000); trial++) {
      const { slow } = tried[randomInt(random, tried.length)]!
      const rows = slow.positions[randomInt(random, slow.positions.length)]!
      const [rooks, pawns] = [count(rows, 'R'), count(rows, 'p')]
      const lasting = 1 + randomInt(random, 3)
      const text = `R=${rooks} p<=${pawns} N>=${count(rows, 'N')} for=${lasting}`
      const holds = (one: readonly string[]) =>
        count(one, 'R') === rooks && count(one, 'p') <= pawns && count(one, 'N') >= count(rows, 'N')
      const hits = scanAll(
        makeScan(game, { material: parseMaterial(game, text) }, { depth: 0, isFirstOnly: false })!,
        tried,
      )
      const fast = Array.from({ length: hits.count }, (_, row) => `${hits.games[row]} ${hits.plies[row]}`)
      const expected = tried.flatMap((one, index) => {
        const held = one.slow.positions.map(holds)
        const ply = held.findIndex((_, at) => at + 1 >= lasting && held.slice(at + 1 - lasting, at + 1).every(Boolean))
        return ply < 0 ? [] : [`${index} ${ply}`]
      })
      expect({ text, fast }).toEqual({ text, fast: expected })
    }
  })
})
