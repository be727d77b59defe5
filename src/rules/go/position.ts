/**
 * A position of Go, after the formal definition in paragraph 9.16 of the wei7
 * specification: any rectangle, any colour may move, a stone is placed on an empty point, then the opponent's blocks
 * without liberties are removed, then the mover's own. Suicide is allowed and there is no ko rule; strict.ts checks
 * stricter rules.
 *
 * Captures are found by a flood fill that stops at the first liberty, which is usually next to its first stone. So the
 * only state besides the board is the keys and a stack of what undo restores.
 */
import { isPass, moveColour, moveTo, otherColour, type Colour, type Move } from '../../model/move.ts'
import type { Position } from '../rules.ts'
import { smallestKey } from '../symmetry.ts'
import { EMPTY, geometryOf, turnKey, type Geometry } from './geometry.ts'

/** Integers of one move in the history: move, previous state, end of the stack of captured stones before it. */
const HISTORY_FIELDS = 3

/** A captured stone on the stack: its cell, and its colour above these bits (cells stay below 2^13). */
const CELL_BITS = 13
const CELL_MASK = (1 << CELL_BITS) - 1

const [TURN_HIGH, TURN_LOW] = turnKey()

export class GoPosition implements Position {
  /** The layout of a board of this size, shared by all positions on it. @internal */
  readonly geometry: Geometry
  turn: Colour = 1
  ply = 0
  /** The padded board, see geometry.ts: 0 empty, 1 black, 2 white, 3 border. */
  readonly cells: Uint8Array
  /** Stones of colour 1 and of colour 2 captured so far, including suicides. */
  readonly prisoners: [number, number] = [0, 0]

  /**
   * XOR of the random numbers of all stones, separately for each colour: for each symmetry two halves for black, then
   * the same for white.
   */
  private readonly sums: Uint32Array
  private history: Int32Array
  /** Moves that can be undone. */
  private undoable = 0
  private captured = new Uint16Array(16)
  private capturedEnd = 0

  /** An empty board, black to move. @param plies moves to make room for; more may be played */
  constructor(columns: number, rows: number, plies = 128) {
    this.geometry = geometryOf(columns, rows)
    this.cells = this.geometry.board.slice()
    this.sums = new Uint32Array(this.geometry.symmetries * 4)
    this.history = new Int32Array(HISTORY_FIELDS * plies)
  }

  /** Number of columns of the board. */
  get columns(): number {
    return this.geometry.columns
  }

  /** Number of rows of the board. */
  get rows(): number {
    return this.geometry.rows
  }

  pieceAt(square: number): string {
    const stone = this.stoneAt(square)
    return stone === EMPTY ? '' : String(stone)
  }

  /** The stone on a square: 0 none, 1 black, 2 white. Throws TypeError off the board. */
  stoneAt(square: number): 0 | Colour {
    return this.cells[this.cellOf(square)] as 0 | Colour
  }

  /** How many stones the last move captured, including suicides; 0 if there is no move to undo. */
  get lastCaptured(): number {
    if (this.undoable === 0) return 0
    return this.capturedEnd - this.history[(this.undoable - 1) * HISTORY_FIELDS + 2]!
  }

  /** Writes the squares of the stones that the last move took off the board; returns how many they are. */
  lastCapturedSquares(into: Uint16Array): number {
    const count = this.lastCaptured
    const start = this.capturedEnd - count
    for (let index = 0; index < count; index++) {
      into[index] = this.geometry.squareOf[this.captured[start + index]! & CELL_MASK]!
    }
    return count
  }

  /** A copy. Moves made before the copy cannot be undone in it. */
  clone(): GoPosition {
    const copy = new GoPosition(this.columns, this.rows, 8)
    copy.cells.set(this.cells)
    copy.sums.set(this.sums)
    copy.turn = this.turn
    copy.ply = this.ply
    copy.prisoners[0] = this.prisoners[0]
    copy.prisoners[1] = this.prisoners[1]
    return copy
  }

