/**
 * What is played within a pattern after it stands: kept for every hit of a game whose rectangle still waits for moves.
 */
import type { Hits } from './hits.ts'

/** A rectangle of the board that shows a pattern, and which of its squares each one is. */
export interface Region {
  left: number
  top: number
  columns: number
  rows: number
  /** The square of the drawn pattern that each square of the rectangle shows. */
  drawn: Uint16Array
  isExchanged: boolean
}

/** Bits of the square in a move that is kept with a hit (hits.ts). */
const COLOUR_SHIFT = 12

export class Followers {
  private readonly hits: Hits
  /** Rows of the hits that wait, their rectangles, and how many moves each has. */
  private rows: number[] = []
  private regions: Region[] = []
  private counts: number[] = []

  constructor(hits: Hits) {
    this.hits = hits
  }

  /** How many hits of the game wait for a move. */
  get waiting(): number {
    return this.rows.length
  }

  /** Forgets the hits of the game before. */
  clear(): void {
    if (this.rows.length === 0) return
    this.rows.length = 0
    this.regions.length = 0
    this.counts.length = 0
  }

  add(row: number, region: Region): void {
    this.rows.push(row)
    this.regions.push(region)
    this.counts.push(0)
  }

  /** Tells all that wait of a move. @param ply its number, from 1 */
  play(column: number, row: number, colour: number, ply: number): void {
    const { hits, rows, regions, counts } = this
    let kept = 0
    for (let index = 0; index < rows.length; index++) {
      const region = regions[index]!
      const [x, y] = [column - region.left, row - region.top]
      let isDone = false
      if (x >= 0 && y >= 0 && x < region.columns && y < region.rows) {
        const hit = rows[index]!
        const count = counts[index]!++
        if (count === 0) hits.distances[hit] = ply - hits.plies[hit]!
        const played = region.isExchanged ? 3 - colour : colour
        hits.next[hit * hits.depth + count] = region.drawn[y * region.columns + x]! | (played << COLOUR_SHIFT)
        isDone = count + 1 === hits.depth
      }
      if (isDone) continue
      if (kept < index) {
        rows[kept] = rows[index]!
        regions[kept] = region
        counts[kept] = counts[index]!
      }
      kept++
    }
    if (kept === rows.length) return
    rows.length = kept
    regions.length = kept
    counts.length = kept
  }
}
