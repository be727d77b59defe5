/**
 * Local positions of Go: what stands in the corners of a board, as keys of the position index with the move played next
 * in the corner, so that joseki are found like positions. docs/position-index.md describes them for other implementers.
 *
 * A corner is a square of {@link LEAST_CORNER} to {@link MOST_CORNER} points at a side. Its key is the least over four
 * images, transposed or not and with the colours exchanged or not, of the exclusive-or of a number for each stone.
 */
import { encodeCornerMove, NO_CORNER_POINT } from '../corner-move.ts'
import {
  LAST_EVENT,
  LINE_HEAD,
  PASS_VALUE,
  SECOND_BEGINS,
  SET_UP_EVENT,
  SQUARE_MASK,
  STONE_SHIFT,
} from '../main-line.ts'
import type { PostingSink } from './postings.ts'

/** Points at a side of the smallest corner. */
export const LEAST_CORNER = 4
/** Points at a side of the largest corner. */
export const MOST_CORNER = 9

/** Stones in a corner up to which it has a key: what has more is rare, and found by other means. */
export const MOST_CORNER_STONES = 12

const SIZES = MOST_CORNER - LEAST_CORNER + 1
const CORNERS = 4
const IMAGES = 4
const POINTS = MOST_CORNER * MOST_CORNER

/** Bit of an image whose columns and rows are exchanged. */
export const TRANSPOSED = 1
/** Bit of an image whose colours are exchanged. */
export const COLOURS_EXCHANGED = 2

/** The numbers of the stones: for each point, colour and image a high and a low half. */
const STONES = stoneNumbers()

function stoneNumbers(): Uint32Array {
  const numbers = new Uint32Array(POINTS * 2 * IMAGES * 2)
  for (let point = 0; point < POINTS; point++) {
    for (const colour of [0, 1]) {
      for (let image = 0; image < IMAGES; image++) {
        const [x, y] = [point % MOST_CORNER, Math.floor(point / MOST_CORNER)]
        const shown = image & TRANSPOSED ? x * MOST_CORNER + y : point
        const stone = shown * 2 + (image & COLOURS_EXCHANGED ? 1 - colour : colour)
        const at = ((point * 2 + colour) * IMAGES + image) * 2
        numbers[at] = scatter(2 * stone + 1)
        numbers[at + 1] = scatter(2 * stone + 2)
      }
    }
  }
  return numbers
}

/** What tells corners of one size from those of another; `high` and `low` halves. */
function saltOf(size: number): [high: number, low: number] {
  return [scatter(0x10000 + size), scatter(0x20000 + size)]
}

/** A number that looks random: the finalizer of MurmurHash3, twice. */
function scatter(word: number): number {
  let mixed = word
  for (const round of [0x9e3779b9, 0x7f4a7c15]) {
    mixed = (mixed + round) | 0
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    mixed ^= mixed >>> 16
  }
  return mixed >>> 0
}

/** The key of what stands in a corner, and the image that it is of. */
export interface CornerKey {
  high: number
  low: number
  image: number
}

/** The key of stones in a corner: 0 none, 1 black, 2 white, row by row from the corner. */
export function cornerKey(size: number, stones: ArrayLike<number>): CornerKey {
  const words = new Uint32Array(IMAGES * 2)
  for (let at = 0; at < size * size; at++) {
    const stone = stones[at]!
    if (stone === 0) continue
    const point = Math.floor(at / size) * MOST_CORNER + (at % size)
    for (let word = 0; word < words.length; word++) words[word]! ^= STONES[(point * 2 + stone - 1) * IMAGES * 2 + word]!
  }
  const image = leastImage(words, 0)
  const [high, low] = saltOf(size)
  return { high: (words[image * 2]! ^ high) >>> 0, low: (words[image * 2 + 1]! ^ low) >>> 0, image }
}

/** The key under which games stand that have to be scanned for corners of a size: on boards as large or not square. */
export function unlistedKey(size: number): { high: number; low: number } {
  const [high, low] = saltOf(size)
  return { high, low }
}

/**
 * The key under which games stand that have to be scanned for whole boards: stones are set up between or after moves, or
 * positions of variations stand in the index beside those of the main line.
 */
export function scannedBoardsKey(): { high: number; low: number } {
  return unlistedKey(0)
}

