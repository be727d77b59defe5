/** Corners of Go found in the position index, against the scan of all games. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchPattern, type Database } from '../../src/database/index.ts'
import { patternGames } from '../../src/database/search/describe-patterns.ts'
import { scanLines } from '../../src/database/search/scan.ts'
import { emptyRecord, makePlacement, type GameRecord } from '../../src/model/index.ts'
import { describePatternSearch, parsePattern } from '../../src/patterns/index.ts'
import { cornerOf } from '../../src/patterns/indexed/corner-search.ts'
import { completeSearch } from '../../src/patterns/search.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { importRecords, problemsOf } from '../support/databases.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

const PATTERNS = scaled(80, 10_000)
const GAMES = 150
const SIZES = [
  { columns: 19, rows: 19 },
  { columns: 19, rows: 19 },
  { columns: 13, rows: 13 },
  { columns: 10, rows: 10 },
  { columns: 9, rows: 9 },
  { columns: 7, rows: 7 },
  { columns: 12, rows: 8 },
]

/** A game whose moves crowd into the corners, so that shapes recur and stones are captured; some have a handicap. */
function crowdedGame(random: () => number, size: { columns: number; rows: number }): GameRecord {
  const { columns, rows } = size
  const record = emptyRecord('go')
  if (columns !== 19 || rows !== 19) record.size = size
  const rules = rulesOf('go')
  const near = (side: number) => {
    const distance = Math.min(Math.floor(random() * random() * 6), side - 1)
    return random() < 0.5 ? distance : side - 1 - distance
  }
  const point = () => near(rows) * columns + near(columns)
  if (random() < 0.2) record.nodes[0]!.edits = [{ squares: [...new Set([point(), point()])], piece: '1' }]
  const position = rules.start(record)
  if (record.nodes[0]!.edits) rules.edit!(position, record.nodes[0]!.edits)
  for (let ply = 0; ply < 90; ply++) {
    const move = makePlacement(point(), position.turn)
    if (!rules.isLegal(position, move)) continue
    rules.play(position, move)
    record.nodes.push({ parent: record.nodes.length - 1, move })
  }
  record.header.date = { year: 1950 + randomInt(random, 70) }
  if (random() < 0.9) record.header.result = { outcome: 'win', winner: random() < 0.5 ? 1 : 2 }
  return record
}

/** A corner of a position of a game, drawn at any corner. */
function cornerText({ nodes, ...record }: GameRecord, random: () => number): string {
  const rules = rulesOf('go')
  const position = rules.start(record)
  if (nodes[0]!.edits) rules.edit!(position, nodes[0]!.edits)
  const end = 1 + randomInt(random, Math.min(40, nodes.length - 1))
  for (const { move } of nodes.slice(1, end + 1)) rules.play(position, move!)
  const { columns, rows } = position
  const high = 3 + randomInt(random, 7)
  const wide = random() < 0.8 ? high : 3 + randomInt(random, 8)
  const [isRight, isBottom] = [random() < 0.5, random() < 0.5]
  const [atRight, atBottom] = [random() < 0.5, random() < 0.5]
  const lines: string[] = []
  const open = random() < 0.5 ? 0.003 : 0.05
  for (let y = 0; y < high; y++) {
    let line = ''
    for (let x = 0; x < wide; x++) {
      const [fromLeft, fromTop] = [atRight ? wide - 1 - x : x, atBottom ? high - 1 - y : y]
      const column = isRight ? columns - 1 - fromLeft : fromLeft
      const row = isBottom ? rows - 1 - fromTop : fromTop
      const isOff = column < 0 || row < 0 || column >= columns || row >= rows
      const piece = isOff ? '' : position.pieceAt(row * columns + column)
      const signs = { '': '.?xo', '1': 'X?x#', '2': 'O?o#' }[piece]!
      line += random() < open ? signs[randomInt(random, 4)]! : signs[0]!
    }
    lines.push(atRight ? `${line}|` : `|${line}`)
  }
  const border = '-'.repeat(wide)
  const text = (atBottom ? [...lines, border] : [border, ...lines]).join('/')
  const words = [...(random() < 0.2 ? ['fixed'] : []), ...(random() < 0.1 ? ['still'] : [])]
  const conditions = random() < 0.8 ? '' : ['; next=B', '; by=20', '; from=5', '; tenuki=1'][randomInt(random, 4)]!
  return `${words.length > 0 ? `${words.join(' ')}: ` : ''}${text}${conditions}`
}

describe('corners', () => {
  const random = seededRandom(5)
  const records = Array.from({ length: GAMES }, (_, index) => crowdedGame(random, SIZES[index % SIZES.length]!))
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-corners-'))
  let database: Database
  let sound: Database

  beforeAll(async () => {
    database = await importRecords(folder, 'all', records)
    // Boards on which all corners are in the index.
    const large = records.filter((_, index) => index % SIZES.length < 3)
    sound = await importRecords(folder, 'large', large)
  })
  afterAll(() => {
    database.close()
    sound.close()
    rmSync(folder, { recursive: true })
  })

  it('are found in the index as the scan finds them, with what follows', async () => {
    let [ready, found] = [0, 0]
    for (let count = 0; count < PATTERNS; count++) {
      const text = cornerText(records[randomInt(random, records.length)]!, random)
      const pattern = parsePattern('go', text)
      for (const one of [database, sound]) {
        const search = await searchPattern(one, { pattern })
        const hits = await scanLines(one, 'go', { pattern }, { depth: 1 })
        const facts = await Promise.all(one.segmentsOf('go').map(async (segment) => segment.readFacts()))
        const expected = completeSearch('go', { pattern }, hits, 1, facts, false)
        if (search.isFromIndex) ready++
        found += hits.count
        expect({ text, ...describePatternSearch(search) }).toEqual({ text, ...describePatternSearch(expected) })
        expect(search.games).toEqual(expected.games)
        expect(await patternGames(one, search, 20)).toEqual(await patternGames(one, expected, 20))
      }
    }
    expect(ready).toBeGreaterThan(PATTERNS / 3)
    expect(found).toBeGreaterThan(PATTERNS * 5)
  })

  it('are verified with everything else', async () => {
    expect(await problemsOf(database)).toEqual([])
  })

  it('are the largest of which a pattern says everything', () => {
    const sizeOf = (text: string) => cornerOf(parsePattern('go', text))?.size
    expect(sizeOf('..../..X./.O../....')).toBe(4)
    expect(sizeOf('...../..X../.O.../...../??????')).toBe(5)
    expect(sizeOf('....?/..X.?/.O..?/....?/?????')).toBe(4)
    expect(sizeOf('...../..X../.O.../.....')).toBe(4)
    expect(sizeOf('..../..x./.O../....')).toBe(4)
    expect(sizeOf('?..?/?.X./.O?./?...')).toBe(4)
    expect(sizeOf('?..?/?.X./.O?./?..?')).toBeUndefined()
    expect(sizeOf('...?/..x./..../....')).toBeUndefined()
    expect(sizeOf('..../..../..../....')).toBeUndefined()
    expect(sizeOf('.../.X./...')).toBeUndefined()
    expect(sizeOf('side: ..../..X./.O../....')).toBeUndefined()
    expect(cornerOf(parsePattern('go', '..../..X./.O../....'))).toMatchObject({ isAll: true })
    expect(cornerOf(parsePattern('go', '...../..X../.O.../.....'))).toMatchObject({ isAll: false })
  })
})
