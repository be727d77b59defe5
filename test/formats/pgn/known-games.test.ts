/** Games of a file whose places are known are the games that reading from its beginning finds. */
import { expect, it } from 'vitest'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import type { Entry } from '../../../src/formats/format.ts'
import { openPgn } from '../../../src/formats/pgn/reader.ts'

/** Games from a line to several windows of the reader long. */
const LENGTHS = [10, 400_000, 700_000, 20, (1 << 20) - 60, 1 << 20, 3_000_000, 5, 1_000, 900_000, 30]

const text = LENGTHS.map((length, index) => `[Event "${index}"]\n\n{${'x'.repeat(length)}} 1. e4 *\n\n`).join('')

function open() {
  return openPgn(new MemoryFileSet(new MemorySource('long.pgn', new TextEncoder().encode(`\n${text}  \n`))))
}

/** Which game an entry has, and where; long texts take long to compare. */
const gist = ({ index, record, issues }: Entry) => [
  index,
  record!.origin,
  record!.nodes[0]!.comments![0]!.text.length,
  issues,
]

it('finds the same games from the beginning and from any other on', () => {
  const all = [...open().entries()].map(gist)
  expect(all.map(([, , length]) => length)).toEqual(LENGTHS)
  const known = open()
  expect(known.count).toBe(LENGTHS.length)
  expect([...known.entries()].map(gist)).toEqual(all)
  for (const from of [1, 5, 8]) {
    expect([...open().entries({ from })].map(gist)).toEqual(all.slice(from))
    expect([...known.entries({ from, to: from + 3 })].map(gist)).toEqual(all.slice(from, from + 3))
  }
  expect([...known.entries({ from: LENGTHS.length })]).toEqual([])
})

it('begins a game at the number of a first move after a result, which may be all there is before it', () => {
  const lengths = (content: string) =>
    [...openPgn(new MemoryFileSet(new MemorySource('bare.pgn', new TextEncoder().encode(content)))).entries()].map(
      ({ record }) => record!.nodes.length - 1,
    )
  expect(lengths('1-0\n1. e4 e5 *\n')).toEqual([0, 2])
  expect(lengths('1. d4 1/2-1/2\n1. e4 e5 *\n')).toEqual([1, 2])
  expect(lengths('1. d4\n1. e4 e5 *\n')).toHaveLength(1)
  expect(lengths('1. d4 ; 1-0\n1. e4 e5 *\n')).toHaveLength(1)
})
