/** Scans on typed arrays against the slow, obvious search: random patterns cut from random games. */
import { describe, expect, it } from 'vitest'
import { emptyRecord, GAMES, makePlacement, USUAL_SIZE, type Game, type GameRecord } from '../../src/model/index.ts'
import { depthOf, makeScan, parseMaterial, parsePattern, type Hits, type LineScan } from '../../src/patterns/index.ts'
import { describeHit } from '../../src/patterns/describe.ts'
import { writeMainLine } from '../../src/positions/follow-line.ts'
import { MainLineWriter } from '../../src/positions/main-line.ts'
import { BLOCK_GAMES } from '../../src/positions/segment-blocks.ts'
import { readSignature, SignatureWriter } from '../../src/positions/segment-signatures.ts'
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

/** @param signature of the games, as of a block in which they stand in this order */
function scanAll(scan: LineScan, tried: readonly Pick<Tried, 'line'>[], signature?: Uint32Array): Hits {
  scan.beginBlock?.(0, signature)
  for (const [index, { line }] of tried.entries()) scan.scan(line, 0, line.length, index)
  return scan.hits
}

/** Where men ever were in some games, as an index has it for a block. */
function signatureOf(game: Game, tried: readonly Pick<Tried, 'line'>[]): Uint32Array {
  const writer = new SignatureWriter(game)
  for (const [index, { line }] of tried.entries()) writer.add(index, line)
  return readSignature(0, writer.endBlock(0), { file: '', offset: 0 }, false)
}

/** Games of a kind; of Go on boards of several sizes, some of which are full of captures. */
function gamesOf(game: Game): Tried[] {
  const records = randomGames(game, 24, 7, PLIES[game])
  return records.map((record) => ({ record, slow: slowGame(record), line: lineOf(record) }))
}

/** A game on a usual board, in a part of it where stones are captured, and how the board looked at some time. */
function crampedGame(random: () => number): { line: Uint16Array; rows: string[] } {
  const { columns, rows } = USUAL_SIZE.go
  const record = emptyRecord('go')
  const rules = rulesOf('go')
  const position = rules.start(record)
  const [left, top] = [randomInt(random, columns - 5), randomInt(random, rows - 5)]
  const shown = randomInt(random, 60)
  let board: string[] = []
  for (let ply = 0; ply < 60; ply++) {
    if (ply === shown) {
      board = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: columns }, (__, column) => '.XO'[Number(position.pieceAt(row * columns + column))]).join(
          '',
        ),
      )
    }
    const move = makePlacement((top + randomInt(random, 6)) * columns + left + randomInt(random, 6), position.turn)
    if (!rules.isLegal(position, move)) continue
    rules.play(position, move)
    record.nodes.push({ parent: record.nodes.length - 1, move })
  }
  return { line: lineOf(record), rows: board }
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

  it('are where a plain search finds them, with the next move', { timeout: 3_600_000 }, () => {
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

it('patterns of go are at the same places when a signature says where stones ever were', { timeout: 3_600_000 }, () => {
  const random = seededRandom(23)
  const block = Array.from({ length: BLOCK_GAMES }, () => crampedGame(random))
  const signature = signatureOf('go', block)
  const options = { depth: 1, isFirstOnly: false }
  const patterns = scaled(40, 4000)
  let found = 0
  for (let count = 0; count < patterns; count++) {
    const { rows } = block[randomInt(random, block.length)]!
    const pattern = parsePattern('go', randomPattern('go', rows, random).text)
    const hits = scanAll(makeScan('go', { pattern }, options)!, block, signature)
    found += hits.count
    expect(hits.take()).toEqual(scanAll(makeScan('go', { pattern }, options)!, block).take())
  }
  expect(found).toBeGreaterThan(patterns * 10)
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
