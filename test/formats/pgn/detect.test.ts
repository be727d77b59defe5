import { describe, expect, test } from 'vitest'
import { encodeText } from '../../../src/bytes/text.ts'
import { FORMATS } from '../../../src/formats/index.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import { corpusBytes, corpusFiles } from '../../support/corpus.ts'
import { randomInt, seededRandom } from '../../support/random.ts'
import { needsCorpus } from '../../support/needs.ts'

function certainty(content: string | Uint8Array, name = 'x'): number {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return pgn.detect(bytes, name, bytes.length)
}

test.each([
  ['a tag', '[Event "x"]'],
  ['a tag behind other text', 'Dear all,\n\n[Event "x"]\n\n1. e4 *'],
  ['a byte order mark', '\uFEFF[Event "x"]'],
])('%s makes it nearly certain', (_, text) => {
  expect(certainty(text)).toBe(0.9)
})

test.each(['utf-16le', 'utf-16be'])('in %s too', (encoding) => {
  expect(certainty(encodeText('[Event "x"]\n\n1. e4 *\n', encoding).bytes)).toBe(0.9)
})

test.each(['1. e4 e5', '1.Nf3', '12... O-O', '1. 炮二平五', '1. C2.5', '3. h2e2'])('moves alone: %s', (text) => {
  expect(certainty(text)).toBe(0.3)
  expect(certainty(text, 'games.PGN')).toBe(0.6)
})

test('what only the name says', () => {
  expect(certainty('[Event]\n*', 'a.pgn')).toBe(0.4)
  expect(certainty('*', 'a.pgn')).toBe(0.4)
  expect(certainty('*')).toBe(0)
})

test.each([
  ['settings', '[section]\nkey=value\n[other]\n'],
  ['prose with numbers', '1. Introduction\n\nIt was in 1987. The end.'],
  ['JSON', '{"game":"chess"}'],
  ['SGF', '(;GM[1]SZ[19];B[pd])'],
  ['nothing', ''],
  ['zeros', '\0\0\0\0'],
])('%s is not PGN', (_, text) => {
  expect(certainty(text)).toBe(0)
})

test('random bytes, as those of encrypted files, are not PGN, whatever a line in them looks like', () => {
  const random = seededRandom(1)
  for (let file = 0; file < 300; file++) {
    const bytes = Uint8Array.from({ length: 1 << 14 }, () => randomInt(random, 256))
    bytes.set(new TextEncoder().encode('\n[Event "x"]\n'), 1000)
    expect(certainty(bytes)).toBeLessThan(0.5)
  }
})

describe('real files', needsCorpus('xiangqi-pgn'), () => {
  test('of xiangqi are PGN and nothing else', () => {
    for (const path of corpusFiles('xiangqi-pgn', /\.pgn$/)) {
      const bytes = corpusBytes(path).subarray(0, 1 << 16)
      const sure = FORMATS.filter((format) => format.detect(bytes, 'x', bytes.length) > 0.5)
      expect(
        sure.map(({ id }) => id),
        path,
      ).toEqual(['pgn'])
    }
  })
})
