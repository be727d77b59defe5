/** Whole boards of Go found by the positions of the index, against the scan of all games. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database, importSources, searchPattern } from '../../src/database/index.ts'
import { scanLines } from '../../src/database/search/scan.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { emptyRecord, makePass, makePlacement, type GameRecord } from '../../src/model/index.ts'
import { describePatternSearch, parsePattern } from '../../src/patterns/index.ts'
import { boardPositionsOf } from '../../src/patterns/indexed/board-search.ts'
import { completeSearch } from '../../src/patterns/search.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { problemsOf, writeRecords } from '../support/databases.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

const PATTERNS = scaled(200, 10_000)
const GAMES = 120
const SIZES = [
  { columns: 3, rows: 3 },
  { columns: 4, rows: 3 },
  { columns: 5, rows: 5 },
  { columns: 19, rows: 19 },
]

/** A game on few points, so that positions recur; stones are set up and nodes comment between its moves. */
function smallGame(random: () => number, size: { columns: number; rows: number }): GameRecord {
  const record = emptyRecord('go')
  if (size.columns !== 19) record.size = size
  const { columns, rows } = size
  const point = () => randomInt(random, Math.min(rows, 4)) * columns + randomInt(random, Math.min(columns, 4))
  const setUp = () => ({ edits: [{ squares: [point()], piece: ['', '1', '2'][randomInt(random, 3)]! }] })
  if (random() < 0.2) Object.assign(record.nodes[0]!, setUp())
  const isEdited = random() < 0.3
  const rules = rulesOf('go')
  const position = rules.start(record)
  rules.edit!(position, record.nodes[0]!.edits ?? [])
  const length = randomInt(random, 12)
  for (let count = 0; count < length; count++) {
    const parent = record.nodes.length - 1
    const move = makePlacement(point(), position.turn)
    if (isEdited && random() < 0.3) {
      const node = setUp()
      rules.edit!(position, node.edits)
      record.nodes.push({ parent, ...node })
    } else if (random() < 0.1) {
      record.nodes.push({ parent, comments: [{ text: 'nothing', placement: 'after' }] })
    } else if (random() < 0.12) {
      const pass = makePass(position.turn)
      rules.play(position, pass)
      record.nodes.push({ parent, move: pass })
    } else if (rules.isLegal(position, move)) {
      rules.play(position, move)
      record.nodes.push({ parent, move })
    }
  }
  // Another move somewhere, and what might follow.
  if (random() < 0.4) {
    const parent = randomInt(random, record.nodes.length)
    record.nodes.push({ parent, move: makePlacement(point(), 1) })
    record.nodes.push({ parent: record.nodes.length - 1, move: makePlacement(point(), 2) })
  }
  record.header.date = { year: 1950 + randomInt(random, 70) }
  return record
}

/** A position of a game, now and then after a part of a node alone, turned by hand. */
function boardText(record: GameRecord, random: () => number): string {
  const rules = rulesOf('go')
  const position = rules.start(record)
  const end = randomInt(random, record.nodes.length)
  for (const { edits, move } of record.nodes.slice(0, end + 1)) {
    if (edits) rules.edit!(position, edits)
    if (move !== undefined) rules.play(position, move)
  }
  const { columns, rows } = position
  const [isRight, isBottom, isExchanged] = [random() < 0.5, random() < 0.5, random() < 0.5]
  const lines = Array.from({ length: rows }, (_, row) => {
    return Array.from({ length: columns }, (__, column) => {
      const [x, y] = [isRight ? columns - 1 - column : column, isBottom ? rows - 1 - row : row]
      const stone = Number(position.pieceAt(y * columns + x))
      return random() < 0.005 ? '?' : '.XO'[stone > 0 && isExchanged ? 3 - stone : stone]!
    }).join('')
  })
  const words = [...(random() < 0.2 ? ['fixed'] : []), ...(random() < 0.2 ? ['still'] : []), 'board']
  const conditions = random() < 0.7 ? '' : ['; next=B', '; by=3', '; from=2', '; tenuki=1'][randomInt(random, 4)]!
  return `${words.join(' ')}: ${lines.join('/')}${conditions}`
}

describe('whole boards', () => {
  const random = seededRandom(11)
  const records = Array.from({ length: GAMES }, (_, index) => smallGame(random, SIZES[index % SIZES.length]!))
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-boards-'))
  const databases: Database[] = []

  beforeAll(async () => {
    const path = join(folder, 'games.jsonl')
    writeFileSync(path, await writeRecords(jsonl, records))
    for (const variations of [false, true]) {
      const database = await Database.open(join(folder, `${variations}.db`))
      const { damaged } = await importSources(database, [{ path }], { variations })
      expect(damaged).toBe(0)
      databases.push(database)
    }
  })
  afterAll(() => {
    for (const database of databases) database.close()
    rmSync(folder, { recursive: true })
  })

  it('are found by their positions as the scan finds them, with what follows', async () => {
    let [ready, found, known] = [0, 0, 0]
    for (let count = 0; count < PATTERNS; count++) {
      const text = boardText(records[randomInt(random, records.length)]!, random)
      if (!/[XO]/.test(text.slice(0, text.indexOf(';') + 1 || undefined).split(':')[1]!)) continue
      const pattern = parsePattern('go', text)
      if (boardPositionsOf(pattern)) ready++
      for (const database of databases) {
        const search = await searchPattern(database, { pattern })
        const hits = await scanLines(database, 'go', { pattern }, { depth: 1 })
        const facts = await Promise.all(database.segmentsOf('go').map(async (segment) => segment.readFacts()))
        const expected = completeSearch('go', { pattern }, hits, 1, facts, false)
        found += hits.count
        if (search.isFromIndex) known++
        expect({ text, ...describePatternSearch(search) }).toEqual({ text, ...describePatternSearch(expected) })
        expect(search.games).toEqual(expected.games)
      }
    }
    expect(ready).toBeGreaterThan(PATTERNS / 3)
    expect(found).toBeGreaterThan(PATTERNS)
    expect(known).toBeGreaterThan(PATTERNS / 3)
  })

  it('are verified with everything else', async () => {
    for (const database of databases) expect(await problemsOf(database)).toEqual([])
  })

  it('are positions where nothing is left open', () => {
    const keysOf = (text: string) => boardPositionsOf(parsePattern('go', text))?.length
    expect(keysOf('board: ../.X')).toBe(4)
    expect(keysOf('fixed board: ../.X')).toBe(2)
    expect(keysOf('board: ../.?')).toBeUndefined()
    expect(keysOf('board: ../.x')).toBeUndefined()
    expect(keysOf('board: ../..')).toBeUndefined()
    expect(keysOf('corner: ../.X')).toBeUndefined()
  })
})