function leastImage(words: Uint32Array, at: number): number {
  let least = 0
  for (let image = 1; image < IMAGES; image++) {
    const high = words[at + image * 2]!
    const leastHigh = words[at + least * 2]!
    if (high < leastHigh || (high === leastHigh && words[at + image * 2 + 1]! < words[at + least * 2 + 1]!))
      least = image
  }
  return least
}

const SALTS = Array.from({ length: SIZES }, (_, index) => saltOf(LEAST_CORNER + index))

/** A state of a corner that waits for the next move there. */
interface Waiting {
  high: number
  low: number
  image: number
  ply: number
}

/** Follows the corners of a game, in the same memory game after game. */
export class CornerPostings {
  private stones = new Uint8Array(361)
  /** Of each corner and size the exclusive-or of its stones in each image. */
  private readonly words = new Uint32Array(CORNERS * SIZES * IMAGES * 2)
  private readonly counts = new Uint16Array(CORNERS * SIZES)
  private readonly isChanged = new Uint8Array(CORNERS * SIZES)
  /** States that each had, and those that wait for a move. */
  private readonly had: number[][] = Array.from({ length: CORNERS * SIZES }, () => [])
  private readonly waiting: Waiting[][] = Array.from({ length: CORNERS * SIZES }, () => [])
  private columns = 0
  private rows = 0
  /** Sizes that fit into the board, from the least. */
  private sizes = 0

  /**
   * Adds the corners of a game by its main line (main-line.ts).
   * @param hasOthers whether positions of its variations are in the index
   */
  add(postings: PostingSink, line: Uint16Array, game: number, hasOthers: boolean): void {
    if (line.length < LINE_HEAD) return
    this.columns = line[0]! & 0xff
    this.rows = line[0]! >> 8
    const smaller = Math.min(this.columns, this.rows)
    this.sizes = Math.max(0, Math.min(MOST_CORNER, smaller - 1) - LEAST_CORNER + 1)
    const unlisted = this.columns === this.rows ? (smaller <= MOST_CORNER ? [smaller] : []) : fittingSizes(smaller)
    for (const size of unlisted) {
      if (size >= LEAST_CORNER) postUnlisted(postings, unlistedKey(size), game)
    }
    if (hasOthers || isSetUpWithin(line)) postUnlisted(postings, scannedBoardsKey(), game)
    if (this.sizes === 0 || this.columns !== this.rows) return
    this.follow(postings, line, game)
  }

  private follow(postings: PostingSink, line: Uint16Array, game: number): void {
    const squares = this.columns * this.rows
    this.begin(squares)
    const men = (line[1]! & ~SECOND_BEGINS) - 1
    const moves = LINE_HEAD + Math.max(0, men)
    let ply = 0
    let isFirst = true
    for (let at = LINE_HEAD; at < line.length; at++) {
      const event = line[at]!
      const square = event & SQUARE_MASK
      const value = (event >> STONE_SHIFT) & 3
      const isPlayed = (event & SET_UP_EVENT) === 0
      if (value !== PASS_VALUE && square < squares) {
        this.change(postings, square, value, isFirst && isPlayed ? ply + 1 : 0, game)
      }
      isFirst = (event & LAST_EVENT) !== 0
      // What is set up before the first move stands when all of it does.
      if (!isFirst || at < moves - 1) continue
      if (isPlayed) ply++
      this.look(ply)
    }
    for (const [slot, waiting] of this.waiting.entries()) {
      for (const state of waiting) this.post(postings, state, NO_CORNER_POINT, 1, false, slot, game)
      if (waiting.length > 0) waiting.length = 0
    }
  }

  private begin(squares: number): void {
    if (this.stones.length < squares) this.stones = new Uint8Array(squares)
    this.stones.fill(0)
    this.words.fill(0)
    this.counts.fill(0)
    this.isChanged.fill(0)
    for (const had of this.had) if (had.length > 0) had.length = 0
  }

