import { describe, expect, it } from 'vitest'
import { addRange, countBits, hasBit } from '../../src/bytes/bits.ts'
import { MemorySink } from '../../src/bytes/sink.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import { FormatError } from '../../src/issues/index.ts'
import { emptyStatistics, type GameFilter, mergeStatistics, type MoveStatistics } from '../../src/positions/index.ts'
import { Segment } from '../../src/positions/read/segment.ts'
import { verifySegment } from '../../src/positions/read/verify-segment.ts'
import { SegmentWriter, writeSegment } from '../../src/positions/build/segment-writer.ts'
import { addGame } from '../../src/positions/statistics.ts'
import { GameFacts } from '../../src/positions/facts.ts'
import { mergeSegments } from '../../src/positions/build/merge.ts'
import { Postings } from '../../src/positions/segment/postings.ts'
import { PostingSorter } from '../../src/positions/segment/posting-sorter.ts'
import { everyGame, groupFilter } from '../../src/positions/read/filtered.ts'
import { keyRanges } from '../../src/positions/build/merge.ts'
import { randomInt, seededRandom } from '../support/random.ts'

interface Row {
  high: number
  low: number
  game: number
  move: number
}

/** Random postings over few and many keys, so that single, repeated and very frequent positions all occur. */
function randomRows(seed: number, count: number, firstGame: number, games: number): Row[] {
  const random = seededRandom(seed)
  const bits = () => Math.floor(random() * 0x1_0000_0000)
  const keys = Array.from({ length: 20 }, () => [bits(), bits()] as const)
  return Array.from({ length: count }, (_, index) => {
    const isFrequent = random() < 0.5
    const [high, low] = isFrequent ? keys[randomInt(random, random() < 0.7 ? 1 : keys.length)]! : [bits(), bits()]
    return { high, low, game: firstGame + (index % games), move: randomInt(random, 4) }
  })
}

function randomFacts(seed: number, firstGame: number, games: number): GameFacts {
  const random = seededRandom(seed)
  const facts = GameFacts.make(firstGame, games)
  for (let game = firstGame; game < firstGame + games; game++) {
    const rating = () => (random() < 0.3 ? 0 : 1000 + randomInt(random, 1800))
    facts.set(game, randomInt(random, 4), rating(), rating(), 1900 + randomInt(random, 120))
  }
  return facts
}

describe('postings', () => {
  it('keep all of what they hold when they grow', () => {
    const postings = new Postings(1)
    const rows = [1, 2, 3, 4, 5].map((number) => [number, number + 10, number + 20, number + 30] as const)
    for (const row of rows) postings.add(...row)
    expect(postings.capacity).toBeGreaterThanOrEqual(5)
    const { high, low, game, move } = postings
    expect(rows.map((_, at) => [high[at], low[at], game[at], move[at]])).toEqual(rows)
  })
})

describe('filters of games by groups of ratings', () => {
  const facts = GameFacts.make(1, 6)
  facts.set(1, 0, 2000, 2200, 2000)
  facts.set(2, 0, 2000, 2199, 2000)
  facts.set(3, 0, 2200, 2400, 2000)
  facts.set(4, 0, 0, 2400, 2000)
  facts.set(5, 0, 2400, 0, 2000)
  facts.set(6, 0, 0, 0, 2000)
  const gamesOf = (filter: GameFilter) => {
    const games = [1, 2, 3, 4, 5, 6].filter((game) => filter.has(game, facts))
    const marks = facts.marksOf(filter, true)!
    expect([1, 2, 3, 4, 5, 6].filter((game) => hasBit(marks, game - 1))).toEqual(games)
    expect(countBits(marks)).toBe(games.length)
    return games
  }
  const gamesIn = (...groups: (readonly [number, number])[]) => gamesOf(groupFilter(groups, everyGame))

  it('take the mean of both, from the first number up to the second, and games that lack one', () => {
    expect(gamesIn([2100, 2300])).toEqual([1, 4, 5, 6])
    expect(gamesIn([0, 2100])).toEqual([2, 4, 5, 6])
    expect(gamesIn([2000, 2100], [2300, 2500])).toEqual([2, 3, 4, 5, 6])
    expect(gamesIn()).toEqual([4, 5, 6])
  })

  it('pass on to another filter', () => {
    const only = (wanted: (game: number) => boolean): GameFilter => ({
      has: wanted,
      mark: ({ firstGame, count }, marks) => {
        marks.fill(0)
        for (let at = 0; at < count; at++) if (wanted(firstGame + at)) addRange(marks, at, at + 1)
      },
    })
    expect(
      gamesOf(
        groupFilter(
          [[2100, 2300]],
          only((game) => game !== 4),
        ),
      ),
    ).toEqual([1, 5, 6])
    expect(
      gamesOf(
        groupFilter(
          undefined,
          only((game) => game === 3),
        ),
      ),
    ).toEqual([3])
  })
})

