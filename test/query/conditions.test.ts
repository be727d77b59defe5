import { describe, expect, it } from 'vitest'
import { emptyRecord, parseDate, type GameRecord } from '../../src/model/index.ts'
import {
  ConditionError,
  makeGameTest,
  parseConditions,
  parseSort,
  sortGames,
  type ConditionTexts,
} from '../../src/query/index.ts'
import { needsMoves } from '../../src/query/test.ts'
import { headerFields } from '../../src/model/header-fields.ts'
import { colourOfSide } from '../../src/query/query.ts'
import { randomGames } from '../support/random-games.ts'

function game(change: (header: GameRecord['header']) => void, kind: GameRecord['game'] = 'chess'): GameRecord {
  const record = emptyRecord(kind)
  record.header.players = [
    { colour: 1, name: 'Ash, Ann', rating: 2100 },
    { colour: 2, name: 'Birch, Bob', rating: 2000 },
  ]
  record.header.result = { outcome: 'win', winner: 1 }
  change(record.header)
  return record
}

async function meets(texts: ConditionTexts, record: GameRecord, beside = {}): Promise<boolean> {
  return (await makeGameTest(parseConditions(texts)))({ record, ...beside })
}

const dated = (text: string) =>
  game((header) => {
    header.date = parseDate(text)!
  })

describe('dates', () => {
  it.each([
    ['since', '1999', '1999', true],
    ['since', '1999-01-01', '1999', true],
    ['since', '1999-06', '1999', false],
    ['since', '1999-06', '1999.06.??', true],
    ['since', '1999-06', '1999.05.31', false],
    ['since', '1999-06-02', '1999.06.01', false],
    ['since', '2000', '1999.12.31', false],
    ['until', '1999', '1999.12.31', true],
    ['until', '1999-12-31', '1999', true],
    ['until', '1999-06', '1999.06.30', true],
    ['until', '1999-06-30', '1999.06.??', true],
    ['until', '1999-06-29', '1999.06.??', false],
    ['until', '1999-06', '1999.07.01', false],
    ['until', '1999-06', '1999', false],
    ['until', '1999-06', '1998', true],
    ['until', '2000-02-29', '2000.02.??', true],
    ['until', '1900-02-28', '1900.02.??', true],
    ['until', '1998', '1999.01.01', false],
    ['since', '1900', '????.05.12', false],
    ['until', '2100', '????.05.12', false],
    ['year', '1999', '1999.07.01', true],
    ['year', '1999', '2000.01.01', false],
    ['year', '1990-1999', '1995', true],
    ['year', '1990-', '2005', true],
    ['year', '-1990', '2005', false],
  ] as const)('%s %s, played %s: %s', async (name, limit, date, isFound) => {
    expect(await meets({ [name]: limit }, dated(date))).toBe(isFound)
  })
})

describe('openings', () => {
  const coded = (code: string) =>
    game((header) => {
      header.openingCode = code
    })

  it.each([
    ['B30', 'B30', true],
    ['b3', 'B39', true],
    ['B', 'B00', true],
    ['B', 'C20', false],
    ['B30-B39', 'B35', true],
    ['B30-39', 'B39', true],
    ['B30-B39', 'B40', false],
    ['B30-B39', 'B29', false],
    ['B33, B34', 'B34', true],
    ['B33,B34', 'B35', false],
    ['B-C', 'C99', true],
    ['B3-B5', 'B59', true],
    ['B3-B5', 'B60', false],
    ['B33', 'B33a', true],
  ])('%s, the code is %s: %s', async (opening, code, isFound) => {
    expect(await meets({ opening }, coded(code))).toBe(isFound)
    expect(await meets({ eco: opening }, coded(code))).toBe(isFound)
  })

  it('are also known by words of their name, and by the moves', async () => {
    const named = game((header) => {
      header.openingName = 'Sicilian Defence, Najdorf'
    })
    expect(await meets({ opening: 'najdorf sicilian' }, named)).toBe(true)
    expect(await meets({ opening: 'S' }, named)).toBe(false)
    const [played] = randomGames('chess', 1, 1)
    const { position } = parseConditions({ moves: 'e4 c5' })
    expect(position).toBeDefined()
    const sicilian = parseConditions({ opening: 'sicilian' })
    expect(needsMoves(sicilian)).toBe(true)
    expect(await meets({ opening: 'A-E' }, played!)).toBe(true)
  })
})

it('only conditions on moves need the moves', () => {
  expect(needsMoves(parseConditions({ opening: 'sicilian' }))).toBe(true)
  expect(needsMoves(parseConditions({ comment: 'novelty' }))).toBe(true)
  expect(needsMoves(parseConditions({ player: 'ash', year: '1999' }))).toBe(false)
  expect(needsMoves({})).toBe(false)
})

describe('the fields of a header', () => {
  it.each([
    [{ round: 3 }, '3'],
    [{ round: 3, subround: 2 }, '3.2'],
    [{ round: 3, roundText: 'final' }, 'final'],
    [{ roundText: '' }, undefined],
    [{}, undefined],
  ])('have the round %j as %s', (facts, round) => {
    expect(headerFields(game((header) => Object.assign(header, facts))).round).toBe(round)
  })
})

