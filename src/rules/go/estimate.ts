/**
 * An estimate of who will own what, without an engine: the position is played to its end many times by random moves
 * that fill no eyes, and counted by area each time (B. Brügmann, Monte Carlo Go, 1993). It knows which groups live
 * where that does not depend on the best move, as at the end of a game; in the middle of one it sees influence only.
 */
import { otherColour, type Colour } from '../../model/move.ts'
import { EMPTY } from './geometry.ts'
import type { GoPosition } from './position.ts'

/** Stands around the board. */
const BORDER = 3

/** What is to be expected on a board, in numbers from -1, White's for sure, to 1, Black's. */
export interface Estimate {
  /** For every square. */
  readonly owners: Float32Array
  /** Games that were played out. */
  readonly playouts: number
}

/**
 * Plays games out from a position, and adds them to an earlier estimate of it.
 * @param playouts how many; one of a usual board takes about a millisecond
 * @param seed what the random moves begin with: the same estimate for the same seed
 */
export function estimateOwners(position: GoPosition, playouts: number, seed: number, before?: Estimate): Estimate {
  const { columns, rows } = position
  const board = new PlayoutBoard(position)
  const random = makeRandom(seed)
  const sums = new Float32Array(columns * rows)
  for (let count = 0; count < playouts; count++) {
    board.playOut(random)
    for (let square = 0; square < sums.length; square++) sums[square]! += board.ownerAt(square)
  }
  const known = before?.playouts ?? 0
  const owners = sums.map((sum, square) => (sum + (before?.owners[square] ?? 0) * known) / (known + playouts))
  return { owners, playouts: known + playouts }
}

/** How surely a group must be lost to count as dead. */
const DEAD = 0.4

/** The stones of groups that an estimate takes for dead, as squares. */
export function deadStones(position: GoPosition, { owners }: Estimate): number[] {
  const { columns, rows } = position
  const seen = new Uint8Array(columns * rows)
  const dead: number[] = []
  for (let start = 0; start < owners.length; start++) {
    const colour = position.stoneAt(start)
    if (colour === EMPTY || seen[start] === 1) continue
    const group = [start]
    seen[start] = 1
    let sum = 0
    for (const stone of group) {
      sum += owners[stone]!
      for (const next of neighbours(stone, columns, rows)) {
        if (seen[next] === 1 || position.stoneAt(next) !== colour) continue
        seen[next] = 1
        group.push(next)
      }
    }
    const mean = (colour === 1 ? sum : -sum) / group.length
    if (mean < -DEAD) dead.push(...group)
  }
  return dead
}

/** How surely a point must be somebody's to count as theirs. */
const OWNED = 0.3

/** The owner of each point by an estimate: 1 Black, 2 White, 0 where it is not sure enough. */
export function estimatedOwners({ owners }: Estimate): (0 | Colour)[] {
  return Array.from(owners, (owner) => (owner > OWNED ? 1 : owner < -OWNED ? 2 : 0))
}

function neighbours(square: number, columns: number, rows: number): number[] {
  const column = square % columns
  const near = [square - columns, square + columns, ...(column > 0 ? [square - 1] : [])]
  if (column < columns - 1) near.push(square + 1)
  return near.filter((next) => next >= 0 && next < columns * rows)
}

/** Numbers from 0 up to but not including a bound (xorshift32). */
function makeRandom(seed: number): (bound: number) => number {
  let state = seed | 0 || 1
  return (bound) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % bound
  }
}

/** A board on which a position is played out again and again. */
class PlayoutBoard {
  private readonly columns: number
  private readonly stride: number
  private readonly start: Uint8Array
  private readonly turn: Colour
  private readonly cells: Uint8Array
  /** The empty cells, in no order, and the place of each among them. */
  private readonly empty: Int32Array
  private readonly places: Int32Array
  private empties = 0
  private readonly stack: Int32Array
  /** When a cell was last looked at. */
  private readonly looked: Int32Array
  private look = 0
  /** The cell that must not be retaken at once, or 0. */
  private ko = 0

  constructor(position: GoPosition) {
    const { columns, rows } = position
    this.columns = columns
    this.stride = columns + 1
    this.start = new Uint8Array(this.stride * (rows + 2) + 1).fill(BORDER)
    for (let square = 0; square < columns * rows; square++) this.start[this.cellOf(square)] = position.stoneAt(square)
    this.turn = position.turn
    this.cells = this.start.slice()
    this.empty = new Int32Array(columns * rows)
    this.places = new Int32Array(this.start.length)
    this.stack = new Int32Array(columns * rows)
    this.looked = new Int32Array(this.start.length)
  }

