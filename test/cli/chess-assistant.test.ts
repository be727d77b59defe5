/** Databases of Chess Assistant on the command line: names in any letter case, how they are read, what is left behind. */
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-Übung-партии-'))
const path = (name: string): string => join(folder, name)

const GAMES = `[Round "3.2"]
[White "Таль, Михаил"]
[Black "Ботвинник, Михаил"]
[Result "1-0"]

1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 {ход} 2... Nc6 3. Bc4 1-0
`

beforeAll(() => {
  writeFileSync(path('games.pgn'), GAMES)
  const { code, err } = ludograph([
    'convert',
    path('games.pgn'),
    '-o',
    path('Матч.cdp'),
    '--write-encoding',
    'windows-1251',
  ])
  expect(code, err).toBe(0)
  for (const name of readdirSync(folder)) {
    if (/\.(d00|emb|a02)$/.test(name)) renameSync(path(name), path(name.toUpperCase()))
  }
  writeFileSync(path('МАТЧ.ST0'), 'what nobody can read')
})

afterAll(() => rmSync(folder, { recursive: true }))

it('says how a database was read, and why', () => {
  const { code, out } = ludograph(['info', path('Матч.cdp'), '--option', 'round=doubled'])
  expect(code).toBe(0)
  expect(out).toMatch(
    /read as +direction: right \(decided by 1 vote to 0\)\n +variations: before \(decided by 1 vote to 0\)/,
  )
  expect(out).toContain('round: doubled (as asked)')
  expect(out).toContain('game-type: raw (the default, no evidence either way)')
  expect(out).toContain('encoding: windows-1251 (decided by 2 votes to 0)')
  const { about } = JSON.parse(ludograph(['info', '--json', path('Матч.cdp')]).out)
  expect(about.readings.direction).toEqual({ outcome: 'decided', reading: 'right', votes: { right: 1, left: 0 } })
})

it('reads a folder, and back to PGN says what is left behind', () => {
  rmSync(path('games.pgn'))
  const { code, out, err } = ludograph(['convert', folder, '-t', 'pgn'])
  expect(code).toBe(0)
  expect(out.replaceAll(/^\[(?:Event|Site|Date) .*\n/gm, '').trim()).toBe(GAMES.trim())
  expect(err).toContain('loss/unread-parts')
  expect(err).toContain('МАТЧ.ST0')
})

it('names the part that is missing', () => {
  rmSync(path('МАТЧ.EMB'))
  expect(ludograph(['info', path('Матч.cdp')])).toMatchObject({
    code: 1,
    out: expect.stringContaining('chess-assistant/missing-part: missing files of the database: Матч.emb'),
  })
  rmSync(path('МАТЧ.D00'))
  expect(ludograph(['info', path('Матч.cdp')])).toMatchObject({
    code: 3,
    err: expect.stringContaining('the file of game headers Матч.d00 is missing'),
  })
})