describe('facts of a game', () => {
  it('hold ratings and years up to 65,535; what is more, less or no number is unknown', () => {
    const facts = GameFacts.make(1, 1)
    for (const [rating, kept] of [
      [65_535, 65_535],
      [65_536, 0],
      [70_000, 0],
      [-1, 0],
      [1, 1],
      [0.5, 0],
      [2100.7, 2100],
      [Number.NaN, 0],
    ] as const) {
      facts.set(1, 1, rating, 2000, rating)
      expect([facts.rating(1, 1), facts.rating(1, 2), facts.year(1)]).toEqual([kept, 2000, kept])
      facts.set(1, 1, 2000, rating, 1999)
      expect([facts.rating(1, 1), facts.rating(1, 2), facts.year(1)]).toEqual([2000, kept, 1999])
    }
  })
})

function toPostings(rows: readonly Row[]): Postings {
  const postings = new Postings(0)
  for (const { high, low, game, move } of rows) postings.add(high, low, game, move)
  return postings
}

function toRows({ high, low, game, move, count }: Postings): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    high: high[index]!,
    low: low[index]!,
    game: game[index]!,
    move: move[index]!,
  }))
}

const byKey = (left: Row, right: Row): number =>
  left.high - right.high || left.low - right.low || left.move - right.move || left.game - right.game

function mostFrequentKey(rows: readonly Row[]): [high: number, low: number] {
  const counts = new Map<number, number>()
  for (const { high } of rows) counts.set(high, (counts.get(high) ?? 0) + 1)
  const [most] = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one))
  return [most, rows.find(({ high }) => high === most)!.low]
}

async function buildSegment(rows: readonly Row[], facts: GameFacts, name = 'test.positions'): Promise<Segment> {
  const sink = new MemorySink()
  writeSegment(sink, { game: 'chess', symmetric: false, facts }, new PostingSorter().sort(toPostings(rows)))
  return await Segment.open(new MemorySource(name, sink.bytes().slice()))
}

/** Statistics counted the slow and obvious way. */
function countSlowly(rows: readonly Row[], facts: readonly GameFacts[], high: number, low: number): MoveStatistics[] {
  const byMove = new Map<number, { statistics: MoveStatistics; games: Set<number> }>()
  for (const row of rows) {
    if (row.high !== high || row.low !== low) continue
    const known = byMove.get(row.move) ?? { statistics: emptyStatistics(row.move), games: new Set() }
    byMove.set(row.move, known)
    if (known.games.has(row.game)) continue
    known.games.add(row.game)
    addGame(
      known.statistics,
      facts.find((one) => one.has(row.game))!,
      row.game,
    )
  }
  return mergeStatistics([[...byMove.values()].map(({ statistics }) => statistics)])
}

