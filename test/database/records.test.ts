/** Head to head, records and tie-breaks: by hand, again by SQL, and again by a slow count of made games. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addAlias,
  type Database,
  describeEvent,
  describeHeadToHead,
  describePlayer,
  findRecords,
} from '../../src/database/index.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { parseConditions } from '../../src/query/index.ts'
import { makeApi } from '../../src/server/api.ts'
import { importRecords } from '../support/databases.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { pgnRecords, studyGame } from '../support/study-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-records-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PLAYERS = ['Ann', 'Bob', 'Cy', 'Dee', 'Eve']
const LINES = ['1. e4 e5', '1. e4 c5 2. Nf3 d6', '1. d4 d5 2. c4 e6 3. Nc3', '1. c4', '1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7']
const random = seededRandom(7)
const RATINGS = PLAYERS.map((_, index) => 2000 + 100 * index)

/** Games of all against all, in the order of their dates. */
const MADE = Array.from({ length: 120 }, (_, index) => {
  const white = randomInt(random, PLAYERS.length)
  const black = (white + 1 + randomInt(random, PLAYERS.length - 1)) % PLAYERS.length
  const result = ['1-0', '0-1', '1/2-1/2', '1-0', '*'][randomInt(random, 5)]!
  const month = String(1 + Math.floor(index / 10)).padStart(2, '0')
  const line = randomInt(random, LINES.length)
  return { white, black, result, date: `2001.${month}.${String(1 + (index % 10)).padStart(2, '0')}`, line }
})

const GAMES = MADE.map(({ white, black, result, date, line }) =>
  studyGame(
    PLAYERS[white]!,
    PLAYERS[black]!,
    date,
    result,
    LINES[line]!,
    `[WhiteElo "${RATINGS[white]}"]\n[BlackElo "${RATINGS[black]}"]\n`,
  ),
).join('')

let database: Database
let records: GameRecord[]
beforeAll(async () => {
  records = await pgnRecords(GAMES)
  // Ann was born in March 1990, Bob some time in 1985.
  for (const { header } of records) {
    for (const player of header.players) {
      if (player.name === 'Ann') player.birth = { year: 1990, month: 3, day: 4 }
      if (player.name === 'Bob') player.birth = { year: 1985 }
    }
  }
  database = await importRecords(folder, 'made.db', records)
})
afterAll(() => database.close())

/** The points of a player in a made game, undefined for none. */
function pointsIn({ white, result }: (typeof MADE)[number], player: number): number | undefined {
  if (result === '*') return undefined
  if (result === '1/2-1/2') return 0.5
  return (result === '1-0') === (white === player) ? 1 : 0
}

const gamesOf = (player: number) => MADE.filter(({ white, black }) => white === player || black === player)

