/** ChessBase archives and empty databases from the command line. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FORMATS } from '../../src/formats/index.ts'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-archives-'))
const path = (name: string): string => join(folder, name)

const GAMES = `[White "Ash, Ann"]
[Black "Birch, Bob"]
[Result "1-0"]

1. e4 e5 2. Nf3 1-0

`

beforeAll(() => writeFileSync(path('games.pgn'), GAMES.repeat(3)))

afterAll(() => rmSync(folder, { recursive: true }))

it('an archive is one file, with a password or without', () => {
  for (const [name, password] of [
    ['made.cbv', []],
    ['made.cbz', ['--password', 'secret']],
  ] as const) {
    const made = ludograph(['convert', path('games.pgn'), '-o', path(name), ...password])
    expect(made.err.trim().split('\n').at(-1)).toContain(`3 games from 1 file written to ${path(name)}`)
    expect(ludograph(['archive', 'list', path(name), ...password]).out).toContain('made.cbh')
    const first = ludograph(['archive', 'list', path(name), ...password, '--limit', '1'])
    expect([first.out.split('\n').length, first.err]).toEqual([2, expect.stringMatching(/^1 of \d+ files\n$/)])
  }
  expect(readdirSync(folder).sort()).toEqual(['games.pgn', 'made.cbv', 'made.cbz'])
  const back = ['convert', path('made.cbz'), '--option', 'password=secret', '-t', 'pgn']
  expect(ludograph(back).out.match(/1\. e4 e5 2\. Nf3 1-0/g)).toHaveLength(3)
})

it('a password is needed where nobody can be asked', () => {
  expect(ludograph(['convert', path('games.pgn'), '-o', path('none.cbz')])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--password PASSWORD'),
  })
  expect(ludograph(['convert', path('games.pgn'), '-o', path('none.cbv'), '--password', 'x']).code).toBe(2)
  expect(ludograph(['convert', path('games.pgn'), '-o', path('none.pgn'), '--password', 'x']).code).toBe(2)
  expect(readdirSync(folder).filter((name) => name.startsWith('none'))).toEqual([])
})

it('a database is packed with a password', () => {
  ludograph(['convert', path('games.pgn'), '-o', path('base.cbh')])
  const packed = ludograph(['archive', 'pack', path('base.cbh'), '--password', 'geheim'])
  expect(packed).toMatchObject({ code: 0, err: expect.stringContaining('base.cbz') })
  expect(ludograph(['archive', 'list', path('base.cbz'), '--password', 'wrong']).code).toBe(3)
  expect(ludograph(['info', path('base.cbz'), '--option', 'password=geheim']).out).toContain('3 chess games')
  expect(ludograph(['archive', 'pack', path('base.cbh'), '-o', path('base.cbv'), '--password', 'x']).code).toBe(2)
})

it('a database of a format without archives is refused by the name of the format', () => {
  ludograph(['convert', path('games.pgn'), '-o', path('base.si4')])
  expect(ludograph(['archive', 'pack', path('base.si4')])).toMatchObject({
    code: 2,
    err: expect.stringContaining('not files of this format (Scid database)'),
  })
  expect(ludograph(['archive', 'pack', path('games.pgn')]).err).toContain('not the main file of a database (')
})

const COLLECTIONS = FORMATS.filter(({ holds, write }) => holds === 'many' && write)

it.each(COLLECTIONS)('an empty database becomes an empty database: $id', ({ id, extensions }) => {
  writeFileSync(path('empty.jsonl'), '')
  const target = path(`empty-${id}${extensions[0]!}`)
  const { code, err } = ludograph(['convert', '--from', 'jsonl', path('empty.jsonl'), '-t', id, '-o', target])
  expect(err).toContain('0 games from 1 file written to')
  expect(code).toBe(0)
  const read = ludograph(['info', '--json', '--from', id, target])
  expect(JSON.parse(read.out)).toMatchObject({ format: id, entries: 0 })
})
