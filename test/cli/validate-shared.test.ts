/** Large files are validated on all processors, with the same words as on one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { WORTH_READING_TOGETHER } from '../../src/cli/read/shared-input.ts'
import { ludograph } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-validate-'))
afterAll(() => rmSync(folder, { recursive: true }))

const GOOD = '1. e4 e5 *\n\n'
const BAD = [
  '1. e4 Ke5 *\n\n',
  '[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n',
  '[Result "0-1"]\n\n1. d4 (1. c4) 1-0\n\n',
]

/** Games of which one in about two thousand has something wrong. */
function largeFile(): string {
  let text = ''
  for (let game = 0; game <= WORTH_READING_TOGETHER; game++) text += game % 2003 === 0 ? BAD[game % 3]! : GOOD
  return text
}

/** The issues printed as JSON, without the name of the file. */
function issuesOf(out: string): unknown[] {
  return out
    .trim()
    .split('\n')
    .map((line) => {
      const { place, ...issue } = JSON.parse(line) as { place: { file: string } }
      return { ...issue, place: { ...place, file: '' } }
    })
}

test('issues of a large file come in order, whichever thread found them', () => {
  const text = largeFile()
  const [path, packed] = [join(folder, 'large.pgn'), join(folder, 'large.pgn.gz')]
  writeFileSync(path, text)
  writeFileSync(packed, gzipSync(text))
  // Standard input is read by one thread.
  const alone = ludograph(['validate', '--json', '-'], text)
  const issues = issuesOf(alone.out)
  expect(issues).toHaveLength(50)
  expect(alone.err).toBe('1 file, 100,001 records: 17 errors, 33 warnings, 0 remarks\n')
  for (const words of [[path], [packed]]) {
    const shared = ludograph(['validate', '--json', ...words])
    expect(issuesOf(shared.out)).toEqual(issues)
    expect(shared.err).toBe(alone.err)
    expect(shared.code).toBe(1)
  }
  const shown = ludograph(['validate', path, '--limit', '3'])
  expect(shown.out.match(/large\.pgn/g)).toHaveLength(3)
  expect(shown.err).toContain(alone.err)
})
