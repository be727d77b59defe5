/** `ludograph repertoire train`: questions, answers, and the progress that is kept. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { parseProgress } from '../../src/repertoire/index.ts'
import { importRecords } from '../support/databases.ts'
import { pgnRecords, studyGame } from '../support/study-games.ts'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-train-'))
afterAll(() => rmSync(folder, { recursive: true }))
const tree = join(folder, 'mine.pgn')
const kept = `${tree}.training.json`
writeFileSync(tree, studyGame('?', '?', '????.??.??', '*', '1. e4 e5 (1... c5 2. Nf3 d6 3. d4) 2. Nf3 Nc6 3. Bb5'))
beforeEach(() => rmSync(kept, { force: true }))

const train = (answers: string, ...options: string[]) =>
  ludograph(['repertoire', 'train', tree, '--side', 'first', '--ascii', ...options], answers)

it('asks what is due until it is right, and keeps the schedule beside the tree', () => {
  const { code, out } = train('e4\nf4\nNf3\n?\nBb5\nq\n')
  expect(code).toBe(0)
  expect(out).toContain('White to play (5 left)')
  expect(out).toContain('Wrong: your repertoire plays Nf3.')
  expect(out).toContain('Your repertoire plays Bb5.')
  expect(out).toContain('1 of 3 positions right at once, 4 left')
  const progress = [...parseProgress(readFileSync(kept, 'utf8')).values()]
  const days = progress.map(({ due, last }) => Math.round((due - last) / 86_400_000))
  days.sort((one, other) => one - other)
  expect(days.slice(0, 2)).toEqual([1, 1])
  expect(days[2]).toBeGreaterThan(1)

  // What was answered is not due today.
  const list = JSON.parse(train('', '--list', '--json').out) as { positions: number; due: { line: string }[] }
  expect(list.positions).toBe(5)
  expect(list.due.map(({ line }) => line)).toEqual(['1. e4 c5', '1. e4 c5 2. Nf3 d6'])
  expect(train('Nf3\nd4\n').out).toContain('2 of 2 positions right at once, 0 left')
  expect(train('').out).toMatch(/Nothing is due among 5 positions; the next on \d{4}-\d\d-\d\d\./)

  // A day that has come.
  const past = readFileSync(kept, 'utf8').replaceAll(/"due":"[^"]+"/g, '"due":"2001-01-01T00:00:00.000Z"')
  writeFileSync(kept, past)
  expect(train('', '--list').out.split('\n')).toHaveLength(7)
})

it('asks one line, and no new positions', () => {
  const { out } = train('', '--moves', 'e4 c5', '--list', '--json')
  expect(JSON.parse(out)).toMatchObject({ positions: 2, due: [{ line: '1. e4 c5', moves: ['Nf3'] }, {}] })
  expect(train('', '--new', '0').out).toBe('Nothing is due among 5 positions.\n')
})

it('plays a line with the replies of a database', async () => {
  const games = ['1. e4 c6 2. d4'].map((moves) => studyGame('A', 'B', '2001.01.01', '*', moves))
  const database = await importRecords(folder, 'games.db', await pgnRecords(games.join('')))
  database.close()
  const { out } = train('e4\n', '--play', '1', '--database', join(folder, 'games.db'))
  expect(out).toContain('The reply is c6 (1 game).')
  expect(out).toContain('Your repertoire has no move here.')
  expect(parseProgress(readFileSync(kept, 'utf8')).size).toBe(1)
  // Without a database the repertoire replies.
  expect(train('e4\nNf3\nBb5\nd4\n', '--play', '1').out).toMatch(
    /The reply is (?:e5|c5)\.\n[\s\S]*The line ends here\./,
  )
})

it('replaces no file that is something else', () => {
  writeFileSync(kept, '{"mine":1}')
  const { code, err } = train('e4\n')
  expect(code).toBe(3)
  expect(err).toContain('mine.pgn.training.json: this is not the progress of a training')
  expect(readFileSync(kept, 'utf8')).toBe('{"mine":1}')
})
