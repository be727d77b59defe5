/**
 * Which places of a pattern are looked at in the games of a block of a segment: those whose stones a game ever had, by
 * the signature, and of these those that the bytes of its points leave.
 */
import { BLOCK_GAMES } from '../../positions/segment/segment-blocks.ts'
import { LAST_PLY, LISTED, NEVER, type BlockTimes } from '../../positions/segment/segment-times.ts'
import type { StoneTimes } from '../../positions/segment/stone-times.ts'
import { ANY_STONE, EMPTY, NO_POINT, PROBE, type StonePlaces } from './stone-places.ts'

/** The places listed for each game of a block. */
export class ListedPlaces {
  /** How many there are. */
  readonly counts = new Uint16Array(BLOCK_GAMES)
  private readonly places: StonePlaces
  /** Places of the pattern. */
  private readonly count: number
  private readonly lists: Uint16Array

  constructor(places: StonePlaces) {
    this.places = places
    this.count = places.cellOf.length
    this.lists = new Uint16Array(BLOCK_GAMES * this.count)
  }

  /** Those of a game. @param index of the game in the block */
  of(index: number): Uint16Array {
    return this.lists.subarray(index * this.count, index * this.count + this.counts[index]!)
  }

  /** Lists for each game of a block the places whose stones it had at some time. @param signature that of the block */
  list(signature: Uint32Array): void {
    const { lists, counts, count } = this
    const { starts, squares, allowed } = this.places
    counts.fill(0)
    for (let place = 0; place < count; place++) {
      let [low, high] = [-1, -1]
      const end = starts[place + 1]!
      // Stones come first.
      for (let at = starts[place]!; at < end && (allowed[at]! & EMPTY) === 0; at++) {
        const black = squares[at]! * 4
        const bits = allowed[at]!
        low &= (bits & 2 ? signature[black]! : 0) | (bits & 4 ? signature[black + 2]! : 0)
        high &= (bits & 2 ? signature[black + 1]! : 0) | (bits & 4 ? signature[black + 3]! : 0)
      }
      for (; low !== 0; low &= low - 1) {
        const game = 31 - Math.clz32(low & -low)
        lists[game * count + counts[game]!++] = place
      }
      for (; high !== 0; high &= high - 1) {
        const game = 63 - Math.clz32(high & -high)
        lists[game * count + counts[game]!++] = place
      }
    }
  }

  /**
   * Leaves out most places listed for a game at which the pattern never stands, by the bytes of its points
   * (positions/segment/segment-times.ts). Returns how many are left.
   * @param index of the game in the block
   */
  narrow(block: BlockTimes, index: number, times: StoneTimes): number {
    const { lists, counts } = this
    const { probes } = this.places
    // Without points that have to be empty.
    if (probes[PROBE - 1] === NO_POINT) return counts[index]!
    const { bytes } = block
    const from = index * this.count
    const to = from + counts[index]!
    const points = block.pointsOf(index)
    let isLoaded = false
    let kept = from
    for (let at = from; at < to; at++) {
      const place = lists[at]!
      const probe = place * PROBE
      const one = bytes[points + probes[probe]!]!
      const other = bytes[points + probes[probe + 2]!]!
      let least = one > LAST_PLY ? 1 : one + 1
      if (other >= least && other <= LAST_PLY) least = other + 1
      // One question for four points: which of them it is cannot be foreseen, whether there is one mostly can.
      const near =
        (bytes[points + probes[probe + 4]!]! - least) |
        (bytes[points + probes[probe + 5]!]! - least) |
        (bytes[points + probes[probe + 6]!]! - least) |
        (bytes[points + probes[probe + 7]!]! - least)
      if (near < 0) continue
      const far =
        (bytes[points + probes[probe + 8]!]! - least) |
        (bytes[points + probes[probe + 9]!]! - least) |
        (bytes[points + probes[probe + 10]!]! - least) |
        (bytes[points + probes[probe + 11]!]! - least)
      if (far < 0) continue
      if (!isLoaded) block.loadListed(index, times)
      isLoaded = true
      if (this.mayStandBy(place, bytes, points, times)) lists[kept++] = place
    }
    return (counts[index] = kept - from)
  }

  /**
   * Whether a pattern may stand at a place at some time: not before its stones, and not before those are gone that stood
   * on its empty points by then.
   * @param times those of the points that are listed in the block
   */
  private mayStandBy(place: number, bytes: Uint8Array, points: number, times: StoneTimes): boolean {
    const { starts, squares, allowed } = this.places
    const to = starts[place + 1]!
    let last = 0
    let at = starts[place]!
    for (; at < to && (allowed[at]! & EMPTY) === 0; at++) {
      const square = squares[at]!
      let ply = bytes[points + square]!
      if (ply === LISTED) {
        const bits = allowed[at]!
        const time = bits === ANY_STONE ? times.stones[square]! : times.since(square, bits >> 1)
        if (time >= times.end) return false
        ply = times.plyOf(time)
      }
      if (ply > last) last = ply
    }
    const empty = at
    for (; at < to; at++) {
      if (allowed[at] !== EMPTY) continue
      const square = squares[at]!
      const ply = bytes[points + square]!
      if (ply !== LISTED && (ply > last || ply === NEVER)) continue
      if (ply !== LISTED) return false
      if (times.plyOf(times.stones[square]!) > last) continue
      if (times.gone[square]! >= times.end) return false
      const gone = times.plyOf(times.gone[square]!)
      if (gone <= last) continue
      last = gone
      at = empty - 1
    }
    return true
  }
}
