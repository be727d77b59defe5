/** Recorded games on boards of any size, replayed on cells (see geometry.ts). */
import { EMPTY, KEYS_PER_CELL } from './geometry.ts'
import type { LineReplay } from './line-replay.ts'
import { addTurn, type OthelloPosition } from './position.ts'
import { awardedScore } from './score.ts'
import { canMove, flipDiscs } from './turn.ts'

export class CellLine implements LineReplay {
  private readonly start: OthelloPosition
  private readonly startDiscs: number
  private readonly startDifference: number
  private readonly startKey = new Uint32Array(2)
  private readonly cells: Uint8Array
  private readonly turned: Uint16Array
  /** Discs on the board, and how many more of them are black than white. */
  private discs = 0
  private difference = 0
  /** The side next by alternation. */
  private next = 1

  /** @param start where every line begins; it is not changed */
  constructor(start: OthelloPosition) {
    this.start = start
    const [black, white] = start.count()
    this.startDiscs = black + white
    this.startDifference = black - white
    start.discsKey(this.startKey, 0)
    this.cells = start.cells.slice()
    this.turned = new Uint16Array(start.geometry.squares)
  }

  play(line: Uint8Array, from: number, to: number, keys?: Uint32Array): number {
    const { cells, turned } = this
    const { rays } = this.start.geometry
    cells.set(this.start.cells)
    let next: number = this.start.next
    let difference = this.startDifference
    let ply = 0
    if (keys) keys.set(this.startKey)
    for (; from + ply < to; ply++) {
      const cell = line[from + ply]!
      if (cells[cell] !== EMPTY) break
      let count = flipDiscs(cells, rays, cell, next, turned, 0)
      if (count === 0) {
        // The other side may move when the one next by alternation cannot.
        if (canMove(cells, rays, next)) break
        next = 3 - next
        count = flipDiscs(cells, rays, cell, next, turned, 0)
        if (count === 0) break
      }
      cells[cell] = next
      difference += next === 1 ? 2 * count + 1 : -2 * count - 1
      if (keys) this.addKey(keys, ply * 2, cell, next, count)
      next = 3 - next
    }
    this.next = next
    this.discs = this.startDiscs + ply
    this.difference = difference
    if (keys && this.turn === 2) addTurn(keys, ply * 2)
    return ply
  }

  get turn(): 1 | 2 | undefined {
    const { rays, squares } = this.start.geometry
    if (this.discs === squares) return undefined
    const other = 3 - this.next
    if (canMove(this.cells, rays, this.next)) return this.next as 1 | 2
    return canMove(this.cells, rays, other) ? (other as 1 | 2) : undefined
  }

  get score(): [number, number] {
    const black = (this.discs + this.difference) / 2
    return awardedScore(black, this.discs - black, this.start.geometry.squares)
  }

  /** Completes the key before a move with the side that made it, and starts the key after it. */
  private addKey(keys: Uint32Array, at: number, cell: number, colour: number, count: number): void {
    const { discKeys } = this.start.geometry
    const isWhite = colour === 2
    let high = keys[at]! ^ discKeys[cell * KEYS_PER_CELL]!
    let low = keys[at + 1]! ^ discKeys[cell * KEYS_PER_CELL + 1]!
    if (isWhite) {
      addTurn(keys, at)
      high ^= discKeys[cell * KEYS_PER_CELL + 2]!
      low ^= discKeys[cell * KEYS_PER_CELL + 3]!
    }
    for (let index = 0; index < count; index++) {
      const turned = this.turned[index]! * KEYS_PER_CELL
      high ^= discKeys[turned + 2]!
      low ^= discKeys[turned + 3]!
    }
    keys[at + 2] = high
    keys[at + 3] = low
  }
}
