import { describe, expect, test } from 'vitest'
import { validate } from '../../../src/convert/validate.ts'
import { seededRandom } from '../../support/random.ts'
import { madeBytes, madeGames, madeHeader, madeNames, madePuzzles, madeYear } from '../../support/wthor-files.ts'
import { DATABASE, idsOf, open, type Files } from './support.ts'

const names = { 'WTHOR.JOU': DATABASE['WTHOR.JOU']!, 'WTHOR.TRN': DATABASE['WTHOR.TRN']! }
const games = madeGames(seededRandom(11), 3)

/** A copy with one byte changed. */
function change(bytes: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = bytes.slice()
  copy[offset] = value
  return copy
}

const year = madeYear(games, 2001)
const shortGame = {
  tournament: 1,
  black: 1,
  white: 2,
  score: 64,
  theoretical: 64,
  moves: madeBytes('f5d6c5f6e7f4g5e6e3'),
}

describe('validation', () => {
  test.each([
    ['a sound year', { 'WTH_2001.wtb': year, ...names }, []],
    ['a year whose name says another', { 'WTH_2002.wtb': year, ...names }, ['wthor/year']],
    ['a count that the size denies', { 'WTH_2001.wtb': change(year, 4, 9), ...names }, ['wthor/size']],
    ['a date that is no day', { 'WTH_2001.wtb': change(year, 2, 13), ...names }, ['wthor/date']],
    ['parameters of another kind', { 'WTH_2001.wtb': change(year, 13, 1), ...names }, ['wthor/parameters']],
    ['a reserved byte that is used', { 'WTH_2001.wtb': change(year, 15, 1), ...names }, ['wthor/parameters']],
    ['a wrong score', { 'WTH_2001.wtb': change(year, 16 + 6, games[0]!.score ^ 1), ...names }, ['wthor/count']],
    [
      'a theoretical score out of range',
      { 'WTH_2001.wtb': change(year, 16 + 7, 99), ...names },
      ['wthor/perfect-score'],
    ],
    [
      'a game cut short',
      { 'WTH_2001.wtb': madeYear([{ ...games[0]!, moves: games[0]!.moves.slice(0, 40) }], 2001), ...names },
      ['wthor/unfinished'],
    ],
    [
      'an illegal move',
      { 'WTH_2001.wtb': madeYear([{ ...games[0]!, moves: [56, 11, 12] }], 2001), ...names },
      ['rules/illegal-move', 'rules/illegal-move'],
    ],
    [
      'a game that does not begin with f5',
      { 'WTH_2001.wtb': madeYear([{ ...games[0]!, moves: madeBytes('c4e3') }], 2001), ...names },
      ['wthor/first-move', 'wthor/unfinished'],
    ],
    ['a wipe-out', { 'WTH_2001.wtb': madeYear([shortGame], 2001), ...names }, []],
    [
      'a theoretical score that a short game cannot have',
      { 'WTH_2001.wtb': madeYear([{ ...shortGame, theoretical: 60 }], 2001), ...names },
      ['wthor/theoretical'],
    ],
    [
      'names with bytes after their end',
      { 'WTH_2001.wtb': year, ...names, 'WTHOR.JOU': change(names['WTHOR.JOU'], 16 + 19, 65) },
      ['wthor/name-field'],
    ],
    [
      'a file of names of another length than it says',
      { 'WTH_2001.wtb': year, ...names, 'WTHOR.JOU': change(names['WTHOR.JOU'], 8, 3) },
      ['wthor/names-size'],
    ],
    ['names alone', { 'WTHOR.TRN': change(madeNames(['One', 'Two'], 26), 16 + 25, 1) }, ['wthor/name-field']],
    [
      'a presence table that counts wrong',
      { 'Solitaires_9.pzz': change(madePuzzles([], 9), 16 + 8 * 4, 7), ...names },
      ['wthor/presence'],
    ],
    [
      'a presence table that is cut',
      { 'Solitaires_9.pzz': madeHeader({ names: 9, parameters: [8, 1, 0, 0] }), ...names },
      [],
    ],
  ] as [string, Files, string[]][])('%s', async (_, files, ids) => {
    expect(idsOf(validate(await open(files)))).toEqual(ids)
  })

  test('places an issue at its byte and its game', async () => {
    const collection = await open({ 'WTH_2001.wtb': change(year, 16 + 68 + 6, games[1]!.score ^ 1), ...names })
    expect([...collection.validate!()]).toEqual([
      expect.objectContaining({ place: { file: 'WTH_2001.wtb', offset: 16 + 68 + 6, record: 1 } }),
    ])
  })
})
