/**
 * A position of Othello on a board of any even sides. A disc is placed beside enemy discs so that lines of them are
 * enclosed, and all of these are flipped.
 *
 * Passes are implicit: `turn` is the side that can move, whoever moved last.
 * Some formats also record passes; such a move changes only the ply count, because the turn has already moved on.
 */
import { isPass, moveColour, moveTo, otherColour, type Colour, type Move } from '../../model/move.ts'
import type { Position } from '../rules.ts'
import { EMPTY, geometryOf, KEYS_PER_CELL, TURN_HIGH, TURN_LOW, type Geometry } from './geometry.ts'
import { canMove, encloses, flipDiscs } from './turn.ts'

/** Who can move: a colour, nobody, or not known yet. */
const UNKNOWN = 0
const NOBODY = 3

/**
 * Integers of one move in the history: the packed state before it, and where its flipped discs begin on their stack.
 */
const HISTORY_FIELDS = 2

/**
 * Fields of the packed state: the cell, its content before, the side that was next, who could move, and whether a disc
 * was placed at all.
 */
const CELL_MASK = 0x3ff
const BEFORE_SHIFT = 10
const NEXT_SHIFT = 12
const MOVER_SHIFT = 14
const PLACED = 1 << 16

export class OthelloPosition implements Position {
  /** The layout of a board of this size, shared by all positions on it. @internal */
  readonly geometry: Geometry
  ply = 0
  /** The padded board, see geometry.ts: 0 empty, 1 black, 2 white, 3 border. */
  readonly cells: Uint8Array
  /** The side whose turn comes next by alternation, whether or not it can move. */
  next: Colour = 1
  /** Who can move now: {@link UNKNOWN} until needed. */
  private mover: number = UNKNOWN
  /** XOR of the random numbers of the size and of all discs. */
  private zobristHigh: number
  private zobristLow: number
  /**
   * Keys of the images under all symmetries without the side to move, as in {@link imageKeys}: once somebody has asked
   * for them, moves keep them up to date, which takes a fifth of the time of a pass over the discs.
   */
  private readonly images = new Int32Array(16)
  private hasImages = false
  private history = new Int32Array(HISTORY_FIELDS * 64)
  /** Moves that can be undone. */
  private undoable = 0
  private turned = new Uint16Array(256)
  private turnedEnd = 0

  /** The initial position on a board of a size. Throws PositionError for a size that no board has. */
  constructor(columns = 8, rows = 8) {
    this.geometry = geometryOf(columns, rows)
    this.cells = this.geometry.start.slice()
    this.zobristHigh = this.geometry.startKey[0]
    this.zobristLow = this.geometry.startKey[1]
  }

  /** Number of columns of the board. */
  get columns(): number {
    return this.geometry.columns
  }

  /** Number of rows of the board. */
  get rows(): number {
    return this.geometry.rows
  }

  /**
   * The side to move, which can move: if the next by alternation has no legal move, the other one. At the end of the
   * game, the next by alternation.
   */
  get turn(): Colour {
    const mover = this.whoCanMove()
    return mover === NOBODY ? this.next : (mover as Colour)
  }

  /** Gives the turn to a side. Earlier moves can then no longer be undone. */
  set turn(colour: Colour) {
    this.next = colour
    this.mover = UNKNOWN
    this.forget()
  }

  /** The side that has to pass (at the end of the game both have to), or undefined. */
  get passing(): Colour | undefined {
    return this.whoCanMove() === this.next ? undefined : this.next
  }

  /** Whether no side can move. */
  get isOver(): boolean {
    return this.whoCanMove() === NOBODY
  }

  pieceAt(square: number): string {
    const disc = this.discAt(square)
    return disc === EMPTY ? '' : String(disc)
  }

  /** The disc on a square: 0 none, 1 black, 2 white. Throws TypeError off the board. */
  discAt(square: number): 0 | Colour {
    return this.cells[this.cellOf(square)] as 0 | Colour
  }

  /** The number of black and of white discs. */
  count(): [number, number] {
    const counts: [number, number, number, number] = [0, 0, 0, 0]
    for (const cell of this.cells) counts[cell as 0 | 1 | 2 | 3]++
    return [counts[1], counts[2]]
  }