describe('two players against each other', () => {
  it('agree with SQL in every pair, seen from both sides', async () => {
    for (const name of PLAYERS) {
      for (const opponent of PLAYERS.filter((other) => other !== name)) {
        const met = (await describeHeadToHead(database, name, opponent))!
        const other = (await describeHeadToHead(database, opponent, name))!
        const [row] = await database.catalogue.rows(
          `SELECT count(*)::INTEGER AS games,
             count(*) FILTER ((result = '1-0') = (colour = 1) AND result IN ('1-0', '0-1'))::INTEGER AS won,
             count(*) FILTER (result = '1/2-1/2')::INTEGER AS drawn,
             count(*) FILTER (colour = 1)::INTEGER AS first
           FROM appearances WHERE name = $1 AND opponent = $2`,
          [name, opponent],
        )
        expect([met.games, met.won, met.drawn]).toEqual([row!['games'], row!['won'], row!['drawn']])
        expect(met.byColour.find(({ colour }) => colour === 1)?.games ?? 0).toBe(row!['first'])
        expect([met.won, met.lost, met.points]).toEqual([other.lost, other.won, other.opponentPoints])
        expect(met.byYear.map(({ games }) => games)).toEqual([met.games])
        expect(met.openings.reduce((sum, { games }) => sum + games, 0)).toBe(
          met.list.filter((game) => game.opening).length,
        )
        expect(met.list).toEqual(other.list)
        const dates = met.list.map(({ date }) => date!)
        expect(dates).toEqual(dates.toSorted((left, right) => (left < right ? -1 : 1)))
      }
    }
  })

  it('are none if they have not met, and the same under an alias', async () => {
    expect(await describeHeadToHead(database, 'Ann', 'Ann')).toBeUndefined()
    expect(await describeHeadToHead(database, 'Ann', "'; DROP TABLE games; --")).toBeUndefined()
    const own = await importRecords(folder, 'alias.db', records)
    await addAlias(own, 'Bob', 'Cy')
    const met = (await describeHeadToHead(own, 'Ann', 'Bob'))!
    expect(met).toMatchObject({ opponent: 'Cy', opponentNames: ['Cy', 'Bob'] })
    const opponents = (await describePlayer(own, 'Ann'))!.opponents
    expect(met.games).toBe(opponents.find(({ name }) => name === 'Cy')!.games)
    own.close()
  })

  it('are served, with what is wrong', async () => {
    const api = makeApi(database)
    const reply = await api.request('/api/players/Ann/against/Bob')
    expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(await describeHeadToHead(database, 'Ann', 'Bob'))))
    const missing = await api.request('/api/players/Ann/against/Zoe')
    expect([missing.status, await missing.json()]).toMatchObject([404, { code: 'request/not-met' }])
  })
})

describe('records', () => {
  it('of length and ratings agree with a slow count', async () => {
    const { games, longest, shortest, upsets } = await findRecords(database, 'chess', {}, 100)
    const plies = records.map(({ nodes }) => nodes.length - 1)
    expect(games).toBe(MADE.length)
    expect(longest.map((one) => one.plies)).toEqual(plies.toSorted((one, other) => other - one).slice(0, 100))
    const won = MADE.flatMap(({ result }, index) => (result === '1-0' || result === '0-1' ? [index] : []))
    expect(shortest.map((one) => one.plies)).toEqual(won.map((at) => plies[at]!).toSorted((one, other) => one - other))
    const differences = won.flatMap((at) => {
      const { white, black, result } = MADE[at]!
      const [winner, loser] = result === '1-0' ? [white, black] : [black, white]
      return RATINGS[loser]! > RATINGS[winner]! ? [RATINGS[loser]! - RATINGS[winner]!] : []
    })
    expect(upsets.map(({ difference }) => difference)).toEqual(differences.toSorted((one, other) => other - one))
    expect(differences.length).toBeGreaterThan(3)
  })

  it('of series agree with a slow count', async () => {
    const told: string[] = []
    const onList = (made: number, lists: number) => told.push(`${made}/${lists}`)
    const { wins, unbeaten } = await findRecords(database, 'chess', {}, 99, onList)
    expect(told).toEqual(['1/7', '2/7', '3/7', '4/7', '5/7', '6/7', '7/7'])
    // Nothing changed since.
    expect(await findRecords(database, 'chess', {}, 99, onList)).toMatchObject({ wins, unbeaten })
    expect(told).toHaveLength(7)
    for (const [series, least] of [
      [wins, 1],
      [unbeaten, 0.5],
    ] as const) {
      const longest = PLAYERS.map((name, player) => {
        let [best, run] = [0, 0]
        for (const game of gamesOf(player)) {
          const points = pointsIn(game, player)
          if (points === undefined) continue
          run = points >= least ? run + 1 : 0
          best = Math.max(best, run)
        }
        return [name, best]
      })
      expect(Object.fromEntries(series.map(({ name, games }) => [name, games]))).toEqual(Object.fromEntries(longest))
      for (const { name, games, first, last } of series) {
        const [row] = await database.catalogue.rows(
          `SELECT count(*)::INTEGER AS games FROM appearances WHERE name = $1 AND id BETWEEN $2 AND $3 AND result <> '*'`,
          [name, first, last],
        )
        expect(row!['games']).toBe(games)
      }
    }
  })

  it('of the youngest winners know only births that records have', async () => {
    const { youngest } = await findRecords(database, 'chess', {}, 100)
    const first = MADE.find((game) => pointsIn(game, 0) === 1)!
    expect(youngest.map(({ name, age }) => [name, age])).toEqual([
      ['Ann', first.date >= '2001.03.04' ? 11 : 10],
      // His birthday may have been the last day of the year.
      ['Bob', 15],
    ])
    const { youngest: none } = await findRecords(database, 'chess', parseConditions({ player: 'Cy', opponent: 'Dee' }))
    expect(none).toEqual([])
  })

  it('are those of the games that match, over HTTP too', async () => {
    const api = makeApi(database)
    const query = parseConditions({ player: 'Ann', since: '2001-03' })
    const own = await findRecords(database, 'chess', query, 2)
    expect(own.longest).toHaveLength(2)
    const reply = await api.request('/api/records?player=Ann&since=2001-03&max=2')
    expect(await reply.json()).toEqual(JSON.parse(JSON.stringify(own)))
    const whole = parseConditions({ material: 'KQRRBBNNPPPPPPPPkqrrbbnnpppppppp', player: 'Ann' })
    expect((await findRecords(database, 'chess', whole)).games).toBe(gamesOf(0).length)
    expect((await findRecords(database, 'go')).games).toBe(0)
    expect((await api.request('/api/records?max=many')).status).toBe(400)
  })
})

