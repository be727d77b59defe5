/**
 * Corners of Go are found in the position index (positions/segment/corners.ts) without looking at a game: a pattern that is a
 * square corner and says everything about it, or nearly, has its hits there, with the moves played next. Of a pattern
 * with a part that is such a corner, the games stand there that can show it.
 */
import { decodeCornerMove, NO_CORNER_POINT } from '../../positions/corner-move.ts'
import {
  COLOURS_EXCHANGED,
  cornerKey,
  LEAST_CORNER,
  MOST_CORNER,
  MOST_CORNER_STONES,
  TRANSPOSED,
  unlistedKey,
  type CornerKey,
} from '../../positions/segment/corners.ts'
import type { Segment } from '../../positions/read/segment.ts'
import { Hits } from '../answer/hits.ts'
import { asksForPlaces, joinGames, sortPostings, type IndexAnswer } from './index-answer.ts'
import type { LineConditions } from '../scan/make-scan.ts'
import { EXCHANGED, orient, orientationsOf, orientedText } from '../question/orientation.ts'
import { anything, exchangeStones, type Pattern } from '../question/pattern.ts'

/** Exact corners that a pattern with open points is looked up as, at most: five points with anything on them. */
const MOST_STATES = 243
/** The same where every look-up is a request over the network. */
const MOST_REMOTE_STATES = 27

/** A corner that a pattern has, as the index knows it. */
export interface PatternCorner {
  size: number
  /** What may stand there. */
  states: CornerState[]
  /** Whether it is all that the pattern says. */
  isAll: boolean
}

/** One way in which the points of a corner can be taken. */
export interface CornerState {
  key: CornerKey
  /** Whether an image of the corner that the pattern is not looks the same: the key does not tell how the pattern lies. */
  isAmbiguous: boolean
}

/** The largest corner that the index has of a pattern, its open points taken in every way; undefined when there is none. */
export function cornerOf(pattern: Pattern, mostStates = MOST_STATES): PatternCorner | undefined {
  const { game, edges, columns, rows, cells } = pattern
  const isAtCorner = Boolean(edges.left) !== Boolean(edges.right) && Boolean(edges.top) !== Boolean(edges.bottom)
  if (game !== 'go' || !isAtCorner) return undefined
  const grid = new Uint8Array(columns * rows).fill(anything(game))
  for (const { column, row, allowed } of cells) {
    const x = edges.right ? columns - 1 - column : column
    const y = edges.bottom ? rows - 1 - row : row
    grid[y * columns + x] = allowed
  }
  for (let size = Math.min(MOST_CORNER, columns, rows); size >= LEAST_CORNER; size--) {
    const allowed = Uint8Array.from({ length: size * size }, (_, at) => {
      return grid[Math.floor(at / size) * columns + (at % size)]!
    })
    const taken = waysToTake(allowed, mostStates)
    if (!taken) continue
    const states = taken.map((stones) => ({
      key: cornerKey(size, stones),
      isAmbiguous: [1, 2, 3].some((image) => {
        return isImage(stones, size, image, exchangeStone) && !isImage(allowed, size, image, exchangeStones)
      }),
    }))
    return { size, states, isAll: size === columns && size === rows }
  }
  return undefined
}

/** Every way in which points can be taken; undefined when they are too many, or the index has not all of them. */
function waysToTake(allowed: Uint8Array, most: number): Uint8Array[] | undefined {
  let ways = [new Uint8Array(allowed.length)]
  for (const [at, bits] of allowed.entries()) {
    if (bits === 1) continue
    const stones = [0, 1, 2].filter((stone) => (bits >> stone) & 1)
    if (ways.length * stones.length > most) return undefined
    ways = ways.flatMap((way) =>
      stones.map((stone) => Uint8Array.from(way, (before, index) => (index === at ? stone : before))),
    )
  }
  const counts = ways.map((way) => way.reduce((count, stone) => count + (stone > 0 ? 1 : 0), 0))
  return counts.every((count) => count > 0 && count <= MOST_CORNER_STONES) ? ways : undefined
}

/** Whether a corner is the same when its columns and rows, or its colours, are exchanged. */
function isImage(points: Uint8Array, size: number, image: number, exchange: (point: number) => number): boolean {
  return points.every((point, at) => {
    const turned = image & TRANSPOSED ? points[(at % size) * size + Math.floor(at / size)]! : points[at]!
    return point === (image & COLOURS_EXCHANGED ? exchange(turned) : turned)
  })
}

function exchangeStone(stone: number): number {
  return stone === 0 ? 0 : 3 - stone
}

/** The corner under which a pattern is looked up in segments. */
export function searchableCorner(pattern: Pattern, segments: readonly Segment[]): PatternCorner | undefined {
  return cornerOf(pattern, segments.every((segment) => segment.file.isLocal) ? MOST_STATES : MOST_REMOTE_STATES)
}

