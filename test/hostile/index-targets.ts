/** What is read of the position index: segments, and the list of those that are published. */
import { MemorySink } from '../../src/bytes/sink.ts'
import { MemorySource } from '../../src/bytes/source.ts'
import { FormatError } from '../../src/issues/errors.ts'
import { PublishedPositions } from '../../src/positions/index.ts'
import { Segment } from '../../src/positions/read/segment.ts'
import { writeSegment } from '../../src/positions/build/segment-writer.ts'
import { GameFacts } from '../../src/positions/facts.ts'
import { Postings } from '../../src/positions/segment/postings.ts'
import { PostingSorter } from '../../src/positions/segment/posting-sorter.ts'
import { MANIFEST_VERSION } from '../../src/positions/published/published.ts'
import { HEADER_SIZE } from '../../src/positions/segment/segment-format.ts'
import { rulesOf } from '../../src/rules/index.ts'
import type { NamedBytes } from '../support/named-bytes.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { askedTarget } from './asked-target.ts'
import { textInput } from './seeds.ts'
import type { Target } from './target.ts'

const SEGMENT = 'chess/1-40.pos'
const GAMES = 40

/** The keys of a made segment: some of one game, some of many. */
function keys(): (readonly [high: number, low: number])[] {
  const random = seededRandom(5)
  const bits = () => Math.floor(random() * 0x1_0000_0000)
  return Array.from({ length: 30 }, () => [bits(), bits()] as const)
}

function madeSegment(): Uint8Array {
  const random = seededRandom(6)
  const postings = new Postings(600)
  for (let index = 0; index < 600; index++) {
    const [high, low] = keys()[randomInt(random, random() < 0.5 ? 2 : 30)]!
    postings.add(high, low, 1 + (index % GAMES), randomInt(random, 4))
  }
  const facts = GameFacts.make(1, GAMES)
  for (let game = 1; game <= GAMES; game++) facts.set(game, randomInt(random, 4), 2000 + game, 1900 + game, 1990)
  const sink = new MemorySink()
  writeSegment(sink, { game: 'chess', symmetric: false, facts }, new PostingSorter().sort(postings))
  return Uint8Array.from(sink.bytes())
}

function madeManifest(segment: Uint8Array): string {
  const header = Buffer.from(segment.subarray(0, HEADER_SIZE)).toString('base64')
  const listed = { file: SEGMENT, game: 'chess', postings: 600, positions: 30, size: segment.length, header }
  return JSON.stringify({
    format: 'ludograph-positions',
    version: MANIFEST_VERSION,
    games: GAMES,
    segments: [{ ...listed, tombstones: [3] }],
  })
}

/** Everything that is asked of a segment. */
async function askSegment(bytes: Uint8Array): Promise<void> {
  const segment = await Segment.open(new MemorySource(SEGMENT, bytes))
  for (const [high, low] of keys()) {
    await segment.statistics(high, low)
    await segment.postings(high, low)
  }
  await segment.readFacts()
  const local = await Segment.open(new MemorySource(SEGMENT, bytes), true)
  local.setTombstones(new Set([1, 2]))
  for (const [high, low] of keys()) await local.statistics(high, low)
}

/** A host that has these files. */
function hostOf(files: readonly NamedBytes[]) {
  return async (url: string, options?: { headers: Record<string, string> }): Promise<Response> => {
    const bytes = files.find(([name]) => url.endsWith(`/${name}`))?.[1]
    if (!bytes) return new Response(null, { status: 404 })
    const range = /^bytes=(\d+)-(\d+)$/.exec(options?.headers['Range'] ?? '')
    if (!range) return new Response(bytes.slice())
    return new Response(bytes.slice(Number(range[1]), Number(range[2]) + 1), { status: 206 })
  }
}

async function askPublished(files: readonly NamedBytes[]): Promise<void> {
  const published = await PublishedPositions.open('http://host/base', hostOf(files))
  for (const kind of published.kinds) await published.explore(kind, rulesOf(kind).start({}))
}

const isRefusal = (error: unknown) => error instanceof FormatError
const words = ['segments', 'tombstones', 'header', 'size', 'null', '../']

export const INDEX_TARGETS: readonly Target[] = [
  askedTarget({
    name: 'segment',
    isSealed: true,
    inputs: () => [[[SEGMENT, madeSegment()]]],
    words,
    ask: ([file]) => askSegment(file![1]),
    isRefusal,
  }),
  askedTarget({
    name: 'manifest',
    isSealed: true,
    inputs: () => {
      const segment = madeSegment()
      return [[...textInput('positions.json', madeManifest(segment)), [SEGMENT, segment]]]
    },
    words,
    ask: askPublished,
    isRefusal,
  }),
]
