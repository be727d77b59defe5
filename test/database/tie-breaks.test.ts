/** Tables of events: standings, tie-breaks and performance, by hand and again by SQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database, describeEvent, importSources, listEvents } from '../../src/database/index.ts'
import { ratingDifference, ratingPerformance } from '../../src/model/rating-performance.ts'
import { corpusPath } from '../support/corpus.ts'
import { importRecords } from '../support/databases.ts'
import { needsCorpus } from '../support/needs.ts'
import { pgnRecords, studyGame } from '../support/study-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-tables-'))
afterAll(() => rmSync(folder, { recursive: true }))

const game = (event: string, round: number, white: string, black: string, result: string, more = '') =>
  studyGame(white, black, '2001.01.01', result, '1. e4 e5', `[Round "${round}"]\n${more}`).replace('Club', event)

/** Ann, Bob and Cy have two points each; Ann beat Bob, Bob beat Cy, Cy beat Ann; Dee and Eve are below them. */
const ROUND_ROBIN = [
  game('All', 1, 'Ann', 'Bob', '1-0'),
  game('All', 1, 'Cy', 'Dee', '1/2-1/2'),
  game('All', 2, 'Bob', 'Cy', '1-0'),
  game('All', 2, 'Dee', 'Ann', '1/2-1/2'),
  game('All', 3, 'Cy', 'Ann', '1-0'),
  game('All', 3, 'Bob', 'Dee', '1-0'),
].join('')

/** Six players, three rounds: nobody meets everybody. */
const SWISS = [
  game('Open', 1, 'A', 'D', '1-0', '[WhiteElo "2000"]\n[BlackElo "1900"]\n'),
  game('Open', 1, 'B', 'E', '1-0'),
  game('Open', 1, 'C', 'F', '1-0'),
  game('Open', 2, 'A', 'B', '1/2-1/2'),
  game('Open', 2, 'D', 'C', '1-0'),
  game('Open', 2, 'E', 'F', '1/2-1/2'),
].join('')

let database: Database
beforeAll(async () => {
  database = await importRecords(folder, 'made.db', await pgnRecords(ROUND_ROBIN + SWISS))
})
afterAll(() => database.close())

describe('the table of an event', () => {
  it('of everybody against everybody is sorted by direct encounter, wins and Sonneborn-Berger', async () => {
    const event = (await describeEvent(database, 'All'))!
    expect(event).toMatchObject({ kind: 'round-robin', tieBreaks: ['direct', 'wins', 'sonnebornBerger'] })
    expect(event.table.map(({ name, points, tieBreaks }) => [name, points, tieBreaks])).toEqual([
      ['Bob', 2, { wins: 2, sonnebornBerger: 2.5 }],
      // One win each: Cy beat Ann.
      ['Cy', 1.5, { direct: 1, wins: 1, sonnebornBerger: 2 }],
      ['Ann', 1.5, { direct: 0, wins: 1, sonnebornBerger: 2.5 }],
      ['Dee', 1, { wins: 0, sonnebornBerger: 1.5 }],
    ])
  })

  it('of a Swiss tournament is sorted by Buchholz, or by what is chosen', async () => {
    const event = (await describeEvent(database, 'Open'))!
    expect(event.kind).toBe('swiss')
    // A met D (1) and B (1.5), B met E (0.5) and A (1.5): A and B have met, and drew.
    expect(event.table.map(({ name, points, tieBreaks }) => [name, points, tieBreaks!.buchholz])).toEqual([
      ['A', 1.5, 2.5],
      ['B', 1.5, 2],
      ['D', 1, 2.5],
      ['C', 1, 1.5],
      ['E', 0.5, 2],
      ['F', 0.5, 1.5],
    ])
    const other = (await describeEvent(database, 'Open', { tieBreaks: ['sonnebornBerger'] }))!
    expect(other.table.slice(2, 4).map(({ name, tieBreaks }) => [name, tieBreaks])).toEqual([
      ['D', { sonnebornBerger: 1 }],
      ['C', { sonnebornBerger: 0.5 }],
    ])
    const none = (await describeEvent(database, 'Open', { tieBreaks: [] }))!
    expect(none.table.map(({ name, tieBreaks }) => [name, tieBreaks])).toEqual(
      ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => [name, undefined]),
    )
  })

  it('has the rating performance of those whose opponents have ratings', async () => {
    const { table } = (await describeEvent(database, 'Open'))!
    const of = (wanted: string) => table.find(({ name }) => name === wanted)!.performance
    expect([of('A'), of('D'), of('E')]).toEqual([2700, 1200, undefined])
    // B drew with A, whose rating is known.
    expect(of('B')).toBe(2000)
  })
})

it('rating differences are those of the table of the federation', () => {
  expect([1, 0.99, 0.75, 0.5, 0.25, 0].map(ratingDifference)).toEqual([800, 677, 193, 0, -193, -800])
  expect(ratingPerformance(2400.4, 0.66)).toBe(2517)
})

it('standings of real events agree with SQL', needsCorpus('wthor/2022-edition'), async () => {
  const own = await Database.open(join(folder, 'othello.db'))
  await importSources(own, [{ path: corpusPath('wthor/2022-edition/WTH_1985.wtb') }])
  for (const { name } of await listEvents(own, { limit: 5 })) {
    const { table, tieBreaks } = (await describeEvent(own, name))!
    const rows = await own.catalogue.rows(
      `SELECT name, (count(*) FILTER (result = CASE colour WHEN 1 THEN '1-0' ELSE '0-1' END)
         + count(*) FILTER (result = '1/2-1/2') / 2)::DOUBLE AS points
       FROM appearances WHERE event = $1 GROUP BY name`,
      [name],
    )
    const points = new Map(rows.map((row) => [String(row['name']), Number(row['points'])]))
    for (const standing of table) {
      expect(standing.points).toBe(points.get(standing.name))
      const met = standing.results.map(({ opponent }) => points.get(opponent) ?? 0)
      if (tieBreaks.includes('buchholz'))
        expect(standing.tieBreaks!.buchholz).toBe(met.reduce((sum, one) => sum + one, 0))
    }
    const order = table.map((standing) => standing.points)
    expect(order).toEqual(order.toSorted((left, right) => right - left))
  }
  own.close()
})