  /**
   * Plays a move by the side to move or the colour it names; the other colour is then to move. A stone played on
   * another replaces it, as happens in real records.
   */
  play(move: Move): void {
    const colour = moveColour(move) || this.turn
    const pass = isPass(move)
    const cell = pass ? 0 : this.cellOf(moveTo(move))
    const before = this.cells[cell]!
    this.remember(move, before | (this.turn << 2) | (colour << 4))
    if (!pass) this.put(cell, before, colour)
    this.turn = otherColour(colour)
    this.ply++
  }

  private put(cell: number, before: number, colour: Colour): void {
    const cells = this.cells
    if (before !== EMPTY) this.toggleKeys(cell, before)
    cells[cell] = colour
    this.toggleKeys(cell, colour)
    const enemy = 3 - colour
    const stride = this.geometry.stride
    let taken = 0
    if (cells[cell - stride] === enemy) taken += this.takeIfDead(cell - stride, enemy)
    if (cells[cell - 1] === enemy) taken += this.takeIfDead(cell - 1, enemy)
    if (cells[cell + 1] === enemy) taken += this.takeIfDead(cell + 1, enemy)
    if (cells[cell + stride] === enemy) taken += this.takeIfDead(cell + stride, enemy)
    // A move that captured a neighbour has that point as a liberty.
    if (taken === 0) this.takeIfDead(cell, colour)
  }

  /** Undoes the last move. Throws TypeError when there is none since the start, an edit or a copy. */
  undo(): void {
    if (this.undoable === 0) throw new TypeError('there is no move to undo')
    const at = --this.undoable * HISTORY_FIELDS
    const move = this.history[at]!
    const state = this.history[at + 1]!
    const capturedStart = this.history[at + 2]!
    while (this.capturedEnd > capturedStart) {
      const entry = this.captured[--this.capturedEnd]!
      const cell = entry & CELL_MASK
      const colour = entry >> CELL_BITS
      this.cells[cell] = colour
      this.toggleKeys(cell, colour)
      this.prisoners[colour - 1]!--
    }
    if (!isPass(move)) {
      const cell = this.geometry.cellOf[moveTo(move)]!
      this.toggleKeys(cell, state >> 4)
      const before = state & 3
      this.cells[cell] = before
      if (before !== EMPTY) this.toggleKeys(cell, before)
    }
    this.turn = ((state >> 2) & 3) as Colour
    this.ply--
  }

  /**
   * Puts a stone on a square or clears it, without captures. Earlier moves can then no longer be undone. Throws
   * TypeError off the board.
   */
  set(square: number, stone: 0 | Colour): void {
    const cell = this.cellOf(square)
    const before = this.cells[cell]!
    if (before !== EMPTY) this.toggleKeys(cell, before)
    if (stone !== EMPTY) this.toggleKeys(cell, stone)
    this.cells[cell] = stone
    this.undoable = 0
    this.capturedEnd = 0
  }

  /** Whether the block of a stone has a liberty. */
  hasLiberty(square: number): boolean {
    const cell = this.cellOf(square)
    const colour = this.cells[cell]!
    return colour === EMPTY || this.findChoked(cell, colour) === 0
  }

  /**
   * The key of the stones alone under a symmetry, without size and side to move: high half into `into[at]`, low half
   * into `into[at + 1]`.
   * @param swapped exchanges black and white
   */
  stonesKey(into: Uint32Array, at = 0, symmetry = 0, swapped = false): void {
    const white = this.sums.length >> 1
    const own = symmetry * 2 + (swapped ? white : 0)
    const other = symmetry * 2 + (swapped ? 0 : white)
    const high = this.sums[other]!
    const low = this.sums[other + 1]!
    // White's sum is rotated by 21 bits, so that both colours can use the same random numbers.
    into[at] = this.sums[own]! ^ ((high << 21) | (low >>> 11))
    into[at + 1] = this.sums[own + 1]! ^ ((low << 21) | (high >>> 11))
  }

