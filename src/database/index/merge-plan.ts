/**
 * Which segments of a kind of game are merged. What a merge has in memory grows with the segment that it makes, so
 * segments have a largest size, however many games there are; and a large segment is not written again for every small
 * import.
 */
import type { SegmentHeader } from '../../positions/segment/segment-format.ts'

/** Postings from which on a segment is not merged by itself: of 200,000 games of chess. */
const FULL_SEGMENT = 1 << 24

/** Postings of the largest segment that is made of others: of 600,000 games of chess, whose merging takes less than half a gigabyte. */
const LARGEST_SEGMENT = 3 << 24

/** The number of segments that are not full above which they are merged. */
const MOST_SMALL = 4

/** A segment, as far as it matters here. */
interface Mergeable {
  segment: { header: Pick<SegmentHeader, 'firstGame' | 'postings'>; tombstones: ReadonlySet<number> }
}

/**
 * The groups of segments that are merged after an import, each into one: neighbours that are not full, once there are
 * more than a few.
 */
export function planGrowth<Open extends Mergeable>(segments: readonly Open[]): Open[][] {
  const isFull = ({ segment }: Open) => segment.header.postings >= FULL_SEGMENT
  if (segments.filter((open) => !isFull(open)).length <= MOST_SMALL) return []
  const groups: Open[][] = [[]]
  for (const open of inOrder(segments)) {
    // A merged segment has facts of all numbers from its first game to its last: nothing is taken together across a full one.
    if (isFull(open)) groups.push([])
    else groups.at(-1)!.push(open)
    if (postingsOf(groups.at(-1)!) >= FULL_SEGMENT) groups.push([])
  }
  return groups.filter(({ length }) => length > 1)
}

/**
 * The groups of segments that make as few as their largest size allows, each written again as one: those of several, and
 * a single segment that has tombstones.
 */
export function planWhole<Open extends Mergeable>(segments: readonly Open[]): Open[][] {
  const total = postingsOf(segments)
  const share = total / Math.ceil(total / LARGEST_SEGMENT)
  const groups: Open[][] = []
  let size = 0
  for (const open of inOrder(segments)) {
    const { postings } = open.segment.header
    // It goes where it leaves the groups more equal.
    const isNext = groups.length === 0 || size + postings > LARGEST_SEGMENT || size + postings / 2 > share
    if (isNext) groups.push([])
    groups.at(-1)!.push(open)
    size = (isNext ? 0 : size) + postings
  }
  return groups.filter((group) => group.length > 1 || group[0]!.segment.tombstones.size > 0)
}

export function postingsOf(segments: readonly Mergeable[]): number {
  return segments.reduce((sum, { segment }) => sum + segment.header.postings, 0)
}

function inOrder<Open extends Mergeable>(segments: readonly Open[]): Open[] {
  return segments.toSorted((one, other) => one.segment.header.firstGame - other.segment.header.firstGame)
}