  private cellOf(square: number): number {
    return (Math.floor(square / this.columns) + 1) * this.stride + (square % this.columns) + 1
  }

  /** Plays from the position to the end. */
  playOut(random: (bound: number) => number): void {
    this.cells.set(this.start)
    this.empties = 0
    this.ko = 0
    for (let cell = 0; cell < this.cells.length; cell++) if (this.cells[cell] === EMPTY) this.addEmpty(cell)
    let turn = this.turn
    let passes = 0
    for (let plies = 3 * this.empty.length; plies > 0 && passes < 2; plies--) {
      passes = this.playAnywhere(turn, random) ? 0 : passes + 1
      turn = otherColour(turn)
    }
  }

  /** Whose a square is at the end: 1 Black's, -1 White's, 0 nobody's. */
  ownerAt(square: number): -1 | 0 | 1 {
    const cell = this.cellOf(square)
    const stone = this.cells[cell]!
    if (stone !== EMPTY) return stone === 1 ? 1 : -1
    // What is left empty is an eye, or a point between both colours.
    let seen = 0
    for (const next of this.near(cell)) if (this.cells[next] !== BORDER) seen |= this.cells[next]!
    return seen === 1 ? 1 : seen === 2 ? -1 : 0
  }

  private near(cell: number): readonly [number, number, number, number] {
    return [cell - 1, cell + 1, cell - this.stride, cell + this.stride]
  }

  private addEmpty(cell: number): void {
    this.cells[cell] = EMPTY
    this.places[cell] = this.empties
    this.empty[this.empties++] = cell
  }

  private removeEmpty(cell: number): void {
    const last = this.empty[--this.empties]!
    this.empty[this.places[cell]!] = last
    this.places[last] = this.places[cell]!
  }

  /** Plays some move that is legal and fills no eye; returns whether there is one. */
  private playAnywhere(turn: Colour, random: (bound: number) => number): boolean {
    if (this.empties === 0) return false
    const from = random(this.empties)
    for (let step = 0; step < this.empties; step++) {
      const cell = this.empty[(from + step) % this.empties]!
      if (cell !== this.ko && !this.isEye(cell, turn) && this.play(cell, turn)) return true
    }
    this.ko = 0
    return false
  }

  /** Whether a cell is an eye of a colour: its neighbours are, and no two corners of it (one at the edge) are not. */
  private isEye(cell: number, colour: Colour): boolean {
    for (const next of this.near(cell)) if (this.cells[next] !== colour && this.cells[next] !== BORDER) return false
    let [lost, outside] = [0, 0]
    for (const corner of [
      cell - this.stride - 1,
      cell - this.stride + 1,
      cell + this.stride - 1,
      cell + this.stride + 1,
    ]) {
      if (this.cells[corner] === BORDER) outside = 1
      else if (this.cells[corner] === otherColour(colour)) lost++
    }
    return lost + outside < 2
  }

  /** Plays a move unless it is suicide; returns whether it was played. */
  private play(cell: number, colour: Colour): boolean {
    const { cells } = this
    const other = otherColour(colour)
    const near = this.near(cell)
    cells[cell] = colour
    let captured = 0
    let last = 0
    for (const next of near) {
      if (cells[next] !== other || this.hasLiberty(next)) continue
      captured += this.capture(next)
      last = next
    }
    if (captured === 0 && !this.hasLiberty(cell)) {
      cells[cell] = EMPTY
      return false
    }
    this.removeEmpty(cell)
    this.ko = captured === 1 && near.every((next) => cells[next] !== colour) ? last : 0
    return true
  }

  private hasLiberty(start: number): boolean {
    const colour = this.cells[start]
    const look = ++this.look
    let end = 0
    this.stack[end++] = start
    this.looked[start] = look
    while (end > 0) {
      const cell = this.stack[--end]!
      for (const next of this.near(cell)) {
        if (this.cells[next] === EMPTY) return true
        if (this.cells[next] !== colour || this.looked[next] === look) continue
        this.looked[next] = look
        this.stack[end++] = next
      }
    }
    return false
  }

  /** Takes a group off the board; returns how many stones it had. */
  private capture(start: number): number {
    const colour = this.cells[start]
    let [end, taken] = [0, 0]
    this.stack[end++] = start
    this.addEmpty(start)
    while (end > 0) {
      const cell = this.stack[--end]!
      taken++
      for (const next of this.near(cell)) {
        if (this.cells[next] !== colour) continue
        this.addEmpty(next)
        this.stack[end++] = next
      }
    }
    return taken
  }
}
