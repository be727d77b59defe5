/**
 * Postings while they are gathered: in which position which game played which
 * move, in columns of typed arrays.
 */
import { resized } from '../../bytes/resize.ts'
import { NO_MOVE_CODE } from '../move-code.ts'

/** What takes postings one by one. */
export interface PostingSink {
  /** Adds a posting: the halves of the key of a position, the game that reached it and the code of the move it played. */
  add(high: number, low: number, game: number, move: number): void
  /**
   * Adds the positions of a main line as `add` would one by one, the last of them with no move.
   * @param keys two halves for each position @param codes the move played in each but the last
   */
  addLine(keys: Uint32Array, codes: Uint16Array, length: number, game: number): void
}

/** A run of postings that grows. */
export class Postings implements PostingSink {
  /** High and low half of the position key, game number, move code; the first `count` are valid. */
  high: Uint32Array
  low: Uint32Array
  game: Uint32Array
  move: Uint16Array
  count = 0

  constructor(capacity: number) {
    this.high = new Uint32Array(capacity)
    this.low = new Uint32Array(capacity)
    this.game = new Uint32Array(capacity)
    this.move = new Uint16Array(capacity)
  }

  /** Number of postings there is memory for. */
  get capacity(): number {
    return this.high.length
  }

  add(high: number, low: number, game: number, move: number): void {
    const at = this.count
    if (at === this.high.length) this.reserve(at + 1)
    this.high[at] = high
    this.low[at] = low
    this.game[at] = game
    this.move[at] = move
    this.count = at + 1
  }

  addLine(keys: Uint32Array, codes: Uint16Array, length: number, game: number): void {
    for (let ply = 0; ply <= length; ply++) {
      this.add(keys[2 * ply]!, keys[2 * ply + 1]!, game, ply < length ? codes[ply]! : NO_MOVE_CODE)
    }
  }

  /** Makes room for so many postings altogether. */
  reserve(count: number): void {
    if (count <= this.capacity) return
    const room = Math.max(count, this.capacity * 2)
    this.high = resized(this.high, room)
    this.low = resized(this.low, room)
    this.game = resized(this.game, room)
    this.move = resized(this.move, room)
  }

  /** Gives the memory back; what was gathered is gone. */
  release(): void {
    this.count = 0
    for (const name of ['high', 'low', 'game'] as const) this[name] = resized(this[name], 0)
    this.move = resized(this.move, 0)
  }
}

/** Numbers that a posting takes as a row: high, low, game, move. */
export const ROW_WIDTH = 4

/** The games in which a position occurs, with the code of the move each played. Lists may be shared: do not change them. */
export interface PostingList {
  games: Uint32Array
  moves: Uint16Array
}
