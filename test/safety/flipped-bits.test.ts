/**
 * One bit of a database is flipped, anywhere. A database may be called sound only when everything it holds reads the
 * same as before, all columns of all rows; that is so when the bit lies in a part of the catalogue that is free. In a
 * segment or its columns no bit is free.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addAlias,
  Database,
  explore,
  importSources,
  saveGame,
  searchGames,
  verifyDatabase,
} from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { FormatError, type Issue } from '../../src/issues/index.ts'
import { SORT_KEYS } from '../../src/query/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { importRecords, problemsOf, writeRecords } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

const FLIPS = scaled(30, 999)

const folder = mkdtempSync(join(tmpdir(), 'ludograph-flipped-'))
const whole = join(folder, 'whole.db')
const altered = join(folder, 'altered.db')
const TABLES = ['meta', 'sources', 'segments', 'tombstones', 'games', 'aliases']
let content: string

/** All columns of all rows of all tables. */
async function contentOf(database: Database): Promise<string> {
  const tables = []
  for (const table of TABLES) {
    const rows = await database.catalogue.rows(`SELECT * FROM ${table} ORDER BY ALL`)
    tables.push(rows.map((row) => Object.values(row).map((value) => String(value))))
  }
  return JSON.stringify(tables)
}

beforeAll(async () => {
  const database = await importRecords(folder, 'whole.db', [
    ...randomGames('chess', 60, 1),
    ...randomGames('go', 20, 2),
    ...randomGames('othello', 20, 3),
  ])
  // Heavy positions, a second source, games with tombstones, an alias.
  const more = join(folder, 'more.jsonl')
  writeFileSync(more, await writeRecords(jsonl, randomGames('chess', 100, 4)))
  await importSources(database, [{ path: more }])
  await saveGame(database, 3, randomGames('chess', 1, 9)[0]!)
  await addAlias(database, 'One', 'Other')
  expect(await problemsOf(database)).toEqual([])
  content = await contentOf(database)
  database.close()
  cpSync(whole, altered, { recursive: true })
})

afterAll(() => rmSync(folder, { recursive: true }))

/** What opening and verifying come to: `refused`, `found`, or nothing, and then what is read. */
async function judge(): Promise<{ verdict: 'refused' | 'found' | 'sound'; content?: string }> {
  let database: Database
  try {
    database = await Database.open(altered, { readOnly: true })
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    return { verdict: 'refused' }
  }
  try {
    const issues: Issue[] = []
    for await (const issue of verifyDatabase(database)) issues.push(issue)
    if (issues.length > 0) return { verdict: 'found' }
    return { verdict: 'sound', content: await contentOf(database).catch((error: unknown) => String(error)) }
  } finally {
    database.close()
  }
}

/** Flips bits of a file one after another and says what became of each. */
async function flipBits(file: string, seed: number, check: (bit: number) => Promise<void> = async () => {}) {
  const counts = { refused: 0, found: 0, sound: 0 }
  const bytes = readFileSync(join(whole, file))
  const random = seededRandom(seed)
  for (let flip = 0; flip < FLIPS; flip++) {
    const bit = randomInt(random, bytes.length * 8)
    const changed = Uint8Array.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    writeFileSync(join(altered, file), changed)
    const { verdict, content: found } = await judge()
    counts[verdict]++
    if (verdict === 'sound' && found !== content) throw new Error(`bit ${bit} of ${file} was called sound`)
    await check(bit)
  }
  writeFileSync(join(altered, file), bytes)
  return counts
}

describe('a flipped bit', () => {
  it('of the catalogue is found, or is nowhere in what is read', async () => {
    const counts = await flipBits('catalogue.duckdb', 1)
    console.log(`flipped bits of a catalogue: ${JSON.stringify(counts)}`)
    expect(counts.refused + counts.found + counts.sound).toBe(FLIPS)
    expect(counts.refused + counts.found).toBeGreaterThan(0)
  })

  it.each(['.positions', '.columns'])(
    'of a segment or its columns is found, and no question is answered wrongly (%s)',
    async (ending) => {
      const segments = readdirSync(join(whole, 'positions')).filter((name) => {
        return name.startsWith('chess') && name.endsWith(ending)
      })
      const largest = segments.reduce((one, other) => (sizeOf(one) > sizeOf(other) ? one : other))
      const database = await Database.open(whole, { readOnly: true })
      const expected = await askAll(database)
      database.close()
      const asked = { same: 0, refused: 0 }
      const counts = await flipBits(join('positions', largest), 2, async (bit) => {
        let damaged: Database | undefined
        try {
          damaged = await Database.open(altered, { readOnly: true })
          const answers = await askAll(damaged)
          for (const [index, answer] of answers.entries()) {
            if (answer === undefined) asked.refused++
            else if (answer === expected[index]) asked.same++
            else throw new Error(`bit ${bit}: question ${index} was answered wrongly`)
          }
        } catch (error) {
          if (!(error instanceof FormatError)) throw error
          asked.refused += expected.length
        } finally {
          damaged?.close()
        }
      })
      console.log(
        `flipped bits of a segment (${ending}): ${JSON.stringify(counts)}, questions: ${JSON.stringify(asked)}`,
      )
      expect(counts.sound).toBe(0)
      expect(asked.refused).toBeGreaterThan(0)
    },
  )
})

function sizeOf(segment: string): number {
  return readFileSync(join(whole, 'positions', segment)).length
}

/** Lists in all orders, and returns of the explorer along some games, as text; undefined where it refuses. */
async function askAll(database: Database): Promise<(string | undefined)[]> {
  const answers: (string | undefined)[] = []
  const rules = rulesOf('chess')
  for (const order of SORT_KEYS) {
    try {
      answers.push(JSON.stringify(await searchGames(database, { player: 'ash', minRating: 1500 }, { order })))
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      answers.push(undefined)
    }
  }
  for (const { nodes } of randomGames('chess', 6, 1)) {
    const position = rules.start()
    for (const { move } of nodes.slice(1, 9)) {
      for (const options of [{}, { query: { minRating: 1500 } }]) {
        try {
          answers.push(JSON.stringify(await explore(database, 'chess', position, options)))
        } catch (error) {
          if (!(error instanceof FormatError)) throw error
          answers.push(undefined)
        }
      }
      rules.play(position, move!)
    }
  }
  return answers
}
