/**
 * What all Othello boards of one size share: the padded board, the rays along
 * which discs flip, and the random numbers of the position keys.
 *
 * Cells are numbered row by row with a border of one cell on every side:
 * `cell = (row + 1) * stride + column + 1` with `stride = columns + 2`. On the
 * boards of 8 x 8 and 10 x 10 these are the move numbers of WTHOR files.
 */
import { PositionError } from '../../issues/errors.ts'
import { symmetryCount, transformSquare } from '../symmetry.ts'
import { randomPairs } from '../zobrist.ts'

/** Content of a cell. Black is 1 and white 2, as everywhere. */
export const EMPTY = 0
export const BORDER = 3

/** Sides a board may have: even ones, up to a column for every letter. Servers offer 4 to 14. */
const MIN_SIDE = 4
const MAX_SIDE = 26

/** Room for the rays of one cell: eight directions and the 0 that ends them. */
export const RAYS_PER_CELL = 9

/** Numbers of one cell in {@link Geometry.discKeys}. */
export const KEYS_PER_CELL = 4

export interface Geometry {
  readonly columns: number
  readonly rows: number
  readonly squares: number
  readonly stride: number
  /** The cells before the first move: border, empty cells and the four initial discs. */
  readonly start: Uint8Array
  /** Cell of a square. */
  readonly cellOf: Uint16Array
  /** Square of a cell; 0 for the border. */
  readonly squareOf: Uint16Array
  /**
   * Steps from a cell in the directions in which it may flip discs, ended by 0: {@link RAYS_PER_CELL} entries per cell.
   */
  readonly rays: Int8Array
  /** How many symmetries the board has. */
  readonly symmetries: number
  /**
   * Random numbers of the cells' images under each symmetry in turn: high and low half of a black disc, then high and
   * low half of a disc being flipped (black and white combined).
   */
  readonly discKeys: Int32Array
  /** Halves of the random number of this size. */
  readonly sizeKey: readonly [number, number]
  /** Halves of the combined number of the size and the four initial discs. */
  readonly startKey: readonly [number, number]
}

/**
 * The random numbers of Othello keys: two for each square of the largest
 * board (black, white), one for each number of columns and of rows, and one
 * for white to move. Part of the position index format, as randomPairs says.
 */
const KEY_SEED = 0x4f740001
const COLUMN_KEYS = MAX_SIDE * MAX_SIDE * 2
const ROW_KEYS = COLUMN_KEYS + MAX_SIDE + 1
const TURN_KEY = ROW_KEYS + MAX_SIDE + 1

let randomNumbers: Int32Array | undefined

/** Made with the first board: every text file is tried for games of Othello, and most have none. */
function keyNumbers(): Int32Array {
  return (randomNumbers ??= new Int32Array(randomPairs(TURN_KEY, KEY_SEED).buffer))
}

/** Halves of the number that enters the key when white is to move. */
const [turnHigh, turnLow] = randomPairs(1, KEY_SEED, TURN_KEY)
export const TURN_HIGH = turnHigh! | 0
export const TURN_LOW = turnLow! | 0

const geometries = new Map<number, Geometry>()

/** The geometry of a size, made once. Throws PositionError for a size that no Othello board has. */
export function geometryOf(columns: number, rows: number): Geometry {
  if (!isOthelloSide(columns) || !isOthelloSide(rows)) {
    throw new PositionError('position/othello-size', { least: MIN_SIDE, most: MAX_SIDE, columns, rows })
  }
  const code = columns * 256 + rows
  let geometry = geometries.get(code)
  if (!geometry) {
    geometry = makeGeometry(columns, rows)
    geometries.set(code, geometry)
  }
  return geometry
}

/** Whether a board may have sides of this length. */
export function isOthelloSide(side: number): boolean {
  return side % 2 === 0 && side >= MIN_SIDE && side <= MAX_SIDE
}

function makeGeometry(columns: number, rows: number): Geometry {
  const squares = columns * rows
  const stride = columns + 2
  const empty = new Uint8Array(stride * (rows + 2)).fill(BORDER)
  const cellOf = new Uint16Array(squares)
  const squareOf = new Uint16Array(empty.length)
  for (let square = 0; square < squares; square++) {
    const column = square % columns
    const cell = ((square - column) / columns + 1) * stride + column + 1
    empty[cell] = EMPTY
    cellOf[square] = cell
    squareOf[cell] = square
  }
  const start = empty.slice()
  const topLeft = (rows / 2) * stride + columns / 2
  start[topLeft] = start[topLeft + stride + 1] = 2
  start[topLeft + 1] = start[topLeft + stride] = 1
  const symmetries = symmetryCount(columns, rows)
  const discKeys = makeDiscKeys(columns, rows, symmetries, cellOf, empty.length)
  const numbers = keyNumbers()
  const sizeHigh = numbers[(COLUMN_KEYS + columns) * 2]! ^ numbers[(ROW_KEYS + rows) * 2]!
  const sizeLow = numbers[(COLUMN_KEYS + columns) * 2 + 1]! ^ numbers[(ROW_KEYS + rows) * 2 + 1]!
  let startHigh = sizeHigh
  let startLow = sizeLow
  for (let cell = 0; cell < start.length; cell++) {
    const disc = start[cell]!
    if (disc === EMPTY || disc === BORDER) continue
    const at = cell * KEYS_PER_CELL
    startHigh ^= discKeys[at]! ^ (disc === 2 ? discKeys[at + 2]! : 0)
    startLow ^= discKeys[at + 1]! ^ (disc === 2 ? discKeys[at + 3]! : 0)
  }
  return {
    columns,
    rows,
    squares,
    stride,
    start,
    cellOf,
    squareOf,
    rays: makeRays(empty, stride),
    symmetries,
    discKeys,
    sizeKey: [sizeHigh, sizeLow],
    startKey: [startHigh, startLow],
  }
}

/** A disc is flipped between two others: a direction counts when two cells lie that way. */
function makeRays(empty: Uint8Array, stride: number): Int8Array {
  const rays = new Int8Array(empty.length * RAYS_PER_CELL)
  const directions = [-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1]
  for (let cell = 0; cell < empty.length; cell++) {
    if (empty[cell] === BORDER) continue
    let at = cell * RAYS_PER_CELL
    for (const step of directions) {
      if (empty[cell + step] === EMPTY && empty[cell + 2 * step] === EMPTY) rays[at++] = step
    }
  }
  return rays
}

function makeDiscKeys(
  columns: number,
  rows: number,
  symmetries: number,
  cellOf: Uint16Array,
  cells: number,
): Int32Array {
  const numbers = keyNumbers()
  const keys = new Int32Array(symmetries * cells * KEYS_PER_CELL)
  for (let symmetry = 0; symmetry < symmetries; symmetry++) {
    for (let square = 0; square < cellOf.length; square++) {
      const image = transformSquare(square, symmetry, columns, rows)
      const column = image % columns
      const black = (((image - column) / columns) * MAX_SIDE + column) * 4
      const at = (symmetry * cells + cellOf[square]!) * KEYS_PER_CELL
      keys[at] = numbers[black]!
      keys[at + 1] = numbers[black + 1]!
      keys[at + 2] = numbers[black]! ^ numbers[black + 2]!
      keys[at + 3] = numbers[black + 1]! ^ numbers[black + 3]!
    }
  }
  return keys
}
