import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countGames,
  type Database,
  explore,
  exploreTree,
  listEvents,
  listGames,
  listPlayers,
  searchGames,
  type TreeMove,
} from '../../src/database/index.ts'
import {
  ConditionError,
  CONDITION_NAMES,
  parseConditions,
  parsePosition,
  SORT_KEYS,
  type ConditionName,
} from '../../src/query/index.ts'
import { ALIAS_NAMES, type AliasName } from '../../src/query/conditions.ts'
import { emptyRecord } from '../../src/model/index.ts'
import { rulesOf, type Position } from '../../src/rules/index.ts'
import { importRecords } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-conditions-'))
let database: Database

beforeAll(async () => {
  database = await importRecords(folder, 'games.db', [...randomGames('chess', 40, 1), ...randomGames('go', 10, 2)])
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

/** Texts that would do something in SQL, in a regular expression or in LIKE. */
const SQL = [
  "'; DROP TABLE games; --",
  "' OR '1'='1",
  '") OR 1=1 --',
  '$1',
  '?',
  '\\',
  '%',
  '_%',
  "x' UNION SELECT 1",
  '.*',
]

describe('conditions', () => {
  it.each<[ConditionName | AliasName, string, string]>([
    ['result', '2-0', 'one of 1-0, 0-1'],
    ['minRating', '1e99', 'a whole number'],
    ['minRating', '-1', 'a whole number'],
    ['maxPlies', '99999999999999999999', 'a whole number'],
    ['maxPlies', '1; DROP TABLE games', 'a whole number'],
    ['ids', '1,2,x', 'a whole number'],
    ['ids', '1,'.repeat(20_000), 'more than 10000 numbers'],
    ['since', 'yesterday', 'a date such as 1999'],
    ['until', '1999-99-99', 'a date such as 1999'],
    ['position', '8/8/8/8/8/8/8/9 w - - 0 1', '9 is not a piece'],
    ['position', '8/8 w - - 0 1', ''],
    ['position', 'x'.repeat(100_000), 'longer than'],
    ['moves', 'e4 e4', '“e4” is not a legal move after 1 ply'],
    ['moves', 'e4 e5 '.repeat(2000), 'more than 1000 moves'],
    ['pattern', 'zzz', 'is not a piece'],
    ['pattern', '/'.repeat(500), 'larger than any board'],
    ['material', "K';--", 'character 1: this is not a condition'],
    ['game', 'draughts', 'one of chess'],
    ['kind', "' OR 1=1", 'one of game'],
    ['damaged', 'perhaps', 'yes or no'],
    ['player', 'x'.repeat(5000), 'longer than'],
    ['player', '?!', 'letters or digits'],
    ['opening', 'B39-B30', 'ends before it begins'],
    ['colour', 'white', 'only works together with player'],
    ['colour', 'green', 'one of first'],
    ['year', 'soon', 'a number or a range'],
    ['elo', '-', 'a number or a range'],
  ])('%s: %s is refused', (condition, text, message) => {
    let refused: unknown
    try {
      parseConditions({ [condition]: text })
    } catch (error) {
      refused = error
    }
    expect(refused).toBeInstanceOf(ConditionError)
    expect(refused).toMatchObject({ condition, message: expect.stringContaining(message) })
    expect((refused as Error).message.length).toBeLessThan(300)
  })

  it('never become part of the SQL, whatever is typed', async () => {
    for (const text of SQL) {
      for (const condition of [...CONDITION_NAMES, ...ALIAS_NAMES]) {
        let query
        try {
          query = parseConditions({ [condition]: text })
        } catch (error) {
          expect(error).toBeInstanceOf(ConditionError)
          continue
        }
        if (condition === 'saved' || condition === 'repertoire') {
          await expect(countGames(database, query)).rejects.toMatchObject({ code: `query/no-${condition}` })
          continue
        }
        // A name of no player, event or source: none of these texts is in any of them.
        const expected = Object.keys(query).length === 0 ? 50 : 0
        // These are patterns: an empty square, and the rest of its row. Folders have names that hold anything.
        if (condition === 'pattern' || condition === 'source') continue
        expect(await countGames(database, query)).toBe(expected)
        const found = await explore(database, 'chess', rulesOf('chess').start(), { query })
        expect(found.games).toBe(expected === 50 ? 40 : 0)
      }
      expect(await listPlayers(database, { text })).toEqual([])
      expect(await listEvents(database, { text })).toEqual([])
    }
    expect(await countGames(database, {})).toBe(50)
  })

  it('say why no game can come to a position that is not found', async () => {
    const position = '4k3/8/8/8/8/8/8/8 w - - 0 1'
    const query = parseConditions({ position })
    const refused = { name: 'ConditionError', condition: 'position', message: expect.stringContaining('no king') }
    await expect(countGames(database, query)).rejects.toMatchObject(refused)
    await expect(searchGames(database, query)).rejects.toMatchObject(refused)
    for (const options of [{}, { games: 3 }, { query: { player: 'Ash' } }]) {
      await expect(explore(database, 'chess', parsePosition('chess', position), options)).rejects.toMatchObject(refused)
    }
    // One that a game could come to is searched and not found.
    expect(await countGames(database, parseConditions({ position: '4k3/8/8/8/8/8/8/4K3 w - - 0 1' }))).toBe(0)
    // A game that begins from an impossible position is found by it.
    const record = { ...emptyRecord('chess'), setup: position }
    const set = await importRecords(folder, 'set-up.db', [record])
    expect(await countGames(set, query)).toBe(1)
    expect((await explore(set, 'chess', parsePosition('chess', position))).ended).toBe(1)
    set.close()
  })

  it('read positions as people write them', () => {
    const fen = (game: Parameters<typeof parsePosition>[0], text: string, moves: string) =>
      rulesOf(game).format(parsePosition(game, text, moves))
    const expected = fen('chess', '', 'e4 c5 Nf3')
    for (const moves of ['1.e4 c5 2.Nf3', '1. e4 c5 2. Nf3', 'e4,c5,Nf3', 'e2e4 c7c5 g1f3']) {
      expect(fen('chess', '', moves)).toBe(expected)
    }
    expect(fen('chess', fen('chess', '', 'e4'), 'c5 Nf3')).toBe(expected)
    expect(fen('chess', '', 'e2e4')).toBe(fen('chess', '', 'e4'))
    expect(fen('othello', '', 'f5d6c3')).toBe(fen('othello', '', 'f5 d6 c3'))
    expect(parseConditions({ result: '½-½' })).toEqual({ result: '1/2-1/2' })
    expect(parseConditions({ player: '', game: '' })).toEqual({})
  })
})

describe('trees of moves', () => {
  it('follow the moves of the explorer, all equally deep, with the same conditions', async () => {
    const rules = rulesOf('chess')
    const query = { minRating: 1600 }
    const check = async (position: Position, moves: readonly TreeMove[], depth: number): Promise<void> => {
      const explored = await explore(database, 'chess', position, { query })
      if (depth === 0) return expect(moves).toEqual([])
      expect(moves.map(({ moves: _moves, text, ...move }) => [text, move])).toEqual(
        explored.moves.slice(0, 5).map((move) => [rules.writeMove(position, move.move), move]),
      )
      for (const { move, moves: after } of moves) {
        const next = rules.clone(position)
        rules.play(next, move)
        await check(next, after, depth - 1)
      }
    }
    const whole = await exploreTree(database, 'chess', rules.start(), { query, depth: 4 })
    expect([whole.depth, whole.isCut]).toEqual([4, false])
    await check(rules.start(), whole.moves, 4)
    const most = 15
    const cut = await exploreTree(database, 'chess', rules.start(), { query, depth: 4, most })
    expect([cut.depth, cut.isCut]).toEqual([2, true])
    await check(rules.start(), cut.moves, 2)
    // No game is longer.
    const longest = await exploreTree(database, 'chess', rules.start(), { query: { ids: [3] }, depth: 100 })
    expect([longest.depth, longest.isCut]).toEqual([30, false])
  })
})

describe('lists of games', () => {
  it.each(SORT_KEYS)('ordered by %s are those of the search, both ways', async (order) => {
    for (const descending of [false, true]) {
      const found = await searchGames(database, { game: 'chess' }, { order, descending })
      const list = await listGames(database, { game: 'chess' }, { order, descending })
      expect([...list]).toEqual(found.map(({ id }) => id))
    }
  })

  it('return games requested by number', async () => {
    const list = await listGames(database, { ids: [7, 3, 3, 999] }, { order: 'id' })
    expect([...list]).toEqual([3, 7])
  })
})