/** Looks a corner up in all segments. @param depth moves that are followed */
export async function searchCorner(
  segments: readonly Segment[],
  conditions: LineConditions,
  corner: PatternCorner,
  depth: number,
): Promise<IndexAnswer> {
  const { high, low } = unlistedKey(corner.size)
  const unlisted = await Promise.all(segments.map(async (segment) => segment.postings(high, low)))
  const others = unlisted.map(({ games }) => games)
  const pattern = conditions.pattern!
  const isReady = corner.isAll && asksForPlaces(conditions, depth)
  const found = new CornerHits(pattern, corner.size)
  const known = new Set<string>()
  for (const { key, isAmbiguous } of corner.states) {
    // Images of one another that are the same pattern have the same hits.
    const images = found.imagesOf(key)
    const name = `${key.high} ${key.low} ${images.join()}`
    if (known.has(name)) continue
    known.add(name)
    for (const segment of segments) {
      const { games, moves } = await segment.postings(key.high, key.low)
      if (isReady && !isAmbiguous) found.add(games, moves, images)
      else others.push(games)
    }
  }
  const games = joinGames(others)
  return isReady ? found.finish(games, depth) : { games }
}

/** Gathers the postings of a pattern that is a whole corner. */
class CornerHits {
  private readonly pattern: Pattern
  private readonly size: number
  private readonly lists: { games: Uint32Array; moves: Uint16Array; images: Int8Array }[] = []
  private readonly images = new Map<number, Int8Array>()
  private readonly first: Int8Array

  constructor(pattern: Pattern, size: number) {
    this.pattern = pattern
    this.first = firstOrientations(pattern)
    this.size = size
  }

  /** How the pattern lies where a posting of a key has it; see {@link imagesOf}. */
  imagesOf(key: CornerKey): Int8Array {
    let images = this.images.get(key.image)
    if (!images) {
      images = imagesOf(this.pattern, key, this.first)
      this.images.set(key.image, images)
    }
    return images
  }

  add(games: Uint32Array, moves: Uint16Array, images: Int8Array): void {
    if (games.length > 0) this.lists.push({ games, moves, images })
  }

  /**
   * The hits, game by game. A corner that shows the pattern in two ways has one hit, the first, and nobody knows which it
   * was: such games have to be scanned. @param scanned games that have to be scanned anyway
   */
  finish(scanned: Uint32Array, depth: number): IndexAnswer {
    const { games, moves, lists } = sortPostings(this.lists)
    const isScanned = new Set(scanned)
    const unclear: number[] = []
    const hits = new Hits(depth)
    for (let start = 0; start < games.length;) {
      const game = games[start]!
      let next = start
      let [corners, isUnclear] = [0, isScanned.has(game)]
      const first = hits.count
      for (; games[next] === game; next++) {
        const orientation = this.lists[lists[next]!]!.images[moves[next]! & 15]!
        if (orientation < 0) continue
        const corner = 1 << (moves[next]! & 3)
        // Two hits of one corner may be one of which the other is the second time, or lie in different ways.
        if (this.lists.length > 1 && (corners & corner) !== 0) isUnclear = true
        corners |= corner
        addHit(hits, game, moves[next]!, orientation, this.pattern, this.size)
      }
      if (isUnclear) {
        hits.count = first
        unclear.push(game)
      }
      start = next
    }
    return { hits, games: joinGames([scanned, Uint32Array.from(unclear)]) }
  }
}

/** For every orientation the first that shows the same; -1 where the pattern may not be turned so. */
function firstOrientations(pattern: Pattern): Int8Array {
  const texts = Array.from({ length: 2 * EXCHANGED }, (_, orientation) => orientedText(orient(pattern, orientation)))
  const allowed = orientationsOf(pattern, true)
  return Int8Array.from(texts, (text) => allowed.find((orientation) => texts[orientation] === text) ?? -1)
}

/**
 * For every corner and image of a posting the orientation in which the pattern stands there, the first of those that
 * are the same; -1 where the pattern may not be turned so.
 */
function imagesOf({ edges }: Pattern, key: CornerKey, first: Int8Array): Int8Array {
  const drawn = (edges.right ? 1 : 0) | (edges.bottom ? 2 : 0)
  return Int8Array.from({ length: 16 }, (_, index) => {
    const image = (index >> 2) ^ key.image
    // Mirrored from the corner where it is drawn to that where it stands; transposing exchanges what is mirrored.
    const mirrored = (index & 3) ^ (image & TRANSPOSED ? ((drawn & 1) << 1) | (drawn >> 1) : drawn)
    const symmetry = image & TRANSPOSED ? 4 | ((mirrored & 1) << 1) | (mirrored >> 1) : mirrored
    return first[symmetry | (image & COLOURS_EXCHANGED ? EXCHANGED : 0)]!
  })
}

function addHit(hits: Hits, game: number, code: number, orientation: number, pattern: Pattern, size: number): void {
  const { image, point, colour, isLate } = decodeCornerMove(code)
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
