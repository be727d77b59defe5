/** What people expect of the command line without reading about it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { describeFailure } from '../../src/cli/show/failure.ts'
import { ludograph } from './run.ts'

const examples = join(import.meta.dirname, '../../examples')
const folder = mkdtempSync(join(tmpdir(), 'ludograph-habits-'))
const path = (name: string): string => join(folder, name)
afterAll(() => rmSync(folder, { recursive: true }))

describe('the kind of game', () => {
  it('is that of the database, or that in which the moves are possible', () => {
    expect(ludograph(['import', path('xiangqi.db'), join(examples, 'xiangqi')]).code).toBe(0)
    expect(ludograph(['explore', path('xiangqi.db')]).out).toContain('2 games')
    expect(ludograph(['import', path('all.db'), examples]).code).toBe(0)
    const explored = ludograph(['explore', path('all.db'), '--moves', 'f5d6'])
    expect(explored.out).toContain('Perpendicular')
    expect(explored.err).toBe('taken for othello; --game chooses another\n')
    expect(ludograph(['search', path('all.db'), '--moves', 'f5d6', '--count']).out).toBe('1\n')
    expect(ludograph(['explore', path('all.db')])).toMatchObject({ err: '' })
    const converted = ludograph(['convert', join(examples, 'othello'), '-t', 'jsonl', '--moves', 'f5d6'])
    expect(converted.err).toContain('1 game')
  })

  it('is chess where moves are possible in no game', () => {
    const refused = ludograph(['search', path('all.db'), '--moves', 'Qz9'])
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('not a legal move') })
  })
})

describe('a part of a name', () => {
  it('shows the only player who has it, and lists several', () => {
    expect(ludograph(['player', path('all.db'), 'Cole']).out).toContain('Cole Max')
    const several = ludograph(['player', path('all.db'), 'a'])
    expect(several).toMatchObject({ code: 2, out: '' })
    expect(several.err).toContain('several players have "a" in their names:\n')
    expect(several.err).toMatch(/^ {2}Adler Ida +6 games$/m)
  })

  it('is the name itself, whatever its case, though others contain it', () => {
    const game = (white: string) => `[White "${white}"]\n[Black "Other"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n`
    writeFileSync(path('hu.pgn'), [game('Hu RongHua'), game('Hu RongHua Junior')].join(''))
    expect(ludograph(['import', path('hu.db'), path('hu.pgn')]).code).toBe(0)
    expect(ludograph(['player', path('hu.db'), 'Hu Ronghua']).out).toMatch(/^Hu RongHua\b/)
    expect(ludograph(['player', path('hu.db'), 'Ronghua']).code).toBe(2)
  })
})

describe('problems', () => {
  it('are found and listed by their titles', () => {
    const title = '马炮兵巧胜'
    writeFileSync(path('problem.pgn'), `[Game "Chinese Chess"]\n[Title "${title}"]\n\n1. H2-E2 *\n`)
    expect(ludograph(['import', path('problems.db'), path('problem.pgn'), join(examples, 'chess')]).code).toBe(0)
    expect(ludograph(['search', path('problems.db'), '--title', '马炮']).out).toContain(title)
    expect(ludograph(['search', path('problems.db'), '--title', 'mapao', '--count']).out).toBe('1\n')
    expect(ludograph(['convert', path('problem.pgn'), '-t', 'jsonl', '--title', '车炮']).out).toBe('')
  })
})

describe('options of a format', () => {
  it('reach the writer where only the writer knows them', () => {
    const input = join(examples, 'xiangqi/annotated.pgn')
    expect(ludograph(['convert', input, '-o', path('new.xqf'), '--option', 'version=18']).code).toBe(0)
    expect(ludograph(['info', path('new.xqf')]).out).toContain('version 18')
    const misspelt = ludograph(['convert', input, '-o', path('other.xqf'), '--option', 'vresion=18'])
    expect(misspelt).toMatchObject({ code: 2, out: '' })
  })

  it('are listed with every feature of the format', () => {
    const { out } = ludograph(['formats', 'pgn'])
    expect(out).toMatch(/^yes {5}variations {2,}loss\/variations$/m)
    expect(out).toMatch(/^no {6}letters on the board {2,}loss\/labels$/m)
    expect(out).toContain('clean=no|yes')
  })
})

describe('an empty file', () => {
  it.each(['empty.pgn', 'empty.xqf', 'empty.abc'])('%s is called empty', (name) => {
    writeFileSync(path(name), '')
    const { code, err } = ludograph(['info', path(name)])
    expect({ code, err }).toEqual({ code: 3, err: `${path(name)}: the file is empty\n` })
  })

  it('is called empty where its name says enough to open it', () => {
    writeFileSync(path('empty.sgf'), '')
    expect(ludograph(['info', path('empty.sgf')]).out).toContain('nothing: the file is empty')
  })
})

describe('a system error', () => {
  const failure = (code: string, at: string): string =>
    describeFailure(Object.assign(new Error(`${code}: some reason, open '${at}'`), { code, path: at, syscall: 'open' }))

  it('names the file that the user knows, and no temporary one', () => {
    expect(failure('EACCES', '/games/a.pgn')).toBe('/games/a.pgn: permission denied')
    expect(failure('EMFILE', '/games/a.pgn')).toBe('/games/a.pgn: some reason')
    for (const name of ['.out.pgn.ludograph-lock', '.out.0123456789abcdef.part', '.out.0123456789abcdef.part/x.pgn']) {
      expect(failure('EROFS', `/games/${name}`)).toBe('/games: cannot write here: the disk is read-only')
    }
  })

  it('tells of a folder that is not one', () => {
    mkdirSync(path('sub'))
    writeFileSync(path('sub/file'), 'x')
    const input = join(examples, 'chess/opera-game.pgn')
    const { code, err } = ludograph(['convert', input, '-o', path('sub/file/out.jsonl')])
    expect(code).toBeGreaterThan(1)
    expect(err).not.toMatch(/\.part|ludograph-lock/)
  })
})
