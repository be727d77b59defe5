/**
 * The rule of Othello on the usual board of 8 x 8, fast: the discs of each side as bits of two words. Bit
 * `8 * (row % 4) + column` of the first word is a square of the upper four rows, of the second one of the lower four.
 *
 * Four words are a position: those of the side to move, then those of the other side. Positions begin with
 * {@link writeWords}, which fills the tables.
 */
import { geometryOf, KEYS_PER_CELL, TURN_HIGH, TURN_LOW } from './geometry.ts'

/** Words of a position. */
export const POSITION_WORDS = 4

/** Columns b to g: only enemy discs there can be enclosed from left and right, or diagonally. */
const INNER_COLUMNS = 0x7e7e7e7e

/**
 * The first column of every row of a word, and the factor that gathers the bits of a column in the highest byte, when
 * those of the lower word stand four higher than those of the upper one.
 */
const FIRST_COLUMN = 0x01010101
const GATHER_COLUMN = 0x01020408
/** The factor that gathers the bits of a diagonal, which lie in different columns, in the highest byte. */
const GATHER_DIAGONAL = 0x01010101

/** Lines of the board: 8 rows, 8 columns, 15 diagonals down to the right, 15 down to the left. */
const COLUMN_LINES = 8
const FALLING_LINES = 16
const RISING_LINES = 31
const LINES = 46

/** The inner six squares of a line, as bits. */
const INNER = 64

/** Where the numbers of White begin in {@link MOVE_KEYS}. */
export const WHITE_MOVES = 128

/**
 * What a move changes of the key beside the discs that it flips, for the placed disc and the turn: high and low half by
 * square, those of Black first.
 */
export const MOVE_KEYS: Int32Array = new Int32Array(WHITE_MOVES * 2)

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
 * `[(line * INNER + discs) * 4]`, 256 numbers a line.
 */
export const CHANGES: Int32Array = new Int32Array(LINES * INNER * 4)

/**
 * The place in {@link CHANGES} of what a disc of the side to move flips in the row of an empty square. What it flips is
 * what stands there and at the places for its column and diagonals. Each line has its own small function because V8
 * inlines those; indices are added up because it then knows that they lie in the tables, which it does not with `|`.
 * @param own discs of the side to move in the word of the square
 * @param enemy discs of the other side in that word
 */
export function flipsInRow(own: number, enemy: number, square: number): number {
  const shift = square & 24
  const inLine = enclosed(square & 7, (own >>> shift) & 0xff, (enemy >>> (shift + 1)) & 0x3f)
  return ((square >> 3) << 8) + inLine
}

/** The place in {@link CHANGES} of what a disc flips in its column. */
export function flipsInColumn(
  ownUpper: number,
  ownLower: number,
  enemyUpper: number,
  enemyLower: number,
  square: number,
): number {
  const column = square & 7
  const own = ((ownUpper >>> column) & FIRST_COLUMN) | (((ownLower >>> column) & FIRST_COLUMN) << 4)
  const enemy = ((enemyUpper >>> column) & FIRST_COLUMN) | (((enemyLower >>> column) & FIRST_COLUMN) << 4)
  const ownLine = Math.imul(own, GATHER_COLUMN) >>> 24
  const enemyLine = (Math.imul(enemy, GATHER_COLUMN) >>> 25) & 0x3f
  return ((COLUMN_LINES + column) << 8) + enclosed(square >> 3, ownLine, enemyLine)
}

/** The place in {@link CHANGES} of what a disc flips in its diagonal down to the right. */
export function flipsInFalling(
  ownUpper: number,
  ownLower: number,
  enemyUpper: number,
  enemyLower: number,
  square: number,
): number {
  const line = FALLING_LINES + 7 + (square & 7) - (square >> 3)
  return (line << 8) + enclosedInDiagonal(ownUpper, ownLower, enemyUpper, enemyLower, square, 0)
}

/** The place in {@link CHANGES} of what a disc flips in its diagonal down to the left. */
export function flipsInRising(
  ownUpper: number,
  ownLower: number,
  enemyUpper: number,
  enemyLower: number,
  square: number,
): number {
  const line = RISING_LINES + (square & 7) + (square >> 3)
  return (line << 8) + enclosedInDiagonal(ownUpper, ownLower, enemyUpper, enemyLower, square, 2)
}

/** @param which of the diagonals in {@link DIAGONALS}: 0 for the falling one, 2 for the rising one */
function enclosedInDiagonal(
  ownUpper: number,
  ownLower: number,
  enemyUpper: number,
  enemyLower: number,
  square: number,
  which: number,
): number {
  const upper = DIAGONALS[(square << 2) + which]!
  const lower = DIAGONALS[(square << 2) + which + 1]!
  const ownLine = Math.imul((ownUpper & upper) | (ownLower & lower), GATHER_DIAGONAL) >>> 24
  const enemyLine = (Math.imul((enemyUpper & upper) | (enemyLower & lower), GATHER_DIAGONAL) >>> 25) & 0x3f
  return enclosed(square & 7, ownLine, enemyLine)
}

/** The discs that a disc encloses in a line of eight, as a place among the changes of that line. */
function enclosed(place: number, own: number, enemy: number): number {
  return BETWEEN[(place << 8) + (ENDS[(place << 6) + enemy]! & own)]! << 2
}

/** The moves of the side to move, after {@link findMoves}: upper and lower word. */
export const moves: Int32Array = new Int32Array(2)

/** Finds all moves of the side to move and leaves them in {@link moves}. Returns whether there are any. */
export function findMoves(ownUpper: number, ownLower: number, enemyUpper: number, enemyLower: number): boolean {
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
  fillMoveKeys()
  fillDiagonals()
  fillEnds()
  fillBetween()
  fillChanges()
}

/** The random numbers of a square: its numbers in {@link Geometry.discKeys} of the usual board. */
function discKeysOf(square: number): Int32Array {
  const { cellOf, discKeys } = geometryOf(8, 8)
  return discKeys.subarray(cellOf[square]! * KEYS_PER_CELL)
}

function fillMoveKeys(): void {
  for (let square = 0; square < 64; square++) {
    const keys = discKeysOf(square)
    for (let half = 0; half < 2; half++) {
      const black = keys[half]! ^ (half === 0 ? TURN_HIGH : TURN_LOW)
      MOVE_KEYS[square * 2 + half] = black
      MOVE_KEYS[WHITE_MOVES + square * 2 + half] = black ^ keys[half + 2]!
    }
  }
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
  const keys = discKeysOf(square)
  for (let discs = 0; discs < INNER; discs++) {
    if (((discs >> (place - 1)) & 1) === 0) continue
    const at = (line * INNER + discs) * 4
    CHANGES[at + (square >> 5)]! |= 1 << (square & 31)
    CHANGES[at + 2]! ^= keys[2]!
    CHANGES[at + 3]! ^= keys[3]!
  }
}
