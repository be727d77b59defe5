/** What commands that may take long say of how far they are. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { streams } from '../../src/cli/show/standard-streams.ts'
import { runInProcess } from '../support/in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-progress-'))
const path = (name: string): string => join(folder, name)
const database = path('games.db')

beforeAll(async () => {
  expect(await runInProcess(['import', database, 'examples'])).toMatchObject({ code: 0 })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Erases the rest of a line. */
const ERASE = '\u001B[K'

/** What a command shows on a terminal when half a second has passed at each look at the clock. */
async function shownBy(words: readonly string[]): Promise<string> {
  const { isTerminal } = streams.error
  streams.error.isTerminal = true
  let time = performance.now()
  const clocks = [
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 500)),
    vi.spyOn(process, 'uptime').mockImplementation(() => (time += 500) / 1000),
  ]
  try {
    const { text, code } = await runInProcess(words)
    expect(code).toBe(0)
    return text.replaceAll(ERASE, '')
  } finally {
    for (const clock of clocks) clock.mockRestore()
    streams.error.isTerminal = isTerminal
  }
}

test.each([
  ['records', ['records', database], /\r\d lists, \d+%/],
  ['report', ['report', database, '--game', 'chess', '--moves', 'e4'], /\r\d+ games?, \d+%/],
  ['prepare', ['prepare', database, 'Morphy, Paul'], /\r\d+ games?, \d+%/],
  ['patterns', ['patterns', database, '--game', 'chess', '--material', 'R>=1'], /\r\d+ games?, \d+%/],
  ['dedupe', ['dedupe', database], /\r\d+ groups?, \d+%/],
  ['verify', ['verify', database], /\r\d+ games?, \d+%/],
  ['reindex', ['reindex', database], /\r\d+ games?, \d+%/],
  ['publish', ['publish', database, path('site')], /\r\d+ games?, \d+%/],
])('%s says how far it is', async (_name, words, line) => {
  expect(await shownBy(words)).toMatch(line)
})
