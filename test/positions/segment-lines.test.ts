/** Main lines in a segment of several groups of blocks, with what tells which of them to read. */
import { describe, expect, it } from 'vitest'
import { MemorySink } from '../../src/bytes/sink.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import { FormatError } from '../../src/issues/errors.ts'
import { parsePattern, type Hits } from '../../src/patterns/index.ts'
import { scanSegments } from '../../src/patterns/search.ts'
import { Segment } from '../../src/positions/read/segment.ts'
import { verifySegment } from '../../src/positions/read/verify-segment.ts'
import { SegmentWriter } from '../../src/positions/build/segment-writer.ts'
import { GameFacts } from '../../src/positions/facts.ts'
import { type NumberedLine } from '../../src/positions/segment/segment-lines.ts'
import { LAST_EVENT, STONE_SHIFT } from '../../src/positions/main-line.ts'
import { randomInt, seededRandom } from '../support/random.ts'

const FIRST_GAME = 1000
/** Two groups of 64 blocks, and one block and a half more. */
const NUMBERS = 2 * 64 * 64 + 96
const GAMES = ['go', 'chess', 'othello'] as const

/** A line of a few moves: black and white stones on 361 points, or codes of moves. */
function randomLine(game: (typeof GAMES)[number], random: () => number): Uint16Array {
  const side = game === 'go' ? 19 : 8
  const squares = new Set(Array.from({ length: 6 }, () => randomInt(random, side * side)))
  const events = [...squares].map((square, ply) => square | ((1 + (ply & 1)) << STONE_SHIFT) | LAST_EVENT)
  return Uint16Array.from([side | (side << 8), 0, ...(game === 'chess' ? [1804, 2356] : events)])
}

/** Lines of two numbers of three, and their segment. */
async function makeSegment(game: (typeof GAMES)[number]): Promise<{ lines: NumberedLine[]; bytes: Uint8Array }> {
  const random = seededRandom(GAMES.indexOf(game))
  const facts = GameFacts.make(FIRST_GAME, NUMBERS)
  const lines: NumberedLine[] = []
  for (let number = FIRST_GAME; number < FIRST_GAME + NUMBERS; number++) {
    if (random() < 1 / 3) continue
    facts.set(number, 0, 0, 0, 2000)
    lines.push({ game: number, words: randomLine(game, random) })
  }
  const sink = new MemorySink()
  const writer = new SegmentWriter(sink, { game, symmetric: game !== 'chess', postings: 0, facts })
  const own = writer.beginLines()
  for (const line of lines) own.add(line)
  writer.finish()
  return { lines, bytes: sink.bytes().slice() }
}

async function open(bytes: Uint8Array, isLocal = false): Promise<Segment> {
  return await Segment.open(new MemorySource('made.positions', bytes), isLocal)
}

/** Games, moves and places of hits, in order. */
function textsOf({ count, games, plies, places, next }: Hits): string[] {
  return Array.from({ length: count }, (_, row) => [games[row], plies[row], places[row], next[row]].join(' ')).sort()
}

describe.each(GAMES)('main lines of %s', (game) => {
  it('are read in windows as they were written, and checked', async () => {
    const { lines, bytes } = await makeSegment(game)
    const segment = await open(bytes)
    segment.setTombstones(new Set([lines[5]!.game, lines.at(-1)!.game]))
    const read: NumberedLine[] = []
    for await (const { game: number, words } of segment.lines.each(segment.tombstones))
      read.push({ game: number, words: words.slice() })
    expect(read).toEqual(lines.filter((line) => line !== lines[5] && line !== lines.at(-1)))
    await verifySegment(segment)
  })

  it('that are damaged are told, wherever it is', async () => {
    const { bytes } = await makeSegment(game)
    const { header } = await open(bytes)
    const random = seededRandom(9)
    const start = bytes.length - header.capturesSize - header.linesSize
    for (let round = 0; round < 8; round++) {
      const damaged = bytes.slice()
      damaged[start + randomInt(random, bytes.length - start)]! ^= 1 << randomInt(random, 8)
      await expect(verifySegment(await open(damaged))).rejects.toThrow(FormatError)
    }
  })
})

it.each(['go', 'othello'] as const)(
  'patterns of %s are found in a segment by what tells where to look',
  async (game) => {
    const { lines, bytes } = await makeSegment(game)
    const marksOf = (isMarked: (index: number) => boolean) => {
      const marks = new Uint8Array(FIRST_GAME + NUMBERS)
      for (const [index, line] of lines.entries()) if (isMarked(index)) marks[line.game] = 1
      return marks
    }
    const many = marksOf((index) => index % 7 < 3 || index > lines.length / 2)
    const few = marksOf((index) => index % 20 < 2)
    const [local, remote] = [await open(bytes, true), await open(bytes)]
    let found = 0
    for (const text of ['side: ..X../.....', 'side: .O./.X.', 'anywhere: XO', 'corner: ?.O/...']) {
      const pattern = parsePattern(game, text)
      for (const options of [{}, { marks: many }, { marks: few }]) {
        const search = async (segment: Segment) =>
          textsOf(await scanSegments([segment], game, { pattern }, { depth: 1, ...options }))
        const all = await search(remote)
        // The second time what was read before is not checked again.
        expect(await search(local)).toEqual(all)
        expect(await search(local)).toEqual(all)
        found += all.length
      }
    }
    expect(found).toBeGreaterThan(100)
  },
)
