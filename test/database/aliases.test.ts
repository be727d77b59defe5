import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addAlias,
  countGames,
  type Database,
  describeEvent,
  describePlayer,
  explore,
  findDuplicates,
  listAliases,
  listPlayers,
  mergeDuplicates,
  removeAlias,
  suggestAliases,
} from '../../src/database/index.ts'
import { playerOf, resultSymbol, type GameRecord } from '../../src/model/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { importRecords, problemsOf } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-aliases-'))
const games = randomGames('chess', 120, 5)
let database: Database

/** A copy of a game with some things changed. */
function copyOf(record: GameRecord, change: (copy: GameRecord) => void): GameRecord {
  const copy = structuredClone(record)
  change(copy)
  return copy
}

beforeAll(async () => {
  // Ann Ash under three spellings.
  for (const [index, record] of games.entries()) {
    for (const player of record.header.players) {
      if (player.name === 'Ash, Ann') player.name = ['Ash, Ann', 'Ann Ash', 'A. Ash'][index % 3]!
    }
  }
  games[30]!.header.players = [
    { colour: 1, name: 'Ann Ash' },
    { colour: 2, name: 'Elm, Eve' },
  ]
  games[30]!.header.date = { year: 1999 }
  const copies = [
    // The same game from another source, whose date says more and whose player is spelled otherwise.
    copyOf(games[30]!, ({ header }) => {
      header.players[0]!.name = 'Ash, Ann'
      header.date = { year: 1999, month: 12, day: 31 }
    }),
    // With notes.
    copyOf(games[31]!, ({ nodes }) => (nodes[3]!.comments = [{ placement: 'after', text: 'well played' }])),
    copyOf(games[32]!, ({ header }) => (header.date = { year: 1812 })),
    copyOf(games[33]!, ({ header }) => (header.players = [{ colour: 1, name: 'Somebody Else' }])),
    copyOf(games[34]!, ({ nodes }) => (nodes[3]!.comments = [{ placement: 'after', text: 'one note' }])),
    copyOf(games[34]!, ({ nodes }) => (nodes[3]!.comments = [{ placement: 'after', text: 'another note' }])),
    // Clocks, as ChessBase has them at the end and PGN at every move, and a comment broken into lines.
    copyOf(games[35]!, ({ nodes }) => {
      nodes[0]!.clock = { lefts: [undefined, 30] }
      nodes[4]!.comments = [{ placement: 'after', text: 'a long\nnote' }]
    }),
    copyOf(games[35]!, ({ header, nodes }) => {
      delete header.event
      nodes[0]!.clock = { lefts: [0, 30] }
      nodes[1]!.clock = { left: 60 }
      nodes[4]!.comments = [{ placement: 'after', text: 'a long note' }]
    }),
  ]
  database = await importRecords(folder, 'games.db', [...games, ...copies])
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

/** Games in which somebody of these names plays, counted on the records; the copies of some of them too. */
const gamesOf = (...names: string[]) =>
  [...games, ...[30, 31, 32, 34, 34, 35, 35].map((index) => games[index]!)].filter(({ header }) =>
    [1, 2].some((colour) => names.includes(playerOf(header, colour as 1 | 2)?.name ?? '')),
  ).length

describe('aliases of players', () => {
  it('are suggested where names have the same words', async () => {
    const suggested = await suggestAliases(database)
    expect(suggested.map(({ name, player }) => [name, player].toSorted())).toContainEqual(['Ann Ash', 'Ash, Ann'])
  })

  it('make several spellings one player everywhere', async () => {
    const before = await listPlayers(database, { text: 'Ash' })
    expect(before).toHaveLength(3)
    await addAlias(database, 'A. Ash', 'Ann Ash')
    await addAlias(database, 'Ann Ash', 'Ash, Ann')
    expect(await listAliases(database)).toEqual([
      { name: 'A. Ash', player: 'Ash, Ann' },
      { name: 'Ann Ash', player: 'Ash, Ann' },
    ])
    const [one, ...others] = await listPlayers(database, { text: 'Ash' })
    expect(others).toEqual([])
    expect(one!.games).toBe(before.reduce((sum, player) => sum + player.games, 0))
    const all = gamesOf('Ash, Ann', 'Ann Ash', 'A. Ash')
    // Any spelling finds the games under all of them.
    for (const player of ['A. Ash', 'ann ash', 'Ash, A']) expect(await countGames(database, { player })).toBe(all)
    const { games: explored } = await explore(database, 'chess', rulesOf('chess').start(), {
      query: { player: 'A. Ash' },
    })
    expect(explored).toBe(all)
  })

  it('can be undone', async () => {
    expect(await removeAlias(database, 'A. Ash')).toBe(true)
    expect(await removeAlias(database, 'A. Ash')).toBe(false)
    expect(await listAliases(database)).toEqual([{ name: 'Ann Ash', player: 'Ash, Ann' }])
    await expect(addAlias(database, 'Ash, Ann', 'Ann Ash')).rejects.toThrow('is already listed as')
    await addAlias(database, 'A. Ash', 'Elm, Eve')
    await addAlias(database, 'A. Ash', 'Ash, Ann')
    expect(await listPlayers(database, { text: 'Ash' })).toHaveLength(1)
  })

  it('describe a player in all spellings', async () => {
    const player = (await describePlayer(database, 'Ann Ash'))!
    expect(player.name).toBe('Ash, Ann')
    expect(player.names).toEqual(['Ash, Ann', 'A. Ash', 'Ann Ash'])
    for (const parts of [player.byColour, player.byYear]) {
      expect(parts.reduce((sum, { games: count }) => sum + count, 0)).toBe(player.games)
      expect(parts.reduce((sum, { won }) => sum + won, 0)).toBe(player.won)
    }
    expect(player.openings.length).toBeGreaterThan(0)
    expect(player.ratings.every(({ date, rating }) => /^\d{4}(-\d\d)?$/.test(date) && rating > 1000)).toBe(true)
    expect(await describePlayer(database, "'; DROP TABLE games; --")).toBeUndefined()
  })
})

it('an event has a table of points', async () => {
  const event = (await describeEvent(database, 'Spring Cup'))!
  const copied = [30, 31, 32, 33, 34, 34, 35].map((index) => games[index]!)
  const played = [...games, ...copied].filter(({ header }) => header.event?.name === 'Spring Cup')
  expect(event.games).toBe(played.length)
  const decided = played.filter(({ header }) => resultSymbol(header.result) !== '*')
  const points = event.table.reduce((sum, standing) => sum + standing.points, 0)
  expect(points).toBeLessThanOrEqual(decided.length)
  for (const { points: total, results, games: count } of event.table) {
    expect(results).toHaveLength(count)
    expect(results.reduce((sum, result) => sum + (result.points ?? 0), 0)).toBe(total)
  }
  const order = event.table.map((standing) => standing.points)
  expect(order).toEqual(order.toSorted((left, right) => right - left))
  expect(await describeEvent(database, 'no such event')).toBeUndefined()
  // Its editions share its games out.
  const editions = event.editions
  expect(editions.reduce((sum, { games: count }) => sum + count, 0)).toBe(event.games)
  expect(editions.length).toBeGreaterThan(1)
  for (const { from = '', games: count } of editions) {
    const one = (await describeEvent(database, 'Spring Cup', { edition: from }))!
    expect(one).toMatchObject({ edition: from, games: count })
    expect(one.table.reduce((sum, standing) => sum + standing.games, 0)).toBeLessThanOrEqual(2 * count)
  }
  const last = editions.findLast(({ from }) => from !== undefined)!
  expect((await describeEvent(database, 'Spring Cup', { edition: 'last' }))!.edition).toBe(last.from)
  expect(await describeEvent(database, 'Spring Cup', { edition: '1066-10' })).toBeUndefined()
})

it('duplicates are listed with the one to keep, and merged only on request', async () => {
  const groups = await findDuplicates(database)
  const shown = groups.map(({ reason, games: members, keep, why, withOtherNotes }) => ({
    reason,
    ids: members.map(({ id }) => id),
    keep,
    why,
    withOtherNotes,
  }))
  expect(shown).toEqual([
    {
      reason: 'same moves, players and date',
      ids: [35, 125, 126],
      keep: 125,
      why: 'came first',
      withOtherNotes: [126],
    },
    {
      reason: 'same moves, players and date',
      ids: [36, 127, 128],
      keep: 128,
      why: 'has all notes of the others',
      withOtherNotes: [],
    },
    {
      reason: 'same moves, players and date',
      ids: [31, 121],
      keep: 121,
      why: 'says most of players, event and date',
      withOtherNotes: [],
    },
    {
      reason: 'same moves, players and date',
      ids: [32, 122],
      keep: 122,
      why: 'the only one with notes',
      withOtherNotes: [],
    },
    {
      reason: 'same moves and players',
      ids: [33, 123],
      keep: 33,
      why: 'says most of players, event and date',
      withOtherNotes: [],
    },
    { reason: 'same moves', ids: [34, 124], keep: 34, why: 'says most of players, event and date', withOtherNotes: [] },
  ])
  const sure = await findDuplicates(database, { reason: 'same moves, players and date' })
  expect(sure).toEqual(groups.slice(0, 4))
  expect(await mergeDuplicates(database, sure)).toEqual({ removed: 5, filled: 1, differing: { 'players.name': 1 } })
  // The game kept had no event, and those removed had.
  expect((await database.record(128))!.header.event).toEqual(games[35]!.header.event)
  expect((await database.record(128))!.nodes[4]!.comments).toHaveLength(1)
  expect(await countGames(database, { ids: [128], event: games[35]!.header.event!.name! })).toBe(1)
  const left = await findDuplicates(database)
  expect(left.map(({ games: members }) => members.map(({ id }) => id))).toEqual([
    [125, 126],
    [33, 123],
    [34, 124],
  ])
  expect(await countGames(database, {})).toBe(123)
  expect(await problemsOf(database)).toEqual([])
})
