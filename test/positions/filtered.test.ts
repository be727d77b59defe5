/** Statistics over some of the games of a position. */
import { describe, expect, test } from 'vitest'
import { GameFacts, RESULT_CODES } from '../../src/positions/facts.ts'
import { countGamesOf, factFilter, type FactConditions } from '../../src/positions/read/filtered.ts'
import fc from '../support/properties.ts'

const FIRST_GAME = 5

interface Played {
  result: number
  rating1: number
  rating2: number
  year: number
  moves: number[]
}

const game: fc.Arbitrary<Played> = fc.record({
  result: fc.integer({ min: 0, max: 3 }),
  rating1: fc.constantFrom(0, 1999, 2400, 2401, 40_000),
  rating2: fc.constantFrom(0, 2399, 2400, 2700),
  year: fc.constantFrom(0, 1850, 1999, 2000, 2024),
  moves: fc.array(fc.constantFrom(7, 300, 0xffff), { maxLength: 3 }),
})

const conditions: fc.Arbitrary<FactConditions> = fc.record(
  {
    minRating: fc.constantFrom(1, 2000, 2400),
    maxRating: fc.constantFrom(2399, 2400, 3000),
    fromYear: fc.constantFrom(1850, 1999, 2000),
    toYear: fc.constantFrom(1850, 1999, 2024),
    result: fc.constantFrom('first', 'second', 'draw'),
  },
  { requiredKeys: [] },
)

function factsOf(games: readonly Played[]): GameFacts {
  const facts = GameFacts.make(FIRST_GAME, games.length)
  for (const [index, { result, rating1, rating2, year }] of games.entries()) {
    facts.set(FIRST_GAME + index, result, rating1, rating2, year)
  }
  return facts
}

/** The postings of a position, by move and then by game; a game that repeats it has several. */
function postingsOf(games: readonly Played[]) {
  const rows = games.flatMap(({ moves }, index) => moves.map((move) => ({ move, game: FIRST_GAME + index })))
  rows.sort((left, right) => left.move - right.move || left.game - right.game)
  return {
    games: Uint32Array.from(rows, (row) => row.game),
    moves: Uint16Array.from(rows, ({ move }) => move),
  }
}

function meets({ minRating, maxRating, fromYear, toYear, result }: FactConditions, one: Played): boolean {
  const ratings = [one.rating1, one.rating2]
  if (minRating !== undefined && !ratings.every((rating) => rating >= minRating)) return false
  if (maxRating !== undefined && !ratings.every((rating) => rating > 0 && rating <= maxRating)) return false
  if (fromYear !== undefined && one.year < fromYear) return false
  if (toYear !== undefined && (one.year === 0 || one.year > toYear)) return false
  return result === undefined || one.result === RESULT_CODES[result]
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** The same, counted game by game. */
function expected(games: readonly Played[], wanted: FactConditions) {
  const chosen = games.filter((one) => meets(wanted, one))
  return [...new Set(chosen.flatMap(({ moves }) => moves))]
    .toSorted((left, right) => left - right)
    .map((move) => {
      const own = chosen.filter(({ moves }) => moves.includes(move))
      const won = (result: number) => own.filter((one) => one.result === result).length
      return {
        move,
        games: own.length,
        first: won(1),
        second: won(2),
        draws: won(3),
        ratingSum1: sum(own.map(({ rating1 }) => rating1)),
        rated1: own.filter(({ rating1 }) => rating1 > 0).length,
        ratingSum2: sum(own.map(({ rating2 }) => rating2)),
        rated2: own.filter(({ rating2 }) => rating2 > 0).length,
        lastYear: Math.max(...own.map(({ year }) => year)),
      }
    })
}

describe('statistics over some of the games', () => {
  test('are those of the games that meet the conditions, each counted once, whether many or few have the position', () => {
    fc.assert(
      fc.property(fc.array(game, { maxLength: 12 }), fc.nat(60), conditions, (games, others, wanted) => {
        const all = [...games, ...Array.from({ length: others }, () => ({ ...games[0]!, moves: [] }))]
        const played = games.length === 0 ? [] : all
        const [postings, facts, filter] = [postingsOf(played), factsOf(played), factFilter(wanted)]
        // Long lists that are asked for again are counted in another way.
        for (let time = 0; time < 3; time++) {
          expect(countGamesOf(postings, facts, filter)).toEqual(expected(played, wanted))
        }
      }),
      { numRuns: 500 },
    )
  })

  test('add up over more games than a sum of 32 bits holds', () => {
    const one: Played = { result: RESULT_CODES.draw, rating1: 65_535, rating2: 65_534, year: 2000, moves: [7] }
    const games = Array.from({ length: 70_000 }, (_, index) => (index % 3 === 0 ? { ...one, moves: [300] } : one))
    const [postings, facts, filter] = [postingsOf(games), factsOf(games), factFilter({ minRating: 2400 })]
    for (let time = 0; time < 3; time++) {
      expect(countGamesOf(postings, facts, filter)).toEqual(expected(games, { minRating: 2400 }))
    }
  })

  test('follow the games when one changes or is removed', () => {
    const games: Played[] = [1, 2, 3].map((result) => ({
      result,
      rating1: 2500,
      rating2: 2500,
      year: 2000,
      moves: [7],
    }))
    const facts = factsOf(games)
    const filter = factFilter({ minRating: 2400 })
    const postings = postingsOf(games)
    const count = () => countGamesOf(postings, facts, filter)[0]?.games
    expect(count()).toBe(3)
    facts.set(FIRST_GAME, RESULT_CODES.first, 2300, 2500, 2000)
    expect(count()).toBe(2)
    facts.remove(FIRST_GAME + 1)
    expect(count()).toBe(1)
    facts.copy(factsOf(games), FIRST_GAME)
    expect(count()).toBe(2)
  })
})
