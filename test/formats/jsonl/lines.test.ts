import { expect, test } from 'vitest'
import { MemorySource } from '../../../src/bytes/source.ts'
import { readLines } from '../../../src/formats/jsonl/lines.ts'

const MEGABYTE = 1 << 20

function linesOf(text: string, longest?: number): [string | undefined, number, number][] {
  const lines = readLines(new MemorySource('records.jsonl', new TextEncoder().encode(text)), longest)
  return [...lines].map(({ bytes, offset, number }) => [bytes && new TextDecoder().decode(bytes), offset, number])
}

test('lines have their offset and number, blank ones too', () => {
  expect(linesOf('a\n\n \r\nbc\n')).toEqual([
    ['a', 0, 1],
    ['bc', 6, 4],
  ])
  expect(linesOf('')).toEqual([])
  expect(linesOf('\n')).toEqual([])
  expect(linesOf('last')).toEqual([['last', 0, 1]])
})

test('a line may be longer than a window', () => {
  const long = 'x'.repeat(3 * MEGABYTE + 5)
  expect(linesOf(`a\n${long}\nb`)).toEqual([
    ['a', 0, 1],
    [long, 2, 2],
    ['b', long.length + 3, 3],
  ])
})

test.each([0, 1, 2, 77, MEGABYTE - 1, MEGABYTE, MEGABYTE + 1])(
  'a line that is too long is skipped up to its end, %i bytes behind the limit',
  (more) => {
    const long = 'x'.repeat(MEGABYTE + more)
    expect(linesOf(`${long}\n{}\n`, MEGABYTE)).toEqual([
      [undefined, 0, 1],
      ['{}', long.length + 1, 2],
    ])
    expect(linesOf(long + 'x', MEGABYTE)).toEqual([[undefined, 0, 1]])
  },
)
