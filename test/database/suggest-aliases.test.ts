import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addAlias,
  type Database,
  findDuplicates,
  likeNames,
  removeAlias,
  suggestAliases,
} from '../../src/database/index.ts'
import type { GameRecord } from '../../src/model/index.ts'
import { importRecords } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-suggest-'))
const games = randomGames('xiangqi', 12, 4, 60)
let database: Database

/** A game as it was, between others, in a year. */
function between(index: number, first: string, second: string, year?: number): GameRecord {
  const record = structuredClone(games[index]!)
  record.header.players = [
    { colour: 1, name: first },
    { colour: 2, name: second },
  ]
  if (year === undefined) delete record.header.date
  else record.header.date = { year }
  return record
}

beforeAll(async () => {
  database = await importRecords(folder, 'games.db', [
    // One player in Chinese and in letters, another with his place in front.
    between(0, '胡荣华', '柳大华', 1981),
    between(1, '柳大华', '胡荣华', 1982),
    between(2, '吕钦', '胡荣华', 1983),
    between(0, 'HU RongHua', '湖北柳大华', 1981),
    between(1, '湖北柳大华', 'HU RongHua'),
    between(2, 'LV Qin', 'HU RongHua', 1983),
    // Colours exchanged by mistake, twice: these two met, and are not one.
    between(3, 'Ash, Ann', 'Birch, Bob', 1990),
    between(4, 'Ash, Ann', 'Birch, Bob', 1991),
    between(3, 'Birch, Bob', 'Ash, Ann', 1990),
    between(4, 'Birch, Bob', 'Ash, Ann', 1991),
    // The same moves in other years are other games.
    between(5, 'Cedar, Cy', 'Elm, Eve', 1990),
    between(6, 'Cedar, Cy', 'Elm, Eve', 1991),
    between(5, 'Dogwood, Dí', 'Elm, Eve', 1995),
    between(6, 'Dogwood, Dí', 'Elm, Eve', 1996),
    // Words in another order, of any script.
    between(7, 'Фёдоров Иван', 'Elm, Eve', 1999),
    between(8, 'Иван Фёдоров', 'Eve Elm', 1999),
    between(9, 'Иван Фёдоров', 'Eve Elm', 1999),
  ])
})

afterAll(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

it('names are suggested that share games and never met, and names of the same words', async () => {
  const suggested = await suggestAliases(database)
  // Of two names with as many games the later one in the alphabet is kept.
  expect(suggested).toEqual([
    { name: 'HU RongHua', player: '胡荣华', games: 3, reason: 'same games', shared: 3 },
    { name: '柳大华', player: '湖北柳大华', games: 2, reason: 'same games', shared: 2 },
    { name: 'Eve Elm', player: 'Elm, Eve', games: 2, reason: 'same words' },
    { name: 'Фёдоров Иван', player: 'Иван Фёдоров', games: 1, reason: 'same words' },
  ])
  expect(await suggestAliases(database, 1)).toEqual(suggested.slice(0, 1))
})

it('names that are aliases already are not suggested', async () => {
  await addAlias(database, 'HU RongHua', '胡荣华')
  await addAlias(database, 'Eve Elm', 'Elm, Eve')
  expect((await suggestAliases(database)).map(({ name }) => name)).toEqual(['柳大华', 'Фёдоров Иван'])
  await removeAlias(database, 'HU RongHua')
  await removeAlias(database, 'Eve Elm')
})

it('names in other scripts than Latin tell players apart', async () => {
  const groups = await findDuplicates(database)
  const named = groups.find(({ games: members }) => members.some(({ black }) => black?.name === '湖北柳大华'))
  expect(named?.reason).toBe('same moves')
})

it.each([
  ['大华 柳', ['湖北柳大华', '柳大华']],
  ['ann ash', ['Ash, Ann']],
  ['Dogwod, Di', ['Dogwood, Dí']],
  ['Ash', ['Ash, Ann']],
  ['nobody at all', []],
  ["'; DROP TABLE games; --", []],
  ['', []],
])('"%s" is answered with the names that are like it', async (name, expected) => {
  expect(new Set(await likeNames(database, 'players', name))).toEqual(new Set(expected))
})

it('events have names that are like it too', async () => {
  expect(await likeNames(database, 'events', 'spring cop')).toEqual(['Spring Cup'])
})

it('Chinese names after a team are suggested for the player without one', async () => {
  const place = mkdtempSync(join(tmpdir(), 'ludograph-teams-'))
  const other = await importRecords(place, 'games.db', [
    between(0, '上海胡荣华', '甲'),
    between(1, '胡荣华', '乙'),
    // A name of two characters counts only after a team that stands before another player as well.
    between(2, '广东 吕钦', '甲'),
    between(3, '吕钦', '乙'),
    between(4, '广东许银川', '甲'),
    between(5, '许银川', '乙'),
    between(6, '欧阳琦琳', '甲'),
    between(7, '琦琳', '乙'),
    // These met, and one character is a surname and no team.
    between(8, '河北刘殿中', '刘殿中'),
    between(9, '王天一', '天一'),
  ])
  try {
    const suggested = (await suggestAliases(other)).map(({ name, player, reason }) => `${name} ${player} ${reason}`)
    expect(suggested.sort()).toEqual([
      '上海胡荣华 胡荣华 team before',
      '广东 吕钦 吕钦 team before',
      '广东许银川 许银川 team before',
    ])
  } finally {
    other.close()
    rmSync(place, { recursive: true })
  }
})
