import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { AnalysisCache } from '../../src/node/analysis-cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'ludograph-cache-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = join(folder, 'out.pgn.analysis')
beforeEach(() => rmSync(path, { force: true }))

it('keeps evaluations for the next program, and removes them when they are not needed', () => {
  const first = new AnalysisCache(path)
  first.set('a', { centipawns: 12 })
  first.close(false)
  const second = new AnalysisCache(path)
  expect(second.size).toBe(1)
  expect(second.get('a')).toEqual({ centipawns: 12 })
  expect(second.get('b')).toBeUndefined()
  second.close(true)
  expect(existsSync(path)).toBe(false)
})

it('skips a line that was cut, at the beginning of the file, too', () => {
  const first = new AnalysisCache(path)
  first.set('a', { centipawns: 12 })
  first.set('b', { centipawns: 34 })
  first.close(false)
  truncateSync(path, readFileSync(path).length - 5)
  const second = new AnalysisCache(path)
  expect(second.size).toBe(1)
  second.set('c', { centipawns: 56 })
  expect([second.get('a'), second.get('b'), second.get('c')]).toEqual([
    { centipawns: 12 },
    undefined,
    { centipawns: 56 },
  ])
  second.close(false)
  truncateSync(path, 3)
  new AnalysisCache(path).close(false)
})

it('returns no evaluation of another key while two programs add to one file', () => {
  const [one, other] = [new AnalysisCache(path), new AnalysisCache(path)]
  one.set('a', { centipawns: 1 })
  other.set('b', { centipawns: 2 })
  one.set('c', { centipawns: 3 })
  other.set('d', { centipawns: 4 })
  expect(['a', 'c'].map((key) => one.get(key))).toEqual([{ centipawns: 1 }, { centipawns: 3 }])
  expect(['b', 'd'].map((key) => other.get(key))).toEqual([{ centipawns: 2 }, { centipawns: 4 }])
  // The lines of a file that is changed under a program are those of other keys.
  const text = readFileSync(path, 'utf8')
  truncateSync(path, 0)
  appendFileSync(path, text.split('\n').toReversed().join('\n').trimStart())
  expect(one.get('a')).toBeUndefined()
  one.close(false)
  other.close(false)
})

it('leaves a file of something else as it is', () => {
  const game = '[Event "Home"]\n\n1. e4 *'
  writeFileSync(path, game)
  expect(() => new AnalysisCache(path)).toThrow(expect.objectContaining({ code: 'file/exists' }))
  expect(readFileSync(path, 'utf8')).toBe(game)
})
