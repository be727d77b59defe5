/** Opening books on the command line: made of a database, explored like one. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
