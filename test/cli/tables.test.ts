/** Tables, limits, openings and files that are added to, on the command line. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-tables-'))
const path = (name: string): string => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

const OPERA = 'examples/chess/opera-game.pgn'

const game = (event: string, more = ''): string =>
  `[Event "${event}"]\n${more}[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n`
const GAMES = ['One', '=SUM(A1)', 'Drei'].map((event) => game(event)).join('')

beforeAll(() => writeFileSync(path('games.pgn'), GAMES))

const NAMES =
  'game,kind,variant,player1,player2,rating1,rating2,event,site,round,date,result,plies,opening,opening_name,annotator,setup,moves'

describe('tables', () => {
  it('have a row for each game, begin with a mark for spreadsheets and hold no formulas', () => {
    const { out, code } = ludograph(['convert', path('games.pgn'), '-t', 'csv'])
    expect(code).toBe(0)
    expect(out.split('\r\n')).toEqual([
      `\uFEFF${NAMES}`,
      'chess,game,,,,,,One,,,,1-0,4,,,,,1. e4 e5 2. Nf3 Nc6',
      `chess,game,,,,,,'=SUM(A1),,,,1-0,4,,,,,1. e4 e5 2. Nf3 Nc6`,
      'chess,game,,,,,,Drei,,,,1-0,4,,,,,1. e4 e5 2. Nf3 Nc6',
      '',
    ])
  })

  it('are called what they are where games are expected', () => {
    ludograph(['convert', path('games.pgn'), '-o', path('games.csv')])
    expect(ludograph(['info', path('games.csv')])).toMatchObject({
      code: 3,
      err: expect.stringContaining(
        'this is a table of games (CSV or TSV), which Ludograph recognises but does not read',
      ),
    })
  })

  it('are written as asked for', () => {
    const words = ['bom=no', 'formulas=as-is', 'separator=;', 'notation=uci'].flatMap((word) => [
      '--write-option',
      word,
    ])
    const { out } = ludograph(['convert', path('games.pgn'), '-t', 'csv', '--limit', '2', ...words])
    expect(out.split('\r\n').slice(0, 3)).toEqual([
      NAMES.replaceAll(',', ';'),
      'chess;game;;;;;;One;;;;1-0;4;;;;;1. e2e4 e7e5 2. g1f3 b8c6',
      'chess;game;;;;;;=SUM(A1);;;;1-0;4;;;;;1. e2e4 e7e5 2. g1f3 b8c6',
    ])
    expect(ludograph(['convert', path('games.pgn'), '-t', 'tsv', '--limit', '1']).out).toMatch(/^game\tkind\t/)
  })

  it('refuse values that their options do not have', () => {
    const { code, out, err } = ludograph(['convert', path('games.pgn'), '-t', 'csv', '--write-option', 'bom=maybe'])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain('the option bom takes yes or no, not "maybe"')
  })

  it('number moves from the side that begins, and leave out what cannot be read', () => {
    const start = '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]\n[SetUp "1"]\n'
    const text = game('Black', start).replace('1. e4 e5 2. Nf3 Nc6', '1... Kd7 2. e4 Kd6 3. Zz9')
    writeFileSync(path('black.pgn'), text)
    expect(ludograph(['convert', path('black.pgn'), '-t', 'tsv']).out).toContain('\t1... Kd7 2. e4 Kd6\r\n')
  })

  it('report characters that the encoding lacks', () => {
    writeFileSync(path('peking.pgn'), game('北京'))
    const { out, err } = ludograph(['convert', path('peking.pgn'), '-t', 'csv', '--write-encoding', 'windows-1252'])
    expect(out).toContain(',??,')
    expect(err).toMatch(/table\/characters .* 2 characters missing in windows-1252, written as “\?”: 北 京/)
  })

  it('are formats that can be written and not read', () => {
    expect(ludograph(['formats', 'csv']).out).toMatch(/can: +write, add games/)
    expect(ludograph(['formats']).out).toMatch(/csv +Comma-separated values .* write/)
    writeFileSync(path('people.csv'), 'name,age\nAnna,30\n')
    expect(ludograph(['info', path('people.csv')]).code).not.toBe(0)
    expect(ludograph(['convert', path('games.pgn'), '-t', 'gib']).err).toMatch(/can be read but not written/)
    const unknown = ludograph(['convert', path('games.pgn'), '-t', 'qqqq']).err
    expect(unknown).toMatch(/csv, tsv/)
    expect(unknown).not.toMatch(/gib/)
  })
})

describe('convert --limit', () => {
  it('counts the games that are written, after filters and order, over all inputs', () => {
    const events = (words: string[]) =>
      [...ludograph(['convert', ...words, '-t', 'pgn']).out.matchAll(/Event "(.*)"/g)].map(([, event]) => event)
    expect(events([path('games.pgn'), path('games.pgn'), '--limit', '4'])).toHaveLength(4)
    expect(events([path('games.pgn'), '--event', 'Drei', '--limit', '1'])).toEqual(['Drei'])
    expect(events([path('games.pgn'), '--sort', '-event', '--limit', '1'])).toEqual(['One'])
    expect(ludograph(['convert', path('games.pgn'), '-t', 'pgn', '--limit', '0']).code).toBe(2)
  })
})

describe('options of PGN', () => {
  const text =
    '[Event "x"]\n[ECO "C20"]\n[Result "*"]\n\n1. e4 {[%clk 0:01:00] [%csl Ge4] good} e5 $1 (1... c5) 2. Nf3 *\n'

  it('have names of their own', () => {
    const written = (...words: string[]) =>
      ludograph(['convert', '-', '-t', 'pgn', ...words], text)
        .out.trim()
        .split('\n')
    const all = ['--no-variations', '--no-glyphs', '--no-comments', '--no-clocks', '--no-marks']
    expect(written(...all).at(-1)).toBe('1. e4 e5 2. Nf3 *')
    expect(written('--no-variations', '--no-clocks').at(-1)).toBe('1. e4 {[%csl Ge4] good} 1... e5 $1 2. Nf3 *')
    expect(written('--roster').some((line) => line.startsWith('[ECO'))).toBe(false)
    expect(written().some((line) => line.startsWith('[ECO'))).toBe(true)
    expect(ludograph(['convert', '-', '-t', 'jsonl', '--no-comments'], text).err).toMatch(/no option "comments"/)
  })

  it('keep a game on one line', () => {
    const moves = Array.from({ length: 30 }, (_, at) => `${2 * at + 1}. Nf3 Nf6 ${2 * at + 2}. Ng1 Ng8`)
    const long = `[Event "x"]\n\n${moves.join(' ')} *\n`
    const { out } = ludograph(['convert', '-', '-t', 'pgn', '--no-wrap'], long)
    expect(out.split('\n').filter((line) => line !== '' && !line.startsWith('['))).toHaveLength(1)
    expect(ludograph(['convert', '-', '-t', 'pgn'], out).out).toBe(ludograph(['convert', '-', '-t', 'pgn'], long).out)
  })

  it('choose the languages of comments', () => {
    const record = {
      type: 'game',
      game: 'chess',
      header: { players: [], result: { outcome: 'unfinished' } },
      nodes: [
        {
          parent: -1,
          comments: [
            { placement: 'after', text: 'guten Tag', language: 'de' },
            { placement: 'after', text: 'hello', language: 'EN' },
            { placement: 'after', text: 'salut' },
          ],
        },
      ],
    }
    const words = ['convert', '-', '-f', 'jsonl', '-t', 'pgn', '--languages', 'en,fr']
    const run = ludograph(words, `${JSON.stringify(record)}\n`)
    expect(run.out).toContain('{hello} {salut} *')
    expect(run.err).toMatch(/pgn\/omitted/)
  })

  it('add missing opening names', () => {
    const run = ludograph(['convert', path('games.pgn'), '-t', 'pgn', '--openings', '--limit', '1'])
    expect(run.out).toContain('[ECO "C44"]\n')
    expect(run.out).toMatch(/\[Opening "King's Knight/)
    expect(ludograph(['convert', path('games.pgn'), '-t', 'pgn']).out).not.toContain('[ECO')
  })
})

it('validate shows as many issues as asked for, and counts all', () => {
  writeFileSync(path('wrong.pgn'), '[Event "?"]\n\n1. e5 *\n\n'.repeat(3))
  const all = ludograph(['validate', path('wrong.pgn'), '--json'])
  const two = ludograph(['validate', path('wrong.pgn'), '--limit', '2'])
  const { length } = all.out.trimEnd().split('\n')
  expect(length).toBeGreaterThan(2)
  expect(two.out.trimEnd().split('\n')).toHaveLength(2)
  expect(two.err).toContain(`${length - 2} more issue`)
  expect(two.err).toContain(all.err.trimEnd())
  expect(two.code).toBe(all.code)
  expect(ludograph(['validate', path('wrong.pgn'), '--limit', '1', '--json']).out).toBe(`${all.out.split('\n')[0]}\n`)
  expect(ludograph(['validate', path('wrong.pgn'), '--limit', '0']).code).toBe(2)
})

describe('--append', () => {
  for (const format of ['pgn', 'jsonl', 'csv', 'tsv']) {
    it(`adds to ${format} what a conversion of both writes`, () => {
      const [one, both] = [path(`one.${format}`), path(`both.${format}`)]
      ludograph(['convert', path('games.pgn'), '-o', one])
      // A file may end without a line break.
      writeFileSync(one, readFileSync(one, 'utf8').trimEnd())
      const run = ludograph(['convert', OPERA, '--append', '-o', one])
      expect(run.code).toBe(0)
      expect(run.err).toContain(`1 game from 1 file added to ${one}`)
      ludograph(['convert', path('games.pgn'), OPERA, '-o', both])
      expect(readFileSync(one, 'utf8')).toBe(readFileSync(both, 'utf8'))
    })
  }

  it('adds to collections of Go and Othello, also to empty files', () => {
    writeFileSync(path('new.sgf'), '')
    for (let times = 0; times < 2; times++) {
      expect(ludograph(['convert', 'examples/go/ladder.sgf', '--append', '-o', path('new.sgf')]).code).toBe(0)
    }
    expect(ludograph(['info', path('new.sgf')]).out).toMatch(/2 go games/)
    ludograph(['convert', 'examples/othello', '-o', path('new.ggf')])
    ludograph(['convert', 'examples/othello', '--append', '-o', path('new.ggf')])
    expect(ludograph(['info', path('new.ggf')]).out).toMatch(/24 othello games/)
  })

  it.each([
    ['lines.sgf', 'examples/go/ladder.sgf', 'go'],
    ['lines.ggf', 'examples/othello', 'othello'],
    ['lines.jsonl', OPERA, 'chess'],
    ['lines.txt', 'examples/othello', 'othello'],
  ])('ends lines as the file does: %s', (name, games, game) => {
    ludograph(['convert', games, '-o', path(name)])
    const before = readFileSync(path(name), 'utf8').replaceAll('\n', '\r\n')
    writeFileSync(path(name), before)
    // What is added may have such line ends itself.
    for (const added of [games, path(name)]) {
      writeFileSync(path(`to-${name}`), before)
      expect(ludograph(['convert', added, '--append', '-o', path(`to-${name}`)]).code).toBe(0)
      const after = readFileSync(path(`to-${name}`), 'utf8')
      expect(after.startsWith(before)).toBe(true)
      expect(after.length).toBeGreaterThan(before.length)
      expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      const count = Number(/holds +(\d+)/.exec(ludograph(['info', path(name)]).out)![1])
      expect(ludograph(['info', path(`to-${name}`)]).out).toMatch(new RegExp(`${2 * count} ${game} games`))
    }
  })

  it('adds lines to a text of Othello games, with a board where the last line is one', () => {
    const board = `${'-'.repeat(27)}OX------XO${'-'.repeat(27)} X`
    for (const [before, start] of [
      ['f5d6c3', '\n'],
      ['1. f5 d6\n2. c3\n', ''],
      [board, `\n${board} `],
    ] as const) {
      writeFileSync(path('lines-of.txt'), before)
      const run = ludograph(['convert', 'examples/othello', '--limit', '1', '--append', '-o', path('lines-of.txt')])
      expect(run.err).toContain('1 game from 1 file added to')
      expect(readFileSync(path('lines-of.txt'), 'utf8')).toMatch(new RegExp(`^${before}${start}f5\\w+\n$`))
      expect(ludograph(['info', path('lines-of.txt')]).out).toMatch(/2 othello games/)
    }
  })

  it('says why where games cannot be added, and what to do', () => {
    const refusal = (output: string) =>
      ludograph(['convert', OPERA, '--append', '-o', path(output)]).err.replaceAll(folder + sep, '')
    expect(refusal('games.pgn.gz')).toBe(
      '--append cannot add to games.pgn.gz: a .gz file is compressed as a whole; ' +
        'write a new file of both: ludograph convert games.pgn.gz NEW -o games-2.pgn.gz\n',
    )
    expect(refusal('WTH_2001.wtb')).toMatch(/files of WTHOR are only written whole; .* -o WTH_2001-2.wtb\n/)
    expect(refusal('games.xqf')).toMatch(/XQF \(XQStudio\) holds one game per file; .* --output FOLDER\/\n/)
    expect(ludograph(['convert', OPERA, '--append', '-t', 'sgf', '-o', path('games.pgn')]).err).toContain(
      'games are added to Portable Game Notation, not written as SGF',
    )
  })

  it('keeps the permissions of the file', () => {
    writeFileSync(path('private.pgn'), GAMES, { mode: 0o600 })
    ludograph(['convert', OPERA, '--append', '-o', path('private.pgn')])
    expect(readFileSync(path('private.pgn'), 'utf8')).toContain('Morphy')
    expect(statSync(path('private.pgn')).mode).toBe(statSync(path('games.pgn')).mode & ~0o077)
  })

  it('writes in the encoding of the file', () => {
    const before = Buffer.from(`\uFEFF${GAMES.replace('One', 'Zürich')}`, 'utf16le')
    writeFileSync(path('wide.pgn'), before)
    ludograph(['convert', path('games.pgn'), '--append', '-o', path('wide.pgn')])
    const after = readFileSync(path('wide.pgn'))
    expect(after.subarray(0, before.length).equals(before)).toBe(true)
    expect(after.toString('utf16le').lastIndexOf('\uFEFF')).toBe(0)
    expect(ludograph(['info', path('wide.pgn')]).out).toMatch(/6 chess games/)
  })

  it('writes in the encoding of the file, whatever else is asked for', () => {
    writeFileSync(path('zurich.pgn'), game('Zürich'))
    for (const [name, label, bytes] of [
      ['plain.pgn', 'utf-16le', Buffer.from(game('Zürich'), 'utf8')],
      ['old.pgn', 'utf-8', Buffer.from(game('Zürich'), 'latin1')],
    ] as const) {
      writeFileSync(path(name), bytes)
      const run = ludograph(['convert', path('zurich.pgn'), '--append', '-o', path(name), '--write-encoding', label])
      expect(run.code).toBe(0)
      expect(ludograph(['convert', path(name), '-t', 'csv']).out.match(/Zürich/g)).toHaveLength(2)
    }
  })

  it('writes rows as those of the table end, in UTF-8 where that is marked', () => {
    ludograph(['convert', path('games.pgn'), '-o', path('lines.csv')])
    const before = readFileSync(path('lines.csv'), 'utf8').replaceAll('\r\n', '\n')
    writeFileSync(path('lines.csv'), before.trimEnd())
    writeFileSync(path('zurich.pgn'), game('Zürich'))
    const words = ['--append', '-o', path('lines.csv'), '--write-encoding', 'windows-1252']
    expect(ludograph(['convert', path('zurich.pgn'), ...words]).code).toBe(0)
    expect(readFileSync(path('lines.csv'), 'utf8')).toBe(
      `${before}chess,game,,,,,,Zürich,,,,1-0,4,,,,,1. e4 e5 2. Nf3 Nc6\n`,
    )
  })

  it('leaves files alone that are not what their name says, or are missing', () => {
    writeFileSync(path('other.csv'), 'name,age\n')
    writeFileSync(path('ladder.pgn'), '(;GM[1]SZ[9];B[ee])')
    const words = ['convert', path('games.pgn'), '--append', '-o', path('ladder.pgn'), '--write-encoding', 'utf-8']
    expect(ludograph(words).code).toBe(3)
    expect(readFileSync(path('ladder.pgn'), 'utf8')).toBe('(;GM[1]SZ[9];B[ee])')
    const other = ludograph(['convert', path('games.pgn'), '--append', '-o', path('other.csv')])
    expect(other.code).toBe(3)
    expect(other.err).toMatch(/does not name the columns/)
    expect(readFileSync(path('other.csv'), 'utf8')).toBe('name,age\n')
    writeFileSync(path('other.jsonl'), '[]')
    expect(ludograph(['convert', path('games.pgn'), '--append', '-o', path('other.jsonl')]).code).toBe(3)
    expect(readFileSync(path('other.jsonl'), 'utf8')).toBe('[]')
    expect(ludograph(['convert', path('games.pgn'), '--append', '-o', path('none.pgn')]).err).toMatch(/no such file/)
  })
})

describe('a database', () => {
  const base = path('games.db')
  beforeAll(() => {
    ludograph(['import', base, path('games.pgn'), OPERA])
  })

  it('is called one, with its games, beside files', () => {
    const { out, code } = ludograph(['info', base, OPERA])
    expect(code).toBe(0)
    expect(out).toContain(`${base}\n  format   Ludograph database, schema `)
    expect(out).toContain('\n  holds    4 chess games\n  sources  ')
    expect(out).toContain('Portable Game Notation')
    expect(JSON.parse(ludograph(['info', '--json', base]).out)).toMatchObject({
      file: base,
      format: 'ludograph',
      games: { chess: 4 },
      sources: [{ games: 3 }, { path: expect.stringContaining(OPERA) as string, games: 1 }],
    })
  })

  it('prints rows for spreadsheets', () => {
    const query = 'SELECT event, plies, [1, 2] AS list, NULL AS nothing FROM games ORDER BY id'
    expect(ludograph(['sql', base, query, '--csv', '--limit', '2']).out).toBe(
      `event,plies,list,nothing\nOne,4,"[1,2]",\n'=SUM(A1),4,"[1,2]",\n`,
    )
    const tabs = ludograph(['sql', base, 'SELECT plies, event FROM games ORDER BY id', '--tsv', '--limit', '1'])
    expect(tabs.out).toBe('plies\tevent\n4\tOne\n')
  })

  it('exports tables, with the openings that were found, up to a limit', () => {
    const { out } = ludograph(['export', base, '-t', 'tsv', '--openings', '--limit', '2'])
    expect(out.split('\r\n')).toHaveLength(4)
    expect(out).toMatch(/\tC44\tKing's Knight/)
  })

  it('lists as many moves as asked for', () => {
    const run = ludograph(['explore', base, '--moves', 'e4 e5 Nf3', '--limit', '1'])
    expect(run.out).toMatch(/Nc6/)
    expect(run.err).toMatch(/1 more move; see --limit/)
  })
})
