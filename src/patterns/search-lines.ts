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
  const { tombstones, header } = segment
  for (const [index, { ends, words }] of (await segment.readLineBlocks(from, to)).entries()) {
    const first = header.firstGame + (from + index) * BLOCK_GAMES
    let start = 0
    for (let at = 0; at < ends.length; at++) {
      const end = ends[at]!
      const game = first + at
      if (end > start && (!marks || marks[game] === 1) && !tombstones.has(game)) scan.scan(words, start, end, game)
      start = end
    }
  }
}
