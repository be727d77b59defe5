/**
 * The rule of Othello on the usual board of 8 x 8, fast: the discs of each side as bits of two words. Bit
 * `8 * (row % 4) + column` of the first word is a square of the upper four rows, of the second one of the lower four.
 *
 * Four words are a position: those of the side to move, then those of the other side. Positions begin with
 * {@link writeWords}, which fills the tables.
 */
import { geometryOf, KEYS_PER_CELL } from './geometry.ts'

/** Words of a position. */
export const POSITION_WORDS = 4

/** Columns b to g: only enemy discs there can be enclosed from left and right, or diagonally. */
const INNER_COLUMNS = 0x7e7e7e7e

/** The first column of every row of a word, and the factor that gathers its four bits in the highest ones. */
const FIRST_COLUMN = 0x01010101
const GATHER_COLUMN = 0x10204080
/** The factor that gathers the bits of a diagonal, which lie in different columns, in the highest byte. */
const GATHER_DIAGONAL = 0x01010101

/** Lines of the board: 8 rows, 8 columns, 15 diagonals down to the right, 15 down to the left. */
const COLUMN_LINES = 8
const FALLING_LINES = 16
const RISING_LINES = 31
const LINES = 46

/** The inner six squares of a line, as bits. */
const INNER = 64

/** The random numbers of the discs by square, as in {@link Geometry.discKeys} of the usual board. */
export const SQUARE_KEYS = new Int32Array(64 * KEYS_PER_CELL)

/** The upper and lower word of both diagonals of a square: falling, then rising. */
const DIAGONALS = new Int32Array(64 * 4)

/**
 * The squares of a line that enclose enemy discs together with a disc on a square of it, if they are of its colour:
 * `[place * INNER + inner enemy discs]`.
 */
const ENDS = new Uint8Array(8 * INNER)

/** The inner squares between a disc and those at the ends: `[place * 256 + ends]`. */
const BETWEEN = new Uint8Array(8 * 256)

/**
 * What flipping inner discs of a line changes: upper word, lower word, high and low half of the key:
 * `[(line * INNER + discs) * 4]`.
 */
const CHANGES = new Int32Array(LINES * INNER * 4)

/** What a disc flips, after {@link findFlips}: upper word, lower word, high and low half of the change of the key. */
export const flips: Int32Array = new Int32Array(4)

/**
 * Finds what a disc of the side to move would flip on an empty square and leaves it in {@link flips}. Returns whether
 * it flips any.
 * @param at where the position begins
 */
export function findFlips(words: Int32Array, at: number, square: number): boolean {
  const ownUpper = words[at]!
  const ownLower = words[at + 1]!
  const enemyUpper = words[at + 2]!
  const enemyLower = words[at + 3]!
  const row = square >> 3
  const column = square & 7

  const shift = (row & 3) << 3
  const isUpper = row < 4
  const ownRow = ((isUpper ? ownUpper : ownLower) >>> shift) & 0xff
  const enemyRow = ((isUpper ? enemyUpper : enemyLower) >>> (shift + 1)) & 0x3f
  const inRow = BETWEEN[(column << 8) | (ENDS[(column << 6) | enemyRow]! & ownRow)]!

  const ownColumn =
    (Math.imul((ownUpper >>> column) & FIRST_COLUMN, GATHER_COLUMN) >>> 28) |
    ((Math.imul((ownLower >>> column) & FIRST_COLUMN, GATHER_COLUMN) >>> 24) & 0xf0)
  const enemyColumn =
    (Math.imul((enemyUpper >>> column) & FIRST_COLUMN, GATHER_COLUMN) >>> 29) |
    ((Math.imul((enemyLower >>> column) & FIRST_COLUMN, GATHER_COLUMN) >>> 25) & 0x38)
  const inColumn = BETWEEN[(row << 8) | (ENDS[(row << 6) | enemyColumn]! & ownColumn)]!

  const diagonal = square << 2
  const fallingUpper = DIAGONALS[diagonal]!
  const fallingLower = DIAGONALS[diagonal + 1]!
  const ownFalling = Math.imul((ownUpper & fallingUpper) | (ownLower & fallingLower), GATHER_DIAGONAL) >>> 24
  const enemyFalling =
    (Math.imul((enemyUpper & fallingUpper) | (enemyLower & fallingLower), GATHER_DIAGONAL) >>> 25) & 0x3f
  const inFalling = BETWEEN[(column << 8) | (ENDS[(column << 6) | enemyFalling]! & ownFalling)]!

  const risingUpper = DIAGONALS[diagonal + 2]!
  const risingLower = DIAGONALS[diagonal + 3]!
  const ownRising = Math.imul((ownUpper & risingUpper) | (ownLower & risingLower), GATHER_DIAGONAL) >>> 24
  const enemyRising =
    (Math.imul((enemyUpper & risingUpper) | (enemyLower & risingLower), GATHER_DIAGONAL) >>> 25) & 0x3f
  const inRising = BETWEEN[(column << 8) | (ENDS[(column << 6) | enemyRising]! & ownRising)]!

  const a = ((row << 6) | inRow) << 2
  const b = (((COLUMN_LINES + column) << 6) | inColumn) << 2
  const c = (((FALLING_LINES + 7 + column - row) << 6) | inFalling) << 2
  const d = (((RISING_LINES + column + row) << 6) | inRising) << 2
  flips[0] = CHANGES[a]! | CHANGES[b]! | CHANGES[c]! | CHANGES[d]!
  flips[1] = CHANGES[a + 1]! | CHANGES[b + 1]! | CHANGES[c + 1]! | CHANGES[d + 1]!
  flips[2] = CHANGES[a + 2]! ^ CHANGES[b + 2]! ^ CHANGES[c + 2]! ^ CHANGES[d + 2]!
  flips[3] = CHANGES[a + 3]! ^ CHANGES[b + 3]! ^ CHANGES[c + 3]! ^ CHANGES[d + 3]!
  return (inRow | inColumn | inFalling | inRising) !== 0
}

