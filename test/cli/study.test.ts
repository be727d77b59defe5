/** Dossiers on the command line and over HTTP: what is printed, what is written, what is refused. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/database/index.ts'
import { makeApi } from '../../src/server/api.ts'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-cli-study-'))
const path = (name: string) => join(folder, name)
const database = path('games.db')
const run = (command: string, ...words: string[]) => ludograph([command, database, ...words])

beforeAll(() => {
  const game = (white: string, black: string, date: string, result: string, moves: string) =>
    `[Event "Club"]\n[Date "${date}"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`
  writeFileSync(
    path('games.pgn'),
    game('Ash, Ann', 'Birch, Bob', '2001.02.03', '1-0', '1. e4 c5 2. Nf3 d6 3. d4') +
      game('Ash, Ann', 'Birch, Bob', '2001.02.04', '0-1', '1. e4 e5 2. Nf3 Nc6 3. Bb5') +
      game('Cedar, Cy', 'Ash, Ann', '2001.02.05', '1/2-1/2', '1. d4 d5 2. c4 e6'),
  )
  writeFileSync(path('mine.pgn'), game('?', '?', '????.??.??', '*', '1. e4 c5 (1... e6) 2. Nf3 d6'))
  expect(ludograph(['import', database, path('games.pgn')]).code).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('prepare', () => {
  it('prints a dossier; a part of the name is enough', () => {
    const { code, out } = run('prepare', 'ash')
    expect(code).toBe(0)
    expect(out).toContain('Ash, Ann  chess  3 games, +1 =1 -1, 50%  2001')
    expect(out).toMatch(/with White {2}2 games, \+1 =0 -1, 50%\n/)
    expect(out).toMatch(/1\. e4 {10,}2 +100% +50% +2001 +67%/)
    expect(out).toMatch(/1\.\.\. c5 2\. Nf3 d6 3\. d4 +1 +50% +100%/)
    expect(out).toMatch(/Birch, Bob +2 +\+1 =0 -1 +50% +2001-02-04/)
  })

  it('compares a repertoire', () => {
    const { code, out } = run('prepare', 'ash', '--against', path('mine.pgn'), '--side', 'second')
    expect(code).toBe(0)
    expect(out).toContain('your repertoire with Black against their 2 games')
    expect(out).toMatch(/1\. e4 c5 2\. Nf3 d6 3\. d4 +1 +\+1 =0 -0, 100% +2001 +the line ends before it/)
  })

  it('writes a page, JSON and games, and replaces nothing unasked', () => {
    for (const name of ['ann.html', 'ann.json', 'ann.pgn', 'ann.jsonl']) {
      expect(run('prepare', 'ash', '-o', path(name)), name).toMatchObject({ code: 0, out: '' })
      expect(run('prepare', 'ash', '-o', path(name)), name).toMatchObject({
        code: 2,
        err: expect.stringContaining('already exists'),
      })
    }
    expect(readFileSync(path('ann.html'), 'utf8')).toMatch(/^<!doctype html>[^]*<th>moves<\/th>[^]*<\/html>\n$/)
    expect(JSON.parse(readFileSync(path('ann.json'), 'utf8'))).toMatchObject({ name: 'Ash, Ann', games: 3 })
    expect(readFileSync(path('ann.pgn'), 'utf8')).toMatch(/1\. e4\s+\{B00\s+King/)
    expect(ludograph(['validate', path('ann.pgn')])).toMatchObject({ code: 0 })
    expect(run('prepare', 'ash', '-t', 'html').out).toContain('<title>Ash, Ann: dossier</title>')
  })

  it('refuses what it cannot do', () => {
    expect(run('prepare', 'nobody')).toMatchObject({ code: 2, err: expect.stringContaining('no player called') })
    expect(run('prepare', 'ash', '--since', '2010')).toMatchObject({ code: 1, out: '' })
    expect(run('prepare', 'ash', '--side', 'third').code).toBe(2)
    expect(run('prepare', 'ash', '--against', path('none.pgn')).code).toBe(3)
    expect(run('prepare', 'ash', '-o', path('ann.xqf'))).toMatchObject({ code: expect.any(Number) })
    expect(existsSync(path('ann.xqf'))).toBe(false)
  })
})

describe('event', () => {
  it('prints standings with tie-breaks, and takes others', async () => {
    const { code, out } = run('event', 'club')
    expect(code).toBe(0)
    expect(out).toMatch(/player +points +Buchholz cut 1 +Buchholz +wins +1 +2 +3\n/)
    expect(out).toMatch(/1 +Ash, Ann +1½\/3 +2 +2\.5 +1 +· +10 +½\n/)
    expect(run('event', 'club', '--tie-breaks', 'progressive', '--edition', 'last').out).toMatch(/points +progressive/)
    expect(run('event', 'club', '--tie-breaks', 'buchhol')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean buchholz'),
    })
    expect(run('event', 'club', '--edition', '1999-01')).toMatchObject({
      code: 2,
      err: expect.stringContaining('began in 2001-02'),
    })
    const open = await Database.open(database, { readOnly: true })
    const api = makeApi(open)
    expect(await (await api.request('/api/events/Club?tieBreaks=wins,buchholz')).json()).toMatchObject({
      tieBreaks: ['wins', 'buchholz'],
    })
    expect((await api.request('/api/events/Club?tieBreaks=luck')).status).toBe(400)
    open.close()
  })
})

describe('report', () => {
  it('prints a report of a position, and writes it', () => {
    const { code, out } = run('report', '--moves', 'e4')
    expect(code).toBe(0)
    expect(out).toContain("B00 King's Pawn Game\n2 games, +1 =0 -1, 50%  2001")
    expect(out).toMatch(/c5 +1 +50% +100% +0% +0% +2001/)
    expect(out).toMatch(/1\.\.\. c5 2\. Nf3 d6 3\. d4 +1 +50% +100%/)
    expect(run('report', '--moves', 'e4', '-o', path('e4.html')).code).toBe(0)
    expect(readFileSync(path('e4.html'), 'utf8')).toMatch(/<svg[^]*<\/html>\n$/)
    expect(run('report', '--moves', 'e4', '-o', path('e4.pgn')).code).toBe(0)
    expect(readFileSync(path('e4.pgn'), 'utf8')).toMatch(/1\. e4 \{2 games\./)
    expect(run('report', '--moves', 'a3').out).toContain('No game in the database')
    expect(run('report', '--moves', 'e5').code).toBe(2)
  })

  it('comes over HTTP, too', async () => {
    const open = await Database.open(database, { readOnly: true })
    const api = makeApi(open)
    expect(await (await api.request('/api/report?play=e4')).json()).toMatchObject({ games: 2, ply: 1 })
    expect(await (await api.request('/api/report?play=e4&format=html')).text()).toContain('<h1>B00')
    expect((await api.request('/api/report?play=e5')).status).toBe(400)
    open.close()
  })
})

describe('dossiers over HTTP', () => {
  it('come as JSON, as a page without scripts, and as games', async () => {
    const open = await Database.open(database, { readOnly: true })
    const api = makeApi(open)
    const address = `/api/players/${encodeURIComponent('Ash, Ann')}/dossier`
    const json = await api.request(`${address}?colour=black`)
    expect(await json.json()).toMatchObject({ games: 1, byColour: [{ colour: 2 }] })
    const page = await api.request(`${address}?format=html`)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('<h1>Ash, Ann</h1>')
    const games = await api.request(`${address}?format=pgn`)
    expect(await games.text()).toContain('[White "Ash, Ann"]')
    expect((await api.request(`${address}?format=sgf`)).status).toBe(400)
    expect((await api.request(`${address}?depth=-1`)).status).toBe(400)
    expect((await api.request('/api/players/Nobody/dossier')).status).toBe(404)
    expect((await api.request(`${address}?lines=0`)).status).toBe(200)
    open.close()
  })
})