it('tie-breaks agree with SQL', async () => {
  const event = (await describeEvent(database, 'Club', {
    tieBreaks: ['buchholz', 'sos', 'buchholzCut1', 'buchholzMedian', 'sosos', 'sodos', 'koya', 'secondWins', 'wins'],
  }))!
  const rows = await database.catalogue.rows(
    `WITH results AS (SELECT name, opponent, colour, result <> '*' AS is_over,
         CASE WHEN result = '1/2-1/2' THEN 0.5 WHEN result = '*' THEN 0 WHEN (result = '1-0') = (colour = 1) THEN 1 ELSE 0 END AS points
       FROM appearances WHERE event = 'Club'),
     scores AS (SELECT name, sum(points) AS points, count(*) AS games FROM results GROUP BY name),
     sums AS (SELECT results.name, sum(other.points) AS sos, min(other.points) AS least, max(other.points) AS most,
         sum(results.points * other.points) AS sodos,
         coalesce(sum(results.points) FILTER (other.points * 2 >= other.games), 0) AS koya,
         count(*) FILTER (colour = 2 AND results.points = 1) AS second_wins
       FROM results JOIN scores AS other ON other.name = opponent GROUP BY results.name)
     SELECT sums.name, sos::DOUBLE AS sos, least::DOUBLE AS least, most::DOUBLE AS most, sodos::DOUBLE AS sodos,
       koya::DOUBLE AS koya, second_wins::DOUBLE AS second_wins,
       (SELECT sum(other.sos) FROM results JOIN sums AS other ON other.name = opponent WHERE results.name = sums.name)::DOUBLE AS sosos
     FROM sums`,
  )
  expect(event.table).toHaveLength(PLAYERS.length)
  for (const row of rows) {
    const of = (name: string) => row[name] as number
    const { tieBreaks } = event.table.find(({ name }) => name === row['name'])!
    expect(tieBreaks).toMatchObject({
      buchholz: of('sos'),
      sos: of('sos'),
      buchholzCut1: of('sos') - of('least'),
      buchholzMedian: of('sos') - of('least') - of('most'),
      sosos: of('sosos'),
      sodos: of('sodos'),
      koya: of('koya'),
      secondWins: of('second_wins'),
    })
  }
})
