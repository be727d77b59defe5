/** Scans the main lines of a segment, window by window, in this thread. */
import { BLOCK_GAMES } from '../positions/segment-blocks.ts'
import type { Segment } from '../positions/segment-reader.ts'
import type { LineScan } from './scan.ts'

/** Games that count, a byte for each number. */
export type GameMarks = Uint8Array

/**
 * Scans the lines of some blocks.
 * @param marks games that are scanned; all when left out
 */
export async function scanBlocks(
  segment: Segment,
  scan: LineScan,
  from: number,
  to: number,
  marks?: GameMarks,
): Promise<void> {
  const { candidates } = scan
  const looksUp = candidates !== undefined && segment.isLocal
  if (!looksUp && !marks) return await scanRun(segment, scan, from, to)
  let start = -1
  let games: Games[] = []
  for (let block = from; block < to; block++) {
    let { low, high } = markedOf(marks, segment.header.firstGame + block * BLOCK_GAMES)
    let signature: Uint32Array | undefined
    if (looksUp && (low | high) !== 0) {
      signature = await segment.readSignature(block)
      candidates.look(signature)
      low &= candidates.low
      high &= candidates.high
    }
    if ((low | high) !== 0) {
      if (start < 0) start = block
      games.push({ low, high, ...(signature && { signature }) })
      continue
    }
    if (start >= 0) await scanRun(segment, scan, start, block, games)
    start = -1
    games = []
  }
  if (start >= 0) await scanRun(segment, scan, start, to, games)
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
  /** That of the block, if it was read. */
  signature?: Uint32Array
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
  for (const [index, { ends, words }] of (await segment.readLineBlocks(from, to)).entries()) {
    const first = header.firstGame + (from + index) * BLOCK_GAMES
    const { low, high, signature } = games?.[index] ?? { low: -1, high: -1 }
    scan.beginBlock?.(first, signature)
    let start = 0
    for (let at = 0; at < ends.length; at++) {
      const end = ends[at]!
      const game = first + at
      const isCandidate = ((at < 32 ? low >>> at : high >>> (at - 32)) & 1) === 1
      if (isCandidate && end > start && !tombstones.has(game)) {
        scan.scan(words, start, end, game)
      }
      start = end
    }
  }
}