  /** Writes the squares of the discs that the last move flipped; returns how many they are. */
  lastFlippedSquares(into: Uint16Array): number {
    if (this.undoable === 0) return 0
    const start = this.history[(this.undoable - 1) * HISTORY_FIELDS + 1]!
    for (let at = start; at < this.turnedEnd; at++) into[at - start] = this.geometry.squareOf[this.turned[at]!]!
    return this.turnedEnd - start
  }

  /** A copy. Moves made before the copy cannot be undone in it. */
  clone(): OthelloPosition {
    const copy = new OthelloPosition(this.columns, this.rows)
    copy.cells.set(this.cells)
    copy.ply = this.ply
    copy.next = this.next
    copy.mover = this.mover
    copy.zobristHigh = this.zobristHigh
    copy.zobristLow = this.zobristLow
    return copy
  }

  /**
   * Plays a move by the side to move or the colour it names; the other colour is then next. A disc that flips nothing
   * is placed all the same, and one placed on another replaces it, as happens in real records.
   */
  play(move: Move): void {
    if (isPass(move)) {
      const passing = moveColour(move) || this.next
      this.remember(0)
      this.end(passing)
      return
    }
    const cell = this.cellOf(moveTo(move))
    // Finding out who can move is expensive and seldom needed.
    const colour = moveColour(move) || (this.flips(moveTo(move), this.next) ? this.next : this.turn)
    const before = this.cells[cell]!
    this.remember(PLACED | cell | (before << BEFORE_SHIFT))
    const start = this.turnedEnd
    this.turnedEnd = flipDiscs(this.cells, this.geometry.rays, cell, colour, this.turned, start)
    for (let index = start; index < this.turnedEnd; index++) this.turnOverKeys(this.turned[index]!)
    this.cells[cell] = colour
    this.toggleKeys(cell, before)
    this.toggleKeys(cell, colour)
    this.end(colour)
  }

  /** Undoes the last move. Throws TypeError when there is none since the start, an edit or a copy. */
  undo(): void {
    if (this.undoable === 0) throw new TypeError('there is no move to undo')
    // Who undoes a move seldom asks for them.
    this.hasImages = false
    const at = --this.undoable * HISTORY_FIELDS
    const state = this.history[at]!
    const turnedStart = this.history[at + 1]!
    if (state & PLACED) {
      const cell = state & CELL_MASK
      const colour = this.cells[cell]!
      while (this.turnedEnd > turnedStart) {
        const turned = this.turned[--this.turnedEnd]!
        this.cells[turned] = 3 - colour
        this.turnOverKeys(turned)
      }
      const before = (state >> BEFORE_SHIFT) & 3
      this.cells[cell] = before
      this.toggleKeys(cell, before)
      this.toggleKeys(cell, colour)
    }
    this.next = ((state >> NEXT_SHIFT) & 3) as Colour
    this.mover = (state >> MOVER_SHIFT) & 3
    this.ply--
  }

  /**
   * Puts a disc on a square or clears it, without flipping. Earlier moves can then no longer be undone. Throws
   * TypeError off the board.
   */
  set(square: number, disc: 0 | Colour): void {
    const cell = this.cellOf(square)
    this.toggleKeys(cell, this.cells[cell]!)
    this.toggleKeys(cell, disc)
    this.cells[cell] = disc
    this.mover = UNKNOWN
    this.forget()
  }

  /** Whether a disc of a colour on a square would flip any. */
  flips(square: number, colour: Colour): boolean {
    const cell = this.cellOf(square)
    return this.cells[cell] === EMPTY && encloses(this.cells, this.geometry.rays, cell, colour)
  }

  /** The key of the position: discs, size, and side to move. All finished positions count as black to move. */
  key(into: Uint32Array, at = 0): void {
    this.discsKey(into, at)
    if (this.whoCanMove() === 2) addTurn(into, at)
  }

  /** The key of the discs and the size, without the side to move. */
  discsKey(into: Uint32Array, at: number): void {
    into[at] = this.zobristHigh
    into[at + 1] = this.zobristLow
  }

  /**
   * The keys of the images under all symmetries: the high halves in `into[symmetry]`, the low ones in
   * `into[8 + symmetry]`; with `swapped`, black and white are swapped.
   */
  imageKeys(into: Int32Array, swapped: boolean): void {
    if (swapped) {
      this.readImages(into, 1)
    } else {
      if (!this.hasImages) this.readImages(this.images, 2)
      this.hasImages = true
      into.set(this.images)
    }
    if (this.whoCanMove() !== (swapped ? 1 : 2)) return
    for (let symmetry = 0; symmetry < 8; symmetry++) {
      into[symmetry]! ^= TURN_HIGH
      into[8 + symmetry]! ^= TURN_LOW
    }
  }

