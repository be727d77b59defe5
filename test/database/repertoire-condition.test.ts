/** The games that follow a repertoire, which is a collection: in SQL, in expressions and over HTTP, against a slow search. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addLabel, countGames, listGames, saveSearch, searchGames, type Database } from '../../src/database/index.ts'
import type { Game, GameRecord } from '../../src/model/record.ts'
import { parseConditions } from '../../src/query/index.ts'
import { makePositionTest } from '../../src/query/position.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { positionAt } from '../../src/rules/replay.ts'
import { makeApi } from '../../src/server/api.ts'
import { importRecords } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'
import { pgnRecords, studyGame } from '../support/study-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-repertoires-'))
afterAll(() => rmSync(folder, { recursive: true }))

const numbersOf = async (database: Database, conditions: Record<string, string>) => [
  ...(await listGames(database, parseConditions(conditions))),
]

describe('a repertoire', () => {
  let database: Database

  beforeAll(async () => {
    const games = [
      studyGame('Ann', 'Bob', '2001.01.01', '1-0', '1. e4 c5 2. Nf3 d6 3. d4 cxd4'),
      // The same position by another order of moves.
      studyGame('Ann', 'Bob', '2002.01.01', '1-0', '1. Nf3 c5 2. e4 d6 3. Bb5+'),
      studyGame('Ann', 'Cy', '2003.01.01', '1-0', '1. e4 c5 2. Nf3 Nc6'),
      studyGame('Dee', 'Cy', '2004.01.01', '1-0', '1. e4 e5'),
      studyGame('Ann', 'Cy', '2005.01.01', '1-0', '1. d4 d5 2. c4'),
      studyGame('?', '?', '????.??.??', '*', '1. e4 c5 (1... e5 2. f4) 2. Nf3 d6'),
      studyGame('?', '?', '????.??.??', '*', '1. d4 d5 2. c4'),
    ]
    database = await importRecords(folder, 'made.db', await pgnRecords(games.join('')))
    await addLabel(database, 'collection', 'Mine/White', [6, 7])
  })
  afterAll(() => database.close())

  it('finds the games that follow a line to its end, by any order of moves, and not its own', async () => {
    expect(await numbersOf(database, { repertoire: 'Mine/White' })).toEqual([1, 2, 5])
    // A collection holds those within it.
    expect(await numbersOf(database, { repertoire: 'mine', player: 'Bob' })).toEqual([1, 2])
  })

  it('stands in expressions and saved searches', async () => {
    const left = 'player:Ann not repertoire:Mine/White'
    expect(await numbersOf(database, { where: left })).toEqual([3])
    await saveSearch(database, 'left', { where: left })
    expect(await numbersOf(database, { saved: 'left' })).toEqual([3])
  })

  it('is asked over HTTP, and one that is not there is refused', async () => {
    const api = makeApi(database)
    const answer = await api.request('/api/games?repertoire=mine')
    const ids = (await answer.text()).trim().split('\n')
    expect(ids.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2, 5])
    const refused = await api.request('/api/games?repertoire=other')
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ code: 'query/no-repertoire', params: { name: 'other' } })
    await expect(countGames(database, parseConditions({ repertoire: 'other' }))).rejects.toMatchObject({
      condition: 'repertoire',
    })
  })
})

/** The ends of all lines of a tree. */
function endsOf(record: GameRecord) {
  const rules = rulesOf(record.game)
  return record.nodes.flatMap((_, node) => {
    if (node === 0 || record.nodes.some(({ parent }) => parent === node)) return []
    const position = rules.clone(positionAt(rules, record, node))
    return [position]
  })
}

it.each<Game>(['chess', 'xiangqi', 'go', 'othello'])('of %s finds what a slow search finds', async (game) => {
  const games = randomGames(game, 120, 11, 6)
  // Beginnings of some of them, short enough that others go the same way.
  const trees = games
    .filter((_, at) => at % 10 === 0)
    .map((record, at) => ({
      ...record,
      nodes: record.nodes.slice(0, 2 + (at % 3)),
    }))
  const database = await importRecords(folder, `${game}.db`, [...games, ...trees])
  await addLabel(
    database,
    'collection',
    'lines',
    trees.map((_, at) => games.length + at + 1),
  )
  const tests = trees.flatMap(endsOf).map((position) => makePositionTest(game, position))
  const wanted = games.flatMap((record, at) => (tests.some((test) => test(record)) ? [at + 1] : []))
  expect(await numbersOf(database, { repertoire: 'lines' })).toEqual(wanted)
  expect(
    (await searchGames(database, parseConditions({ where: 'not repertoire:lines' }), { limit: 1000 })).length,
  ).toBe(games.length + trees.length - wanted.length)
  database.close()
})