describe('a segment of the position index', () => {
  const facts = randomFacts(7, 100, 500)
  const rows = randomRows(1, 20_000, 100, 500)

  it('gives the statistics and games of every position, as a slow count does', async () => {
    const segment = await buildSegment(rows, facts)
    expect(segment.header.postings).toBe(rows.length)
    for (const { high, low } of [...rows.slice(0, 300), { high: 1, low: 2 }]) {
      expect(mergeStatistics([await segment.statistics(high, low)])).toEqual(countSlowly(rows, [facts], high, low))
      const { games, moves } = await segment.postings(high, low)
      const found = [...games].map((game, index) => `${moves[index]} ${game}`).sort()
      const expected = rows.filter((row) => row.high === high && row.low === low)
      expect(found).toEqual(expected.map(({ move, game }) => `${move} ${game}`).sort())
    }
  })

  it.each([300, 20_000, 600_000])('passes %i postings through, a range of keys after the other', async (count) => {
    const some = randomRows(2, count, 100, 500)
    const segment = await buildSegment(some, facts)
    const seen: Row[] = []
    for await (const range of keyRanges([segment])) {
      const found = toRows(range).toSorted(byKey)
      if (seen.length > 0) expect(found[0]!.high).toBeGreaterThan(seen.at(-1)!.high)
      for (const row of found) seen.push(row)
    }
    expect(seen).toEqual(some.toSorted(byKey))
  })

  it('on this machine reads the many games of a position once, and leaves out those removed since', async () => {
    const sink = new MemorySink()
    writeSegment(sink, { game: 'chess', symmetric: false, facts }, new PostingSorter().sort(toPostings(rows)))
    const file = new MemorySource('counted', sink.bytes().slice())
    const reads: number[] = []
    const read = (start: number, end: number) => {
      reads.push(end - start)
      return file.read(start, end)
    }
    const segment = await Segment.open({ name: file.name, size: file.size, read }, true)
    const [high, low] = mostFrequentKey(rows)
    const ask = async () => {
      reads.length = 0
      const { games, moves } = await segment.postings(high, low)
      return [...games].map((game, index) => `${moves[index]} ${game}`)
    }
    const all = await ask()
    expect(all).toHaveLength(rows.filter((row) => row.high === high && row.low === low).length)
    expect(Math.max(...reads)).toBeGreaterThan(all.length * 6)
    expect(await ask()).toEqual(all)
    expect(Math.max(...reads)).toBeLessThan(10_000)
    segment.setTombstones(new Set([101, 350]))
    expect(await ask()).toEqual(all.filter((text) => !/ (?:101|350)$/.test(text)))
  })

  it('sorts by key, move and game, and again with the same memory', () => {
    const sorter = new PostingSorter()
    for (const count of [50_000, 3, 0, 1000]) {
      const some = randomRows(count, count, 0, 90)
      expect(toRows(sorter.sort(toPostings(some)))).toEqual(some.toSorted(byKey))
    }
  })

  it('sorts many postings of a few keys with many moves each, as columns and as rows', () => {
    const random = seededRandom(9)
    // What tells bins apart is the same in most keys: some bins are of one key, some of a few, some of many.
    for (const keys of [1, 3, 8, 9, 100]) {
      const some = Array.from({ length: 10_000 }, (_, index) => ({
        high: 0x8000_0000 + randomInt(random, 2),
        low: randomInt(random, keys) + 0xffff_ff00,
        // As they come from several files, each in order of its games.
        game: index % 4000,
        move: randomInt(random, 2) === 0 ? 796 : randomInt(random, 0x1_0000),
      }))
      some.push({ high: 0, low: 5, game: 1, move: 2 })
      const expected = some.toSorted(byKey)
      expect(toRows(new PostingSorter().sort(toPostings(some)))).toEqual(expected)
      const rows = Uint32Array.from(some.flatMap(({ high, low, game, move }) => [high, low, game, move]))
      expect(toRows(new PostingSorter().sortRows(rows, some.length, 0, 0xffff_ffff))).toEqual(expected)
    }
  })

  it('adds up when segments are merged, games removed included', async () => {
    const otherFacts = randomFacts(8, 600, 300)
    const otherRows = randomRows(1, 9000, 600, 300)
    const segments = [await buildSegment(rows, facts), await buildSegment(otherRows, otherFacts)]
    const keeps = (game: number) => game % 3 !== 0
    const sink = new MemorySink()
    await mergeSegments(sink, segments, { keeps })
    const merged = await Segment.open(new MemorySource('merged', sink.bytes()))
    await verifySegment(merged)
    const all = [...rows, ...otherRows].filter(({ game }) => keeps(game))
    expect(merged.header.postings).toBe(all.length)
    for (const { high, low } of all.slice(0, 200)) {
      const expected = countSlowly(all, [facts, otherFacts], high, low)
      expect(mergeStatistics([await merged.statistics(high, low)])).toEqual(expected)
    }
  })

  it('is found with few requests and few bytes', async () => {
    const segment = await buildSegment(rows, facts)
    const source = segment.file.source as MemorySource
    let requests = 0
    let bytes = 0
    const counted = {
      name: 'remote',
      size: source.size,
      read: async (start: number, end: number) => {
        requests++
        bytes += end - start
        return await Promise.resolve(source.read(start, end))
      },
    }
    for (const { high, low } of rows.slice(0, 50)) {
      requests = 0
      bytes = 0
      const remote = await Segment.open(counted)
      await remote.statistics(high, low)
      expect(requests).toBeLessThanOrEqual(4)
      expect(bytes).toBeLessThan(100_000)
    }
  })

  it('holds no postings', async () => {
    const segment = await buildSegment([], GameFacts.make(0, 0))
    expect(await segment.statistics(1, 2)).toEqual([])
    expect(segment.header.postings).toBe(0)
  })

  it('reports damage and never loops or crashes', async () => {
    const small = rows.slice(0, 400)
    const whole = await buildSegment(small, facts)
    const source = whole.file.source as MemorySource
    const bytes = source.read(0, source.size)
    await expect(Segment.open(new MemorySource('cut', bytes.subarray(0, 50)))).rejects.toThrow(FormatError)
    await expect(Segment.open(new MemorySource('cut', bytes.subarray(0, bytes.length - 1)))).rejects.toThrow(
      FormatError,
    )
    const random = seededRandom(3)
    for (let round = 0; round < 300; round++) {
      const damaged = bytes.slice()
      damaged[randomInt(random, bytes.length)]! ^= 1 << randomInt(random, 8)
      const attempt = async () => {
        const segment = await Segment.open(new MemorySource('damaged', damaged))
        for (const { high, low } of small.slice(0, 40)) {
          await segment.statistics(high, low)
          await segment.postings(high, low)
        }
        await verifySegment(segment)
      }
      const error: unknown = await attempt().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(FormatError)
      // Wherever the damage is, what is said of it names the file.
      expect((error as FormatError).place.file).toBe('damaged')
    }
  })

  it('refuses postings that are not sorted, and a key that comes twice', () => {
    const plan = { game: 'chess' as const, symmetric: false, postings: 2, facts }
    const row = { high: 5, low: 7, game: 100, move: 0 }
    for (const next of [{ high: 4 }, { low: 6 }, {}]) {
      const writer = new SegmentWriter(new MemorySink(), plan)
      writer.add(toPostings([row]))
      expect(() => writer.add(toPostings([{ ...row, ...next }]))).toThrow(TypeError)
    }
  })
})