/** The moves of the side to move, after {@link findMoves}: upper and lower word. */
export const moves: Int32Array = new Int32Array(2)

/**
 * Finds all moves of the side to move and leaves them in {@link moves}. Returns whether there are any.
 * @param at where the position begins
 */
export function findMoves(words: Int32Array, at: number): boolean {
  const ownUpper = words[at]!
  const ownLower = words[at + 1]!
  const enemyUpper = words[at + 2]!
  const enemyLower = words[at + 3]!
  const innerUpper = enemyUpper & INNER_COLUMNS
  const innerLower = enemyLower & INNER_COLUMNS
  let upper = 0
  let lower = 0

  // Each direction in turn: runs of enemy discs that begin beside own ones grow to their whole length of six at most,
  // first by one, then twice by two. The squares behind them are moves, if they are empty.
  // Right.
  let run = innerUpper & (ownUpper << 1)
  let pair = innerUpper & (innerUpper << 1)
  run |= innerUpper & (run << 1)
  run |= pair & (run << 2)
  run |= pair & (run << 2)
  upper |= run << 1
  run = innerLower & (ownLower << 1)
  pair = innerLower & (innerLower << 1)
  run |= innerLower & (run << 1)
  run |= pair & (run << 2)
  run |= pair & (run << 2)
  lower |= run << 1
  // Left.
  run = innerUpper & (ownUpper >>> 1)
  pair = innerUpper & (innerUpper >>> 1)
  run |= innerUpper & (run >>> 1)
  run |= pair & (run >>> 2)
  run |= pair & (run >>> 2)
  upper |= run >>> 1
  run = innerLower & (ownLower >>> 1)
  pair = innerLower & (innerLower >>> 1)
  run |= innerLower & (run >>> 1)
  run |= pair & (run >>> 2)
  run |= pair & (run >>> 2)
  lower |= run >>> 1
  // Down: of the upper word four rows, which then go on in the lower word.
  run = enemyUpper & (ownUpper << 8)
  run |= enemyUpper & (run << 8)
  run |= enemyUpper & (run << 8)
  upper |= run << 8
  let below = enemyLower & ((ownLower << 8) | ((run | ownUpper) >>> 24))
  lower |= run >>> 24
  below |= enemyLower & (below << 8)
  below |= enemyLower & (below << 8)
  lower |= below << 8
  // Up.
  run = enemyLower & (ownLower >>> 8)
  run |= enemyLower & (run >>> 8)
  run |= enemyLower & (run >>> 8)
  lower |= run >>> 8
  let above = enemyUpper & ((ownUpper >>> 8) | ((run | ownLower) << 24))
  upper |= run << 24
  above |= enemyUpper & (above >>> 8)
  above |= enemyUpper & (above >>> 8)
  upper |= above >>> 8
  // Down to the right.
  run = innerUpper & (ownUpper << 9)
  run |= innerUpper & (run << 9)
  run |= innerUpper & (run << 9)
  upper |= run << 9
  below = innerLower & ((ownLower << 9) | ((run | ownUpper) >>> 23))
  lower |= run >>> 23
  below |= innerLower & (below << 9)
  below |= innerLower & (below << 9)
  lower |= below << 9
  // Up to the left.
  run = innerLower & (ownLower >>> 9)
  run |= innerLower & (run >>> 9)
  run |= innerLower & (run >>> 9)
  lower |= run >>> 9
  above = innerUpper & ((ownUpper >>> 9) | ((run | ownLower) << 23))
  upper |= run << 23
  above |= innerUpper & (above >>> 9)
  above |= innerUpper & (above >>> 9)
  upper |= above >>> 9
  // Down to the left.
  run = innerUpper & (ownUpper << 7)
  run |= innerUpper & (run << 7)
  run |= innerUpper & (run << 7)
  upper |= run << 7
  below = innerLower & ((ownLower << 7) | ((run | ownUpper) >>> 25))
  lower |= run >>> 25
  below |= innerLower & (below << 7)
  below |= innerLower & (below << 7)
  lower |= below << 7
  // Up to the right.
  run = innerLower & (ownLower >>> 7)
  run |= innerLower & (run >>> 7)
  run |= innerLower & (run >>> 7)
  lower |= run >>> 7
  above = innerUpper & ((ownUpper >>> 7) | ((run | ownLower) << 25))
  upper |= run << 25
  above |= innerUpper & (above >>> 7)
  above |= innerUpper & (above >>> 7)
  upper |= above >>> 7

  upper &= ~(ownUpper | enemyUpper)
  lower &= ~(ownLower | enemyLower)
  moves[0] = upper
  moves[1] = lower
  return (upper | lower) !== 0
}