describe('players', () => {
  it('have a side, an opponent and a result of their own', async () => {
    const record = game(() => {})
    expect(await meets({ player: 'ash', colour: 'white' }, record)).toBe(true)
    expect(await meets({ player: 'ash', colour: 'second' }, record)).toBe(false)
    expect(await meets({ player: 'ash', opponent: 'birch' }, record)).toBe(true)
    expect(await meets({ player: 'ash', opponent: 'ash' }, record)).toBe(false)
    expect(await meets({ player: 'ash', result: 'win' }, record)).toBe(true)
    expect(await meets({ player: 'ash', result: 'loss' }, record)).toBe(false)
    expect(await meets({ player: 'birch', result: 'loss' }, record)).toBe(true)
    expect(await meets({ player: 'birch', colour: 'first', result: 'loss' }, record)).toBe(false)
    expect(await meets({ result: 'win' }, record)).toBe(true)
    expect(await meets({ result: 'draw' }, record)).toBe(false)
    expect(await meets({ opponent: 'ash' }, record)).toBe(true)
    expect(await meets({ colour: 'black', opponent: 'ash' }, record)).toBe(true)
    expect(await meets({ colour: 'white', opponent: 'ash' }, record)).toBe(false)
  })

  it('are White and Black as their game has them', async () => {
    expect(
      await meets(
        { white: 'ash' },
        game(() => {}),
      ),
    ).toBe(true)
    expect(
      await meets(
        { red: 'ash' },
        game(() => {}, 'xiangqi'),
      ),
    ).toBe(true)
    expect(
      await meets(
        { white: 'ash' },
        game(() => {}, 'go'),
      ),
    ).toBe(false)
    expect(
      await meets(
        { black: 'ash' },
        game(() => {}, 'othello'),
      ),
    ).toBe(true)
    expect(colourOfSide('first', 'go')).toBe(1)
  })

  it('must both have a rating within the limits', async () => {
    const record = game(() => {})
    expect(await meets({ minRating: '2000' }, record)).toBe(true)
    expect(await meets({ minRating: '2001' }, record)).toBe(false)
    expect(await meets({ maxRating: '2100' }, record)).toBe(true)
    expect(await meets({ maxRating: '2099' }, record)).toBe(false)
    expect(await meets({ elo: '2000-2100' }, record)).toBe(true)
    expect(await meets({ elo: '2050' }, record)).toBe(false)
    const unknown = game(({ players }) => delete players[1]!.rating)
    expect(await meets({ minRating: '0' }, unknown)).toBe(false)
    const beyond = game(({ players }) => (players[1]!.rating = 70_000))
    expect(await meets({ minRating: '1000' }, beyond)).toBe(false)
  })
})

describe('queries', () => {
  it('take what is known beside the record', async () => {
    const record = game(() => {})
    expect(await meets({ damaged: 'yes' }, record, { errors: 1 })).toBe(true)
    expect(await meets({ damaged: 'no' }, record, { errors: 1 })).toBe(false)
    expect(await meets({ damaged: 'no' }, record)).toBe(true)
    expect(await meets({ source: 'white.pgn' }, record, { source: 'games/White.pgn' })).toBe(true)
    expect(await meets({ source: 'white.pgn' }, record)).toBe(false)
    expect(await meets({ ids: '3,4' }, record, { id: 4 })).toBe(true)
    expect(await meets({ ids: '3,4' }, record)).toBe(false)
  })

  it('refuse an alias together with what it stands for', () => {
    expect(() => parseConditions({ year: '1999', since: '1990' })).toThrow(ConditionError)
    expect(() => parseConditions({ red: 'a', white: 'b' })).toThrow('cannot be combined with white')
    expect(parseConditions({ result: '½-½', colour: 'Red', player: 'a' })).toEqual({
      result: '1/2-1/2',
      colour: 'white',
      player: 'a',
    })
  })
})

describe('orders', () => {
  it('put what is not known last, and keep equal games as they are', async () => {
    const games = ['2001', '????.05.12', '1999.02', '1999', '2001'].map(dated)
    const order = parseSort('date')!
    const sorted = await sortGames([...games.keys()], order, (index) => games[index])
    expect(sorted).toEqual([3, 2, 0, 4, 1])
    expect(await sortGames([...games.keys()], parseSort('-date')!, (index) => games[index])).toEqual([0, 4, 2, 3, 1])
    expect(await sortGames([0, 1], parseSort('length')!, (index) => (index === 0 ? undefined : games[1]))).toEqual([
      1, 0,
    ])
    expect(parseSort('player')).toEqual({ order: 'first', descending: false })
    expect(parseSort('beauty')).toBeUndefined()
  })
})

describe('what only a database can look up', () => {
  it.each(['saved:mine', 'not repertoire:White', 'result:draw or saved:mine'])(
    'is refused of files: %s',
    async (where) => {
      await expect(makeGameTest(parseConditions({ where }))).rejects.toMatchObject({ code: 'query/of-database' })
    },
  )
})
