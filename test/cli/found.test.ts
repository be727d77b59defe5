/** What readers could not take is told by every command that passes records on, beside what the writer lost. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-found-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = (name: string) => join(folder, name)
const CASES = join(import.meta.dirname, '../cases/chess')

interface Report {
  losses: { id: string; stage?: string; count: number; games: number; places: { line?: number; file?: string }[] }[]
}

const WORDS = join(CASES, '14-stray-words.pgn')
const PREAMBLE = join(CASES, '13-preamble.pgn')

test.each(['pgn', 'jsonl', 'sgf'])('a conversion to %s tells what was not read', (target) => {
  const { err } = ludograph(['convert', WORDS, '-t', target, '-o', path(`words.${target}`), '--json'])
  const found = (JSON.parse(err) as Report).losses.filter(({ stage }) => stage === 'reading')
  expect(found).toMatchObject([{ id: 'pgn/loose-text', count: 5, games: 3 }])
  expect(found[0]!.places[0]).toMatchObject({ file: WORDS, line: 6 })
})

test.each([
  ['what was not read', WORDS, 'pgn', 'pgn/loose-text'],
  ['the text before the first game', PREAMBLE, 'pgn', 'loss/about'],
  ['the text before the first game', PREAMBLE, 'jsonl', 'loss/about'],
  ['the text before the first game', PREAMBLE, '2cbh', 'loss/about'],
])('--strict refuses %s (%s to %s)', (_, file, target, id) => {
  const output = path(`strict.${target}`)
  const { code, err } = ludograph(['convert', file, '-o', output, '--strict'])
  expect([code, existsSync(output)]).toEqual([1, false])
  expect(err).toContain(id)
  expect(err).toContain(file)
})

test('a clean file has nothing to tell', () => {
  writeFileSync(path('clean.pgn'), '[Event "x"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n')
  expect(ludograph(['convert', path('clean.pgn'), '-o', path('out.pgn'), '--strict']).code).toBe(0)
})

test('an import counts what was not read, with a place', () => {
  const { err } = ludograph(['import', path('games.db'), WORDS, PREAMBLE])
  expect(err).toMatch(/pgn\/loose-text +5 in 3 games .*14-stray-words\.pgn, line 6/)
  expect(err).toMatch(/database\/about +1 in 1 game .*13-preamble\.pgn/)
  const { out } = ludograph(['import', path('again.db'), WORDS, '--json'])
  expect(JSON.parse(out)).toMatchObject({ found: [{ id: 'pgn/loose-text', count: 5, games: 3 }] })
})