  /** The key of the position: stones, size and side to move. */
  key(into: Uint32Array, at = 0, symmetry = 0, swapped = false): void {
    this.stonesKey(into, at, symmetry, swapped)
    const [high, low] = this.geometry.sizeKey
    const isWhite = (this.turn === 2) !== swapped
    into[at]! ^= isWhite ? high ^ TURN_HIGH : high
    into[at + 1]! ^= isWhite ? low ^ TURN_LOW : low
  }

  /**
   * The smallest key of the images under all symmetries and, with `swapColours`, of those with black and white swapped.
   * Returns which image it is: the symmetry, plus 8 if the colours are swapped.
   */
  canonicalKey(into: Uint32Array, at = 0, swapColours = false): number {
    return smallestKey(this.geometry.symmetries, swapColours, into, at, (symmetry, swapped) =>
      this.key(into, at, symmetry, swapped),
    )
  }

  private cellOf(square: number): number {
    const cell = this.geometry.cellOf[square]
    if (cell === undefined) throw new TypeError(`square ${square} is not on a board of ${this.columns} x ${this.rows}`)
    return cell
  }

  private remember(move: Move, state: number): void {
    const at = this.undoable++ * HISTORY_FIELDS
    if (at === this.history.length) this.history = enlarge(this.history, new Int32Array(at * 2))
    this.history[at] = move
    this.history[at + 1] = state
    this.history[at + 2] = this.capturedEnd
  }

  /** Removes the block at a cell if it has no liberties; returns its number of stones. */
  private takeIfDead(cell: number, colour: number): number {
    const size = this.findChoked(cell, colour)
    if (size === 0) return 0
    const { block } = this.geometry.scratch
    if (this.capturedEnd + size > this.captured.length) {
      this.captured = enlarge(this.captured, new Uint16Array((this.capturedEnd + size) * 2))
    }
    for (let index = 0; index < size; index++) {
      const stone = block[index]!
      this.cells[stone] = EMPTY
      this.toggleKeys(stone, colour)
      this.captured[this.capturedEnd++] = stone | (colour << CELL_BITS)
    }
    this.prisoners[colour - 1]! += size
    return size
  }

  /**
   * Finds the block at a cell if it has no liberties: returns its size, with its cells in the scratch space; otherwise
   * 0.
   */
  private findChoked(start: number, colour: number): number {
    const { cells } = this
    const { stride, scratch } = this.geometry
    // The usual case: the stone itself has a liberty.
    if (cells[start - 1] === EMPTY || cells[start + 1] === EMPTY) return 0
    if (cells[start - stride] === EMPTY || cells[start + stride] === EMPTY) return 0
    const { block, seen } = scratch
    if (++scratch.look === 0x1_0000_0000) {
      seen.fill(0)
      scratch.look = 1
    }
    const { look } = scratch
    seen[start] = look
    block[0] = start
    let size = 1
    for (let index = 0; index < size; index++) {
      const cell = block[index]!
      const up = cells[cell - stride]!
      const left = cells[cell - 1]!
      const right = cells[cell + 1]!
      const down = cells[cell + stride]!
      if (up === EMPTY || left === EMPTY || right === EMPTY || down === EMPTY) return 0
      if (up === colour && seen[cell - stride] !== look) seen[(block[size++] = cell - stride)] = look
      if (left === colour && seen[cell - 1] !== look) seen[(block[size++] = cell - 1)] = look
      if (right === colour && seen[cell + 1] !== look) seen[(block[size++] = cell + 1)] = look
      if (down === colour && seen[cell + stride] !== look) seen[(block[size++] = cell + stride)] = look
    }
    return size
  }

  /** Adds a stone to the keys of all symmetries, or removes it. */
  private toggleKeys(cell: number, colour: number): void {
    const { sums } = this
    const { stoneKeys } = this.geometry
    const count = sums.length >> 1
    const to = colour === 1 ? 0 : count
    const from = this.geometry.squareOf[cell]! * count
    for (let index = 0; index < count; index++) sums[to + index]! ^= stoneKeys[from + index]!
  }
}

function enlarge<Numbers extends Int32Array | Uint16Array>(numbers: Numbers, larger: Numbers): Numbers {
  larger.set(numbers)
  return larger
}
