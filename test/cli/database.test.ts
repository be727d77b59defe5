import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-cli-database-'))
const path = (name: string) => join(folder, name)
const database = path('games.db')

beforeAll(() => {
  const game = (white: string, black: string, result: string, moves: string) =>
    `[Event "Club"]\n[Site "Leeds"]\n[Date "2001.02.03"]\n[Round "1"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`
  const najdorf = '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be2 e5'
  writeFileSync(
    path('games.pgn'),
    game('Ash, Ann', 'Birch, Bob', '1-0', najdorf) +
      game('Cedar, Cy', 'Ann Ash', '1/2-1/2', '1. d4 d5 2. c4 e6') +
      game('Ash Ann', 'Birch, Bob', '1-0', najdorf),
  )
  writeFileSync(path('othello.txt'), 'f5d6c3d3c4f4c5b3c2\n')
  expect(ludograph(['import', database, path('games.pgn'), path('othello.txt')]).code).toBe(0)
})

afterAll(() => rmSync(folder, { recursive: true }))

const run = (command: string, ...words: string[]) => ludograph([command, database, ...words])

describe('a database from the command line', () => {
  it('names openings in search, explore, stats and show', () => {
    expect(run('search', '--opening', 'najdorf', '--count').out).toBe('2\n')
    expect(run('search', '--opening', 'B92').out).toContain('B92 Sicilian Defense: Najdorf')
    expect(run('search', '--opening', 'rose', '--game', 'othello', '--count').out).toBe('1\n')
    expect(run('explore', '--moves', 'd4 d5 c4 e6').out).toContain('D30 Queen')
    expect(run('explore', '--game', 'othello', '--moves', 'f5d6c3d3c4').out).toContain('Tiger')
    expect(run('explore', '--moves', 'e4 e9')).toMatchObject({ code: 2 })
    expect(run('stats').out).toContain('Najdorf')
    expect(ludograph(['show', path('games.pgn')]).out).toContain('(by its moves)')
  })

  it('takes an edited game back', () => {
    const file = path('one.pgn')
    expect(run('export', '--ids', '2', '-o', file).code).toBe(0)
    writeFileSync(file, readFileSync(file, 'utf8').replace('1/2-1/2"]', '0-1"]').replace('c4 e6 1/2-1/2', 'c4 c6 0-1'))
    expect(run('edit', '2', file).err).toContain('game 2 saved')
    expect(run('search', '--result', '0-1').out).toContain('D10')
    expect(run('explore', '--moves', 'd4 d5 c4').out).toContain('c6')
    expect(run('edit', '99', file)).toMatchObject({ code: 2, err: expect.stringContaining('no game 99') })
    expect(run('edit', '2', path('games.pgn'))).toMatchObject({ code: 2, err: expect.stringContaining('3 games') })
    expect(run('verify').code).toBe(0)
    const elsewhere = ludograph(['edit', path('nothing.db'), '2', file])
    expect(elsewhere).toMatchObject({ code: 3, err: expect.stringContaining('no such folder') })
    expect(existsSync(path('nothing.db'))).toBe(false)
  })

  it('knows spellings of a player', () => {
    expect(run('aliases', '--suggest').out).toContain('Ash')
    expect(run('aliases', 'Ann Ash', 'Ash, Ann').code).toBe(0)
    // The initial of A. Ash may stand for Ann.
    expect(run('search', '--player', 'Ash, Ann', '--count').out).toBe('3\n')
    expect(run('player', 'Ann Ash').out).toContain('Ash, Ann')
    expect(run('event', 'Club').out).toContain('points')
    expect(run('player', 'Bob Birch').out).toContain('Birch, Bob')
    expect(run('event', 'clu').out).toContain('points')
  })

  it('merges duplicates only with --merge, and shows what it keeps', () => {
    expect(run('dedupe')).toMatchObject({ code: 0, err: expect.stringContaining('nothing was changed') })
    const merged = run('dedupe', '--merge')
    expect(merged.out).toContain('+')
    expect(merged.err).toContain('1 game removed')
    expect(run('search', '--count').out).toBe('3\n')
  })

  it('merges no more groups than asked for', () => {
    const base = path('twice.db')
    const game = (white: string, moves: string) =>
      `[White "${white}"]\n[Black "Oak"]\n[Date "1999.01.01"]\n\n${moves} *\n\n`
    const long = (first: string) => `1. ${first} d6 2. Nf3 Nf6 3. Nc3 g6 4. Be2 Bg7 5. O-O O-O 6. Re1 Nc6 7. Bf1 a6`
    const games = game('Elm', long('e4')) + game('Fir', long('e3'))
    writeFileSync(path('twice.pgn'), games + games)
    expect(ludograph(['import', base, path('twice.pgn')]).code).toBe(0)
    for (const left of ['3\n', '2\n', '2\n']) {
      expect(ludograph(['dedupe', base, '--merge', '--limit', '1']).code).toBe(0)
      expect(ludograph(['search', base, '--count']).out).toBe(left)
    }
  })

  it('lists no more of a player and of an event than asked for', () => {
    const parts = (...words: string[]) => run('player', 'Ann Ash', ...words).out.split('\n\n')
    expect(parts().find((part) => part.startsWith('opponents'))).toContain('Birch')
    const opponents = parts('--limit', '1').find((part) => part.startsWith('opponents'))
    expect(opponents!.trimEnd().split('\n')).toHaveLength(2)
    expect(JSON.parse(run('player', 'Ann Ash', '--limit', '1', '--json').out)).toMatchObject({
      opponents: [expect.anything()],
      events: [expect.anything()],
    })
    expect(run('event', 'Club', '--limit', '2').out).toMatch(/\n1 +[^]*\n2 +[^]*\n1 player more/)
    expect(JSON.parse(run('event', 'Club', '--limit', '2', '--json').out)).toMatchObject({
      table: [expect.anything(), expect.anything()],
      players: 3,
    })
  })

  it('says when there is nothing to export', () => {
    expect(run('export', '--player', 'nobody', '-o', path('none.pgn'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing was written'),
    })
    expect(existsSync(path('none.pgn'))).toBe(false)
  })

  it('says which option is invalid, and that a table cannot be changed by sql', () => {
    const refused = run('search', '--since', 'yesterday')
    expect(refused).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('--since: expected a date such as 1999'),
    })
    expect(run('sql', 'DELETE FROM games').code).toBe(2)
    expect(run('sql', 'SELECT count(*) AS games FROM games').out).toContain('3')
  })

  it('gives the values of a query as plain JSON', () => {
    const query = `SELECT blob 'ab' AS bytes, date '2020-01-31' AS day, 1.5::decimal(5,2) AS share, {a: [1, 2]} AS parts`
    expect(JSON.parse(run('sql', query, '--json').out)).toEqual({
      bytes: 'YWI=',
      day: '2020-01-31',
      share: 1.5,
      parts: { a: [1, 2] },
    })
    expect(run('sql', ' ')).toMatchObject({ code: 2, err: expect.stringContaining('the query is empty') })
  })

  it('says what is wrong with an option, and what was meant', () => {
    for (const [words, message] of [
      [['search', '--sort', 'dat'], 'Did you mean date?'],
      [['explore', '--tree', '101'], 'a depth up to 100'],
      [['explore', '4k3/8/8/8/8/8/8/8 w - - 0 1'], 'White has no king'],
      [['dedupe', '--any-date'], 'only works with --merge'],
      [['player', 'Brich, Bob'], 'did you mean "Birch, Bob"?'],
      [['serve', '--port', '70000'], 'a number up to 65535'],
    ] as const) {
      const [command, ...options] = words
      expect(run(command, ...options)).toMatchObject({ code: 2, err: expect.stringContaining(message) })
    }
    const misspelt = ludograph(['import', database, path('games.pgn'), '--option', 'pasword=x'])
    expect(misspelt).toMatchObject({ code: 2, err: expect.stringContaining('did you mean password?') })
  })

  it('follows the most played moves, and checks itself, in JSON too', () => {
    const tree = ['explore', '--moves', 'e4', '--tree', '2'] as const
    expect(run(...tree).out).toMatch(/\nc5 .*\n {2}Nf3 /)
    const { moves, depth } = JSON.parse(run(...tree, '--json').out).tree
    expect([depth, moves[0].san, moves[0].moves[0].san]).toEqual([2, 'c5', 'Nf3'])
    expect(JSON.parse(run('verify', '--json').out)).toEqual({ sound: true, issues: [] })
  })

  it('says what is not a database', () => {
    writeFileSync(path('notes.txt'), 'no database')
    const file = ludograph(['import', path('notes.txt'), path('games.pgn')])
    expect(file).toMatchObject({ code: 3, err: expect.stringContaining('this is a file; a database is a folder') })
    expect(readFileSync(path('notes.txt'), 'utf8')).toBe('no database')
  })

  it('says that an import brought nothing new', () => {
    const again = ludograph(['import', database, path('games.pgn')])
    expect(again).toMatchObject({ code: 0, err: expect.stringContaining('nothing new to import') })
  })
})
