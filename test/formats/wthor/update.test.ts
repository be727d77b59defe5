import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { MemorySource } from '../../../src/bytes/source.ts'
import { applyUpdate } from '../../../src/formats/folder-update.ts'
import { formatUpdate } from '../../../src/formats/wthor/update-text.ts'
import { planUpdate } from '../../../src/formats/wthor/update.ts'
import { corpusBytes } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { seededRandom } from '../../support/random.ts'
import { madeGames, madeNames, madePuzzles, madeYear, type MadeGame } from '../../support/wthor-files.ts'
import { idsOf, type Files } from './support.ts'

const games = madeGames(seededRandom(21), 6)

/** A file made on another day. */
function made(bytes: Uint8Array, year: number, month = 1, day = 1): Uint8Array {
  const copy = bytes.slice()
  copy.set([Math.floor(year / 100), year % 100, month, day])
  return copy
}

function plan(current: Files, newer: Files) {
  const sources = (files: Files) => Object.entries(files).map(([name, bytes]) => new MemorySource(name, bytes))
  return planUpdate(sources(current), sources(newer))
}

function actions(current: Files, newer: Files): Record<string, string> {
  return Object.fromEntries(plan(current, newer).files.map(({ name, action }) => [name, action]))
}

const year = (list: readonly MadeGame[]) => madeYear(list, 2001)
const names = madeNames(['???', 'Ann', 'Ben', 'Cyd', 'Dan', 'Eve', 'Fay', 'Gil', 'Hal'], 20)

describe('which file takes the place of which', () => {
  const file = year(games)
  test.each([
    ['a newer one', made(file, 2024), made(year(games.slice(1)), 2025), 'replace'],
    ['an older one', made(file, 2024, 2, 3), made(year(games.slice(1)), 2024, 2, 2), 'keep'],
    ['an equal one', made(file, 2024), made(file, 2024), 'same'],
    ['another of the same day', made(file, 2024), made(year(games.slice(1)), 2024), 'keep'],
    ['a sound one for a damaged one', made(file, 2024).subarray(0, 99), made(file, 2023), 'replace'],
  ] as const)('%s', (_, current, newer, action) => {
    expect(actions({ 'WTH_2001.wtb': current }, { 'wth_2001.WTB': newer })).toEqual({ 'WTH_2001.wtb': action })
  })

  test('new files are added, others left alone, files of other formats skipped', () => {
    const newer = {
      'WTH_2002.wtb': file,
      'readme.txt': file,
      'Solitaires_9.pzz': madePuzzles([], 9),
      'short.wtb': file.subarray(0, 9),
    }
    const { files, issues } = plan({ 'WTH_2001.wtb': file }, newer)
    expect(files.map(({ name, action }) => [name, action])).toEqual([['WTH_2002.wtb', 'add']])
    // A file of puzzles without a puzzle fits no count.
    expect(issues).toEqual([{ id: 'wthor/damaged', severity: 'error', place: { file: 'Solitaires_9.pzz' } }])
  })

  test('names are the same file under either official name', () => {
    expect(actions({ 'WTHOR.JOU': made(names, 2022) }, { 'WTH.JOU': made(names, 2026) })).toEqual({
      'WTHOR.JOU': 'replace',
    })
  })

  test('issues', () => {
    const other = made(year(games.slice(1)), 2024)
    expect(idsOf(plan({ 'a.wtb': made(file, 2024) }, { 'a.wtb': other }).issues)).toEqual(['wthor/same-date'])
    expect(idsOf(plan({ 'a.wtb': file }, { 'a.wtb': other.subarray(0, 99) }).issues)).toEqual(['wthor/damaged'])
    const few = madeNames(['???', 'Ann'], 20)
    expect(idsOf(plan({ 'WTHOR.JOU': few }, { 'a.wtb': file }).issues)).toEqual(['wthor/names-too-old'])
    expect(idsOf(plan({ 'WTHOR.JOU': few }, { 'a.wtb': file, 'WTHOR.JOU': made(names, 2030) }).issues)).toEqual([])
  })
})

