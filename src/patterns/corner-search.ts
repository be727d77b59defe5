/**
 * Corners of Go are found in the position index (positions/corners.ts) without looking at a game: a pattern that says
 * everything about a square corner has all its hits there, with the moves played next. Of a pattern that says
 * everything about a part of it that is such a corner, the games stand there that can show it.
 */
import { decodeCornerMove, NO_CORNER_POINT } from '../positions/corner-move.ts'
import {
  COLOURS_EXCHANGED,
  cornerKey,
  LEAST_CORNER,
  MOST_CORNER,
  MOST_CORNER_STONES,
  TRANSPOSED,
  unlistedKey,
  type CornerKey,
} from '../positions/corners.ts'
import type { Segment } from '../positions/segment-reader.ts'
import { Hits } from './hits.ts'
import type { LineConditions } from './make-scan.ts'
import { EXCHANGED, orient, orientationsOf, orientedText } from './orientation.ts'
import type { Pattern } from './pattern.ts'

/** A corner that a pattern has, as the index knows it. */
export interface PatternCorner {
  size: number
  key: CornerKey
  /** Whether it is all that the pattern says. */
  isAll: boolean
}

/** The largest corner of which a pattern says everything; undefined when there is none that the index has. */
export function cornerOf(pattern: Pattern): PatternCorner | undefined {
  const { game, edges, columns, rows, cells } = pattern
  const isAtCorner = Boolean(edges.left) !== Boolean(edges.right) && Boolean(edges.top) !== Boolean(edges.bottom)
  if (game !== 'go' || !isAtCorner) return undefined
  const grid = new Int8Array(columns * rows).fill(-1)
  for (const { column, row, allowed } of cells) {
    if (allowed !== 1 && allowed !== 2 && allowed !== 4) continue
    const x = edges.right ? columns - 1 - column : column
    const y = edges.bottom ? rows - 1 - row : row
    grid[y * columns + x] = allowed >> 1
  }
  for (let size = Math.min(MOST_CORNER, columns, rows); size >= LEAST_CORNER; size--) {
    const stones = Array.from({ length: size * size }, (_, at) => grid[Math.floor(at / size) * columns + (at % size)]!)
    const count = stones.filter((stone) => stone > 0).length
    if (stones.includes(-1) || count === 0 || count > MOST_CORNER_STONES) continue
    return { size, key: cornerKey(size, stones), isAll: size === columns && size === rows }
  }
  return undefined
}

/** What the index says of a corner. */
export interface CornerAnswer {
  /** All hits, with the first move that follows each; undefined when games have to be scanned. */
  hits?: Hits
  /** Games that can show the pattern. */
  games: Uint32Array
}

/** Looks a corner up in all segments. @param depth moves that are followed */
export async function searchCorner(
  segments: readonly Segment[],
  conditions: LineConditions,
  corner: PatternCorner,
  depth: number,
): Promise<CornerAnswer> {
  const { high, low } = unlistedKey(corner.size)
  const lists = await Promise.all(segments.map(async (segment) => segment.postings(corner.key.high, corner.key.low)))
  const unlisted = await Promise.all(segments.map(async (segment) => segment.postings(high, low)))
  const others = unlisted.map(({ games }) => games)
  const pattern = conditions.pattern!
  const isReady = corner.isAll && depth <= 1 && !conditions.material && isBare(pattern)
  if (!isReady || others.some(({ length }) => length > 0)) {
    return { games: joinGames([...lists.map(({ games }) => games), ...others]) }
  }
  const hits = new Hits(depth)
  const images = imagesOf(pattern, corner)
  for (const { games, moves } of lists) {
    // A game's hits come together. Numbers sort much faster than rows by a comparison.
    const order = Float64Array.from(games, (game, row) => game * games.length + row).sort()
    for (const place of order) {
      const row = place % games.length
      addHit(hits, games[row]!, moves[row]!, pattern, corner.size, images)
    }
  }
  return { hits, games: joinGames(lists.map(({ games }) => games)) }
}

/** Whether a pattern asks for nothing but what stands there. */
function isBare({ next, from, by, tenuki, steps, handicap, board, anchors, isInner }: Pattern): boolean {
  const conditions = [next, from, by, tenuki, steps, handicap, board, anchors]
  return conditions.every((condition) => condition === undefined) && isInner !== true
}

/**
 * For every corner and image of a posting the orientation in which the pattern stands there, the first of those that
 * are the same; -1 where the pattern may not be turned so.
 */
function imagesOf(pattern: Pattern, { key }: PatternCorner): Int8Array {
  const { edges } = pattern
  const drawn = (edges.right ? 1 : 0) | (edges.bottom ? 2 : 0)
  const known = new Map<string, number>()
  for (const orientation of orientationsOf(pattern, true)) {
    const text = orientedText(orient(pattern, orientation))
    if (!known.has(text)) known.set(text, orientation)
  }
  return Int8Array.from({ length: 16 }, (_, index) => {
    const image = (index >> 2) ^ key.image
    // Mirrored from the corner where it is drawn to that where it stands; transposing exchanges what is mirrored.
    const mirrored = (index & 3) ^ (image & TRANSPOSED ? ((drawn & 1) << 1) | (drawn >> 1) : drawn)
    const symmetry = image & TRANSPOSED ? 4 | ((mirrored & 1) << 1) | (mirrored >> 1) : mirrored
    const orientation = symmetry | (image & COLOURS_EXCHANGED ? EXCHANGED : 0)
    return known.get(orientedText(orient(pattern, orientation))) ?? -1
  })
}

function addHit(hits: Hits, game: number, code: number, pattern: Pattern, size: number, images: Int8Array): void {
  const { corner, image, point, colour, isLate } = decodeCornerMove(code)
  const orientation = images[(image << 2) | corner]!
  if (orientation < 0) return
  const row = hits.add(game, 0, orientation, 0)
  if (hits.depth === 0 || point === NO_CORNER_POINT) return
  hits.distances[row] = isLate ? 2 : 1
  // From the corner as its key has it to that on the board, and to the pattern as it is drawn.
  const [column, line] = [point % size, Math.floor(point / size)]
  const isTurned = ((image & TRANSPOSED) !== 0) !== ((orientation & 4) !== 0)
  const [x, y] = isTurned ? [line, column] : [column, line]
  const { edges } = pattern
  const square = (edges.bottom ? size - 1 - y : y) * size + (edges.right ? size - 1 - x : x)
  const isExchanged = ((image & COLOURS_EXCHANGED) !== 0) !== ((orientation & EXCHANGED) !== 0)
  hits.next[row] = square | ((isExchanged ? 3 - colour : colour) << 12)
}

/** Lists of games as one. */
export function joinGames(lists: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const list of lists) {
    all.set(list, at)
    at += list.length
  }
  return all
}
