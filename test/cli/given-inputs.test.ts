/** What commands make of the names they are given: databases, missing files, formats by their extension, unknown help. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-given-'))
const at = (name: string) => join(folder, name)
const examples = join(import.meta.dirname, '../../examples')
const opera = join(examples, 'chess/opera-game.pgn')
const ladder = join(examples, 'go/ladder.sgf')

beforeAll(() => expect(ludograph(['import', at('games.db'), opera, ladder]).code).toBe(0))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a database', () => {
  it('is described with its sources', () => {
    const { out } = ludograph(['info', at('games.db')])
    expect(out).toContain('1 chess game, 1 go game')
    expect(out).toContain(`${opera} (Portable Game Notation, 1 game, imported `)
    const facts = JSON.parse(ludograph(['info', '--json', at('games.db')]).out) as object
    expect(facts).toMatchObject({
      games: { chess: 1, go: 1 },
      sources: [{ path: opera }, { path: ladder, format: 'sgf', games: 1, damaged: 0 }],
    })
  })

  it('shows a game by its number in the lists', () => {
    expect(ludograph(['show', at('games.db'), '--game', '2']).out).toContain('A ladder at the club')
    const record = JSON.parse(ludograph(['show', at('games.db'), '--json']).out) as { header: object }
    expect(record.header).toMatchObject({ event: { name: 'Casual game' } })
    const missing = ludograph(['show', at('games.db'), '--game', '3'])
    expect(missing).toMatchObject({ code: 2, out: '' })
    expect(missing.err).toContain('there is no game 3')
  })

  it('is converted as export writes it, and alone', () => {
    expect(ludograph(['convert', at('games.db'), '-o', at('by-convert.pgn'), '--game', 'chess']).code).toBe(0)
    expect(ludograph(['export', at('games.db'), '-o', at('by-export.pgn'), '--game', 'chess']).code).toBe(0)
    expect(readFileSync(at('by-convert.pgn'), 'utf8')).toBe(readFileSync(at('by-export.pgn'), 'utf8'))
    for (const words of [[opera], ['--strict'], ['--append']]) {
      const refused = ludograph(['convert', at('games.db'), ...words, '-o', at('refused.pgn')])
      expect(refused.code).toBe(2)
    }
    expect(existsSync(at('refused.pgn'))).toBe(false)
    expect(ludograph(['convert', at('games.db'), '-t', 'pgn', '-o', `${at('refused')}/`]).code).toBe(2)
    expect(existsSync(at('refused'))).toBe(false)
  })

  it('is checked game by game, beside files', () => {
    expect(ludograph(['validate', at('games.db')]).err).toContain('1 file, 2 records: 0 errors')
    expect(ludograph(['validate', at('games.db'), ladder]).err).toContain('2 files, 3 records: 0 errors')
  })
})

describe('a name of nothing', () => {
  const message = 'nowhere.pgn: no such file or folder'

  it.each([
    ['info', []],
    ['validate', []],
    ['convert', ['-o', at('others.pgn')]],
  ])('does not keep %s from the others', (command, words) => {
    const run = ludograph([command, 'nowhere.pgn', opera, ...words])
    expect(run.code).toBe(3)
    expect(run.err).toContain(message)
    expect(run.out + run.err).toMatch(/1 chess game|1 record|1 game from 1 file/)
  })

  it('is told once where outputs are numbered', () => {
    const run = ludograph(['convert', 'nowhere.pgn', opera, opera, '--split', '1', '-o', at('numbered.pgn')])
    expect(run.code).toBe(3)
    expect(run.err.split(message)).toHaveLength(2)
  })

  it('keeps a strict conversion from writing anything, in an archive too', () => {
    const packed = zipSync({ 'opera.pgn': readFileSync(opera), 'other.pgn': strToU8('1. e4 e5 *\n'.repeat(20)) })
    // Neither a stored block nor one that is packed.
    const data = Buffer.from(packed).indexOf('other.pgn') + 'other.pgn'.length
    packed.fill(0xff, data, data + 4)
    writeFileSync(at('packed.zip'), packed)
    const archive = ludograph(['convert', at('packed.zip'), '--strict', '-o', at('strict.pgn')])
    expect(archive.code).toBe(3)
    expect(archive.err).toContain('--strict writes nothing then')
    expect(existsSync(at('strict.pgn'))).toBe(false)

    const run = ludograph(['convert', 'nowhere.pgn', opera, '--strict', '-o', at('strict.pgn')])
    expect(run).toMatchObject({ code: 3, err: `${message}\n` })
    expect(existsSync(at('strict.pgn'))).toBe(false)
  })

  it('is in the report of an import for programs', () => {
    const { code, out } = ludograph(['import', at('reported.db'), 'nowhere.pgn', opera, '--json'])
    expect(code).toBe(3)
    expect(JSON.parse(out)).toMatchObject({ imported: 1, missing: ['nowhere.pgn'] })
  })

  it('makes no database when there is nothing else', () => {
    const run = ludograph(['import', at('none.db'), 'nowhere.pgn', 'neither.pgn'])
    expect(run).toMatchObject({ code: 3, err: `${message}\nneither.pgn: no such file or folder\n` })
    expect(existsSync(at('none.db'))).toBe(false)
  })
})

it('a strict conversion of several files writes nothing if one cannot be read', () => {
  writeFileSync(at('junk.xyz'), 'junk')
  const run = ludograph(['convert', opera, at('junk.xyz'), '--strict', '-o', at('unread.pgn')])
  expect(run.code).toBe(3)
  expect(run.err).toContain('1 input could not be read; --strict writes nothing then')
  expect(existsSync(at('unread.pgn'))).toBe(false)
})

it('formats are named by the extensions of their files too', () => {
  expect(ludograph(['convert', opera, '-t', 'cbh', '-o', at('made.cbh')]).err).toContain('as ChessBase database')
  expect(ludograph(['convert', opera, '-t', '.si4', '-o', at('made.si4')]).err).toContain('as Scid database')
  expect(ludograph(['info', '-f', 'PGN', opera]).code).toBe(0)
  expect(ludograph(['convert', opera, '-t', 'cbx', '-o', at('made')])).toMatchObject({ code: 2 })
})

it('help of a command that does not exist says so', () => {
  expect(ludograph(['help', 'converrt'])).toMatchObject({
    code: 2,
    out: '',
    err: 'unknown command "converrt"; did you mean convert?\n',
  })
  expect(ludograph(['help', 'nosuch']).err).toBe('unknown command "nosuch"; ludograph --help lists them\n')
  expect(ludograph(['help', 'convert']).code).toBe(0)
})