  /** The keys of the images without the side to move, in one pass over the discs. @param white the discs that count as white */
  private readImages(into: Int32Array, white: Colour): void {
    const { cells } = this
    const { discKeys, sizeKey, symmetries } = this.geometry
    into.fill(sizeKey[0], 0, 8)
    into.fill(sizeKey[1], 8)
    const step = cells.length * KEYS_PER_CELL
    for (let cell = 0; cell < cells.length; cell++) {
      const disc = cells[cell]!
      if (disc !== 1 && disc !== 2) continue
      let from = cell * KEYS_PER_CELL
      // A white disc has the key of a black disc and that of flipping it.
      const over = disc === white ? -1 : 0
      for (let symmetry = 0; symmetry < symmetries; symmetry++, from += step) {
        into[symmetry]! ^= discKeys[from]! ^ (discKeys[from + 2]! & over)
        into[8 + symmetry]! ^= discKeys[from + 1]! ^ (discKeys[from + 3]! & over)
      }
    }
  }

  /** Which colour can move now, or {@link NOBODY}; computed once per position. */
  private whoCanMove(): number {
    if (this.mover === UNKNOWN) {
      const { cells } = this
      const { rays } = this.geometry
      const other = otherColour(this.next)
      this.mover = canMove(cells, rays, this.next) ? this.next : canMove(cells, rays, other) ? other : NOBODY
    }
    return this.mover
  }

  /** Adds a disc to the keys, or removes it. */
  private toggleKeys(cell: number, disc: number): void {
    if (disc === EMPTY) return
    const { discKeys } = this.geometry
    const at = cell * KEYS_PER_CELL
    this.zobristHigh ^= discKeys[at]!
    this.zobristLow ^= discKeys[at + 1]!
    if (this.hasImages) this.toggleImages(at)
    if (disc === 2) this.turnOverKeys(cell)
  }

  /** Adds the flipping of a disc to the keys. */
  private turnOverKeys(cell: number): void {
    const { discKeys } = this.geometry
    const at = cell * KEYS_PER_CELL
    this.zobristHigh ^= discKeys[at + 2]!
    this.zobristLow ^= discKeys[at + 3]!
    if (this.hasImages) this.toggleImages(at + 2)
  }

  /** Adds one of the keys of a cell to all images. @param at its place among those of the cells as they are */
  private toggleImages(at: number): void {
    const { images } = this
    const { discKeys, symmetries } = this.geometry
    const step = this.cells.length * KEYS_PER_CELL
    for (let symmetry = 0; symmetry < symmetries; symmetry++, at += step) {
      images[symmetry]! ^= discKeys[at]!
      images[8 + symmetry]! ^= discKeys[at + 1]!
    }
  }

  private cellOf(square: number): number {
    const cell = this.geometry.cellOf[square]
    if (cell === undefined) throw new TypeError(`square ${square} is not on a board of ${this.columns} x ${this.rows}`)
    return cell
  }

  /** Ends a move of a colour. */
  private end(colour: Colour): void {
    this.next = otherColour(colour)
    this.mover = UNKNOWN
    this.ply++
  }

  private remember(state: number): void {
    const at = this.undoable++ * HISTORY_FIELDS
    if (at === this.history.length) this.history = enlarge(this.history, new Int32Array(at * 2))
    this.history[at] = state | (this.next << NEXT_SHIFT) | (this.mover << MOVER_SHIFT)
    this.history[at + 1] = this.turnedEnd
    // A move cannot flip more discs than the board has squares.
    if (this.turnedEnd + this.geometry.squares > this.turned.length) {
      this.turned = enlarge(this.turned, new Uint16Array((this.turned.length + this.geometry.squares) * 2))
    }
  }

  private forget(): void {
    this.undoable = 0
    this.turnedEnd = 0
  }
}

/** Adds White's turn to a key. */
export function addTurn(key: Uint32Array, at: number): void {
  key[at]! ^= TURN_HIGH
  key[at + 1]! ^= TURN_LOW
}

function enlarge<Numbers extends Int32Array | Uint16Array>(numbers: Numbers, larger: Numbers): Numbers {
  larger.set(numbers)
  return larger
}
