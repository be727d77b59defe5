/** Scans the main lines of a segment, window by window, in this thread. */
import { BLOCK_GAMES } from '../../positions/segment/segment-blocks.ts'
import type { BlockTimes } from '../../positions/segment/segment-times.ts'
import type { Segment } from '../../positions/read/segment.ts'
import type { LineScan } from './line-scan.ts'

/** Games of a block from which on it is looked which of them can have hits: the lines of fewer are read as soon. */
const LOOKED_UP = 4

/** Games that count, a byte for each number. */
export type GameMarks = Uint8Array

/** Blocks of which signatures and times are read at once: what is read stays in the processor's cache. */
const CHUNK_BLOCKS = 16

/**
 * Scans the lines of some blocks of one window.
 * @param marks games that are scanned; all when left out
 */
export async function scanBlocks(
  segment: Segment,
  scan: LineScan,
  from: number,
  to: number,
  marks?: GameMarks,
): Promise<void> {
  const looksUp = scan.candidates !== undefined && segment.file.isLocal
  if (!looksUp && !marks) return await scanRun(segment, scan, from, to)
  const games = markedBlocks(marks, segment.header.firstGame, from, to)
  if (looksUp) {
    for (const { start, end } of runsOf(games, CHUNK_BLOCKS, isLookedUp)) {
      await narrowChunk(segment, scan, from + start, games.slice(start, end))
    }
  }
  // Over the network fewer requests count, not fewer bytes.
  const isRead = segment.file.isLocal ? isLookedUp : hasGames
  for (const { start, end } of runsOf(games, games.length, isRead)) {
    await scanRun(segment, scan, from + start, from + end, games.slice(start, end))
  }
  for (const [index, own] of games.entries()) {
    if (hasGames(own) && !isRead(own)) await scanFew(segment, scan, from + index, own)
  }
}

/** Scans few games of a block. */
async function scanFew(segment: Segment, scan: LineScan, block: number, games: Games): Promise<void> {
  const { tombstones, header } = segment
  const first = header.firstGame + block * BLOCK_GAMES
  for (let at = 0; at < BLOCK_GAMES; at++) {
    if (!hasGame(games, at) || tombstones.has(first + at) || first + at >= header.firstGame + header.gameRange) continue
    const line = await segment.lines.line(block, at)
    if (line.length > 0) scanLine(scan, games, line, 0, line.length, first + at)
  }
}

function scanLine(scan: LineScan, games: Games, words: Uint16Array, from: number, to: number, game: number): void {
  if (games.isFollowed) scan.follow!(words, from, to, game)
  else scan.scan(words, from, to, game)
}

/** Blocks beside each other that have such games, so many blocks at most. */
function* runsOf(
  games: readonly Games[],
  most: number,
  isWanted: (games: Games) => boolean,
): Generator<{ start: number; end: number }> {
  for (let start = 0; start < games.length;) {
    let end = start
    while (end < games.length && end - start < most && isWanted(games[end]!)) end++
    if (end > start) yield { start, end }
    start = Math.max(end, start + 1)
  }
}

/** Leaves those games of some blocks whose lines have to be scanned: others cannot have hits, or their times told them. */
async function narrowChunk(segment: Segment, scan: LineScan, from: number, games: readonly Games[]): Promise<void> {
  const candidates = scan.candidates!
  const { tombstones, header } = segment
  let times: BlockTimes[] | undefined
  for (const [index, signature] of (await segment.lines.signatures(from, from + games.length)).entries()) {
    const own = games[index]!
    const first = header.firstGame + (from + index) * BLOCK_GAMES
    const listed = scan.beginTimes?.(first, signature)
    if (!listed) {
      candidates.look(signature)
      own.low &= candidates.low
      own.high &= candidates.high
      continue
    }
    own.isFollowed = true
    for (let at = 0; at < BLOCK_GAMES; at++) {
      if (!hasGame(own, at)) continue
      if (listed[at] !== 0 && !tombstones.has(first + at)) {
        times ??= await segment.lines.times(from, from + games.length)
        if (!scan.scanTimes!(times[index]!, at)) continue
      }
      removeGame(own, at)
    }
  }
}

/** The marked games of some blocks. */
function markedBlocks(marks: GameMarks | undefined, firstGame: number, from: number, to: number): Games[] {
  const games = Array.from({ length: to - from }, (): Games => ({ low: 0, high: 0 }))
  for (let block = from; block < to; block++) {
    if (marks) {
      // Where few games are marked, most blocks have none of them.
      const next = marks.indexOf(1, firstGame + block * BLOCK_GAMES)
      block = next < 0 ? to : Math.floor((next - firstGame) / BLOCK_GAMES)
    }
    if (block < to) games[block - from] = markedOf(marks, firstGame + block * BLOCK_GAMES)
  }
  return games
}

/** The games of a block that are marked, all when there are no marks. */
function markedOf(marks: GameMarks | undefined, first: number): Games {
  if (!marks) return { low: -1, high: -1 }
  let [low, high] = [0, 0]
  for (let at = 0; at < 32; at++) {
    if (marks[first + at] === 1) low |= 1 << at
    if (marks[first + 32 + at] === 1) high |= 1 << at
  }
  return { low, high }
}

/** Games of a block, a bit each: 0 to 31, and 32 to 63. */
interface Games {
  low: number
  high: number
  /** Whether the times of the games were looked at, and did not tell. */
  isFollowed?: boolean
}

function hasGames({ low, high }: Games): boolean {
  return (low | high) !== 0
}

/** Whether there are {@link LOOKED_UP} of them. */
function isLookedUp({ low, high }: Games): boolean {
  let [few, many] = [low, high]
  for (let count = 1; count < LOOKED_UP; count++) {
    if (few !== 0) few &= few - 1
    else many &= many - 1
  }
  return (few | many) !== 0
}

function hasGame({ low, high }: Games, at: number): boolean {
  return ((at < 32 ? low >>> at : high >>> (at - 32)) & 1) === 1
}

function removeGame(games: Games, at: number): void {
  if (at < 32) games.low &= ~(1 << at)
  else games.high &= ~(1 << (at - 32))
}

/** Scans blocks that follow one another. @param games of each block; all when left out */
async function scanRun(
  segment: Segment,
  scan: LineScan,
  from: number,
  to: number,
  games?: readonly Games[],
): Promise<void> {
  const { tombstones, header } = segment
  for (const [index, { ends, words }] of (await segment.lines.read(from, to)).entries()) {
    const first = header.firstGame + (from + index) * BLOCK_GAMES
    const own: Games = games?.[index] ?? { low: -1, high: -1 }
    let start = 0
    for (let at = 0; at < ends.length; at++) {
      const end = ends[at]!
      const game = first + at
      if (hasGame(own, at) && end > start && !tombstones.has(game)) scanLine(scan, own, words, start, end, game)
      start = end
    }
  }
}
