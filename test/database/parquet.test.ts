import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { afterAll, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { Database, explore, exportParquet, importSources } from '../../src/database/index.ts'
import { jsonl } from '../../src/formats/jsonl/format.ts'
import { FormatError, GAMES } from '../../src/model/index.ts'
import { encodeMove, positionKey } from '../../src/positions/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), "ludograph parquet's-"))

afterAll(() => rmSync(folder, { recursive: true }))

it('writes tables from which plain SQL counts what the explorer counts', async () => {
  const games = GAMES.flatMap((game, seed) => randomGames(game, 100, seed))
  const sinks = new MemorySinkSet('games.jsonl')
  const writer = await jsonl.write!(sinks)
  for (const record of games) writer.add(record)
  writer.finish()
  writeFileSync(join(folder, 'games.jsonl'), sinks.files.get('games.jsonl')!)
  const writable = await Database.open(join(folder, 'games.db'))
  await importSources(writable, [{ path: join(folder, 'games.jsonl') }])
  writable.close()
  const database = await Database.open(join(folder, 'games.db'), { readOnly: true })
  const target = join(folder, 'tables')
  const report = await exportParquet(database, target)
  expect(report.games).toBe(games.length)
  expect(readdirSync(target).toSorted((left, right) => (left < right ? -1 : 1))).toEqual([
    'games',
    'positions',
    'sources.parquet',
  ])
  await expect(exportParquet(database, target)).rejects.toThrow(FormatError)

  const engine = await DuckDBInstance.create(':memory:')
  const connection = await engine.connect()
  const from = (path: string) => `read_parquet('${join(target, path).replaceAll("'", "''")}', hive_partitioning = true)`
  const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${from('positions/*/*.parquet')}`)
  expect(Number(counted.getRows()[0]![0])).toBe(report.postings)
  for (const game of ['chess', 'go'] as const) {
    const position = rulesOf(game).start(games.find((record) => record.game === game))
    const [high, low] = positionKey(game, position).key
    const key = BigInt.asIntN(64, (BigInt(high!) << 32n) | BigInt(low!))
    const reader = await connection.runAndReadAll(
      `SELECT move, count(DISTINCT game), count(DISTINCT game) FILTER (result = '1-0') FROM ${from('positions/*/*.parquet')}
       WHERE kind = '${game}' AND position = $1 GROUP BY move`,
      [key],
    )
    const exploration = await explore(database, game, position)
    const total = reader.getRows().reduce((sum, row) => sum + Number(row[1]), 0)
    expect(total).toBe(exploration.games)
    if (game !== 'chess') continue
    const expected = exploration.moves.map(({ move, games: count, first }) => [encodeMove(game, move), count, first])
    const byMove = (left: number[], right: number[]) => left[0]! - right[0]!
    expect(
      reader
        .getRows()
        .map((row) => row.map(Number))
        .toSorted(byMove),
    ).toEqual(expected.toSorted(byMove))
  }
  connection.closeSync()
  engine.closeSync()
  database.close()
})