/** How many bits of a word are set. */
export function countBits(word: number): number {
  word -= (word >>> 1) & 0x55555555
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Writes the words of padded cells (see geometry.ts) of the usual board, those of a colour first. */
export function writeWords(cells: Uint8Array, colour: number, words: Int32Array, at: number): void {
  fillTables()
  const geometry = geometryOf(8, 8)
  words.fill(0, at, at + POSITION_WORDS)
  for (let square = 0; square < 64; square++) {
    const disc = cells[geometry.cellOf[square]!]!
    if (disc !== 0) words[at + (disc === colour ? 0 : 2) + (square >> 5)]! |= 1 << (square & 31)
  }
}

let areFilled = false

/** Fills the tables, once: programs that show no Othello need not wait for them. */
function fillTables(): void {
  if (areFilled) return
  areFilled = true
  const geometry = geometryOf(8, 8)
  for (let square = 0; square < 64; square++) {
    const from = geometry.cellOf[square]! * KEYS_PER_CELL
    SQUARE_KEYS.set(geometry.discKeys.subarray(from, from + KEYS_PER_CELL), square * KEYS_PER_CELL)
  }
  fillDiagonals()
  fillEnds()
  fillBetween()
  fillChanges()
}

function fillDiagonals(): void {
  for (let square = 0; square < 64; square++) {
    for (let other = 0; other < 64; other++) {
      const down = (other >> 3) - (square >> 3)
      const right = (other & 7) - (square & 7)
      if (down === right) DIAGONALS[square * 4 + (other >> 5)]! |= 1 << (other & 31)
      if (down === -right) DIAGONALS[square * 4 + 2 + (other >> 5)]! |= 1 << (other & 31)
    }
  }
}

function fillEnds(): void {
  for (let place = 0; place < 8; place++) {
    for (let inner = 0; inner < INNER; inner++) {
      const enemies = inner << 1
      for (const step of [-1, 1]) {
        let end = place + step
        while ((enemies >> end) & 1) end += step
        if (end !== place + step) ENDS[place * INNER + inner]! |= 1 << end
      }
    }
  }
}

function fillBetween(): void {
  for (let place = 0; place < 8; place++) {
    for (let ends = 0; ends < 256; ends++) {
      let discs = 0
      for (let end = 0; end < 8; end++) {
        if (((ends >> end) & 1) === 0) continue
        for (let at = Math.min(place, end) + 1; at < Math.max(place, end); at++) discs |= 1 << at
      }
      BETWEEN[place * 256 + ends] = discs >> 1
    }
  }
}

function fillChanges(): void {
  for (let square = 0; square < 64; square++) {
    const row = square >> 3
    const column = square & 7
    addChange(row, column, square)
    addChange(COLUMN_LINES + column, row, square)
    addChange(FALLING_LINES + 7 + column - row, column, square)
    addChange(RISING_LINES + column + row, column, square)
  }
}

/** Adds a square to what flipping discs of a line changes; squares at the ends are never flipped. */
function addChange(line: number, place: number, square: number): void {
  if (place === 0 || place === 7) return
  for (let discs = 0; discs < INNER; discs++) {
    if (((discs >> (place - 1)) & 1) === 0) continue
    const at = (line * INNER + discs) * 4
    CHANGES[at + (square >> 5)]! |= 1 << (square & 31)
    CHANGES[at + 2]! ^= SQUARE_KEYS[square * KEYS_PER_CELL + 2]!
    CHANGES[at + 3]! ^= SQUARE_KEYS[square * KEYS_PER_CELL + 3]!
  }
}
