/** Opening books on the command line: made of files or a database, explored like one. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-books-'))
const path = (name: string): string => join(folder, name)

const GAMES = ['1. e4 e5 2. Nf3', '1. e4 c5', '1. e4 e5 2. Bc4', '1. d4 d5']

beforeAll(() => {
  const results = ['1-0', '0-1', '1/2-1/2', '1-0']
  const text = GAMES.map(
    (moves, index) => `[White "Player ${index}"]\n[Result "${results[index]}"]\n\n${moves} ${results[index]}\n`,
  )
  writeFileSync(path('games.pgn'), text.join('\n'))
  expect(ludograph(['import', path('games.db'), path('games.pgn')]).code).toBe(0)
})

afterAll(() => rmSync(folder, { recursive: true }))

interface Explored {
  moves: { san: string }[]
}
const movesOf = (book: string, ...words: string[]) =>
  (JSON.parse(ludograph(['explore', path(book), '--json', ...words]).out) as Explored).moves.map(({ san }) => san)

describe('books', () => {
  it('are made of a database and explored by moves', () => {
    const made = ludograph(['book', path('games.db'), '-o', path('all.bin')])
    expect(made.code).toBe(0)
    expect(movesOf('all.bin')).toEqual(['e4', 'd4'])
    expect(movesOf('all.bin', '--moves', 'e4')).toEqual(expect.arrayContaining(['e5']))
    expect(ludograph(['explore', path('all.bin')]).out).toContain('e4')
    expect(ludograph(['explore', path('all.bin'), '--min-rating', '2500'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--min-rating does not work with an opening book, which has no games'),
    })
    expect(movesOf('all.bin', '--limit', '1')).toEqual(movesOf('all.bin').slice(0, 1))
  })

  it('leave out rare moves, late plies and other games', () => {
    expect(ludograph(['book', path('games.db'), '-o', path('two.bin'), '--min-games', '2']).code).toBe(0)
    expect(movesOf('two.bin')).toEqual(['e4'])
    expect(ludograph(['book', path('games.db'), '-o', path('one.bin'), '--plies', '1']).code).toBe(0)
    expect(movesOf('one.bin', '--moves', 'e4')).toEqual([])
    expect(ludograph(['book', path('games.db'), '-o', path('own.bin'), '--white', 'Player 3']).code).toBe(0)
    expect(movesOf('own.bin')).toEqual(['d4'])
  })

  it('are made of files as of the database that they were imported into', () => {
    expect(ludograph(['book', path('games.db'), '-o', path('database.bin')]).code).toBe(0)
    const wanted = readFileSync(path('database.bin'))
    const isMadeOf = (name: string, ...words: string[]) => {
      const made = ludograph(['book', '-o', path(name), '--force', ...words])
      expect(made).toMatchObject({ code: 0, err: expect.stringContaining('of 4 games written to') })
      expect(readFileSync(path(name)), words.join(' ')).toEqual(wanted)
    }
    isMadeOf('file.bin', path('games.pgn'))
    isMadeOf('filtered.bin', path('games.pgn'), '--max-plies', '9')
    for (const other of ['games.cbh', 'games.si4', 'games.jsonl']) {
      expect(ludograph(['convert', path('games.pgn'), '-o', path(other)]).code).toBe(0)
      isMadeOf('converted.bin', path(other))
    }
  })

  it('are made of the chess games of all files that can be read, up to the first illegal move', () => {
    writeFileSync(path('odd.pgn'), '[White "A"]\n\n1. h3 h4 *\n\n[SetUp "1"]\n[FEN "8/8/8 w - - 0 1"]\n\n1. a3 *\n')
    writeFileSync(path('go.sgf'), '(;GM[1];B[aa])')
    writeFileSync(path('noise.bin'), 'no games')
    const made = ludograph(['book', path('odd.pgn'), path('go.sgf'), path('noise.bin'), '-o', path('odd-book.bin')])
    expect(made).toMatchObject({ code: 3, err: expect.stringContaining('of 1 game written to') })
    expect(made.err).toContain('noise.bin')
    expect(movesOf('odd-book.bin')).toEqual(['h3'])
    expect(movesOf('odd-book.bin', '--moves', 'h3')).toEqual([])
    for (const [name, code, reason] of [
      ['go.sgf', 1, 'there is no game of chess; nothing was written'],
      ['noise.bin', 3, 'no file could be read; nothing was written'],
    ] as const) {
      const none = ludograph(['book', path(name), '-o', path('none.bin')])
      expect(none).toMatchObject({ code, err: expect.stringContaining(reason) })
      expect(existsSync(path('none.bin'))).toBe(false)
    }
    const none = ludograph(['book', path('games.pgn'), '-o', path('none.bin'), '--white', 'Nobody'])
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('no game of chess matches the filters') })
  })

  it('replace no file unasked, and say when they are cut', () => {
    const before = readFileSync(path('all.bin'))
    const again = ludograph(['book', path('games.db'), '-o', path('all.bin'), '--min-games', '2'])
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('--force') })
    expect(readFileSync(path('all.bin'))).toEqual(before)
    writeFileSync(path('cut.bin'), before.subarray(0, 17))
    expect(ludograph(['explore', path('cut.bin')]).err).toContain('1 byte follows the last whole entry')
    expect(ludograph(['info', path('all.bin')]).err).toContain('explore')
  })
})