  /** @param ply number of the move that this is, 0 when it is none */
  private change(postings: PostingSink, square: number, value: number, ply: number, game: number): void {
    const { columns, rows, stones, words, counts, isChanged, sizes } = this
    const before = stones[square]!
    stones[square] = value
    const column = square % columns
    const row = (square - column) / columns
    for (let corner = 0; corner < CORNERS; corner++) {
      const x = corner & 1 ? columns - 1 - column : column
      const y = corner & 2 ? rows - 1 - row : row
      const far = x > y ? x : y
      if (far >= MOST_CORNER) continue
      const point = y * MOST_CORNER + x
      for (let size = Math.max(0, far + 1 - LEAST_CORNER); size < sizes; size++) {
        const slot = corner * SIZES + size
        if (ply > 0 && this.waiting[slot]!.length > 0) this.play(postings, slot, x, y, value, ply, game)
        if (before === value) continue
        isChanged[slot] = 1
        const at = slot * IMAGES * 2
        if (before !== 0) {
          counts[slot]!--
          const from = (point * 2 + before - 1) * IMAGES * 2
          for (let word = 0; word < IMAGES * 2; word++) words[at + word]! ^= STONES[from + word]!
        }
        if (value !== 0) {
          counts[slot]!++
          const from = (point * 2 + value - 1) * IMAGES * 2
          for (let word = 0; word < IMAGES * 2; word++) words[at + word]! ^= STONES[from + word]!
        }
      }
    }
  }

  /** Posts what waits in a corner with the move that is played there. */
  private play(
    postings: PostingSink,
    slot: number,
    x: number,
    y: number,
    colour: number,
    ply: number,
    game: number,
  ): void {
    const waiting = this.waiting[slot]!
    const size = LEAST_CORNER + (slot % SIZES)
    for (const state of waiting) {
      const isTransposed = (state.image & TRANSPOSED) !== 0
      const point = isTransposed ? x * size + y : y * size + x
      const shown = state.image & COLOURS_EXCHANGED ? 3 - colour : colour
      this.post(postings, state, point, shown, ply - state.ply > 1, slot, game)
    }
    waiting.length = 0
  }

  private post(
    postings: PostingSink,
    { high, low, image }: Waiting,
    point: number,
    colour: number,
    isLate: boolean,
    slot: number,
    game: number,
  ): void {
    const corner = Math.floor(slot / SIZES)
    postings.add(high, low, game, encodeCornerMove({ point, colour: colour as 1 | 2, isLate }, image, corner))
  }

  /** Looks at the corners that changed: what stands there now waits for the next move. */
  private look(ply: number): void {
    const { isChanged, counts, words } = this
    for (let slot = 0; slot < isChanged.length; slot++) {
      if (isChanged[slot] === 0) continue
      isChanged[slot] = 0
      if (counts[slot] === 0 || counts[slot]! > MOST_CORNER_STONES) continue
      const at = slot * IMAGES * 2
      if (this.wasThere(slot, words[at]!, words[at + 1]!)) continue
      const image = leastImage(words, at)
      const [high, low] = SALTS[slot % SIZES]!
      this.waiting[slot]!.push({
        high: (words[at + image * 2]! ^ high) >>> 0,
        low: (words[at + image * 2 + 1]! ^ low) >>> 0,
        image,
        ply,
      })
    }
  }

  /** Whether a corner stood like this before in the game; from now on it did. */
  private wasThere(slot: number, high: number, low: number): boolean {
    const had = this.had[slot]!
    for (let at = 0; at < had.length; at += 2) if (had[at] === high && had[at + 1] === low) return true
    had.push(high, low)
    return false
  }
}

function fittingSizes(most: number): number[] {
  const count = Math.max(0, Math.min(MOST_CORNER, most) - LEAST_CORNER + 1)
  return Array.from({ length: count }, (_, index) => LEAST_CORNER + index)
}

/** Whether stones are set up after the first move or beside it: what stood before is then no position of the index. */
function isSetUpWithin(line: Uint16Array): boolean {
  const men = (line[1]! & ~SECOND_BEGINS) - 1
  for (let at = LINE_HEAD + Math.max(0, men); at < line.length; at++) {
    if ((line[at]! & SET_UP_EVENT) !== 0) return true
  }
  return false
}

function postUnlisted(postings: PostingSink, { high, low }: { high: number; low: number }, game: number): void {
  postings.add(high, low, game, encodeCornerMove({ point: NO_CORNER_POINT, colour: 1, isLate: false }, 0, 0))
}
