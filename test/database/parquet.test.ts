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
import { GAMES, mainLinePlays, type Game } from '../../src/model/index.ts'
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
    plies: true,
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
  expect(names).toEqual(['games', 'plies', 'positions', 'sources'])
  await expect(exportParquet(database, target)).rejects.toThrow(FormatError)
})

/** The cells of one statement as texts. */
async function texts(sql: string): Promise<(string | null)[][]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const rows = (await connection.runAndReadAll(sql)).getRows()
  return rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))))
}

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

it('has every move of the main lines, with the position that it was played in', async () => {
  for (const game of GAMES) {
    const plies = `read_parquet('${within(`plies/game=${game}/*.parquet`)}', hive_partitioning = true)`
    const table = `read_parquet('${within(`games/game=${game}/*.parquet`)}', hive_partitioning = true)`
    const rows = await texts(`SELECT id, movetext FROM ${table} ORDER BY id`)
    const moves = await texts(`SELECT id, move, fen, position FROM ${plies} ORDER BY id, ply`)
    const found = Map.groupBy(
      moves.map(([id, ...row]) => ({ id, row })),
      ({ id }) => id!,
    )
    const rules = rulesOf(game)
    for (const [id, movetext] of rows) {
      const record = (await database.record(Number(id)))!
      const position = rules.start(record)
      const expected: string[] = []
      for (const index of mainLinePlays(record.nodes)) {
        const { edits, turn, move } = record.nodes[index]!
        if (edits || turn) rules.edit?.(position, edits ?? [], turn)
        expected.push([rules.writeMove(position, move!), rules.format(position), keyOf(game, position)].join('|'))
        rules.play(position, move!)
      }
      const played = (found.get(id!) ?? []).map(({ row }) => row)
      expect(played.map((row) => row.join('|'))).toEqual(expected)
      expect(movetext).toBe(played.map(([move]) => move).join(' '))
    }
    // Each of them is a row of the positions.
    const positions = `read_parquet('${within(`positions/game=${game}/*.parquet`)}')`
    const [[missing] = []] = await ask(
      `SELECT count(*) FROM ${plies} plies ANTI JOIN ${positions} positions USING (position, source, entry)`,
    )
    expect(missing).toBe(0)
  }
})

it('says what a move takes, and how many stones', async () => {
  const plies = `read_parquet('${within('plies/*/*.parquet')}', hive_partitioning = true)`
  const [[pieces, stones, both] = []] = await ask(`
    SELECT count(*) FILTER (captured IS NOT NULL), count(*) FILTER (stones > 0),
           count(*) FILTER (captured IS NOT NULL AND game IN ('go', 'othello')) FROM ${plies}`)
  expect(both).toBe(0)
  expect(Math.min(pieces!, stones!)).toBeGreaterThan(100)
  const captures = await texts(`SELECT move, captured FROM ${plies} WHERE game = 'chess'`)
  expect(captures.every(([move, captured]) => move!.includes('x') === (captured !== null))).toBe(true)
})

it('numbers every move of the longest game, and leaves out evaluations beyond any range', async () => {
  const knights = Array.from({ length: 17_000 }, () => 'Nf3 Nf6 Ng1 Ng8').join(' ')
  writeFileSync(
    join(folder, 'odd.pgn'),
    `1. e4 {[%eval #-99999]} e5 {[%eval #-99999999999]} *\n\n[Round "2"]\n\n${knights} *\n`,
  )
  const odd = await Database.open(join(folder, 'odd.db'))
  await importSources(odd, [{ path: join(folder, 'odd.pgn') }])
  const report = await exportParquet(odd, join(folder, 'odd tables'), { plies: true })
  odd.close()
  expect(report.plies).toBe(68_002)
  const plies = `read_parquet('${join(folder, 'odd tables', 'plies', '*', '*.parquet').replaceAll("'", "''")}')`
  expect(await texts(`SELECT mate FROM ${plies} WHERE entry = 0 ORDER BY ply`)).toEqual([['-99999'], [null]])
  expect(await ask(`SELECT max(ply), count(DISTINCT ply) FROM ${plies} WHERE entry = 1`)).toEqual([[68_000, 68_000]])
})

/** A Python with pandas, pyarrow, polars and duckdb, named by LUDOGRAPH_PYTHON. */
const python = process.env['LUDOGRAPH_PYTHON']
const hasPython = needs(
  'python',
  python !== undefined,
  'LUDOGRAPH_PYTHON names no Python with pandas, polars and duckdb',
)

/** What a program prints that runs in the folder of the tables. */
function runPython(program: string): string {
  const { stdout, stderr } = spawnSync(python!, ['-c', program], { encoding: 'utf8', cwd: folder })
  expect(stderr).toBe('')
  return stdout
}

it('is read whole by pandas and polars', hasPython, () => {
  const printed = runPython(`
import json, pandas, polars
rows = lambda name: [len(pandas.read_parquet(f"tables/{name}")), polars.scan_parquet(f"tables/{name}").collect().height]
print(json.dumps({name: rows(name) for name in ("games", "plies", "positions", "sources")}))
`)
  const counts = JSON.parse(printed) as Record<string, [number, number]>
  expect(counts['games']).toEqual([games.length + 1, games.length + 1])
  for (const [pandas, polars] of Object.values(counts)) expect(pandas).toBe(polars)
})

const page = readFileSync(resolve(import.meta.dirname, '../../docs/data.md'), 'utf8')
const programs = [...page.matchAll(/^```python\n(.*?)^```/gms)].map(([, program]) => program!)

it.each(programs.map((program, index) => [index + 1, program]))(
  'program %d of docs/data.md runs',
  hasPython,
  (_, program) => {
    expect(runPython(program)).not.toBe('')
  },
)

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
