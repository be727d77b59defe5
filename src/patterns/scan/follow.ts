/**
 * What is played within a pattern after it stands: kept for every hit of a game whose rectangle still waits for moves.
 */
import type { Hits } from '../answer/hits.ts'

/** An oriented pattern: its rectangle, and which of the squares as they are drawn each of them is. */
export interface Region {
  columns: number
  rows: number
  /** The square of the drawn pattern that each square of the rectangle shows. */
  drawn: Uint16Array
  isExchanged: boolean
}

/** Bits of the square in a move that is kept with a hit (hits.ts). */
const COLOUR_SHIFT = 12

/** Hits of a game that wait for moves. */
export class Followers {
  private readonly hits: Hits
  /** Rows of the hits that wait, their rectangles, and how many moves each has. */
  private rows: number[] = []
  private lefts: number[] = []
  private tops: number[] = []
  private regions: Region[] = []
  private counts: number[] = []
  /** How many of the rectangles have each square of the board: most moves are in none. */
  private cover = new Uint16Array(361)
  private columns = 19

  constructor(hits: Hits) {
    this.hits = hits
  }

  /** How many hits of the game wait for a move. */
  get waiting(): number {
    return this.rows.length
  }

  /** Begins a game on a board. */
  begin(columns: number, rows: number): void {
    this.columns = columns
    if (this.cover.length < columns * rows) this.cover = new Uint16Array(columns * rows)
    if (this.rows.length === 0) return
    this.cover.fill(0)
    this.rows.length = 0
    this.lefts.length = 0
    this.tops.length = 0
    this.regions.length = 0
    this.counts.length = 0
  }

  /** Adds a hit. @param row its row @param left where its rectangle lies */
  add(row: number, left: number, top: number, region: Region): void {
    this.rows.push(row)
    this.lefts.push(left)
    this.tops.push(top)
    this.regions.push(region)
    this.counts.push(0)
    this.changeCover(left, top, region, 1)
  }

  /** Tells all that wait of a move. @param ply its number, from 1 */
  play(square: number, colour: number, ply: number): void {
    if (this.cover[square] === 0) return
    const { hits, rows, lefts, tops, regions, counts } = this
    const column = square % this.columns
    const row = (square - column) / this.columns
    for (let index = rows.length - 1; index >= 0; index--) {
      const x = column - lefts[index]!
      const y = row - tops[index]!
      const region = regions[index]!
      if (x < 0 || y < 0 || x >= region.columns || y >= region.rows) continue
      const hit = rows[index]!
      const count = counts[index]!++
      if (count === 0) hits.distances[hit] = ply - hits.plies[hit]!
      const played = region.isExchanged ? 3 - colour : colour
      hits.next[hit * hits.depth + count] = region.drawn[y * region.columns + x]! | (played << COLOUR_SHIFT)
      if (count + 1 === hits.depth) this.remove(index)
    }
  }

  private remove(index: number): void {
    const { rows, lefts, tops, regions, counts } = this
    this.changeCover(lefts[index]!, tops[index]!, regions[index]!, -1)
    // The last takes its place: it was looked at already.
    const [row, left, top, region, count] = [rows.pop()!, lefts.pop()!, tops.pop()!, regions.pop()!, counts.pop()!]
    if (index === rows.length) return
    rows[index] = row
    lefts[index] = left
    tops[index] = top
    regions[index] = region
    counts[index] = count
  }

  private changeCover(left: number, top: number, { columns, rows }: Region, by: number): void {
    const { cover } = this
    for (let row = 0; row < rows; row++) {
      const start = (top + row) * this.columns + left
      for (let at = start; at < start + columns; at++) cover[at]! += by
    }
  }
}
