/** Files of many games are written by several threads, with the bytes that one writes. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { convertShared } from '../../src/cli/write/convert-shared.ts'
import { runInProcess } from '../support/in-process.ts'

/** Games that are enough for several threads here. */
vi.mock('../../src/cli/read/shared-input.ts', async (original) => ({
  ...(await original<object>()),
  worthSharing: () => 2500,
}))
vi.mock('../../src/cli/write/convert-shared.ts', { spy: true })

const GAMES = 3501
const MOVES = ['1. e4 e5 2. Nf3 {a word} Nc6 (2... d6 3. d4) 3. Bb5', '1. d4 {[%clk 1:00:00]} d5 2. c4', '1. Nf3', '']

function game(number: number): string {
  const result = ['1-0', '0-1', '1/2-1/2'][number % 3]!
  return (
    `[Event "Event ${number % 7}"]\n[White "Player ${(number * 7919) % 1009}"]\n[Black "Player ${number % 31}"]\n` +
    `[Date "${1950 + (number % 70)}.01.0${1 + (number % 9)}"]\n[Result "${result}"]\n\n${MOVES[number % 4]} ${result}\n\n`
  )
}

const folder = mkdtempSync(join(tmpdir(), 'ludograph-shared-'))
const convert = async (from: string, to: string, ...words: string[]) =>
  runInProcess(['convert', join(folder, from), '-o', join(folder, to), ...words])

beforeAll(async () => {
  writeFileSync(join(folder, 'games.pgn'), Array.from({ length: GAMES }, (_, number) => game(number)).join(''))
  await convert('games.pgn', 'games.cbh')
})
beforeEach(() => vi.mocked(convertShared).mockClear())
afterAll(() => rmSync(folder, { recursive: true }))

/** The files of a name, their content by extension. */
function filesOf(name: string): Record<string, string> {
  const files = readdirSync(folder).filter((file) => file.startsWith(`${name}.`))
  return Object.fromEntries(files.map((file) => [file.slice(name.length), readFileSync(join(folder, file), 'latin1')]))
}

it.each([
  ['games.pgn', 'pgn'],
  ['games.pgn', 'jsonl'],
  ['games.pgn', 'cbh'],
  ['games.cbh', 'pgn'],
  ['games.cbh', 'jsonl'],
])('%s to %s', async (from, extension) => {
  const shared = await convert(from, `shared.${extension}`)
  expect(convertShared).toHaveBeenCalledOnce()
  // A limit is only kept by one thread.
  const alone = await convert(from, `alone.${extension}`, '--limit', String(GAMES))
  expect(convertShared).toHaveBeenCalledOnce()
  expect(shared.code).toBe(0)
  expect(shared.text.replaceAll('shared.', 'alone.')).toBe(alone.text)
  expect(filesOf('shared')).toEqual(filesOf('alone'))
  for (const name of readdirSync(folder)) if (!name.startsWith('games.')) rmSync(join(folder, name))
})
