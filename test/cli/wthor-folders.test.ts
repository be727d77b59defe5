/** Folders of WTHOR: bases of several years, distributions with names of their own, names that arrive later, duplicates. */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-wthor-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = (name: string) => join(folder, name)
const CASES = join(import.meta.dirname, '../cases/othello')

const filesIn = (name: string) =>
  Object.fromEntries(readdirSync(name).map((file) => [file, readFileSync(join(name, file))]))

test('a folder becomes a folder with the same bytes, below which others become theirs', () => {
  const source = join(CASES, '19-base-of-two-years')
  expect(ludograph(['convert', source, '-t', 'wthor', '-o', path('base/')]).code).toBe(0)
  expect(filesIn(path('base'))).toEqual(filesIn(source))
  const again = ludograph(['convert', source, '-t', 'wthor', '-o', path('base/')])
  expect([again.code, again.err]).toEqual([3, expect.stringContaining('already exists')])
  expect(ludograph(['convert', source, '-t', 'wthor', '-o', path('base/'), '--force']).code).toBe(0)
  expect(filesIn(path('base'))).toEqual(filesIn(source))
  cpSync(source, path('tree/old'), { recursive: true })
  cpSync(join(CASES, '18-names-come-later/step1'), path('tree/new'), { recursive: true })
  expect(ludograph(['convert', path('tree'), '-t', 'wthor', '-o', path('copy/')]).code).toBe(0)
  expect(readdirSync(path('copy'))).toEqual(['new', 'old'])
  expect(filesIn(path('copy/old'))).toEqual(filesIn(source))
})

test('games of other formats become a base named by their years', () => {
  mkdirSync(path('texts'))
  for (const year of [1999, 2004]) {
    writeFileSync(
      path(`texts/${year}.pgn`),
      `[Game "Othello"]\n[Date "${year}"]\n[Black "Ann"]\n[White "Bob"]\n\n1. f5 d6 2. c3 *\n`,
    )
  }
  ludograph(['convert', path('texts'), '-t', 'wthor', '-o', path('years/')])
  expect(readdirSync(path('years'))).toEqual(['WTHOR.JOU', 'WTHOR.TRN', 'WTH_1999.wtb', 'WTH_2004.wtb'])
  expect(ludograph(['convert', path('years'), '-t', 'pgn']).out.match(/Date "[0-9]+/g)).toEqual([
    'Date "1999',
    'Date "2004',
  ])
})

test('the names are those of the same distribution', () => {
  const { out } = ludograph(['convert', join(CASES, '16-names-of-another-distribution'), '-t', 'pgn'])
  expect(out.match(/(?<=Event "|Black ")[^"]+/g)).toEqual(['L Open', 'Logi One', 'W Open', 'Wthor One'])
})

test('a file without a date is a file in a folder too, if games begin in it', () => {
  const year = join(CASES, '17-header-date-zero/WTH_2001.WTB')
  for (const input of [year, join(CASES, '17-header-date-zero')]) {
    const { code, err } = ludograph(['import', path(`dates-${input.length}.db`), input])
    expect([code, err]).toEqual([0, expect.stringContaining('1 game from 1 source')])
    expect(err).toContain('wthor/date')
  }
  mkdirSync(path('others'))
  const bytes = readFileSync(year)
  bytes[24] = 11
  writeFileSync(path('others/WTH_2001.WTB'), bytes)
  expect(ludograph(['info', path('others')]).out).not.toContain('WTHOR')
})

test('names that arrive or change are taken by the next import, and missing ones are told', () => {
  const database = path('names.db')
  cpSync(join(CASES, '18-names-come-later/step1'), path('late'), { recursive: true })
  const first = ludograph(['import', database, path('late')])
  expect(first.err).toContain('wthor/no-players')
  expect(first.err).toContain('wthor/no-tournaments')
  expect(ludograph(['import', database, path('late')]).err).toContain('nothing new')
  cpSync(join(CASES, '18-names-come-later/names'), path('late'), { recursive: true })
  expect(ludograph(['import', database, path('late')]).err).toContain('1 source changed')
  expect(ludograph(['search', database]).out).toMatch(/One +Two .*Open[^]*Three +One .*Cup/)
  // A name that no game of the file uses changes nothing.
  const names = readFileSync(path('late/WTHOR.JOU'))
  writeFileSync(path('late/WTHOR.JOU'), Buffer.concat([names, Buffer.from('New'.padEnd(20, '\0'))]))
  expect(ludograph(['import', database, path('late')]).err).toContain('nothing new')
  names.write('Uno', 16 + 20)
  writeFileSync(path('late/WTHOR.JOU'), names)
  expect(ludograph(['import', database, path('late')]).err).toContain('1 source changed')
  expect(ludograph(['search', database, '--player', 'Uno']).out).toContain('Two')
})

test('a game is the same with passes, without them and mirrored', () => {
  const database = path('same.db')
  ludograph(['import', database, join(CASES, '15-duplicates')])
  const { out } = ludograph(['dedupe', database, '--json'])
  const group = JSON.parse(out) as { games: unknown[]; withOtherNotes: unknown[] }
  expect([group.games.length, group.withOtherNotes]).toEqual([3, []])
  copyFileSync(join(CASES, '15-duplicates/a-without-passes.pgn'), path('other.pgn'))
  writeFileSync(path('other.pgn'), readFileSync(path('other.pgn'), 'utf8').replace('30. h2 h5', '30. h5 h2'))
  ludograph(['import', database, path('other.pgn')])
  expect(JSON.parse(ludograph(['dedupe', database, '--json']).out)).toEqual(group)
})

test('the score of a puzzle in text is that of its solution', () => {
  ludograph(['convert', join(CASES, '23-obf-to-pzz.obf'), '-o', path('puzzle.pzz')])
  const { out } = ludograph(['convert', path('puzzle.pzz'), '-t', 'jsonl'])
  expect(JSON.parse(out)).toMatchObject({ header: { perfectScore: { score: 41 } } })
})
