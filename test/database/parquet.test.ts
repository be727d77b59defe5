import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { Database, explore, exportParquet, importSources } from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { FormatError } from '../../src/issues/index.ts'
import { GAMES, type Game } from '../../src/model/index.ts'
import { encodeMove, positionKey } from '../../src/positions/index.ts'
import { NO_MOVE_CODE } from '../../src/positions/move-code.ts'
import { rulesOf, type Position } from '../../src/rules/index.ts'
import { needs } from '../support/needs.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), "ludograph parquet's-"))

/** The rows of every statement as numbers, unknown ones as 0. */
type Ask = (statements: readonly string[]) => Promise<number[][][]>

const target = join(folder, 'tables')
const within = (path: string): string => join(target, path).replaceAll("'", "''")

/** The statement of docs/scale.md for an engine with a position and a folder in place of the example's. */
function statisticsOf(engine: 'DuckDB' | 'ClickHouse' | 'Spark', game: Game, key: bigint): string {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/scale.md'), 'utf8')
  const statements = [...text.matchAll(/^```sql\n(.*?)^```/gms)].map((match) => match[1]!)
  const marks = { DuckDB: 'read_parquet', ClickHouse: 'FROM file', Spark: 'FROM parquet' }
  return statements
    .find((statement) => statement.includes(marks[engine]))!
    .replace('tables', engine === 'Spark' ? target : target.replaceAll("'", "''"))
    .replace(/game(=| = ')chess/, `game$1${game}`)
    .replace('-1234567890123456789', String(key))
    .replace(';', '')
}

async function duckDb(): Promise<Ask> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  return async (statements) => {
    const results: number[][][] = []
    for (const sql of statements) {
      results.push((await connection.runAndReadAll(sql)).getRows().map((row) => row.map(Number)))
    }
    return results
  }
}

/** ClickHouse in this process: `npm install chdb` in a folder named by LUDOGRAPH_CHDB. */
const chdbFolder = process.env['LUDOGRAPH_CHDB']

function chDb(): Ask {
  const { query } = createRequire(join(resolve(chdbFolder!), 'any.js'))('chdb') as {
    query: (sql: string, format: string) => string
  }
  const numbers = (line: string) => line.split(',').map((cell) => (cell === '\\N' ? 0 : Number(cell)))
  const rows = (text: string) => text.split('\n').flatMap((line) => (line === '' ? [] : [numbers(line)]))
  return (statements) => Promise.resolve(statements.map((sql) => rows(query(sql, 'CSV'))))
}

/** A Python with pyspark, named by LUDOGRAPH_PYSPARK. */
const pySpark = process.env['LUDOGRAPH_PYSPARK']

const SPARK_SCRIPT = `
import json, sys
from pyspark.sql import SparkSession
spark = (SparkSession.builder.master('local[1]').config('spark.ui.enabled', 'false')
         .config('spark.sql.shuffle.partitions', '1').getOrCreate())
rows = lambda sql: [[float(cell or 0) for cell in row] for row in spark.sql(sql).collect()]
print(json.dumps([rows(sql) for sql in json.load(sys.stdin)]))
`

function spark(): Ask {
  return (statements) => {
    const { stdout, stderr } = spawnSync(pySpark!, ['-c', SPARK_SCRIPT], {
      input: JSON.stringify(statements),
      encoding: 'utf8',
    })
    const last = stdout.trim().split('\n').at(-1)
    if (!last) throw new Error(stderr.slice(-2000))
    return Promise.resolve(JSON.parse(last) as number[][][])
  }
}

const games = GAMES.flatMap((game, seed) => randomGames(game, 100, seed))
let database: Database

beforeAll(async () => {
  const sinks = new MemorySinkSet('games.jsonl')
  const writer = await jsonl.write(sinks)
  for (const record of games) writer.add(record)
  writer.finish()
  writeFileSync(join(folder, 'games.jsonl'), sinks.files.get('games.jsonl')!)
  writeFileSync(join(folder, 'knights.pgn'), '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0\n')
  const writable = await Database.open(join(folder, 'games.db'))
  await importSources(writable, [{ path: join(folder, 'games.jsonl') }, { path: join(folder, 'knights.pgn') }])
  writable.close()
  database = await Database.open(join(folder, 'games.db'), { readOnly: true })
  // Several files for each kind of game.
  const told: [number, number][] = []
  const report = await exportParquet(database, target, {
    fileRows: 64,
    onProgress: (postings, total) => told.push([postings, total]),
  })
  expect(report.games).toBe(games.length + 1)
  // What is found twice in a game is counted in the total.
  const [copied, total] = told.at(-1)!
  expect([copied, total >= copied]).toEqual([report.postings, true])
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

it('writes a folder for each table, and into no folder that holds something', async () => {
  const names = readdirSync(target).toSorted((left, right) => (left < right ? -1 : 1))
  expect(names).toEqual(['games', 'positions', 'sources'])
  await expect(exportParquet(database, target)).rejects.toThrow(FormatError)
})

/** The rows of one statement in DuckDB. */
async function ask(sql: string): Promise<number[][]> {
  const [rows] = await (await duckDb())([sql])
  return rows!
}

const keyOf = (game: Game, position: Position): bigint => {
  const [high, low] = positionKey(game, position).key
  return BigInt.asIntN(64, (BigInt(high!) << 32n) | BigInt(low!))
}

it('counts a game that comes back to a position and plays the same move once', async () => {
  const start = rulesOf('chess').start()
  const moves = await ask(statisticsOf('DuckDB', 'chess', keyOf('chess', start)))
  const knight = rulesOf('chess').readMove(start, 'Nf3')!
  const { moves: explored } = await explore(database, 'chess', start)
  const { games: count } = explored.find(({ move }) => move === knight)!
  expect(moves.find(([move]) => move === encodeMove('chess', knight))![1]).toBe(count)
  // It plays Nf3 there twice, and ends there.
  expect(moves.reduce((sum, [, games]) => sum + games!, 0)).toBe(102)
})

it('names the game of a record and its kind in columns of their own', async () => {
  const read = `read_parquet('${within('games/*/*.parquet')}', hive_partitioning = true)`
  expect(await ask(`SELECT count(*), count(*) FILTER (game = 'go') FROM ${read}`)).toEqual([[401, 100]])
  const problems = games.filter(({ header }) => header.kind === 'problem').length
  expect(await ask(`SELECT count(*) FILTER (kind = 'problem') FROM ${read}`)).toEqual([[problems]])
})

it('writes every posting once, with the source and the entry of its game', async () => {
  for (const game of GAMES) {
    const postings = `read_parquet('${within(`positions/game=${game}/*.parquet`)}', hive_partitioning = true)`
    const [[rows, distinct] = []] = await ask(
      `SELECT count(*), count(DISTINCT (position, move, source, entry)) FROM ${postings}`,
    )
    expect(rows).toBeGreaterThan(100)
    expect(distinct).toBe(rows)
    const joined = `FROM ${postings} postings
      JOIN read_parquet('${within('games/*/*.parquet')}') games USING (source, entry)
      JOIN read_parquet('${within('sources/*.parquet')}') sources USING (source)`
    expect(await ask(`SELECT count(*) ${joined}`)).toEqual([[rows]])
    const ends = await ask(`SELECT count(DISTINCT (source, entry)) ${joined} WHERE postings.move = ${NO_MOVE_CODE}`)
    expect(ends).toEqual([[game === 'chess' ? 101 : 100]])
  }
})

it('writes files of about the requested size, whose names no other export uses', () => {
  for (const game of GAMES) {
    const names = readdirSync(join(target, `games/game=${game}`))
    expect(names).toHaveLength(2)
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{16}-[01]\.parquet$/)
  }
})

/** Compares what the statements of the manual count with what the explorer counts, along a game of each kind. */
async function compare(engine: 'DuckDB' | 'ClickHouse' | 'Spark', asking: Ask): Promise<void> {
  const asked: { game: Game; position: Position }[] = []
  for (const game of GAMES) {
    const rules = rulesOf(game)
    const record = games.find((one) => one.game === game)!
    const position = rules.start(record)
    for (const node of record.nodes.slice(1, 12)) {
      asked.push({ game, position: rules.clone(position) })
      rules.play(position, node.move!)
    }
  }
  const answers = await asking(asked.map(({ game, position }) => statisticsOf(engine, game, keyOf(game, position))))
  for (const [index, { game, position }] of asked.entries()) {
    const rows = answers[index]!
    const exploration = await explore(database, game, position)
    const total = (column: number) => rows.reduce((sum, row) => sum + row[column]!, 0)
    expect([total(1), total(2), total(3)]).toEqual([exploration.games, exploration.first, exploration.draws])
    const ended = rows.find(([move]) => move === NO_MOVE_CODE)
    expect(ended?.[1] ?? 0).toBe(exploration.ended)
    if (game !== 'chess') continue
    const expected = exploration.moves.map(({ move, games, first, draws, ratingSum1, rated1, lastYear }) => {
      const rating = rated1 > 0 ? ratingSum1 / rated1 : 0
      return [encodeMove(game, move), games, first, draws, rating, lastYear]
    })
    const byMove = (left: number[], right: number[]) => left[0]! - right[0]!
    const moves = rows.filter(([move]) => move !== NO_MOVE_CODE)
    expect(moves.toSorted(byMove)).toEqual(expected.toSorted(byMove))
  }
}

it('writes tables from which DuckDB counts what the explorer counts', async () => {
  await compare('DuckDB', await duckDb())
})

const clickhouse = needs('clickhouse', chdbFolder !== undefined, 'LUDOGRAPH_CHDB names no folder with chdb')
it('writes tables from which ClickHouse counts what the explorer counts', clickhouse, async () => {
  await compare('ClickHouse', chDb())
})

const hasSpark = needs('spark', pySpark !== undefined, 'LUDOGRAPH_PYSPARK names no Python with pyspark')
it('writes tables from which Spark counts what the explorer counts', hasSpark, async () => {
  await compare('Spark', spark())
})
