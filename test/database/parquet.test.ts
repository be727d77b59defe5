import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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
import { encodeMove, NO_MOVE_CODE, positionKey } from '../../src/positions/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { needs } from '../support/needs.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), "ludograph parquet's-"))

/** Rows of a query as numbers. */
type Ask = (sql: string) => Promise<number[][]>

interface Engine {
  ask: Ask
  /** The statistics of a position of a game by its key. */
  statistics: (game: Game, key: bigint) => string
}

const target = join(folder, 'tables')
const filesOf = (kind: string): string => join(target, `positions/kind=${kind}/*.parquet`).replaceAll("'", "''")

async function duckDb(): Promise<Engine> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  return {
    ask: async (sql) => (await connection.runAndReadAll(sql)).getRows().map((row) => row.map(Number)),
    statistics: (game, key) =>
      `SELECT move, count(DISTINCT game), count(DISTINCT game) FILTER (result = '1-0')
       FROM read_parquet('${filesOf(game)}') WHERE position = ${key} GROUP BY move`,
  }
}

/** ClickHouse in this process: `npm install chdb` in a folder named by LUDOGRAPH_CHDB. */
const chdbFolder = process.env['LUDOGRAPH_CHDB']

function chDb(): Engine {
  const { query } = createRequire(join(resolve(chdbFolder!), 'any.js'))('chdb') as {
    query: (sql: string, format: string) => string
  }
  const lines = (text: string) => text.split('\n').filter((line) => line !== '')
  return {
    ask: (sql) => Promise.resolve(lines(query(sql, 'CSV')).map((line) => line.split(',').map(Number))),
    statistics: (game, key) =>
      `SELECT move, uniqExact(game), uniqExactIf(game, result = '1-0')
       FROM file('${filesOf(game)}', Parquet) WHERE position = ${key} GROUP BY move`,
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
  const writable = await Database.open(join(folder, 'games.db'))
  await importSources(writable, [{ path: join(folder, 'games.jsonl') }])
  writable.close()
  database = await Database.open(join(folder, 'games.db'), { readOnly: true })
  const report = await exportParquet(database, target)
  expect(report.games).toBe(games.length)
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

it('writes a folder for each table, and into no folder that holds something', async () => {
  const names = readdirSync(target).toSorted((left, right) => (left < right ? -1 : 1))
  expect(names).toEqual(['games', 'positions', 'sources.parquet'])
  await expect(exportParquet(database, target)).rejects.toThrow(FormatError)
})

/** Compares what plain SQL counts with what the explorer counts, for a position of each kind of game. */
async function compare({ ask, statistics }: Engine): Promise<void> {
  for (const game of GAMES) {
    const rules = rulesOf(game)
    const record = games.find((one) => one.game === game)!
    const position = rules.start(record)
    for (const node of record.nodes.slice(1, 12)) {
      const [high, low] = positionKey(game, position).key
      const rows = await ask(statistics(game, BigInt.asIntN(64, (BigInt(high!) << 32n) | BigInt(low!))))
      const exploration = await explore(database, game, position)
      expect(rows.reduce((sum, [, count]) => sum + count!, 0)).toBe(exploration.games)
      expect(rows.reduce((sum, [, , won]) => sum + won!, 0)).toBe(exploration.first)
      if (game === 'chess') {
        const expected = exploration.moves.map(({ move, games: count, first }) => [
          encodeMove(game, move),
          count,
          first,
        ])
        if (exploration.ended > 0) expect(rows.some(([move]) => move === NO_MOVE_CODE)).toBe(true)
        const byMove = (left: number[], right: number[]) => left[0]! - right[0]!
        const moves = rows.filter(([move]) => move !== NO_MOVE_CODE)
        expect(moves.toSorted(byMove)).toEqual(expected.toSorted(byMove))
      }
      rules.play(position, node.move!)
    }
  }
}

it('writes tables from which DuckDB counts what the explorer counts', async () => {
  await compare(await duckDb())
})

const clickhouse = needs('clickhouse', chdbFolder !== undefined, 'LUDOGRAPH_CHDB names no folder with chdb')
it('writes tables from which ClickHouse counts what the explorer counts', clickhouse, async () => {
  await compare(chDb())
})
