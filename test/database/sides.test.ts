/** Results as a player sees them, in SQL for DuckDB and for ClickHouse. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cluster } from '../../src/database/stores/cluster/cluster.ts'
import { conditionsOf } from '../../src/database/stores/cluster/conditions.ts'
import type { Server } from '../../src/database/stores/cluster/server.ts'
import { countGames, explore, searchGames, type Database } from '../../src/database/index.ts'
import { describeExploration } from '../../src/database/search/describe-exploration.ts'
import { parseConditions, parsePosition } from '../../src/query/index.ts'
import { importRecords } from '../support/databases.ts'
import { pgnRecords, studyGame } from '../support/study-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-sides-'))
let database: Database

beforeAll(async () => {
  const games = [
    studyGame('Ann', 'Bob', '2001.01.01', '1-0', '1. e4 e5'),
    studyGame('Bob', 'Ann', '2002.01.01', '1-0', '1. d4 d5'),
    studyGame('Bob', 'Ann', '2003.01.01', '0-1', '1. e4 c5'),
    studyGame('Cy', 'Ann', '2004.01.01', '0-1', '1. e4 c5'),
    studyGame('Ann', 'Cy', '2005.01.01', '1/2-1/2', '1. c4'),
    studyGame('Ann', 'Cy', '2006.01.01', '*', '1. c4'),
    studyGame('Bob', 'Cy', '2007.01.01', '1-0', '1. e4 e6'),
  ]
  database = await importRecords(folder, 'games.db', await pgnRecords(games.join('')))
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

describe('a result', () => {
  it.each([
    [{ player: 'Ann', result: 'win' }, ['2001-01-01', '2003-01-01', '2004-01-01']],
    [{ player: 'Ann', result: 'loss' }, ['2002-01-01']],
    [{ player: 'Ann', opponent: 'Bob', result: 'win' }, ['2001-01-01', '2003-01-01']],
    [{ player: 'Ann', colour: 'second', result: 'win' }, ['2003-01-01', '2004-01-01']],
    [{ player: 'Ann', colour: 'first', result: 'loss' }, []],
    [{ player: 'Bob', result: '1-0' }, ['2001-01-01', '2002-01-01', '2007-01-01']],
  ])('with %j is that of the player', async (conditions, dates) => {
    const query = parseConditions(conditions)
    const found = await searchGames(database, query, { order: 'date', descending: false })
    expect(found.map(({ date }) => date)).toEqual(dates)
    expect(await countGames(database, query)).toBe(dates.length)
  })
})

it('games of a position are listed with the move that they played there', async () => {
  const position = parsePosition('chess', undefined)
  const described = describeExploration('chess', position, await explore(database, 'chess', position, { games: 7 }))
  expect(new Set(described.topGames.map(({ id, uci }) => [Number(id), uci].join(' ')))).toEqual(
    new Set(['1 e2e4', '2 d2d4', '3 e2e4', '4 e2e4', '5 c2c4', '6 c2c4', '7 e2e4']),
  )
})

describe('conditions for a cluster', () => {
  const sqlOf = (conditions: Record<string, string>) =>
    conditionsOf({} as Cluster, {} as Server, parseConditions(conditions), 'live')

  it('name codes of openings by their beginnings, from the source and from the moves', async () => {
    const codes = (column: string) =>
      `(${column} != '' AND substring(upper(${column}), 1, 3) >= 'B30' AND substring(upper(${column}), 1, 3) <= 'B39')`
    expect(await sqlOf({ opening: 'B30-B39' })).toBe(`live AND (${codes('opening')} OR ${codes('found_opening')})`)
    expect(await sqlOf({})).toBe('live')
  })
})