describe('what changes', () => {
  test('in games, recognised by their moves in any order', () => {
    const [first, second, third, fourth, fifth, sixth] = games as [
      MadeGame,
      MadeGame,
      MadeGame,
      MadeGame,
      MadeGame,
      MadeGame,
    ]
    const corrected = { ...second, black: second.black + 1 }
    const replayed = { ...third, moves: third.moves.slice(0, -1), tournament: 77 }
    const before = year([first, second, { ...third, tournament: 77 }, fourth, first])
    const after = year([sixth, replayed, first, corrected, fifth, first])
    const { files } = plan({ 'a.wtb': made(before, 2022) }, { 'a.wtb': made(after, 2026) })
    expect(files[0]!.games).toMatchObject({
      added: 2,
      removed: 1,
      factsCorrected: 1,
      movesCorrected: 1,
      unchanged: 2,
    })
    expect(files[0]!.games!.list.map(({ change }) => change)).toEqual([
      'facts-corrected',
      'moves-corrected',
      'added',
      'added',
      'removed',
    ])
    expect(files[0]!.games!.list[0]).toMatchObject({
      firstMoves: expect.stringMatching(/^f5/),
      players: [corrected.black, corrected.white],
      before: { players: [second.black, second.white] },
    })
    expect(formatUpdate({ files, issues: [] })).toEqual([
      'a.wtb: replaced by a newer one (2022-01-01 -> 2026-01-01), games: 2 added, 1 removed, 1 corrected, 1 with other moves, 2 unchanged',
      expect.stringMatching(/^ {2}corrected: f5\w+\.\.\., tournament \d+, players \d+ and \d+, .* \(was .*\)$/),
      expect.stringMatching(/^ {2}moves corrected: f5\w+\.\.\., tournament 77, /),
      expect.stringMatching(/^ {2}added: f5/),
      expect.stringMatching(/^ {2}added: f5/),
      expect.stringMatching(/^ {2}removed: f5/),
    ])
  })

  test('in names, recognised by their numbers', () => {
    const after = madeNames(['???', 'Ann', 'Benjamin', 'Cyd', 'Dan', 'Eve', 'Fay', 'Gil', 'Hal', 'Ida'], 20)
    const { files } = plan({ 'WTHOR.JOU': made(names, 2022) }, { 'WTHOR.JOU': made(after, 2026) })
    expect(files[0]!.names).toMatchObject({
      added: 1,
      removed: 0,
      renamed: [{ number: 2, before: 'Ben', after: 'Benjamin' }],
    })
    expect(formatUpdate({ files, issues: [] })).toEqual([
      'WTHOR.JOU: replaced by a newer one (2022-01-01 -> 2026-01-01), names: 1 added, 1 renamed',
      '  2: Ben is now Benjamin',
    ])
  })

  test('in one commit', () => {
    const out = new MemorySinkSet('folder')
    const newer = { 'WTH_2001.wtb': made(year(games.slice(1)), 2026), 'WTH_2002.wtb': made(year(games), 2020) }
    const made2001 = plan({ 'WTH_2001.wtb': made(year(games), 2022), 'WTH_2003.wtb': year(games) }, newer)
    expect(applyUpdate(made2001, out)).toEqual(['WTH_2001.wtb', 'WTH_2002.wtb'])
    expect(Object.fromEntries(out.files)).toEqual(newer)
    expect(formatUpdate(made2001)).toContain('WTH_2002.wtb: new (2020-01-01), games on 8 x 8')
  })
})

describe('a real year', needsCorpus('wthor/2022-edition'), () => {
  test('with a game corrected and one removed', () => {
    const before = corpusBytes('wthor/2022-edition/WTH_1990.wtb')
    const after = made(before.slice(0, before.length - 68), 2030)
    new DataView(after.buffer).setInt32(4, (after.length - 16) / 68, true)
    after[16 + 68 * 5 + 7]! ^= 1
    const { files, issues } = plan({ 'WTH_1990.wtb': before }, { 'WTH_1990.wtb': after })
    expect(issues).toEqual([])
    expect(files[0]!.games).toMatchObject({
      added: 0,
      removed: 1,
      factsCorrected: 1,
      movesCorrected: 0,
      unchanged: 2984,
    })
  })
})
